// parlance/mask/detail/loop/impl/loop_slice.ipp - definitions of what parlance/mask/detail/loop/loop_slice.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>

namespace parlance::mask::detail {

std::uint64_t slice_key::hash() const noexcept {
    std::uint64_t out = mix(mix(root, first), later);
    for (auto const& set : {first_points, later_points}) {
        out = mix(out, set.size());
        for (code_range const& r : set) {
            out = mix(mix(out, r.first), r.last);
        }
    }
    return out;
}

bool slice_key::is(slice_key const& other) const noexcept {
    auto const same = [](array_ref<code_range const> x, array_ref<code_range const> y) {
        return std::equal(x.begin(), x.end(), y.begin(), y.end());
    };
    return root == other.root && first == other.first && later == other.later &&
           same(first_points, other.first_points) && same(later_points, other.later_points);
}

bool slice::may_begin(std::uint8_t byte) const noexcept {
    if (((first >> byte_groups[byte]) & 1u) != 0) {
        return true;
    }
    code_range const here = code_points_of(byte);
    return byte >= 0x80 && meets(first_points, here.first, here.last);
}

vec<std::uint32_t> slice::ascii_exits() const {
    vec<std::uint32_t> out;
    for (std::size_t group = 0; group < beyond_ascii; ++group) {
        std::transform(exits[group].begin(), exits[group].end(), std::back_inserter(out),
                       [](place const& p) { return p.node; });
    }
    return out;
}

std::size_t slice::memory() const noexcept {
    std::size_t out = sizeof(slice) + tokens.memory() + partial.size() * sizeof(place) +
                      inner.size() * sizeof(inner_place) +
                      (first_points.size() + later_points.size()) * sizeof(code_range);
    for (auto const& places : exits) {
        out += places.size() * sizeof(place);
    }
    return out;
}

}  // namespace parlance::mask::detail
