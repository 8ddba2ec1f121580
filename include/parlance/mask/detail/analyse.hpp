// parlance/mask/detail/analyse.hpp - what a network's rules can do without consuming, and whether it can run at all
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

/// A network that can still be rewritten: edges by state.
struct draft {
    struct node {
        std::vector<rtn::edge> edges;
        bool accepts = false;
        std::uint32_t rule = 0;
    };
    std::vector<node> states;
    std::vector<std::uint32_t> entries;  // of the rules
    std::vector<rtn::count> counts;
    rtn::rule_id root = 0;
};

/// Copies `net` after checking every index in it.
[[nodiscard]] inline result<draft> make_draft(rtn::network_view net, limits const& bounds) {
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
    draft out;
    out.states.resize(net.state_count());
    for (rtn::state_id s = 0; s < net.state_count(); ++s) {
        if (net.states[s].first_edge > net.states[s + 1].first_edge) {
            return bad();
        }
        auto const edges = net.edges_of(s);
        out.states[s] = {{edges.begin(), edges.end()}, net.accepts(s), 0};
        for (rtn::edge const& e : edges) {
            bool const callee = (e.kind == rtn::edge_kind::call && e.value >= net.rules.size()) ||
                                (e.kind == rtn::edge_kind::counted_call && e.value >= net.counts.size());
            if (e.target >= net.state_count() || callee) {
                return bad();
            }
        }
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
    out.entries.assign(net.rules.begin(), net.rules.end());
    out.counts.assign(net.counts.begin(), net.counts.end());
    out.root = net.root;
    return out;
}

/// Facts about the rules of a draft.  Linear in the draft, save that a rule is looked at again when one that it calls
/// turns out to be nullable.
class facts {
public:
    explicit facts(draft const& d) : draft_(d) {
        std::size_t const rules = d.entries.size();
        nullable_.assign(rules, 0);
        iterates_empty_.assign(rules, 0);
        reaches_empty_.assign(rules, 0);
        mark_.assign(d.states.size(), 0);
        find_callers();
        std::vector<std::uint32_t> todo(rules);
        std::vector<char> queued(rules, 1);
        for (std::uint32_t r = 0; r < rules; ++r) {
            todo[r] = r;
        }
        while (!todo.empty()) {
            std::uint32_t const r = todo.back();
            todo.pop_back();
            queued[r] = 0;
            if (!update(r)) {
                continue;
            }
            for (std::uint32_t const caller : callers_[r]) {
                if (queued[caller] == 0) {
                    queued[caller] = 1;
                    todo.push_back(caller);
                }
            }
        }
    }

    /// Whether a plain call of `r` can match nothing.
    [[nodiscard]] bool nullable(std::uint32_t r) const noexcept { return nullable_[r] != 0; }
    /// Whether an iteration of a counted call of `r` can match nothing.
    [[nodiscard]] bool iterates_empty(std::uint32_t r) const noexcept { return iterates_empty_[r] != 0; }
    [[nodiscard]] bool count_nullable(std::uint32_t c) const noexcept {
        rtn::count const& k = draft_.counts[c];
        return k.low <= k.high &&
               ((k.low == 0 && nullable(k.rule)) || (k.high > 0 && reaches_empty_[k.rule] != 0));
    }
    [[nodiscard]] bool edge_is_free(rtn::edge const& e, bool ticks) const noexcept {
        return e.kind == rtn::edge_kind::epsilon || (ticks && e.kind == rtn::edge_kind::tick) ||
               (e.kind == rtn::edge_kind::call && nullable(e.value)) ||
               (e.kind == rtn::edge_kind::counted_call && count_nullable(e.value));
    }
    /// Fills `out` with the states that can be reached from `from` without consuming; ticks are passed when `ticks`.
    void spread(std::uint32_t from, bool ticks, std::vector<std::uint32_t>& out) const {
        reach(from, out, [&](rtn::edge const& e) { return edge_is_free(e, ticks); });
    }
    /// Fills `out` with the states of the rule that is entered at `from`.
    void body(std::uint32_t from, std::vector<std::uint32_t>& out) const {
        reach(from, out, [](rtn::edge const&) { return true; });
    }

private:
    template <class Free>
    void reach(std::uint32_t from, std::vector<std::uint32_t>& out, Free&& free) const {
        out.assign(1, from);
        mark_[from] = 1;
        for (std::size_t i = 0; i < out.size(); ++i) {
            for (rtn::edge const& e : draft_.states[out[i]].edges) {
                if (mark_[e.target] == 0 && free(e)) {
                    mark_[e.target] = 1;
                    out.push_back(e.target);
                }
            }
        }
        for (std::uint32_t const s : out) {
            mark_[s] = 0;
        }
    }
    void find_callers() {
        callers_.resize(draft_.entries.size());
        tick_states_.resize(draft_.entries.size());
        std::vector<std::uint32_t> states;
        for (std::uint32_t r = 0; r < draft_.entries.size(); ++r) {
            body(draft_.entries[r], states);
            for (std::uint32_t const s : states) {
                for (rtn::edge const& e : draft_.states[s].edges) {
                    if (e.kind == rtn::edge_kind::call) {
                        callers_[e.value].push_back(r);
                    } else if (e.kind == rtn::edge_kind::counted_call) {
                        callers_[draft_.counts[e.value].rule].push_back(r);
                    } else if (e.kind == rtn::edge_kind::tick) {
                        tick_states_[r].push_back(s);
                    }
                }
            }
        }
    }
    bool accepts_any(std::vector<std::uint32_t> const& states) const noexcept {
        return std::any_of(states.begin(), states.end(),
                           [&](std::uint32_t s) { return draft_.states[s].accepts; });
    }
    bool ticks_any(std::vector<std::uint32_t> const& states) const noexcept {
        return std::any_of(states.begin(), states.end(), [&](std::uint32_t s) {
            auto const& edges = draft_.states[s].edges;
            return std::any_of(edges.begin(), edges.end(),
                               [](rtn::edge const& e) { return e.kind == rtn::edge_kind::tick; });
        });
    }
    bool update(std::uint32_t r) {
        std::vector<std::uint32_t> first;
        bool changed = false;
        auto const note = [&](std::vector<char>& fact, bool now) {
            changed = changed || (now && fact[r] == 0);
            fact[r] = static_cast<char>(fact[r] != 0 || now);
        };
        spread(draft_.entries[r], false, first);
        note(nullable_, accepts_any(first));
        // an empty iteration leads from behind a tick to where the rule may return or tick again
        std::vector<std::uint32_t> behind;
        bool entered = false;
        for (std::uint32_t const s : tick_states_[r]) {
            for (rtn::edge const& e : draft_.states[s].edges) {
                if (e.kind == rtn::edge_kind::tick) {
                    spread(e.target, false, behind);
                    bool const empty = accepts_any(behind) || ticks_any(behind);
                    note(iterates_empty_, empty);
                    entered = entered || (empty && std::find(first.begin(), first.end(), s) != first.end());
                }
            }
        }
        if (entered) {
            spread(draft_.entries[r], true, behind);
            note(reaches_empty_, accepts_any(behind));
        }
        return changed;
    }

    draft const& draft_;
    std::vector<char> nullable_;
    std::vector<char> iterates_empty_;
    std::vector<char> reaches_empty_;
    std::vector<std::vector<std::uint32_t>> callers_;
    std::vector<std::vector<std::uint32_t>> tick_states_;
    mutable std::vector<char> mark_;
};

/// The rules of a cycle in which each begins with the next, or nothing.  Such grammars cannot be run.
[[nodiscard]] inline std::vector<std::uint32_t> left_recursion(draft const& d, facts const& known) {
    enum class color : char { white, open, done };
    std::vector<color> colors(d.entries.size(), color::white);
    struct visit {
        std::uint32_t rule;
        std::vector<std::uint32_t> callees;
        std::size_t next = 0;
    };
    std::vector<std::uint32_t> reached;
    auto const callees_of = [&](std::uint32_t r) {
        std::vector<std::uint32_t> out;
        known.spread(d.entries[r], true, reached);
        for (std::uint32_t const s : reached) {
            for (rtn::edge const& e : d.states[s].edges) {
                if (e.kind == rtn::edge_kind::call) {
                    out.push_back(e.value);
                } else if (e.kind == rtn::edge_kind::counted_call) {
                    out.push_back(d.counts[e.value].rule);
                }
            }
        }
        return out;
    };
    for (std::uint32_t root = 0; root < d.entries.size(); ++root) {
        if (colors[root] != color::white) {
            continue;
        }
        std::vector<visit> path;
        path.push_back({root, callees_of(root)});
        colors[root] = color::open;
        while (!path.empty()) {
            visit& top = path.back();
            if (top.next == top.callees.size()) {
                colors[top.rule] = color::done;
                path.pop_back();
                continue;
            }
            std::uint32_t const callee = top.callees[top.next++];
            if (colors[callee] == color::open) {
                std::vector<std::uint32_t> cycle;
                for (auto it = path.rbegin(); it != path.rend(); ++it) {
                    cycle.insert(cycle.begin(), it->rule);
                    if (it->rule == callee) {
                        break;
                    }
                }
                return cycle;
            }
            if (colors[callee] == color::white) {
                colors[callee] = color::open;
                path.push_back({callee, callees_of(callee)});
            }
        }
    }
    return {};
}

}  // namespace parlance::mask::detail
