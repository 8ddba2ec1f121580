// parlance/rtn/detail/impl/subset_set.ipp - definitions of what parlance/rtn/detail/subset_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/subset_set.hpp>
#include <algorithm>

namespace parlance::rtn::detail {

subset_set::number subset_set::add(array_ref<std::uint32_t const> states) {
    std::uint32_t const found = numbers_.find(states, [&](std::uint32_t i) { return sets_[i]; });
    if (found != sequence_table::none) {
        return {found, false};
    }
    auto const fresh = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back(kept(states));
    members_ += states.size();
    numbers_.add(fresh);
    return {fresh, true};
}

array_ref<std::uint32_t const> subset_set::kept(array_ref<std::uint32_t const> states) {
    constexpr std::size_t block = 4096;  // what is in a block never moves
    if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < states.size()) {
        blocks_.emplace_back().reserve((std::max)(block, states.size()));
    }
    vec<std::uint32_t>& to = blocks_.back();
    std::size_t const first = to.size();
    to.insert(to.end(), states.begin(), states.end());
    return array_ref<std::uint32_t const>{to}.subspan(first, states.size());
}

}  // namespace parlance::rtn::detail
