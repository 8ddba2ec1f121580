// parlance/mask/detail/names/impl/value_tree.ipp - definitions of what parlance/mask/detail/names/value_tree.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/names/value_tree.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

std::uint32_t value_tree::child(std::uint32_t t, std::uint8_t byte) const noexcept {
    std::uint32_t c = twigs_[t].child;
    while (c != 0 && twigs_[c].byte != byte) {
        c = twigs_[c].next;
    }
    return c;
}

std::uint32_t value_tree::grown(std::uint32_t t, std::uint8_t byte) {
    if (std::uint32_t const known = child(t, byte); known != 0) {
        return known;
    }
    twigs_.push_back({t, 0, twigs_[t].child, byte});
    return twigs_[t].child = size() - 1;
}

void value_tree::cut(std::uint32_t size) noexcept {
    for (; twigs_.size() > size; twigs_.pop_back()) {
        twigs_[twigs_.back().parent].child = twigs_.back().next;
    }
}

}  // namespace parlance::mask::detail
