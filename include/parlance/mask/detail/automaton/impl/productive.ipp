// parlance/mask/detail/automaton/impl/productive.ipp - definitions of what parlance/mask/detail/automaton/productive.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/productive.hpp>
#include <parlance/mask/detail/automaton/backwards.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::mask::detail {

dead_ends::dead_ends(rtn::network_view net, work& spent)
    : net_(net), spent_(&spent), good_(net.state_count(), 0) {
    paid_rounds each(spent);
    for (rtn::state_id s = 0; s < net.state_count() && each.next(); ++s) {
        good_[s] = net.accepts(s) ? ends : 0;
    }
    if (std::any_of(net.counts.begin(), net.counts.end(), [](rtn::count const& c) { return c.low != 0; })) {
        all_ = ends | increments;
    }
    follow();
    vec<rtn::state_id> left;
    for (std::size_t i = net_.state_count(); i-- > 0 && each.next();) {
        if (good_[i] != all_) {
            left.push_back(static_cast<rtn::state_id>(i));
        }
    }
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
    return std::any_of(net_.edges.begin(), net_.edges.end(),
                       [&](rtn::edge const& e) { return !each.next() || !leads_on(e); });
}

rtn::network dead_ends::without() const {
    rtn::network out;
    out.states.reserve(net_.states.size());
    out.edges.reserve(net_.edges.size());
    for (rtn::state_id s = 0; s < net_.state_count() && spent_->spend(1 + net_.edges_of(s).size()); ++s) {
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
    return (good_[net_.rules[callee(net_, e)]] & (counted ? increments : ends)) != 0;
}

std::uint8_t dead_ends::through(rtn::edge const& e) const noexcept {
    return !leads_on(e) ? std::uint8_t{0} : e.kind == rtn::edge_kind::increment ? all_ : good_[e.target];
}

std::uint8_t dead_ends::now(rtn::state_id s) const noexcept {
    std::uint8_t out = good_[s];
    for (rtn::edge const& e : net_.edges_of(s)) {
        if (out == all_) {
            break;
        }
        out = static_cast<std::uint8_t>(out | through(e));
    }
    return out;
}

void dead_ends::follow() {
    vec<char> met(net_.state_count(), 0);
    vec<rtn::state_id> path;
    paid_rounds each(*spent_);
    for (rtn::state_id first = 0; first < net_.state_count() && each.next(); ++first) {
        if (good_[first] != all_) {
            path.push_back(first);
        }
        while (!path.empty() && each.next()) {
            rtn::state_id const s = path.back();
            if (met[s] != 0) {
                path.pop_back();
                good_[s] = now(s);
                continue;
            }
            met[s] = 1;
            auto const add = [&](rtn::state_id to) {
                if (met[to] == 0 && good_[to] != all_) {
                    path.push_back(to);
                }
            };
            for (rtn::edge const& e : net_.edges_of(s)) {
                add(e.target);
                if (is_call(e)) {
                    add(net_.rules[callee(net_, e)]);
                }
            }
        }
    }
}

bool dead_ends::look(vec<rtn::state_id>& left) {
    bool found = false;
    paid_rounds each(*spent_, 2);
    erase_if(left, [&](rtn::state_id s) {
        if (!each.next()) {
            return true;
        }
        std::uint8_t const more = now(s);
        found = found || more != good_[s];
        good_[s] = more;
        return more == all_;
    });
    return found && !left.empty();
}

void dead_ends::go_back() {
    backwards back;
    back.build(net_, *spent_, [&](rtn::edge const& e) { return possible(e); });
    if (spent_->why() != errc::none) {
        return;
    }
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
    while (!todo.empty() && spent_->spend(2)) {
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
