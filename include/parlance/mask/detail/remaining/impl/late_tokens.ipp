// parlance/mask/detail/remaining/impl/late_tokens.ipp - what parlance/mask/detail/remaining/endings.hpp declares about masks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/endings.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

bool endings::is_late(place const& p, place const& to, std::uint32_t most) {
    if (to.waiting != 0) {
        return false;
    }
    std::uint32_t const left = walk_.bytes_left(to).least;
    if (left == 0) {
        return false;
    }
    if (left == never || left > std::uint64_t{most} * walk_.most_progress()) {
        return true;
    }
    if (walk_.spells_all() && left <= most) {
        return false;
    }
    place const at = of_.settled(to);
    return !store::is_live(at.config) || (most == never - 1 ? !can_end(at) : !ends_within(p, at, most));
}

void endings::mark_text(place const& p, std::uint32_t most, bool skips, vec<std::uint32_t>& live,
                        vec<std::uint32_t>& late) {
    vocab::trie const& trie = of_.tokens().trie();
    vec<place> path(of_.tokens().depth() + 2);
    path[0] = p;
    place last;
    bool last_late = false;
    bitmask all{live};
    bitmask out{late};
    for (std::size_t i = 1; i < walk_.nodes().size() && !walk_.out_of_fuel();) {
        vocab::trie::node const n = walk_.nodes()[i];
        place const to = walk_.next(path[n.depth() - 1], n.byte());
        if (!store::is_live(to.config)) {
            i += n.skip();
            continue;
        }
        path[n.depth()] = to;
        if (skips && walk_.spells_all() && to.waiting == 0 &&
            completion::sum(walk_.bytes_left(to).most, walk_.growth(i)) <= most) {
            i += n.skip();
            continue;
        }
        if (n.has_token()) {
            if (!(to == last)) {
                last = to;
                last_late = is_late(p, to, most);
            }
            trie.each_token(n, [&](token_id id) {
                all.set(id);
                if (last_late) {
                    out.set(id);
                }
            });
        }
        ++i;
    }
}

void endings::add_in_time(place const& p, std::uint32_t most, vec<std::uint32_t>& in_time) {
    bitmask out{in_time};
    index_data const& tokens = of_.tokens();
    if (p.waiting != 0) {
        for (token_id id = 0; id < tokens.size(); ++id) {
            walk_.spend(4);
            if (tokens.holds(id) && tokens.tokens().bytes(id).empty() &&
                (!of_.sets_off(id) || !is_late(p, of_.after_token(id), most))) {
                out.set(id);
            }
        }
        return;
    }
    automaton const& code = of_.grammar().code;
    bool others = false;
    vec<token_id> named;
    for (item const i : of_.configs().at(p.config).form->items) {
        for (token_edge const& e : code.tokens_of(i.state)) {
            others = others || e.negated;
            named.push_back(e.id);
        }
    }
    std::sort(named.begin(), named.end());
    auto const is_named = [&](token_id id) { return std::binary_search(named.begin(), named.end(), id); };
    auto const visit = [&](token_id id) {
        place const to = of_.step_token(p, id);
        return store::is_live(to.config) && !is_late(p, to, most);
    };
    for (token_id const id : named) {
        if (tokens.holds(id) && !tokens.tokens().ends(id) && visit(id)) {
            out.set(id);
        }
    }
    bool asked = false;
    bool in_time_too = false;
    for (token_id id = 0; others && id < tokens.size(); ++id) {
        walk_.spend(4);
        if (tokens.holds(id) && !is_named(id)) {
            in_time_too = asked ? in_time_too : visit(id);
            asked = true;
            if (in_time_too) {
                out.set(id);
            }
        }
    }
}

void endings::remove_late(place const& p, std::uint32_t most, array_ref<std::uint32_t> words) {
    bool const named = p.waiting != 0 || of_.configs().at(p.config).moves_tokens;
    vec<std::uint32_t> live(words.size(), 0);
    vec<std::uint32_t> late(words.size(), 0);
    mark_text(p, most, !named, live, late);
    if (named) {
        vec<std::uint32_t> in_time(words.size(), 0);
        add_in_time(p, most, in_time);
        for (token_id const id : of_.tokens().ends()) {
            bitmask{in_time}.set(id);
        }
        for (token_id const id : of_.grammar().starts.token_ids()) {
            if (p.waiting != 0 && of_.tokens().holds(id) && is_late(p, of_.after_token(id), most)) {
                bitmask{late}.set(id);
                bitmask{in_time}.reset(id);
            }
        }
        for (std::size_t w = 0; w < words.size(); ++w) {
            words[w] &= (live[w] & ~late[w]) | in_time[w];
        }
        return;
    }
    for (std::size_t w = 0; w < words.size(); ++w) {
        words[w] &= ~late[w];
    }
}

}  // namespace parlance::mask::detail
