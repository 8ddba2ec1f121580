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

/// Calls look() once in some thousand rounds.
class paced {
public:
    explicit paced(function_ref<void()> look) noexcept : look_(look) {}
    void operator()() {
        constexpr std::size_t between_looks = 4096;
        if (++rounds_ % between_looks == 0) {
            look_();
        }
    }

private:
    function_ref<void()> look_;
    std::size_t rounds_ = 0;
};

void sort_runs(vec<std::uint64_t>& numbers, function_ref<void()> look) {
    paced round(look);
    vec<std::size_t> ends;
    for (std::size_t i = 1; i <= numbers.size(); ++i, round()) {
        if (i == numbers.size() || numbers[i] < numbers[i - 1]) {
            ends.push_back(i);
        }
    }
    vec<std::uint64_t> merged;
    while (ends.size() > 1) {
        merged.clear();
        merged.reserve(numbers.size());
        vec<std::size_t> fewer;
        std::size_t first = 0;
        for (std::size_t i = 0; i < ends.size(); i += 2) {
            std::size_t const middle = ends[i];
            std::size_t const end = i + 1 < ends.size() ? ends[i + 1] : middle;
            std::size_t a = first;
            std::size_t b = middle;
            for (; a != middle || b != end; round()) {
                bool const second = a == middle || (b != end && numbers[b] < numbers[a]);
                merged.push_back(numbers[second ? b++ : a++]);
            }
            fewer.push_back(end);
            first = end;
        }
        numbers.swap(merged);
        ends.swap(fewer);
    }
}

void each_once(exit_list& exits, function_ref<void()> look) {
    auto const& nodes = exits.nodes;
    if (std::adjacent_find(nodes.begin(), nodes.end(), std::greater_equal<>{}) == nodes.end()) {
        return;
    }
    paced round(look);
    vec<std::uint64_t> all;
    all.reserve(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i, round()) {
        all.push_back((std::uint64_t{nodes[i]} << 32) | exits.needs[i]);
    }
    sort_runs(all, look);
    exits.nodes.clear();
    exits.needs.clear();
    for (std::uint64_t const one : all) {
        round();
        auto const node = static_cast<std::uint32_t>(one >> 32);
        if (exits.nodes.empty() || exits.nodes.back() != node) {
            exits.nodes.push_back(node);
            exits.needs.push_back(static_cast<std::uint32_t>(one));
        }
    }
}

}  // namespace parlance::mask::detail
