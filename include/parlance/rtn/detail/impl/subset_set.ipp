// parlance/rtn/detail/impl/subset_set.ipp - definitions of what parlance/rtn/detail/subset_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/subset_set.hpp>
#include <algorithm>

namespace parlance::rtn::detail {

subset_set::number subset_set::add(array_ref<std::uint32_t const> states, work& spent) {
    std::uint32_t const found = numbers_.find(states, [&](std::uint32_t i) { return sets_[i]; });
    if (found != sequence_table::none) {
        return {found, false};
    }
    auto const fresh = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back(kept(states));
    members_ += states.size();
    static_cast<void>(numbers_.add(fresh, spent));  // the caller asks `spent` itself
    return {fresh, true};
}

void subset_set::clear(work& spent) {
    constexpr std::uint64_t steps_of_a_block = 1000;
    auto const look = [&] { static_cast<void>(spent.spend(steps_of_a_block)); };
    numbers_ = {};
    look();
    sets_.clear(look);
    for (; !rows_.empty(); look()) {
        rows_.pop_back();
    }
    members_ = 0;
}

array_ref<std::uint32_t const> subset_set::kept(array_ref<std::uint32_t const> states) {
    constexpr std::size_t block = 4096;  // what is in a block never moves
    if (rows_.empty() || rows_.back().capacity() - rows_.back().size() < states.size()) {
        rows_.emplace_back().reserve((std::max)(block, states.size()));
    }
    vec<std::uint32_t>& to = rows_.back();
    std::size_t const first = to.size();
    to.insert(to.end(), states.begin(), states.end());
    return array_ref<std::uint32_t const>{to}.subspan(first, states.size());
}

}  // namespace parlance::rtn::detail
