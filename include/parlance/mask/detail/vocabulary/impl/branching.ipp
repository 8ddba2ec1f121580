// parlance/mask/detail/vocabulary/impl/branching.ipp - definitions of what parlance/mask/detail/vocabulary/branching.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/vocabulary/branching.hpp>
#include <parlance/mask/detail/count_ones.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/trie.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

bool branching::build(vocab::trie const& trie, work& paid) {
    constexpr std::uint64_t of_a_word = 200;  // of nodes
    auto const nodes = trie.nodes();
    marks_.assign(nodes.size() / 64 + 1, 0);
    before_.assign(marks_.size(), 0);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (i % 64 == 0) {
            if (!paid.spend(of_a_word)) {
                return false;
            }
            before_[i / 64] = static_cast<std::uint32_t>(first_.size());
        }
        if (nodes[i].skip() < large) {
            continue;
        }
        marks_[i / 64] |= std::uint64_t{1} << (i % 64);
        first_.push_back(static_cast<std::uint32_t>(children_.size()));
        for (std::size_t c = i + 1; c < i + nodes[i].skip(); c += nodes[c].skip()) {
            children_.emplace_back(nodes[c].byte(), static_cast<std::uint32_t>(c));
        }
    }
    first_.push_back(static_cast<std::uint32_t>(children_.size()));
    return true;
}

array_ref<branching::child const> branching::of(std::size_t node) const noexcept {
    std::uint64_t const earlier = marks_[node / 64] & ((std::uint64_t{1} << (node % 64)) - 1);
    std::size_t const rank = before_[node / 64] + static_cast<std::size_t>(count_ones(earlier));
    return array_ref{children_}.subspan(first_[rank], first_[rank + 1] - first_[rank]);
}

std::size_t branching::memory() const noexcept {
    return marks_.size() * 8 + (before_.size() + first_.size() + children_.size()) * 4;
}

}  // namespace parlance::mask::detail
