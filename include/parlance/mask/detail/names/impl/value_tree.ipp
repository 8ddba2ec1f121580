// parlance/mask/detail/names/impl/value_tree.ipp - definitions of what parlance/mask/detail/names/value_tree.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/names/value_tree.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

std::uint32_t value_tree::child(std::uint32_t t, std::uint8_t byte) const noexcept {
    std::uint32_t c = trie_nodes_[t].child;
    while (c != 0 && trie_nodes_[c].byte != byte) {
        c = trie_nodes_[c].next;
    }
    return c;
}

std::uint32_t value_tree::grown(std::uint32_t t, std::uint8_t byte) {
    if (std::uint32_t const known = child(t, byte); known != 0) {
        return known;
    }
    trie_nodes_.push_back({t, 0, trie_nodes_[t].child, byte});
    return trie_nodes_[t].child = size() - 1;
}

void value_tree::cut(std::uint32_t size) noexcept {
    for (; trie_nodes_.size() > size; trie_nodes_.pop_back()) {
        trie_nodes_[trie_nodes_.back().parent].child = trie_nodes_.back().next;
    }
}

}  // namespace parlance::mask::detail
