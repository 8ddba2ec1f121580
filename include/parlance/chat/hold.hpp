// parlance/chat/hold.hpp - how much of an answer is held back at most
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <optional>

namespace parlance::chat {

/// The most bytes that response_parser::held() gives for answers in this format, white space and the name and id of a call
/// aside:
/// once it is certain that a call begins, its text flows.  Nothing where the format's rule is that a part is what it seems
/// only when it is whole, so that all of it is held: strict calls, calls that no marker begins, reasoning that nothing but
/// its end tells from content.
[[nodiscard]] PARLANCE_DECL std::optional<std::size_t> max_hold(format const& f);

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/hold.ipp>
#endif
