// parlance/rtn/detail/common_alphabet.hpp - one alphabet for two automata
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/alphabet.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstdint>
#include <utility>

namespace parlance::rtn::detail {

/// The coarsest alphabet that is finer than both; `groups` are then, for each of its groups, those of `a` and `b`.
[[nodiscard]] PARLANCE_DECL alphabet common(alphabet const& a, alphabet const& b,
                                            vec<std::pair<std::uint32_t, std::uint32_t>>& groups,
                                            work& spent);

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/common_alphabet.ipp>
#endif
