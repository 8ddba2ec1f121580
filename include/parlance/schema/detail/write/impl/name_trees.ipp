// parlance/schema/detail/write/impl/name_trees.ipp - names of members that may stay away, as trees
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/members.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace parlance::schema::detail {

bool writer::member_writer::many_optional() const {
    bool const plain = layout_->tracked == 0 && !layout_->any && !layout_->in_places && !layout_->counted() &&
                       plan_->choices.empty() && plan_->duties.empty();
    std::size_t optional = 0;
    for (std::size_t i = 0; plain && i < layout_->chain_end; ++i) {
        optional += !member(i).required;
    }
    return optional > member_order::many_optional;
}

void writer::member_writer::write_name_trees() {
    rtn::builder& net = out_->out_;
    using edge = std::pair<std::uint8_t, std::size_t>;
    struct trie_node {
        state_id at;
        std::size_t first_edge;
        std::size_t edge_count;
    };
    vec<trie_node> trie_nodes;
    vec<edge> all_edges;  // by byte; none where a name ends
    auto const edges_of = [&](std::size_t node) {
        return array_ref{all_edges}.subspan(trie_nodes[node].first_edge, trie_nodes[node].edge_count);
    };
    auto const grow = [&](array_ref<edge const> next) {
        state_id const at = net.add_state();
        for (auto const& [byte, to] : next) {
            net.bytes(at, byte, byte, trie_nodes[to].at);
        }
        trie_nodes.push_back({at, all_edges.size(), next.size()});
        all_edges.insert(all_edges.end(), next.begin(), next.end());
        return trie_nodes.size() - 1;
    };
    bool may_end = true;  // no required member has come yet, from behind
    auto const tree = [&](array_ref<edge const> next) {
        std::size_t const made = grow(next);
        if (may_end) {
            net.epsilon(trie_nodes[made].at, at({layout_->chain_end, 0, 0, 0, false}));
        }
        return made;
    };
    std::size_t root = tree({});
    std::size_t left = out_->spent_.bytes_left() / 4;
    vec<std::size_t> path;
    vec<edge> next;
    for (std::size_t i = layout_->chain_end; i-- > 0;) {
        object_plan::member const& m = member(i);
        std::string const key = '"' + json_spelling(m.name) + '"';
        path.clear();
        may_end = may_end && !m.required;
        std::size_t here = m.required ? grow({}) : root;
        std::size_t copied = 0;
        for (char const c : key) {
            path.push_back(here);
            auto const known_edges = edges_of(here);
            copied += known_edges.size() + 1;
            auto const known = std::lower_bound(known_edges.begin(), known_edges.end(),
                                                edge{static_cast<std::uint8_t>(c), 0});
            bool const there = known != known_edges.end() && known->first == static_cast<std::uint8_t>(c);
            here = there ? known->second : 0;
            if (!there) {
                break;
            }
        }
        // what is held of an edge: the builder's, here, and those of the networks that are made of it
        constexpr std::size_t bytes_of_an_edge = 48;
        std::size_t const bytes = bytes_of_an_edge * (copied + key.size());
        constexpr std::uint64_t steps_of_an_edge = 80;
        if (bytes > left || !out_->spent_.spend(steps_of_an_edge * (copied + key.size())) ||
            !paid_room(trie_nodes, key.size() + 3, out_->spent_) ||
            !paid_room(all_edges, copied + key.size(), out_->spent_)) {
            return;  // from the places before, one by one
        }
        left -= bytes;
        std::size_t below = grow({});
        write_entry(trie_nodes[below].at, i, m.value, m.grants, {i + 1, 0, 0, 0, true},
                    [](state_id s) { return s; });
        for (std::size_t depth = key.size(); depth-- > 0;) {
            auto const byte = static_cast<std::uint8_t>(key[depth]);
            next.clear();
            if (depth < path.size()) {
                auto const before = edges_of(path[depth]);
                next.insert(next.end(), before.begin(), before.end());
            }
            auto const where = std::lower_bound(next.begin(), next.end(), edge{byte, 0});
            if (where != next.end() && where->first == byte) {
                where->second = below;
            } else {
                next.insert(where, {byte, below});
            }
            below = depth > 0 ? grow(next) : tree(next);
        }
        root = below;
        name_trees_.emplace(i, trie_nodes[root].at);
    }
}

}  // namespace parlance::schema::detail
