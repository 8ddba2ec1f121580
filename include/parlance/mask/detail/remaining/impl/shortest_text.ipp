// parlance/mask/detail/remaining/impl/shortest_text.ipp - definitions of what parlance/mask/detail/remaining/shortest_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/shortest_text.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace parlance::mask::detail {

std::uint32_t shortest_text::tokens(place const& exact) {
    tokens_.make_room();
    vec<place> way;
    std::uint32_t left = end_walk::never;
    for (place p = walk_.with_little_room(exact); !walk_.out_of_fuel();) {
        if (p.waiting != 0 || walk_.of().can_stop(p)) {
            left = 0;
            break;
        }
        if (std::uint32_t const* const known = tokens_.find(p); known != nullptr) {
            left = *known;
            break;
        }
        way.push_back(p);
        std::optional<place> const to = behind_longest(p);
        if (!to) {
            left = end_walk::never;
            break;
        }
        p = walk_.with_little_room(*to);
    }
    if (walk_.out_of_fuel()) {
        return end_walk::never;
    }
    for (; !way.empty(); way.pop_back()) {
        left = completion::sum(left, 1);
        tokens_.put(way.back(), left);
    }
    return left;
}

std::optional<place> shortest_text::behind_longest(place const& p) {
    auto const nodes = walk_.nodes();
    std::optional<place> out;
    std::size_t node = 0;
    // the first child whose byte leads from `from` to where less is left
    auto const go_on = [&](place const& from) -> std::optional<place> {
        std::uint32_t const left = walk_.bytes_left(from).least;
        vec<std::size_t> const pieces = walk_.cuts(from);
        std::size_t passed = 0;  // pieces that lead elsewhere
        for (std::size_t i = node + 1; i < node + nodes[node].skip(); i += nodes[i].skip()) {
            std::uint8_t const byte = nodes[i].byte();
            auto const piece = static_cast<std::size_t>(
                std::upper_bound(pieces.begin(), pieces.end(), std::size_t{byte}) - pieces.begin());
            if (piece <= passed || piece == pieces.size()) {
                continue;
            }
            passed = piece;
            place const to = walk_.next(from, byte);
            if (store::is_live(to.config) && walk_.bytes_left(to).least < left) {
                node = i;
                return to;
            }
        }
        return std::nullopt;
    };
    for (std::optional<place> at = p; at && !walk_.out_of_fuel();) {
        at = go_on(*at);
        if (at && nodes[node].has_token()) {
            place const to = walk_.of().settled(*at);
            out = store::is_live(to.config) ? to : out;
        }
        if (at && walk_.bytes_left(*at).least == 0) {
            break;
        }
    }
    return out;
}

}  // namespace parlance::mask::detail
