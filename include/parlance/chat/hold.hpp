// parlance/chat/hold.hpp - how much of an answer is held back at most
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <optional>

namespace parlance::chat {

/// The most bytes that response_parser::held() gives for answers in this format, white space and the name and id of a call
/// aside: once it is certain that a call begins, its text flows.  And but for a call of a known tool, or a marker that content
/// begins with, inside of reasoning: it ends the reasoning if nothing else does, and what is behind it is held until the
/// reasoning's own end comes, or the end of the answer; deltas are never taken back.  Nothing where the format's rule is that
/// a part is what it seems only when it is whole, so that all of it is held: strict calls, calls that no marker begins,
/// reasoning that nothing but its end tells from content.
[[nodiscard]] PARLANCE_DECL std::optional<std::size_t> max_hold(format const& f);

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/hold.ipp>
#endif
