// parlance/mask/detail/automaton/know_part.hpp - finds out what preparing a grammar asks of a part, once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/known_part.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <memory>

namespace parlance::mask::detail {

/// What is kept beside the part, or made now and kept there; paid for.  nullptr where it cannot be.
[[nodiscard]] PARLANCE_DECL std::shared_ptr<known_part const>
know(rtn::part const& p, vec<char> const& nullable_outside, work& spent);

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/know_part.ipp>
#endif
