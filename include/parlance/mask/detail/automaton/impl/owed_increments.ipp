// parlance/mask/detail/automaton/impl/owed_increments.ipp - definitions of what parlance/mask/detail/automaton/owed_increments.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/owed_increments.hpp>
#include <parlance/mask/detail/automaton/backwards.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

owed_increments::owed_increments(rtn::network_view net) : net_(net) {
    bool const bounded = std::any_of(net.counts.begin(), net.counts.end(),
                                     [](rtn::count const& c) { return c.high != rtn::unbounded; });
    if (!bounded ||
        std::none_of(net.edges.begin(), net.edges.end(), [](rtn::edge const& e) { return made(e) != 0; })) {
        return;
    }
    measure();
    bool late = std::any_of(net_.counts.begin(), net_.counts.end(), [&](rtn::count const& c) {
        return c.low <= c.high && c.high < owed_[net_.rules[c.rule]] && owed_[net_.rules[c.rule]] != unknown;
    });
    bool counted = true;
    for (rtn::state_id s = 0; s < net_.state_count(); ++s) {
        for (rtn::edge const& e : net_.edges_of(s)) {
            if (owed_[e.target] != unknown) {
                late = late || (owed_[e.target] != 0 && increments(s, e) != 0);
                counted = counted && increments(s, e) <= most_at_once;
            }
        }
    }
    needed_ = late && counted;
}

void owed_increments::measure() {
    owed_.assign(net_.state_count(), unknown);
    backwards back;
    back.build(net_, [](rtn::edge const&) { return true; });
    vec<rtn::state_id> now;
    for (rtn::state_id s = 0; s < net_.state_count(); ++s) {
        if (net_.accepts(s)) {
            now.push_back(s);
        }
    }
    for (std::uint32_t owed = 0; !now.empty(); ++owed) {
        vec<rtn::state_id> next;
        while (!now.empty()) {
            rtn::state_id const s = now.back();
            now.pop_back();
            if (owed_[s] != unknown) {
                continue;
            }
            owed_[s] = owed;
            most_ = owed;
            for (backwards::use const u : back.into(s)) {
                if (owed_[u.from] == unknown) {
                    (made(net_.edges[u.edge]) == 0 ? now : next).push_back(u.from);
                }
            }
        }
        now.swap(next);
    }
}

rtn::network owed_increments::run() const {
    rtn::network out;
    // a state and those behind one increment more each, from which the edges go that ask for so many
    vec<std::uint32_t> levels(net_.state_count(), 0);
    for (rtn::state_id s = 0; s < net_.state_count(); ++s) {
        for (rtn::edge const& e : net_.edges_of(s)) {
            if (owed_[e.target] != unknown) {
                std::uint32_t const before = increments(s, e);
                levels[s] = (std::max)(levels[s], before - (std::min)(before, made(e)));
            }
        }
    }
    auto fresh = static_cast<rtn::state_id>(net_.state_count());
    auto const write = [&](rtn::state_id s, std::uint32_t level, rtn::state_id next) {
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
    for (rtn::state_id s = 0; s < net_.state_count(); ++s) {
        write(s, 0, fresh);
        fresh += levels[s];
    }
    fresh = static_cast<rtn::state_id>(net_.state_count());
    for (rtn::state_id s = 0; s < net_.state_count(); ++s) {
        for (std::uint32_t level = 1; level <= levels[s]; ++level) {
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
