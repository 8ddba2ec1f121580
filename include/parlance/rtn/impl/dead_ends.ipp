// parlance/rtn/impl/dead_ends.ipp - definitions of what parlance/rtn/dead_ends.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/rtn/backwards.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::rtn {

dead_ends::dead_ends(network_view net, work& spent, array_ref<state_range const> known)
    : net_(net), known_(known), spent_(&spent), good_(net.state_count(), 0), asked_(net.state_count(), ends) {
    paid_rounds each(spent);
    each_range_but(known_, static_cast<state_id>(net.state_count()), [&](state_range of) {
        for (state_id s = of.first; s < of.last && each.next(); ++s) {
            good_[s] = net.accepts(s) ? ends : 0;
        }
    });
    for (state_range const& of : known_) {
        std::fill(good_.begin() + of.first, good_.begin() + of.last, ends);
    }
    ask_for_increments();
    vec<state_id> left = follow();
    // what leads back to where it came from mostly is known after a look or two at the few that are left
    for (std::size_t looked_at = left.size(); looked_at <= 4 * net_.state_count(); looked_at += left.size()) {
        if (!look(left)) {
            return;
        }
    }
    go_back();
}

bool dead_ends::any() const {
    paid_rounds each(*spent_);
    bool found = false;
    each_range_but(known_, static_cast<state_id>(net_.state_count()), [&](state_range of) {
        found = found || std::any_of(net_.edges.begin() + net_.states[of.first].first_edge,
                                     net_.edges.begin() + net_.states[of.last].first_edge,
                                     [&](edge const& e) { return !each.next() || !leads_on(e); });
    });
    return found;
}

network dead_ends::without() const {
    network out;
    out.states.reserve(net_.states.size());
    out.edges.reserve(net_.edges.size());
    for (state_id s = 0; s < net_.state_count() && spent_->spend(1 + net_.edges_of(s).size()); ++s) {
        out.states.push_back({static_cast<std::uint32_t>(out.edges.size()), net_.accepts(s)});
        for (edge const& e : net_.edges_of(s)) {
            if (leads_on(e)) {
                out.edges.push_back(e);
            }
        }
    }
    out.states.push_back({static_cast<std::uint32_t>(out.edges.size()), false});
    out.rules.assign(net_.rules.begin(), net_.rules.end());
    out.counts.assign(net_.counts.begin(), net_.counts.end());
    out.root = net_.root;
    return out;
}

std::uint8_t dead_ends::through(edge const& e) const noexcept {
    constexpr std::uint8_t both = ends | increments;
    return !leads_on(e) ? std::uint8_t{0} : e.kind == edge_kind::increment ? both : good_[e.target];
}

std::uint8_t dead_ends::now(state_id s) const noexcept {
    std::uint8_t out = good_[s];
    for (edge const& e : net_.edges_of(s)) {
        if ((out & asked_[s]) == asked_[s]) {
            break;
        }
        out = static_cast<std::uint8_t>(out | through(e));
    }
    return out;
}

void dead_ends::ask_for_increments() {
    vec<state_id> todo;
    paid_rounds each(*spent_);
    auto const ask = [&](state_id s) {
        if (asked_[s] == ends) {
            asked_[s] = ends | increments;
            todo.push_back(s);
        }
    };
    for (count const& c : net_.counts) {
        if (c.low != 0 && c.rule < net_.rules.size()) {
            ask(net_.rules[c.rule]);
        }
        while (!todo.empty() && each.next()) {
            auto const edges = net_.edges_of(todo.back());
            todo.pop_back();
            for (edge const& e : edges) {
                ask(e.target);
            }
        }
    }
}

vec<state_id> dead_ends::follow() {
    vec<state_id> left;
    vec<char> met(net_.state_count(), 0);
    vec<state_id> path;
    paid_rounds each(*spent_);
    for (state_id first = 0; first < net_.state_count() && each.next(); ++first) {
        if (!known(first)) {
            path.push_back(first);
        }
        while (!path.empty() && each.next()) {
            state_id const s = path.back();
            if (met[s] != 0) {
                path.pop_back();
                good_[s] = now(s);
                if (met[s] == 1 && !known(s)) {
                    left.push_back(s);
                }
                met[s] = 2;
                continue;
            }
            met[s] = 1;
            auto const add = [&](state_id to) {
                if (met[to] == 0 && !known(to) && paid_room(path, 1, *spent_)) {
                    path.push_back(to);
                }
            };
            for (edge const& e : net_.edges_of(s)) {
                add(e.target);
                if (is_call_within(net_, e)) {
                    add(net_.rules[callee(net_, e)]);
                }
            }
        }
    }
    return left;
}

bool dead_ends::look(vec<state_id>& left) {
    bool found = false;
    paid_rounds each(*spent_, 2);
    erase_if(left, [&](state_id s) {
        if (!each.next()) {
            return true;
        }
        std::uint8_t const more = now(s);
        found = found || more != good_[s];
        good_[s] = more;
        return known(s);
    });
    return found && !left.empty();
}

void dead_ends::go_back() {
    backwards back;
    back.build(net_, *spent_, [&](edge const& e) { return possible(e); });
    if (spent_->why() != errc::none) {
        return;
    }
    vec<state_id> todo;
    paid_rounds each(*spent_);
    for (state_id s = 0; s < net_.state_count() && each.next(); ++s) {
        if (good_[s] != 0 && paid_room(todo, 1, *spent_)) {
            todo.push_back(s);
        }
    }
    auto const try_edge = [&](backwards::use u) {
        if (std::uint8_t const more = through(net_.edges[u.edge]); (more & ~good_[u.from]) != 0) {
            good_[u.from] = static_cast<std::uint8_t>(good_[u.from] | more);
            todo.push_back(u.from);
        }
    };
    while (!todo.empty() && spent_->spend(2)) {
        state_id const s = todo.back();
        todo.pop_back();
        for (backwards::use const u : back.into(s)) {
            try_edge(u);
        }
        back.each_rule_at(s, [&](rule_id r) {
            for (backwards::use const u : back.calls(r)) {
                try_edge(u);
            }
        });
    }
}

}  // namespace parlance::rtn
