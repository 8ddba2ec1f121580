// parlance/mask/detail/remaining/impl/endings.ipp - definitions of what parlance/mask/detail/remaining/endings.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/endings.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/generation/generation.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

endings::endings(generation& of) : of_(of), walk_(of), fewest_(walk_), shortest_(walk_), names_(of, walk_) {}

std::size_t endings::bytes() const noexcept {
    return walk_.memory() + fewest_.memory() + shortest_.memory() + names_.memory() + waiting_.size() * 32;
}

void endings::free(function_ref<void()> look) {
    detail::lock_guard const lock(mutex_);
    shortest_.clear(look);
    fewest_.clear(look);
    walk_.free(look);
}

std::uint32_t endings::tokens_in_time(place const& p, std::uint32_t most) {
    if (!walk_.spells_all() || walk_.most_growth() == never) {
        return 0;
    }
    if (p.waiting != 0) {
        return need_behind_trigger(p) <= most ? 1 : 0;
    }
    std::uint32_t const needed = completion::sum(walk_.bytes_left(p).most, walk_.most_growth());
    return needed > most ? 0 : 1 + (most - needed) / (1 + walk_.most_growth());
}

std::uint32_t endings::need_behind_trigger(place const& p) {
    if (auto const* const known = waiting_.find(p.waiting); known != nullptr) {
        return known->value;
    }
    std::uint32_t most = 0;
    auto const nodes = walk_.nodes();
    vec<place> path(of_.tokens().depth() + 2);
    path[0] = p;
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        vocab::trie::node const n = nodes[i];
        place const& before = path[n.depth() - 1];
        place& to = path[n.depth()];
        to = before.waiting != 0 || store::is_live(before.config) ? walk_.next(before, n.byte()) : before;
        if (to.waiting == 0 && store::is_live(to.config)) {
            most = (std::max)(most, walk_.bytes_left(to).least);
        }
    }
    for (token_id const id : of_.grammar().starts.token_ids()) {
        if (of_.tokens().holds(id)) {
            place const to = of_.after_token(id);
            most = store::is_live(to.config) ? (std::max)(most, walk_.bytes_left(to).least) : most;
        }
    }
    waiting_.try_emplace(p.waiting, most);
    return most;
}

std::uint32_t endings::tokens_left(place const& p) {
    std::uint32_t const enough = shortest_.tokens(p);
    return (std::min)(enough, fewest_.find(p));
}

bool endings::ends_within(place const& p, place const& to, std::uint32_t most) {
    if (shortest_.tokens(to) <= most) {
        return true;
    }
    (void)fewest_.find(p);
    return fewest_.find(to) <= most;
}

bool endings::can_end(place const& p) {
    auto const ends = [&](place const& at) {
        return shortest_.tokens(at) != never || fewest_.find_at_any_cost(at) != never;
    };
    if (ends(p)) {
        return true;
    }
    // some ways lead away from the end before they reach it
    constexpr std::size_t most_places = 256;
    vec<place> met{p};
    hash_set<place, hash_place> known;
    known.insert(p);
    for (std::size_t i = 0; i < met.size() && met.size() < most_places && !walk_.out_of_fuel(); ++i) {
        for (place const& to : fewest_.nearer(met[i], never, walk_.fuel())) {
            if (ends(to)) {
                return true;
            }
            if (known.insert(to)) {
                met.push_back(to);
            }
        }
    }
    if (met.size() >= most_places) {
        walk_.give_up();
    }
    return false;
}

void endings::remove_dead_ends(place const& p, array_ref<std::uint32_t> words) {
    remove_late(p, never - 1, words);
}

}  // namespace parlance::mask::detail
