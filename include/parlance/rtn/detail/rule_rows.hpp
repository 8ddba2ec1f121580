// parlance/rtn/detail/rule_rows.hpp - what all states of one rule read, in code points
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/detail/state_reader.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::rtn::detail {

/// The states that can be reached from where a rule begins, numbered from 0 in their order in the network; targets are such
/// numbers.  What does not lead to an end of the rule is left out.
///
/// entry  where the rule begins
/// held   bytes that were paid for and are free again when this is gone
struct rule_rows {
    vec<readable_row> rows;
    std::uint32_t entry = 0;
    std::size_t held = 0;

    /// All behind others that they lead to, as far as there are no loops; the entry is the last one.
    [[nodiscard]] PARLANCE_DECL vec<std::uint32_t> ends_first(work& spent) const;
};

/// From `begin` on; `back` ends it where it is not `unbounded`; where it is counted, its states stand for a state and how
/// often it has incremented.
/// Errors: not_lowerable; too_many_rules; out_of_fuel, out_of_memory_budget, cancelled.
[[nodiscard]] PARLANCE_DECL result<rule_rows> rows_of(state_reader& reader, state_id begin, state_id back,
                                                      maybe<count> const& counted, std::string_view rule,
                                                      std::size_t most, work& spent);

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/rule_rows.ipp>
#endif
