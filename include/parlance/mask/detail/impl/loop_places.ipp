// parlance/mask/detail/impl/loop_places.ipp - definitions of what parlance/mask/detail/loop_places.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop_places.hpp>
#include <parlance/mask/detail/byte_groups.hpp>
#include <parlance/mask/detail/collector.hpp>
#include <parlance/mask/detail/config.hpp>
#include <parlance/mask/detail/level.hpp>
#include <parlance/mask/detail/loop.hpp>
#include <parlance/mask/detail/loop_slice.hpp>
#include <parlance/mask/detail/store.hpp>
#include <parlance/mask/detail/index_data.hpp>
#include <parlance/mask/detail/slice.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::mask::detail {

maybe<vec<array_ref<slice::place const>>> places_for(store& configs, index_data const& vocabulary,
                                                     slice const& of, point const behind) {
    vec<array_ref<slice::place const>> out;
    for (unsigned group = 0; group < 32; ++group) {
        if (!takes_any(configs, behind, group)) {
            continue;
        }
        bool const is_set = group == beyond_ascii && !of.later_points.empty();
        if (!is_set && ((of.later >> group) & 1u) == 0) {
            out.emplace_back(of.exits[group]);
            continue;
        }
        auto const* const within = group < beyond_ascii ? vocabulary.within(of, group) : nullptr;
        if (within == nullptr) {
            return {};
        }
        out.emplace_back(*within);
    }
    return out;
}

reading read_token(store& configs, index_data const& vocabulary, std::size_t root, point from, token_id id) {
    for (char const c : vocabulary.tokens().bytes(id).substr(vocabulary.trie().nodes()[root].depth())) {
        if (configs.at(from.config).under) {
            return reading::unknown;
        }
        from = configs.step(from, static_cast<std::uint8_t>(c));
        if (!store::is_live(from.config)) {
            return from.config == dead_config ? reading::no : reading::unknown;
        }
    }
    return reading::whole;
}

maybe<vec<token_id>> read_behind(store& configs, index_data const& vocabulary, slice const& taken,
                                 loop const& loop, point const from) {
    vec<token_id> out;
    bool known = !configs.at(loop.body.config).under;
    auto const read = [&](token_id id) {
        reading const r = known ? read_token(configs, vocabulary, taken.root, from, id) : reading::unknown;
        known = r != reading::unknown;
        if (r == reading::whole) {
            out.push_back(id);
        }
    };
    known = vocabulary.each_longer(taken, loop.most, read) && known;
    auto const nodes = vocabulary.trie().nodes();
    taken.each_place([&](slice::place const& p) {
        std::size_t const end = p.points > loop.most ? p.node + std::size_t{nodes[p.node].skip()} : 0;
        for (std::size_t k = p.node; k < end && known; ++k) {
            vocabulary.trie().each_token(nodes[k], read);
        }
    });
    return known ? maybe{std::move(out)} : maybe<vec<token_id>>{};
}

}  // namespace parlance::mask::detail
