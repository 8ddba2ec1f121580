// parlance/mask/detail/automaton/impl/analyse.ipp - definitions of what parlance/mask/detail/automaton/analyse.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/analyse.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/automaton/linked_parts.hpp>
#include <parlance/rtn/backwards.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::mask::detail {

result<void> check(rtn::network_view net, limits const& bounds, work& spent, linked_parts const& linked) {
    auto const out_of_means = [&] { return spent.error("preparing a grammar"); };
    auto const bad = [] { return diagnostic{errc::invalid_table, {}, 0, "an index is out of range"}; };
    if (net.states.empty() || net.root >= net.rules.size() ||
        net.states.back().first_edge != net.edges.size()) {
        return bad();
    }
    if (net.state_count() > bounds.states) {
        return diagnostic{errc::too_many_states, {}, 0, {}};
    }
    if (net.rules.size() > bounds.rules) {
        return diagnostic{errc::too_many_rules, {}, 0, {}};
    }
    paid_rounds each(spent);
    auto const end = static_cast<rtn::state_id>(net.state_count());
    bool sound = true;
    rtn::each_range_but(linked.states(), end, [&](rtn::state_range of) {
        for (rtn::state_id s = of.first; s < of.last && sound && each.next(); ++s) {
            sound = net.states[s].first_edge <= net.states[s + 1].first_edge;
        }
    });
    rtn::each_range_but(linked.states(), end, [&](rtn::state_range of) {
        std::uint32_t const last = sound ? net.states[of.last].first_edge : 0;
        for (std::uint32_t i = net.states[of.first].first_edge; i < last && sound && each.next(); ++i) {
            rtn::edge const& e = net.edges[i];
            bool const callee = (e.kind == rtn::edge_kind::call && e.value >= net.rules.size()) ||
                                (e.kind == rtn::edge_kind::counted_call && e.value >= net.counts.size());
            sound = e.target < end && !callee;
        }
    });
    if (spent.why() != errc::none) {
        return out_of_means();
    }
    if (!sound || net.states[0].first_edge != 0) {
        return bad();
    }
    for (rtn::state_id const entry : net.rules) {
        if (entry >= net.state_count()) {
            return bad();
        }
    }
    for (rtn::count const& c : net.counts) {
        if (c.rule >= net.rules.size()) {
            return bad();
        }
    }
    for (rtn::object const& o : net.objects) {
        if (o.rule >= net.rules.size()) {
            return bad();
        }
    }
    for (rtn::array const& a : net.arrays) {
        if (a.rule >= net.rules.size()) {
            return bad();
        }
    }
    return {};
}

facts::facts(rtn::network_view net, work& spent, linked_parts const& linked) : net_(net), spent_(&spent) {
    std::size_t const rules = net.rules.size();
    if (!paid_resize(iterates_empty_, rules, spent) || !paid_resize(reaches_empty_, rules, spent) ||
        !paid_resize(ends_, net.state_count(), spent) || !paid_resize(mark_, net.state_count(), spent)) {
        return;
    }
    back_.build(
        net, spent, [](rtn::edge const& e) { return e.kind == rtn::edge_kind::epsilon || rtn::is_call(e); },
        linked.states());
    if (spent.why() != errc::none) {
        return;
    }
    take(linked);
    paid_rounds each(spent);
    bool some = false;
    rtn::each_range_but(
        linked.states(), static_cast<rtn::state_id>(net.state_count()), [&](rtn::state_range of) {
            for (rtn::state_id s = of.first; s < of.last && each.next(); ++s) {
                if (net.accepts(s)) {
                    ends_here(s);
                }
            }
            some = some ||
                   std::any_of(net.edges.begin() + net.states[of.first].first_edge,
                               net.edges.begin() + net.states[of.last].first_edge, [&](rtn::edge const& e) {
                                   return each.next() && e.kind == rtn::edge_kind::increment;
                               });
        });
    spread_ends();
    if (some) {
        find_increments(linked);
        follow_increments();
    }
}

void facts::take(linked_parts const& linked) {
    for (linked_part const& p : linked.all()) {
        if (!spent_->spend(p.rules + p.known->ends.size() / 8)) {
            return;
        }
        std::copy(p.known->ends.begin(), p.known->ends.end(), ends_.begin() + p.states.first);
        for (rtn::rule_id r = p.first_rule; r < p.first_rule + p.rules; ++r) {
            if (ends_[net_.rules[r]] != 0) {
                todo_.push_back(net_.rules[r]);  // others that call it may end as well
            }
        }
    }
}

bool facts::count_nullable(std::uint32_t c) const noexcept {
    rtn::count const& k = net_.counts[c];
    return k.low <= k.high &&
           ((k.low == 0 && nullable(k.rule)) || (k.high > 0 && reaches_empty_[k.rule] != 0));
}

bool facts::edge_is_free(rtn::edge const& e, bool increments) const noexcept {
    return e.kind == rtn::edge_kind::epsilon || (increments && e.kind == rtn::edge_kind::increment) ||
           (e.kind == rtn::edge_kind::call && nullable(e.value)) ||
           (e.kind == rtn::edge_kind::counted_call && count_nullable(e.value));
}

void facts::spread(std::uint32_t from, bool increments, vec<std::uint32_t>& out) const {
    reach(from, out, [&](rtn::edge const& e) { return edge_is_free(e, increments); });
}

void facts::ends_here(rtn::state_id s) {
    if (ends_[s] == 0) {
        ends_[s] = 1;
        todo_.push_back(s);
    }
}

void facts::spread_ends() {
    paid_rounds each(*spent_);
    while (!todo_.empty() && each.next()) {
        rtn::state_id const s = todo_.back();
        todo_.pop_back();
        for (rtn::backwards::use const u : back_.into(s)) {
            if (ends_[u.from] == 0 && edge_is_free(net_.edges[u.edge], false)) {
                ends_here(u.from);
            }
        }
        back_.each_rule_at(s, [&](rtn::rule_id r) { calls_changed(r); });
    }
}

void facts::calls_changed(rtn::rule_id r) {
    for (rtn::backwards::use const u : back_.calls(r)) {
        rtn::edge const& e = net_.edges[u.edge];
        if (ends_[u.from] == 0 && ends_[e.target] != 0 && edge_is_free(e, false)) {
            ends_here(u.from);
        }
    }
    if (!callers_.empty()) {
        for (rtn::rule_id const caller : callers_[r]) {
            look_at(caller);
        }
    }
}

void facts::find_increments(linked_parts const& linked) {
    callers_.resize(net_.rules.size());
    increment_states_.resize(net_.rules.size());
    queued_.assign(net_.rules.size(), 0);
    vec<std::uint32_t> states;
    work looks = spent_->only_looks();
    paid_items each(looks);
    for (rtn::rule_id r = 0; r < net_.rules.size(); ++r) {
        if (linked.of(r) != nullptr) {
            continue;  // nothing of it is empty
        }
        reach(net_.rules[r], states, [](rtn::edge const&) { return true; });
        if (!spent_->spend(states.size())) {
            return;
        }
        for (std::uint32_t const s : states) {
            auto const edges = net_.edges_of(s);
            if (!each.next(edges.size())) {
                return;
            }
            for (rtn::edge const& e : edges) {
                if (e.kind == rtn::edge_kind::increment) {
                    increment_states_[r].push_back(s);
                }
            }
        }
        if (increment_states_[r].empty()) {
            continue;
        }
        look_at(r);
        for (std::uint32_t const s : states) {
            auto const edges = net_.edges_of(s);
            if (!each.next(edges.size())) {
                return;
            }
            for (rtn::edge const& e : edges) {
                if (rtn::is_call(e)) {
                    callers_[rtn::callee(net_, e)].push_back(r);
                }
            }
        }
    }
}

void facts::look_at(rtn::rule_id r) {
    if (queued_[r] == 0) {
        queued_[r] = 1;
        incrementing_.push_back(r);
    }
}

void facts::follow_increments() {
    while (!incrementing_.empty() && spent_->spend(1)) {
        rtn::rule_id const r = incrementing_.back();
        incrementing_.pop_back();
        queued_[r] = 0;
        if (update(r)) {
            calls_changed(r);
            spread_ends();
        }
    }
}

bool facts::ends_any(vec<std::uint32_t> const& states) const noexcept {
    return std::any_of(states.begin(), states.end(), [&](std::uint32_t s) { return net_.accepts(s); });
}

bool facts::increments_any(vec<std::uint32_t> const& states) const noexcept {
    return std::any_of(states.begin(), states.end(), [&](std::uint32_t s) {
        auto const edges = net_.edges_of(s);
        return std::any_of(edges.begin(), edges.end(),
                           [](rtn::edge const& e) { return e.kind == rtn::edge_kind::increment; });
    });
}

bool facts::update(rtn::rule_id r) {
    vec<std::uint32_t> first;
    bool changed = false;
    auto const note = [&](vec<char>& fact, bool now) {
        changed = changed || (now && fact[r] == 0);
        fact[r] = static_cast<char>(fact[r] != 0 || now);
    };
    spread(net_.rules[r], false, first);
    // an empty iteration leads from behind an increment to where the rule may return or increment again
    vec<std::uint32_t> behind;
    bool entered = false;
    for (std::uint32_t const s : increment_states_[r]) {
        for (rtn::edge const& e : net_.edges_of(s)) {
            if (e.kind == rtn::edge_kind::increment) {
                spread(e.target, false, behind);
                if (!spent_->spend(behind.size())) {
                    return false;
                }
                bool const empty = ends_any(behind) || increments_any(behind);
                note(iterates_empty_, empty);
                entered = entered || (empty && std::find(first.begin(), first.end(), s) != first.end());
            }
        }
    }
    if (entered) {
        spread(net_.rules[r], true, behind);
        note(reaches_empty_, ends_any(behind));
    }
    return changed;
}

vec<rtn::rule_id> left_recursion(rtn::network_view net, facts const& known, work& spent) {
    vec<rtn::rule_id> callees;  // those that rules begin with, by rule
    vec<std::uint32_t> first{0};
    vec<rtn::state_id> reached;
    for (rtn::state_id const entry : net.rules) {
        known.spread(entry, true, reached);
        if (!spent.spend(4 * reached.size())) {
            return {};
        }
        for (rtn::state_id const s : reached) {
            for (rtn::edge const& e : net.edges_of(s)) {
                if (rtn::is_call(e)) {
                    callees.push_back(rtn::callee(net, e));
                }
            }
        }
        first.push_back(static_cast<std::uint32_t>(callees.size()));
    }
    enum class color : char { white, open, done };
    vec<color> colors(net.rules.size(), color::white);
    struct visit {
        rtn::rule_id rule;
        std::uint32_t next;
    };
    vec<visit> path;
    paid_rounds each(spent, 2);
    for (rtn::rule_id root = 0; root < net.rules.size() && each.next(); ++root) {
        if (colors[root] != color::white) {
            continue;
        }
        path.assign(1, {root, first[root]});
        colors[root] = color::open;
        while (!path.empty() && each.next()) {
            visit& top = path.back();
            if (top.next == first[top.rule + std::size_t{1}]) {
                colors[top.rule] = color::done;
                path.pop_back();
                continue;
            }
            rtn::rule_id const next = callees[top.next++];
            if (colors[next] == color::open) {
                auto const begin =
                    std::find_if(path.begin(), path.end(), [&](visit const& v) { return v.rule == next; });
                vec<rtn::rule_id> cycle;
                for (auto it = begin; it != path.end(); ++it) {
                    cycle.push_back(it->rule);
                }
                return cycle;
            }
            if (colors[next] == color::white) {
                colors[next] = color::open;
                path.push_back({next, first[next]});
            }
        }
    }
    return {};
}

}  // namespace parlance::mask::detail
