// parlance/rtn/impl/network.ipp - definitions of what parlance/rtn/network.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <utility>

namespace parlance::rtn {

void builder::reserve(std::size_t states, std::size_t edges) {
    auto const grow = [](auto& rows, std::size_t more) {
        if (rows.size() + more > rows.capacity()) {
            rows.reserve((std::max)(rows.size() + more, rows.capacity() * 2));
        }
    };
    grow(accepts_, states);
    grow(edges_, edges);
}

rule_id builder::add_rule(std::string_view name) {
    rules_.push_back(add_state());
    names_.emplace_back(name.begin(), name.end());
    return static_cast<rule_id>(rules_.size() - 1);
}

void builder::add_object(object const& o) { objects_.push_back(o); }

void builder::add_array(array const& a) { arrays_.push_back(a); }

void builder::counted_call(state_id from, count const& c, state_id to) {
    counts_.push_back(c);
    add(from, {edge_kind::counted_call, 0, 0, to, static_cast<std::uint32_t>(counts_.size() - 1)});
}

state_id builder::literal(state_id from, std::string_view text) {
    for (char const c : text) {
        state_id const next = add_state();
        auto const byte = static_cast<std::uint8_t>(c);
        bytes(from, byte, byte, next);
        from = next;
    }
    return from;
}

network builder::finish() && {
    network out;
    out.states.resize(accepts_.size() + 1);
    for (auto const& [from, e] : edges_) {
        ++out.states[from + 1].first_edge;
    }
    for (std::size_t s = 0; s < accepts_.size(); ++s) {
        out.states[s + 1].first_edge += out.states[s].first_edge;
        out.states[s].accepts = accepts_[s] != 0;
    }
    vec<std::uint32_t> next(accepts_.size());
    for (std::size_t s = 0; s < next.size(); ++s) {
        next[s] = out.states[s].first_edge;
    }
    out.edges.resize(edges_.size());
    for (auto const& [from, e] : edges_) {
        out.edges[next[from]++] = e;
    }
    edges_ = {};
    accepts_ = {};
    out.rules = std::move(rules_);
    out.counts = std::move(counts_);
    out.names = std::move(names_);
    out.root = root_;
    out.objects = std::move(objects_);
    out.arrays = std::move(arrays_);
    return out;
}

}  // namespace parlance::rtn
