// parlance/mask/detail/automaton/impl/automaton.ipp - definitions of what parlance/mask/detail/automaton/automaton.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <algorithm>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

bool automaton::absorbs(std::uint32_t frame, std::uint32_t over) const noexcept {
    return std::binary_search(absorptions.begin(), absorptions.end(), absorption{frame, over});
}

bool automaton::absorbs_over(std::uint32_t frame) const noexcept {
    auto const at = std::lower_bound(absorptions.begin(), absorptions.end(), absorption{frame, 0});
    return at != absorptions.end() && at->frame == frame;
}

bool automaton::covers(std::uint32_t more, std::uint32_t less) const noexcept {
    auto const a = slice(meanings, first_meaning[more], first_meaning[more + std::size_t{1}]);
    auto const b = slice(meanings, first_meaning[less], first_meaning[less + std::size_t{1}]);
    return more == less || (!b.empty() && std::includes(a.begin(), a.end(), b.begin(), b.end()));
}

}  // namespace parlance::mask::detail
