// parlance/mask/detail/loop/impl/strays.ipp - definitions of what parlance/mask/detail/loop/strays.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/strays.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/branching.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/suffix_reader.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::mask::detail {

maybe<vec<parting>> follow_strays(store& configs, index_data const& vocabulary, std::size_t root,
                                  point const from, loop const& loop) {
    constexpr std::size_t most_strays = 2000;  // nodes
    auto const nodes = vocabulary.trie().nodes();
    shape const* const body = configs.at(loop.body.config).form;
    loop_finder finder(configs);
    finder.aim_at(loop.body);
    vec<parting> astray;
    for (branching::child const c : vocabulary.children().of(root)) {
        if (loop.is_stray(c.byte())) {
            astray.push_back({c.node(), configs.step(from, c.byte())});
        }
    }
    vec<parting> apart;
    for (std::size_t steps = 0; !astray.empty();) {
        parting const here = astray.back();
        astray.pop_back();
        if (++steps > most_strays || configs.at(here.from.config).returnable) {
            return {};
        }
        std::size_t const end = here.node + nodes[here.node].skip();
        for (std::size_t c = here.node + std::size_t{1}; c < end; c += nodes[c].skip()) {
            std::uint8_t const byte = nodes[c].byte();
            if (((loop.later >> byte_groups[byte]) & 1u) == 0) {
                apart.push_back({static_cast<std::uint32_t>(c), here.from});
                continue;
            }
            point const to = configs.step(here.from, byte);
            if (!store::is_live(to.config)) {
                return {};
            }
            if (byte >= 0x80) {
                if (!finder.reaches_body(to, byte, loop.body.count)) {
                    return {};
                }
            } else if (configs.at(to.config).form != body) {
                astray.push_back({static_cast<std::uint32_t>(c), to});
            }
        }
    }
    std::sort(apart.begin(), apart.end(), [](parting const& a, parting const& b) { return a.node < b.node; });
    return apart;
}

}  // namespace parlance::mask::detail
