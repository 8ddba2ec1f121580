// parlance/rtn/detail/impl/pair_table.ipp - definitions of what parlance/rtn/detail/pair_table.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/pair_table.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>

namespace parlance::rtn::detail {

[[nodiscard]] inline std::size_t hash_pair(std::uint64_t v) noexcept {
    v = (v ^ (v >> 31)) * 0x9E37'79B9'7F4A'7C15;
    return static_cast<std::size_t>(v ^ (v >> 29));
}

std::pair<std::uint32_t, bool> pair_table::add(std::uint32_t p, std::uint32_t q) {
    std::uint64_t const pair = (std::uint64_t{p} << 32) | q;
    std::size_t const mask = slots_.size() - 1;
    std::size_t at = hash_pair(pair) & mask;
    while (slots_[at] != 0) {
        if (pairs_[slots_[at] - 1] == pair) {
            return {slots_[at] - 1, false};
        }
        at = (at + 1) & mask;
    }
    pairs_.push_back(pair);
    slots_[at] = static_cast<std::uint32_t>(pairs_.size());
    if (full()) {
        vec<std::uint32_t> larger(slots_.size() * growth, 0);
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            put(pairs_[i], static_cast<std::uint32_t>(i + 1), larger);
        }
        slots_.swap(larger);
    }
    return {static_cast<std::uint32_t>(pairs_.size() - 1), true};
}

std::uint32_t pair_table::left(std::size_t i) const noexcept {
    return static_cast<std::uint32_t>(pairs_[i] >> 32);
}

std::uint32_t pair_table::right(std::size_t i) const noexcept {
    return static_cast<std::uint32_t>(pairs_[i]);
}

bool pair_table::make_room(work& spent) {
    if (2 * (pairs_.size() + 2) <= slots_.size()) {
        return paid_room(pairs_, 1, spent);
    }
    vec<std::uint32_t> larger;
    if (!paid_room(pairs_, 1, spent) || !paid_resize(larger, slots_.size() * growth, spent)) {
        return false;
    }
    constexpr std::uint64_t steps_of_a_pair = 4;
    paid_rounds each(spent, steps_of_a_pair);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (!each.next()) {
            return false;
        }
        put(pairs_[i], static_cast<std::uint32_t>(i + 1), larger);
    }
    slots_.swap(larger);
    return true;
}

void pair_table::put(std::uint64_t pair, std::uint32_t number, vec<std::uint32_t>& slots) noexcept {
    std::size_t const mask = slots.size() - 1;
    std::size_t at = hash_pair(pair) & mask;
    while (slots[at] != 0) {
        at = (at + 1) & mask;
    }
    slots[at] = number;
}

}  // namespace parlance::rtn::detail
