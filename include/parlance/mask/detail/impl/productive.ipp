// parlance/mask/detail/impl/productive.ipp - definitions of what parlance/mask/detail/productive.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/productive.hpp>
#include <parlance/mask/detail/backwards.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::mask::detail {

dead_ends::dead_ends(rtn::network_view net) : net_(net), good_(net.state_count(), 0) {
    for (rtn::state_id s = 0; s < net.state_count(); ++s) {
        good_[s] = net.accepts(s) ? ends : 0;
    }
    if (std::any_of(net.counts.begin(), net.counts.end(), [](rtn::count const& c) { return c.low != 0; })) {
        all_ = ends | ticks;
    }
    // what a rule's states lead to, and the rules that it calls, mostly have greater numbers: then a few looks do
    for (int looks = 0; looks < most_looks; ++looks) {
        if (!look()) {
            return;
        }
    }
    go_back();
}

bool dead_ends::any() const noexcept {
    return std::any_of(net_.edges.begin(), net_.edges.end(),
                       [&](rtn::edge const& e) { return !leads_on(e); });
}

rtn::network dead_ends::without() const {
    rtn::network out;
    out.states.reserve(net_.states.size());
    out.edges.reserve(net_.edges.size());
    for (rtn::state_id s = 0; s < net_.state_count(); ++s) {
        out.states.push_back({static_cast<std::uint32_t>(out.edges.size()), net_.accepts(s)});
        for (rtn::edge const& e : net_.edges_of(s)) {
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

bool dead_ends::possible(rtn::edge const& e) const noexcept {
    if (e.kind == rtn::edge_kind::counted_call && net_.counts[e.value].low > net_.counts[e.value].high) {
        return false;
    }
    return e.kind != rtn::edge_kind::bytes || e.low <= e.high;
}

bool dead_ends::leads_on(rtn::edge const& e) const noexcept {
    if ((good_[e.target] & ends) == 0 || !possible(e)) {
        return false;
    }
    if (!is_call(e)) {
        return true;
    }
    bool const counted = e.kind == rtn::edge_kind::counted_call && net_.counts[e.value].low != 0;
    return (good_[net_.rules[callee(net_, e)]] & (counted ? ticks : ends)) != 0;
}

std::uint8_t dead_ends::through(rtn::edge const& e) const noexcept {
    return !leads_on(e) ? std::uint8_t{0} : e.kind == rtn::edge_kind::tick ? all_ : good_[e.target];
}

bool dead_ends::look() noexcept {
    bool found = false;
    bool left = false;
    for (std::size_t i = net_.state_count(); i-- > 0;) {
        if (good_[i] == all_) {
            continue;
        }
        std::uint8_t now = good_[i];
        for (rtn::edge const& e : net_.edges_of(static_cast<rtn::state_id>(i))) {
            now = static_cast<std::uint8_t>(now | through(e));
            if (now == all_) {
                break;
            }
        }
        found = found || now != good_[i];
        left = left || now != all_;
        good_[i] = now;
    }
    return found && left;
}

void dead_ends::go_back() {
    backwards back;
    back.build(net_, [&](rtn::edge const& e) { return possible(e); });
    vec<rtn::state_id> todo;
    for (rtn::state_id s = 0; s < net_.state_count(); ++s) {
        if (good_[s] != 0) {
            todo.push_back(s);
        }
    }
    auto const try_edge = [&](backwards::use u) {
        if (std::uint8_t const more = through(net_.edges[u.edge]); (more & ~good_[u.from]) != 0) {
            good_[u.from] = static_cast<std::uint8_t>(good_[u.from] | more);
            todo.push_back(u.from);
        }
    };
    while (!todo.empty()) {
        rtn::state_id const s = todo.back();
        todo.pop_back();
        for (backwards::use const u : back.into(s)) {
            try_edge(u);
        }
        back.each_rule_at(s, [&](rtn::rule_id r) {
            for (backwards::use const u : back.calls(r)) {
                try_edge(u);
            }
        });
    }
}

}  // namespace parlance::mask::detail
