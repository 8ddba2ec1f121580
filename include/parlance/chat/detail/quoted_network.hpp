// parlance/chat/detail/quoted_network.hpp - what a network writes, written as the content of a JSON string
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::chat::detail {

/// Copies all rules of `from`, with every byte that a JSON string escapes written as its escape, and returns the rule that
/// writes what the root wrote.  Control characters without a short escape are left out: JSON text has none.  Linear.
[[nodiscard]] PARLANCE_DECL rtn::rule_id add_quoted(rtn::network_view from, rtn::builder& out);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/quoted_network.ipp>
#endif
