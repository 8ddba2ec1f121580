// parlance/mask/detail/loop/impl/loop_slice.ipp - definitions of what parlance/mask/detail/loop/loop_slice.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
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

bool slice::is_for(slice_key const& k) const noexcept {
    return k.root == root && k.first == first && k.later == later &&
           std::equal(k.first_points.begin(), k.first_points.end(), first_points.begin(),
                      first_points.end()) &&
           std::equal(k.later_points.begin(), k.later_points.end(), later_points.begin(), later_points.end());
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
