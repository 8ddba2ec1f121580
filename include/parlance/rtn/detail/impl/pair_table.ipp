// parlance/rtn/detail/impl/pair_table.ipp - definitions of what parlance/rtn/detail/pair_table.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/pair_table.hpp>
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
    if (pairs_.size() * 2 > slots_.size()) {
        grow();
    }
    return {static_cast<std::uint32_t>(pairs_.size() - 1), true};
}

std::uint32_t pair_table::left(std::size_t i) const noexcept {
    return static_cast<std::uint32_t>(pairs_[i] >> 32);
}

std::uint32_t pair_table::right(std::size_t i) const noexcept {
    return static_cast<std::uint32_t>(pairs_[i]);
}

void pair_table::grow() {
    slots_.assign(slots_.size() * 4, 0);
    std::size_t const mask = slots_.size() - 1;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        std::size_t at = hash_pair(pairs_[i]) & mask;
        while (slots_[at] != 0) {
            at = (at + 1) & mask;
        }
        slots_[at] = static_cast<std::uint32_t>(i + 1);
    }
}

}  // namespace parlance::rtn::detail
