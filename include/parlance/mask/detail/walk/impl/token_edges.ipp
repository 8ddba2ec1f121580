// parlance/mask/detail/walk/impl/token_edges.ipp - definitions of what parlance/mask/detail/walk/token_edges.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/token_edges.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace parlance::mask::detail {

void add_token_edges(store& configs, index_data const& index, point const p, token_collector& out) {
    shape const& form = *configs.at(p.config).form;
    if (!form.moves_tokens) {
        return;
    }
    constexpr token_id none_spared = 0xFFFF'FFFF;
    bool others = false;
    token_id spared = none_spared;
    for (std::size_t k = 0; k < form.items.size(); ++k) {
        std::uint32_t const slot = configs.node(form.items[k].stack).slot;
        if (slot != 0 && form.increments[k] != 0 && p.count < free_count &&
            !configs.stacks().has_room(slot, p.count, form.increments[k])) {
            continue;
        }
        for (token_edge const& e : configs.code().tokens_of(form.items[k].state)) {
            if (e.negated) {
                // what one leaves out another allows
                spared = others && spared != e.id ? none_spared : e.id;
                others = true;
            } else if (index.holds(e.id) &&
                       !index.tokens().ends(e.id)) {  // what ends the text is no part of it
                out.add(e.id);
            }
        }
    }
    if (!others) {
        return;
    }
    if (!out.keeps_needs()) {
        auto const words = out.open_words();
        bool const had = spared != none_spared && spared < index.size() && bitmask{words}.test(spared);
        std::transform(words.begin(), words.end(), index.any().begin(), words.begin(), std::bit_or<>{});
        if (spared != none_spared && spared < index.size() && !had) {
            bitmask{words}.reset(spared);
        }
        return;
    }
    for (std::size_t w = 0; w < index.any().size(); ++w) {
        for (std::uint32_t bits = index.any()[w]; bits != 0; bits &= bits - 1) {
            auto const id = static_cast<token_id>(32 * w + static_cast<std::size_t>(std::countr_zero(bits)));
            if (id != spared) {
                out.add(id);
            }
        }
    }
}

bool token_edges_fail(store& configs, point const p) {
    shape const& form = *configs.at(p.config).form;
    if (!form.moves_tokens || p.count >= free_count) {
        return false;
    }
    vec<token_id> named;
    bool others = false;
    for (item const i : form.items) {
        for (token_edge const& e : configs.code().tokens_of(i.state)) {
            named.push_back(e.id);
            others = others || e.negated;
        }
    }
    std::sort(named.begin(), named.end());
    named.erase(std::unique(named.begin(), named.end()), named.end());
    if (others) {  // they all lead to the same
        token_id id = 0;
        while (std::binary_search(named.begin(), named.end(), id)) {
            ++id;
        }
        named.push_back(id);
    }
    return std::any_of(named.begin(), named.end(),
                       [&](token_id id) { return configs.step_token(p, id).config == failed_config; });
}

}  // namespace parlance::mask::detail
