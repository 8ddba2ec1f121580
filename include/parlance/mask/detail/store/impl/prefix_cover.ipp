// parlance/mask/detail/store/impl/prefix_cover.ipp - definitions of what parlance/mask/detail/store/prefix_cover.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/prefix_cover.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

bool prefix_cover::reduce(vec<item>& ways) {
    bool changed = false;
    vec<std::uint32_t> covering;
    for (item& way : ways) {
        if (way.stack != 0 || !loops(way.state)) {
            continue;
        }
        std::uint32_t const state = simplest(way.state);
        changed = changed || (state != none && state != way.state);
        way.state = state == none ? way.state : state;
        covering.push_back(way.state);
    }
    if (covering.empty()) {
        return false;
    }
    std::sort(covering.begin(), covering.end());
    covering.erase(std::unique(covering.begin(), covering.end()), covering.end());
    // of two that cover each other one has to stay
    vec<char> dropped(covering.size(), 0);
    for (std::size_t i = 0; i < covering.size(); ++i) {
        for (std::size_t k = 0; k < covering.size() && dropped[i] == 0; ++k) {
            dropped[i] = k != i && dropped[k] == 0 && covers(covering[k], {covering[i], 0});
        }
    }
    std::size_t const before = ways.size();
    vec<item> kept;
    for (std::size_t i = 0; i < covering.size(); ++i) {
        if (dropped[i] == 0) {
            kept.push_back({covering[i], 0});
        }
    }
    std::size_t const loops = kept.size();
    for (item const way : ways) {
        bool const is_loop =
            way.stack == 0 && std::binary_search(covering.begin(), covering.end(), way.state);
        if (!is_loop && std::none_of(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(loops),
                                     [&](item const k) { return covers(k.state, way); })) {
            kept.push_back(way);
        }
    }
    ways.swap(kept);
    return changed || ways.size() != before;
}

bool prefix_cover::is_worth_it(array_ref<item const> ways) {
    return std::any_of(ways.begin(), ways.end(), [&](item const way) {
        if (way.stack != 0 || !loops(way.state)) {
            return false;
        }
        auto const edges = code_.bytes_of(way.state);
        return std::any_of(edges.begin(), edges.end(), [&](byte_edge const& e) {
            std::uint32_t const state = simplest(e.target);
            return (state != none && state != e.target) || begins_far(e.target);
        });
    });
}

bool prefix_cover::begins_far(std::uint32_t state) const noexcept {
    auto const calls = code_.calls_of(state);
    return std::any_of(calls.begin(), calls.end(), [&](call_edge const& e) {
        return e.count != no_count && stacks_.within_horizon(e.count, 0) != 0;
    });
}

bool prefix_cover::loops(std::uint32_t state) const noexcept {
    auto const edges = code_.bytes_of(state);
    return std::any_of(edges.begin(), edges.end(), [&](byte_edge const& e) { return loops_back(e.target); });
}

bool prefix_cover::loops_back(std::uint32_t state) const noexcept {
    auto const edges = code_.bytes_of(state);
    return std::any_of(edges.begin(), edges.end(), [&](byte_edge const& e) { return e.target == state; });
}

std::uint32_t prefix_cover::simplest(std::uint32_t state) {
    if (!loops(state)) {
        return none;
    }
    auto const [at, fresh] = simplest_.try_emplace(state, none);
    if (!fresh) {
        return at.value;
    }
    vec<std::uint32_t> candidates{state};
    for (byte_edge const& e : code_.bytes_of(state)) {
        if (loops_back(e.target)) {
            candidates.push_back(e.target);
        }
    }
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    std::uint32_t found = none;
    for (std::uint32_t const one : candidates) {
        if (found == none && covers(one, {state, 0}) && (one == state || covers(state, {one, 0}))) {
            found = one;
        }
    }
    at.value = found;
    return found;
}

bool prefix_cover::covers(std::uint32_t more, item less) {
    std::uint32_t const returns = returns_of(less.stack);
    if (returns == none) {
        return false;
    }
    question const asked{more, less.state, returns};
    auto const [at, fresh] = known_.try_emplace(asked, false);
    if (!fresh) {
        return at.value;
    }
    std::uint32_t& given_up = given_up_[code_.rule_of[more]];
    if (given_up < most_given_up) {
        answer const found = simulates(more, less.state, returns_[returns]);
        given_up += found == answer::too_many_pairs ? 1 : 0;
        at.value = found == answer::yes;
    }
    return at.value;
}

std::uint32_t prefix_cover::returns_of(std::uint32_t stack) {
    vec<std::uint32_t> out;
    vec<std::uint32_t> todo{stack};
    id_table seen;
    auto const look = [&] { budget_.look(); };
    auto const look_at = [&](std::uint32_t n) {
        std::uint64_t const key = mix(19, n);
        if (n != 0 && seen.find(key, [&](std::uint32_t k) { return k == n; }) == id_table::none) {
            seen.add(key, n, look);
            todo.push_back(n);
        }
    };
    for (std::size_t i = 0; i < todo.size(); ++i) {
        stack_node const& k = stacks_.node(todo[i]);
        if (k.is_set()) {
            look_at(k.back);
            look_at(k.rest);
        } else if (todo[i] != 0) {
            look_at(k.parent);
            out.push_back(k.back);
        }
        if (todo.size() > most_nodes) {
            return none;
        }
    }
    budget_.spend(todo.size());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    auto const known = std::find(returns_.begin(), returns_.end(), out);
    if (known == returns_.end() && returns_.size() == most_sets) {
        return none;
    }
    auto const number = static_cast<std::uint32_t>(known - returns_.begin());
    if (known == returns_.end()) {
        returns_.push_back(std::move(out));
    }
    return number;
}

prefix_cover::answer prefix_cover::simulates(std::uint32_t more, std::uint32_t less,
                                             vec<std::uint32_t> returns) {
    constexpr std::size_t between_looks = 32;
    vec<std::pair<std::uint32_t, std::uint32_t>> pairs;
    id_table seen;
    auto const look = [&] { budget_.look(); };
    auto const add = [&](std::uint32_t a, std::uint32_t b) {
        std::uint64_t const key = mix(mix(20, a), b);
        if (seen.find(key, [&](std::uint32_t i) { return pairs[i] == std::pair{a, b}; }) == id_table::none) {
            seen.add(key, static_cast<std::uint32_t>(pairs.size()), look);
            pairs.emplace_back(a, b);
        }
    };
    vec<std::uint32_t> returned;  // where `more` is when a frame returns; which one is not told apart
    add(more, less);
    for (std::size_t i = 0; i < pairs.size() && pairs.size() <= most_pairs; ++i) {
        if (i % between_looks == 0) {  // many are short
            look();
        }
        auto const [a, b] = pairs[i];
        if (!code_.tokens_of(b).empty()) {
            return answer::no;
        }
        auto const own = code_.bytes_of(a);
        budget_.spend(8 + 4 * (own.size() + code_.bytes_of(b).size()));
        std::size_t first = 0;  // of `own` that ends where the edges of b begin, or behind that; both ascend
        for (byte_edge const& e : code_.bytes_of(b)) {
            unsigned next = e.low;
            for (; first < own.size() && own[first].high < next; ++first) {}
            for (std::size_t k = first; k < own.size() && own[k].low <= e.high && next <= e.high; ++k) {
                if (own[k].low <= next && next <= own[k].high) {
                    add(own[k].target, e.target);
                    next = own[k].high + 1u;
                }
            }
            if (next <= e.high) {
                return answer::no;
            }
        }
        for (call_edge const& e : code_.calls_of(b)) {
            add(a, e.entry);
            if (!e.tail && std::find(returns.begin(), returns.end(), e.back) == returns.end()) {
                returns.push_back(e.back);
                for (std::uint32_t const at : returned) {
                    add(at, e.back);
                }
            }
        }
        for (std::uint32_t const t : code_.increments_of(b)) {
            add(a, t);
        }
        if (code_.states[b].accepts && std::find(returned.begin(), returned.end(), a) == returned.end()) {
            returned.push_back(a);
            for (std::uint32_t const back : returns) {
                add(a, back);
            }
        }
    }
    return pairs.size() <= most_pairs ? answer::yes : answer::too_many_pairs;
}

}  // namespace parlance::mask::detail
