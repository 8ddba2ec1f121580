// parlance/mask/detail/automaton/impl/owed_increments.ipp - definitions of what parlance/mask/detail/automaton/owed_increments.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/owed_increments.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

owed_increments::owed_increments(rtn::network_view net, work& spent) : net_(net), spent_(spent) {
    if (!find_bounded()) {
        return;
    }
    measure();
    bool late = std::any_of(net_.counts.begin(), net_.counts.end(), [&](rtn::count const& c) {
        return c.low <= c.high && c.high < owed_[net_.rules[c.rule]] && owed_[net_.rules[c.rule]] != unknown;
    });
    paid_rounds each(spent_, 2);
    for (rtn::state_id const s : bounded_) {
        if (!each.next()) {
            return;
        }
        for (rtn::edge const& e : net_.edges_of(s)) {
            late = late || (owed_[e.target] != unknown && owed_[e.target] != 0 && increments(s, e) != 0);
        }
    }
    needed_ = late && most_at_an_edge() <= most_at_once;
}

bool owed_increments::find_bounded() {
    bool may_owe = false;  // the last increment that a state owes begins where one is owed
    vec<rtn::state_id> todo;
    paid_rounds each(spent_, 4);
    for (rtn::count const& c : net_.counts) {
        if (c.high == rtn::unbounded) {
            continue;
        }
        owed_.resize(net_.state_count(), 0);
        todo.push_back(net_.rules[c.rule]);
        while (!todo.empty() && each.next()) {
            rtn::state_id const s = todo.back();
            todo.pop_back();
            if (std::exchange(owed_[s], unknown) == unknown) {
                continue;
            }
            bounded_.push_back(s);
            for (rtn::edge const& e : net_.edges_of(s)) {
                may_owe = may_owe || (made(e) != 0 && !net_.accepts(s));
                if (owed_[e.target] != unknown) {
                    todo.push_back(e.target);
                }
            }
        }
    }
    return may_owe;
}

void owed_increments::measure() {
    constexpr std::uint32_t none = 0xFFFF'FFFF;
    struct use {
        rtn::state_id from;
        std::uint32_t edge;
        std::uint32_t next;  // of the same target
    };
    vec<use> uses;
    vec<std::uint32_t> last(net_.state_count(), none);
    vec<rtn::state_id> now;
    paid_rounds each(spent_, 4);
    for (rtn::state_id const s : bounded_) {
        if (!each.next() || !paid_room(uses, net_.edges_of(s).size(), spent_)) {
            return;
        }
        for (std::uint32_t i = net_.states[s].first_edge; i < net_.states[s + 1].first_edge; ++i) {
            std::uint32_t& before = last[net_.edges[i].target];
            uses.push_back({s, i, before});
            before = static_cast<std::uint32_t>(uses.size() - 1);
        }
        if (net_.accepts(s)) {
            now.push_back(s);
        }
    }
    for (std::uint32_t owed = 0; !now.empty(); ++owed) {
        vec<rtn::state_id> next;
        while (!now.empty() && each.next()) {
            rtn::state_id const s = now.back();
            now.pop_back();
            if (owed_[s] != unknown) {
                continue;
            }
            owed_[s] = owed;
            most_ = owed;
            for (std::uint32_t u = last[s]; u != none; u = uses[u].next) {
                if (owed_[uses[u].from] == unknown) {
                    (made(net_.edges[uses[u].edge]) == 0 ? now : next).push_back(uses[u].from);
                }
            }
        }
        now.swap(next);
    }
}

std::uint32_t owed_increments::most_at_an_edge() const {
    std::uint32_t most = 0;
    paid_rounds each(spent_, 2);
    for (rtn::state_id s = 0; s < net_.state_count() && each.next(); ++s) {
        for (rtn::edge const& e : net_.edges_of(s)) {
            most = owed_[e.target] == unknown ? most : (std::max)(most, increments(s, e));
        }
    }
    return most;
}

rtn::network owed_increments::run() const {
    rtn::network out;
    // a state and those behind one increment more each, from which the edges go that ask for so many
    vec<std::uint32_t> levels(net_.state_count(), 0);
    paid_rounds each(spent_, steps_of_a_state);
    for (rtn::state_id s = 0; s < net_.state_count() && each.next(); ++s) {
        for (rtn::edge const& e : net_.edges_of(s)) {
            if (owed_[e.target] != unknown) {
                std::uint32_t const before = increments(s, e);
                levels[s] = (std::max)(levels[s], before - (std::min)(before, made(e)));
            }
        }
    }
    auto fresh = static_cast<rtn::state_id>(net_.state_count());
    auto const write = [&](rtn::state_id s, std::uint32_t level, rtn::state_id next) {
        // whoever comes next sees whether that could be paid for
        (void)(paid_room(out.states, 1, spent_) && paid_room(out.edges, net_.edges_of(s).size() + 1, spent_));
        out.states.push_back({static_cast<std::uint32_t>(out.edges.size()), level == 0 && net_.accepts(s)});
        for (rtn::edge e : net_.edges_of(s)) {
            if (owed_[e.target] == unknown) {
                continue;
            }
            std::uint32_t const before = increments(s, e);
            if (made(e) != 0 && before == 0) {
                e.kind = rtn::edge_kind::epsilon;
            }
            if (before - (std::min)(before, made(e)) == level) {
                out.edges.push_back(e);
            }
        }
        if (level < levels[s]) {
            rtn::edge on;
            on.kind = rtn::edge_kind::increment;
            on.target = next;
            out.edges.push_back(on);
        }
    };
    for (rtn::state_id s = 0; s < net_.state_count() && each.next(); ++s) {
        write(s, 0, fresh);
        fresh += levels[s];
    }
    fresh = static_cast<rtn::state_id>(net_.state_count());
    for (rtn::state_id s = 0; s < net_.state_count() && each.next(); ++s) {
        for (std::uint32_t level = 1; level <= levels[s] && each.next(); ++level) {
            write(s, level, ++fresh);
        }
    }
    out.states.push_back({static_cast<std::uint32_t>(out.edges.size()), false});
    out.rules.assign(net_.rules.begin(), net_.rules.end());
    for (rtn::count c : net_.counts) {
        std::uint32_t const owed = owed_[net_.rules[c.rule]];
        if (c.low > c.high || owed == unknown || owed > c.high) {
            c.low = 1;  // never
            c.high = 0;
        } else {
            c.low -= (std::min)(c.low, owed);
            c.high -= c.high == rtn::unbounded ? 0 : owed;
        }
        out.counts.push_back(c);
    }
    out.root = net_.root;
    return out;
}

}  // namespace parlance::mask::detail
