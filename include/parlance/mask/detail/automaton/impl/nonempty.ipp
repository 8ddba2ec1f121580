// parlance/mask/detail/automaton/impl/nonempty.ipp - definitions of what parlance/mask/detail/automaton/nonempty.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/automaton/nonempty.hpp>
#include <parlance/mask/detail/automaton/analyse.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>
#include <span>
#include <utility>

namespace parlance::mask::detail {

bool nonempty_writer::needed() const noexcept {
    for (rtn::rule_id r = 0; r < net_.rules.size(); ++r) {
        if (known_.iterates_empty(r)) {
            return true;
        }
    }
    return false;
}

rtn::network nonempty_writer::run() {
    entries_.assign(net_.rules.begin(), net_.rules.end());
    counts_.assign(net_.counts.begin(), net_.counts.end());
    states_.resize(net_.state_count());
    paid_rounds each(spent_, steps_of_a_state);
    for (rtn::state_id s = 0; s < net_.state_count() && each.next(); ++s) {
        vec<rtn::edge> out;
        for (rtn::edge const& e : net_.edges_of(s)) {
            if (e.kind == rtn::edge_kind::counted_call && known_.iterates_empty(net_.counts[e.value].rule)) {
                nonempty_call(e, out, e.target, e.target);
            } else {
                out.push_back(e);
            }
        }
        states_[s].edges = std::move(out);
        states_[s].accepts = net_.accepts(s);
    }
    for (std::size_t i = 0; i < todo_.size() && each.next(); ++i) {
        write(todo_[i]);
    }
    return packed();
}

hash_map<std::uint32_t, std::uint32_t> const& nonempty_writer::variants() const noexcept { return variants_; }

std::uint32_t nonempty_writer::variant(std::uint32_t r) {
    auto const [it, fresh] = variants_.try_emplace(r, static_cast<std::uint32_t>(entries_.size()));
    if (fresh) {
        entries_.push_back(0);
        entries_[it.value] = state_for(it.value, r, entries_[r], mode::virgin);
    }
    return it.value;
}

std::uint32_t nonempty_writer::state_for(std::uint32_t rule, std::uint32_t old, std::uint32_t s, mode is) {
    std::uint64_t const key =
        (std::uint64_t{rule} << 34) | (std::uint64_t{s} << 2) | static_cast<unsigned>(is);
    auto const [it, fresh] = made_.try_emplace(key, static_cast<std::uint32_t>(states_.size()));
    if (fresh) {
        states_.push_back({{}, is == mode::moved && net_.accepts(s)});
        todo_.push_back({rule, old, s, is, it.value});
    }
    return it.value;
}

void nonempty_writer::nonempty_call(rtn::edge const& e, vec<rtn::edge>& out, std::uint32_t empty,
                                    std::uint32_t moved) {
    if (e.kind == rtn::edge_kind::call) {
        if (known_.nullable(e.value)) {
            out.push_back({rtn::edge_kind::epsilon, 0, 0, empty, 0});
            out.push_back({rtn::edge_kind::call, 0, 0, moved, variant(e.value)});
        } else {
            out.push_back({rtn::edge_kind::call, 0, 0, moved, e.value});
        }
        return;
    }
    rtn::count const c = counts_[e.value];
    bool const nullable = known_.count_nullable(e.value);
    bool const empties = known_.iterates_empty(c.rule);
    if (nullable) {
        out.push_back({rtn::edge_kind::epsilon, 0, 0, empty, 0});
    }
    if (!nullable && !empties) {
        out.push_back({rtn::edge_kind::counted_call, 0, 0, moved, e.value});
        return;
    }
    counts_.push_back({variant(c.rule), empties ? 0 : c.low, c.high});
    out.push_back(
        {rtn::edge_kind::counted_call, 0, 0, moved, static_cast<std::uint32_t>(counts_.size() - 1)});
}

void nonempty_writer::write(place const p) {
    bool const empties = known_.iterates_empty(p.old);
    auto const to = [&](std::uint32_t s, mode is) { return state_for(p.rule, p.old, s, is); };
    vec<rtn::edge> out;
    for (rtn::edge e : net_.edges_of(p.state)) {
        switch (e.kind) {
        case rtn::edge_kind::epsilon:
            e.target = to(e.target, p.is);
            out.push_back(e);
            break;
        case rtn::edge_kind::increment:
            if (p.is != mode::fresh) {
                e.target = to(e.target, empties ? mode::fresh : mode::moved);
                out.push_back(e);
            }
            break;
        case rtn::edge_kind::call:
        case rtn::edge_kind::counted_call: {
            bool const special =
                e.kind == rtn::edge_kind::counted_call && known_.iterates_empty(counts_[e.value].rule);
            if (p.is == mode::moved && !special) {
                e.target = to(e.target, mode::moved);
                out.push_back(e);
            } else {
                nonempty_call(e, out, to(e.target, p.is), to(e.target, mode::moved));
            }
            break;
        }
        default: e.target = to(e.target, mode::moved); out.push_back(e);
        }
    }
    states_[p.made].edges = std::move(out);
}

rtn::network nonempty_writer::packed() {
    rtn::network out;
    paid_rounds each(spent_, steps_of_a_state);
    for (node const& n : states_) {
        if (!each.next()) {
            break;
        }
        out.states.push_back({static_cast<std::uint32_t>(out.edges.size()), n.accepts});
        out.edges.insert(out.edges.end(), n.edges.begin(), n.edges.end());
    }
    out.states.push_back({static_cast<std::uint32_t>(out.edges.size()), false});
    out.rules = std::move(entries_);
    out.counts = std::move(counts_);
    out.root = net_.root;
    return out;
}

}  // namespace parlance::mask::detail
