// parlance/rtn/to_gbnf.hpp - a network printed as a GBNF grammar that accepts the same texts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::rtn {

/// A grammar with the same texts; its first rule is `root`.  Counters become `{low,high}`, and those that count the steps
/// of an automaton rules for each number of steps.
/// Errors: not_lowerable, with the rule: bytes that are no UTF-8; too_many_rules; out_of_fuel, out_of_memory_budget: a state
/// that can go on in n ways is written with all of them; cancelled.
[[nodiscard]] PARLANCE_DECL result<std::string> to_gbnf(network const& net, limits const& bounds = {});

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/to_gbnf.ipp>
#endif
