// parlance/mask/detail/automaton/link_parts.hpp - finds the parts of a network of which preparing a grammar knows enough
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/linked_parts.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/work.hpp>

namespace parlance::mask::detail {

/// Compares rows: that the network says what its parts are is not believed.  None where `spent` does not last.
[[nodiscard]] PARLANCE_DECL linked_parts link_parts(rtn::network const& net, work& spent);

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/automaton/impl/link_parts.ipp>
#endif
