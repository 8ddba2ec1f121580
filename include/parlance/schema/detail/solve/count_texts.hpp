// parlance/schema/detail/solve/count_texts.hpp - how many texts an automaton accepts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dfa.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::schema::detail {

/// The number of texts, `most` where there are as many or more.  Linear.
/// Precondition: every state leads to an accepting one, as in rtn::minimized().
[[nodiscard]] PARLANCE_DECL std::uint64_t count_texts(rtn::dfa const& a, std::uint64_t most);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/solve/impl/count_texts.ipp>
#endif
