// parlance/schema/detail/write/impl/state_table.ipp - definitions of what parlance/schema/detail/write/state_table.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/state_table.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::schema::detail {

rtn::state_id& state_table::at(std::uint16_t low, std::uint16_t high, rtn::state_id to, work& spent) {
    if (2 * size_ >= cells_.size() && !grow(spent)) {
        cells_ = {};
        size_ = 0;
        return unpaid_ = none;
    }
    std::uint64_t const key = std::uint64_t{low} << 48 | std::uint64_t{high} << 32 | to;
    cell& found = place(key);
    if (!found.used) {
        constexpr std::uint64_t steps_of_a_new_cell = 40;  // some misses of the cache, in a large table
        (void)spent.spend(steps_of_a_new_cell);
        found = {key, none, true};
        ++size_;
    }
    return found.state;
}

bool state_table::grow(work& spent) {
    vec<cell> const old = std::exchange(cells_, {});
    if (!paid_resize(cells_, old.empty() ? 64 : 2 * old.size(), spent)) {
        return false;
    }
    paid_rounds each(spent);
    for (cell const& c : old) {
        if (!each.next()) {
            return false;
        }
        if (c.used) {
            place(c.key) = c;
        }
    }
    return true;
}

state_table::cell& state_table::place(std::uint64_t key) noexcept {
    constexpr std::uint64_t side_by_side =
        16;  // states that are made together lie together: few lines of a cache
    std::uint64_t const group = key / side_by_side;
    std::uint64_t const mixed = (group ^ (group >> 29)) * 0x9E37'79B9'7F4A'7C15u;
    std::uint64_t const first = (mixed >> 20) * side_by_side + key % side_by_side;
    for (auto i = static_cast<std::size_t>(first);; ++i) {
        cell& c = cells_[i & (cells_.size() - 1)];
        if (!c.used || c.key == key) {
            return c;
        }
    }
}

}  // namespace parlance::schema::detail
