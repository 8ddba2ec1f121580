// parlance/rtn/detail/quotient.hpp - an automaton with fewer states and letters: the steps of minimized()
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn::detail {

// What these make is of no use where `spent` says that it was not paid for.

/// Groups of nothing but surrogates, which no text has, lead nowhere.
PARLANCE_DECL void forget_surrogates(dfa& a, work& spent);

/// Groups with equal columns become one.
PARLANCE_DECL void merge_columns(dfa& a, work& spent);

/// The automaton of the blocks, numbered in the order in which a walk from the first state meets them.
[[nodiscard]] PARLANCE_DECL dfa quotient(dfa const& a, vec<std::uint32_t> const& block, std::size_t blocks,
                                         work& spent);

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/quotient.ipp>
#endif
