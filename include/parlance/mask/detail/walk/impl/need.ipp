// parlance/mask/detail/walk/impl/need.ipp - definitions of what parlance/mask/detail/walk/need.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/need.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>

namespace parlance::mask::detail {

by_need::by_need(array_ref<std::uint32_t const> from, array_ref<std::uint32_t const> of,
                 function_ref<void()> look) {
    constexpr std::size_t at_once = 4096;
    auto const in_parts = [&](auto part) {
        for (std::size_t begin = 0; begin < from.size(); begin += at_once) {
            part(begin, (std::min)(begin + at_once, from.size()));
            look();
        }
    };
    vec<std::uint32_t> first(of.empty() ? 1 : *std::max_element(of.begin(), of.end()) + 2, 0);
    what.reserve(from.size());
    needs.reserve(from.size());
    in_parts([&](std::size_t begin, std::size_t end) {
        what.resize(end);
        needs.resize(end);
        for (std::size_t i = begin; i < end; ++i) {
            ++first[of[i] + std::size_t{1}];
        }
    });
    std::partial_sum(first.begin(), first.end(), first.begin());
    in_parts([&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            std::uint32_t const at = first[of[i]]++;
            what[at] = from[i];
            needs[at] = of[i];
        }
    });
}

void sort_runs(vec<std::uint64_t>& numbers) {
    vec<std::size_t> ends;
    for (std::size_t i = 1; i <= numbers.size(); ++i) {
        if (i == numbers.size() || numbers[i] < numbers[i - 1]) {
            ends.push_back(i);
        }
    }
    vec<std::uint64_t> merged(ends.size() > 1 ? numbers.size() : 0);
    while (ends.size() > 1) {
        vec<std::size_t> fewer;
        std::size_t first = 0;
        for (std::size_t i = 0; i < ends.size(); i += 2) {
            std::size_t const middle = ends[i];
            std::size_t const end = i + 1 < ends.size() ? ends[i + 1] : middle;
            auto const at = [&](std::size_t k) { return numbers.begin() + static_cast<std::ptrdiff_t>(k); };
            std::merge(at(first), at(middle), at(middle), at(end),
                       merged.begin() + static_cast<std::ptrdiff_t>(first));
            fewer.push_back(end);
            first = end;
        }
        numbers.swap(merged);
        ends.swap(fewer);
    }
}

void each_once(exit_list& exits) {
    auto const& nodes = exits.nodes;
    if (std::adjacent_find(nodes.begin(), nodes.end(), std::greater_equal<>{}) == nodes.end()) {
        return;
    }
    vec<std::uint64_t> all;
    all.reserve(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        all.push_back((std::uint64_t{nodes[i]} << 32) | exits.needs[i]);
    }
    sort_runs(all);
    exits.nodes.clear();
    exits.needs.clear();
    for (std::uint64_t const one : all) {
        auto const node = static_cast<std::uint32_t>(one >> 32);
        if (exits.nodes.empty() || exits.nodes.back() != node) {
            exits.nodes.push_back(node);
            exits.needs.push_back(static_cast<std::uint32_t>(one));
        }
    }
}

}  // namespace parlance::mask::detail
