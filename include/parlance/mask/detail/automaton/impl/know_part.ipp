// parlance/mask/detail/automaton/impl/know_part.ipp - definitions of what parlance/mask/detail/automaton/know_part.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/know_part.hpp>
#include <parlance/mask/detail/automaton/known_part.hpp>
#include <parlance/mask/detail/automaton/analyse.hpp>
#include <parlance/mask/detail/automaton/determinise.hpp>
#include <parlance/mask/detail/automaton/linked_parts.hpp>
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace parlance::mask::detail {

/// The part as a network of its own: first the rules outside, each of which reads nothing or a byte, then the part's.
inline rtn::network with_rules_outside(rtn::part const& p, vec<char> const& nullable_outside) {
    auto const outside = static_cast<std::uint32_t>(nullable_outside.size());
    rtn::network out;
    auto const end_row = [&](bool accepts) {
        out.states.push_back({static_cast<std::uint32_t>(out.edges.size()), accepts});
    };
    for (std::uint32_t r = 0; r < outside; ++r) {
        out.rules.push_back(2 * r);
        end_row(nullable_outside[r] != 0);
        out.edges.push_back({rtn::edge_kind::bytes, 'x', 'x', 2 * r + 1, 0});
        end_row(true);
    }
    auto const rule = [&](rtn::rule_id r) {
        return (r & rtn::part::outside) != 0 ? r & ~rtn::part::outside : outside + r;
    };
    for (std::size_t s = 0; s < p.state_count(); ++s) {
        end_row(p.states[s].accepts);
        for (std::uint32_t i = p.states[s].first_edge; i < p.states[s + 1].first_edge; ++i) {
            rtn::edge e = p.edges[i];
            e.target += 2 * outside;
            e.value = e.kind == rtn::edge_kind::call ? rule(e.value) : e.value;
            out.edges.push_back(e);
        }
    }
    end_row(false);
    for (rtn::state_id const entry : p.entries) {
        out.rules.push_back(entry + 2 * outside);
    }
    for (rtn::count const& c : p.counts) {
        out.counts.push_back({rule(c.rule), c.low, c.high});
    }
    return out;
}

/// Whether no edge of the part leads nowhere, and every rule has a text; and which rules increment.
inline bool is_trim(rtn::part const& p, vec<char>& counted, work& spent) {
    vec<rtn::count> counts = p.counts;
    for (rtn::rule_id r = 0; r < p.entries.size(); ++r) {
        counts.push_back({r, 1, rtn::unbounded});  // so that it is asked of all
    }
    rtn::network_view const alone{{p.states.data(), p.states.size()},
                                  {p.edges.data(), p.edges.size()},
                                  {p.entries.data(), p.entries.size()},
                                  {counts.data(), counts.size()}};
    rtn::dead_ends const dead(alone, spent);
    bool trim = !dead.any();
    for (rtn::rule_id r = 0; r < p.entries.size(); ++r) {
        trim = trim && dead.can_return(r);
        counted.push_back(dead.can_count(r) ? 1 : 0);
    }
    return trim;
}

/// Finds out what is to be known, where `spent` lasts for it.
inline std::shared_ptr<known_part const> find_out(rtn::part const& p, vec<char> const& nullable_outside,
                                                  work& spent) {
    constexpr std::uint64_t steps_of_a_row = 4;
    auto out = std::make_shared<known_part>();
    out->nullable_outside = nullable_outside;
    std::uint64_t const steps = spent.left();
    std::size_t const bytes = spent.bytes_left();
    if (!spent.spend(steps_of_a_row * (p.states.size() + p.edges.size() + p.entries.size()))) {
        return nullptr;
    }
    auto const outside = static_cast<rtn::rule_id>(nullable_outside.size());
    rtn::network const net = with_rules_outside(p, nullable_outside);
    facts const known(net.view(), spent);
    out->usable = spent.why() == errc::none && is_trim(p, out->counts, spent);
    for (rtn::rule_id r = outside; r < net.rules.size() && out->usable; ++r) {
        out->usable = !known.iterates_empty(r) && !known.reaches_empty(r);
    }
    if (out->usable) {
        linked_parts const none;
        limits const
            enough;  // the note is for whoever asks: that there are too many states is found where they are linked
        out->usable = determiniser(net.view(), enough, spent, none).run_loose(outside, out->code);
        out->ends.assign(known.ends().begin() + 2 * outside, known.ends().end());
    }
    if (spent.why() != errc::none) {
        return nullptr;
    }
    if (!out->usable) {
        out->code = {};
    }
    out->steps = steps - spent.left();
    out->bytes = bytes - spent.bytes_left();
    return out;
}

std::shared_ptr<known_part const> know(rtn::part const& p, vec<char> const& nullable_outside, work& spent) {
    auto const kept = std::static_pointer_cast<known_part const>(p.prepared.get());
    if (kept != nullptr && kept->nullable_outside == nullable_outside) {
        return spent.spend(kept->steps) && spent.hold(kept->bytes) ? kept : nullptr;
    }
    auto made = find_out(p, nullable_outside, spent);
    if (made != nullptr) {
        p.prepared.put(made, made->memory());
    }
    return made;
}

}  // namespace parlance::mask::detail
