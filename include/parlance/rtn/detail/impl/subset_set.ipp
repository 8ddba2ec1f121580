// parlance/rtn/detail/impl/subset_set.ipp - definitions of what parlance/rtn/detail/subset_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/subset_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/sequence_table.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::rtn::detail {

bool room_for_row(vec<std::uint32_t>& table, std::size_t groups, work& spent) {
    bool const moves = table.capacity() - table.size() < groups;
    std::size_t const larger = moves ? 2 * sizeof(std::uint32_t) * table.size() : 0;
    if (!spent.hold(larger) || !paid_room(table, groups, spent)) {
        return false;
    }
    spent.release(larger);
    return true;
}

subset_set::number subset_set::add(array_ref<std::uint32_t const> states, work& spent) {
    std::uint32_t const found = numbers_.find(states, [&](std::uint32_t i) { return sets_[i]; });
    if (found != sequence_table::none) {
        return {found, false};
    }
    auto const fresh = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back(states_.keep(states));
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
    states_.clear(look);
    members_ = 0;
}

}  // namespace parlance::rtn::detail
