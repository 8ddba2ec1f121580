// parlance/mask/detail/names/open_rules.hpp - the rules that are open where a matcher is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/place.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

class generation;

/// See matcher::open_rules().
[[nodiscard]] PARLANCE_DECL std::vector<std::vector<std::uint32_t>>
open_rules(generation const& of, place const& at, std::size_t most);

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/names/impl/open_rules.ipp>
#endif
