// parlance/mask/detail/need.hpp - what a walk found, in the order of the ticks that it takes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/entry.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

/// Ids or nodes by the ticks they take.
struct by_need {
    std::vector<std::uint32_t> what;
    std::vector<std::uint32_t> needs;

    by_need(std::span<std::uint32_t const> from, std::span<std::uint32_t const> of)
        : what(from.size()), needs(from.size()) {
        std::vector<std::uint32_t> first(of.empty() ? 1 : *std::max_element(of.begin(), of.end()) + 2, 0);
        for (std::uint32_t const n : of) {
            ++first[n + std::size_t{1}];
        }
        std::partial_sum(first.begin(), first.end(), first.begin());
        for (std::size_t i = 0; i < from.size(); ++i) {
            std::uint32_t const at = first[of[i]]++;
            what[at] = from[i];
            needs[at] = of[i];
        }
    }
};

/// Every node once, the least need being the one that counts; else each frame below could double them.
inline void each_once(exit_list& exits) {
    auto const& nodes = exits.nodes;
    if (std::adjacent_find(nodes.begin(), nodes.end(), std::greater_equal<>{}) == nodes.end()) {
        return;
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        all.emplace_back(nodes[i], exits.needs[i]);
    }
    std::sort(all.begin(), all.end());
    exits.nodes.clear();
    exits.needs.clear();
    for (auto const& [node, need] : all) {
        if (exits.nodes.empty() || exits.nodes.back() != node) {
            exits.nodes.push_back(node);
            exits.needs.push_back(need);
        }
    }
}

}  // namespace parlance::mask::detail
