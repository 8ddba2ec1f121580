// parlance/mask/detail/loop/impl/loop_places.ipp - definitions of what parlance/mask/detail/loop/loop_places.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/loop/loop_places.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/vocabulary/slice.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/detail/walk/level.hpp>
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

maybe<vec<slice::place>> places_for(store& configs, index_data const& vocabulary, slice const& of,
                                    point const behind) {
    maybe<vec<slice::place>> out = places_within(configs, vocabulary, of, behind);
    for (unsigned group = 0; group < 32 && out; ++group) {
        bool const is_set = group == beyond_ascii && !of.later_points.empty();
        if (!is_set && ((of.later >> group) & 1u) == 0 && takes_any(configs, behind, group)) {
            out->insert(out->end(), of.exits[group].begin(), of.exits[group].end());
        }
    }
    // of code points that are in no set, those that already begin as none that is
    for (auto p = of.inner.begin(); out && p != of.inner.end() && p->bytes <= 0xFF; ++p) {
        if (p->at.points != 0 &&
            configs.step(behind, static_cast<std::uint8_t>(p->bytes)).config != dead_config) {
            out->push_back(p->at);
        }
    }
    return out;
}

maybe<vec<slice::place>> places_within(store& configs, index_data const& vocabulary, slice const& of,
                                       point const last) {
    group_set taken = 0;
    auto const is_read_in_set = [&](std::uint8_t lead) {
        code_range const these = code_points_of(lead);
        return meets(of.later_points, these.first, these.last) &&
               configs.step(last, lead).config != dead_config;
    };
    for (unsigned group = 0; group < 32; ++group) {
        if (group == beyond_ascii && !of.later_points.empty()) {
            auto const leads = bytes_of_group(group);
            if (std::any_of(leads.begin(), leads.end(), is_read_in_set)) {
                return {};
            }
            continue;
        }
        if (((of.later >> group) & 1u) == 0 || !takes_any(configs, last, group)) {
            continue;
        }
        if (group >= beyond_ascii) {
            return {};
        }
        taken |= group_set{1} << group;
    }
    work paid = configs.budget().beside();
    maybe<vec<slice::place>> out = vocabulary.within(of, taken, paid);
    configs.budget().is_stopped_by(paid);
    return out;
}

reading read_token(store& configs, index_data const& vocabulary, std::size_t root, point from, token_id id) {
    for (char const c : vocabulary.tokens().bytes(id).substr(vocabulary.trie().nodes()[root].depth())) {
        if (configs.at(from.config).returnable) {
            return reading::unknown;
        }
        from = configs.step(from, static_cast<std::uint8_t>(c));
        if (!store::is_live(from.config)) {
            return from.config == dead_config ? reading::no : reading::unknown;
        }
    }
    return reading::whole;
}

maybe<behind_loop> read_behind(store& configs, index_data const& vocabulary, slice const& taken,
                               loop const& loop, reached const from, bool whole) {
    constexpr std::uint64_t steps_of_a_byte = 8;
    behind_loop out;
    bool known = true;
    auto const nodes = vocabulary.trie().nodes();
    std::size_t const root = nodes[taken.root].depth();
    auto const read = [&](token_id id) {
        std::string_view const text = vocabulary.tokens().bytes(id);
        known = known && configs.budget().pay(steps_of_a_byte * text.size());
        reached at = from;
        std::uint32_t points = 0;
        for (std::size_t i = root; i < text.size() && known; ++i) {
            points += (text[i] & 0xC0) != 0x80;
            at = go(configs, at, static_cast<std::uint8_t>(text[i]));
            if (!store::is_live(at.at.config)) {
                known = at.at.config == dead_config;
                return;
            }
            known = known && at.need == from.need;
            // inside the loop it is the loop that pops it
            if (!whole && points > loop.most && configs.at(at.at.config).returnable) {
                vocab::trie::node const* const here = vocabulary.trie().find(text.substr(0, i + 1));
                if (here != nullptr && here->skip() > 1) {
                    out.exits.push_back(static_cast<std::uint32_t>(here - nodes.data()));
                }
            }
        }
        if (known) {
            out.tokens.push_back(id);
        }
    };
    known = vocabulary.each_longer(taken, loop.most, read) && known;
    taken.each_place([&](slice::place const& p) {
        std::size_t const end = p.points > loop.most ? p.node + std::size_t{nodes[p.node].skip()} : 0;
        for (std::size_t k = p.node; k < end && known; ++k) {
            vocabulary.trie().each_token(nodes[k], read);
        }
    });
    return known ? maybe{std::move(out)} : maybe<behind_loop>{};
}

}  // namespace parlance::mask::detail
