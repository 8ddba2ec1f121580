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
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

/// Trees of names, one more name in each: all nodes are shared but those on the path of that name.
class name_trees {
public:
    using node = std::size_t;

    name_trees(rtn::builder& out, work& spent)
        : out_(&out), spent_(&spent), bytes_left_(spent.bytes_left() / 4) {}

    [[nodiscard]] node leaf() { return grow({}); }
    [[nodiscard]] state_id state_of(node n) const { return nodes_[n].at; }

    /// Looks how much of `key` there is below `root`, and pays for the nodes of add(); false where there is no room.
    [[nodiscard]] bool find(node root, std::string_view key) {
        path_.clear();
        std::size_t copied = 0;
        bool there = true;
        for (std::size_t i = 0; there && i < key.size(); ++i) {
            path_.push_back(root);
            auto const byte = static_cast<std::uint8_t>(key[i]);
            auto const known_edges = edges_of(root);
            copied += known_edges.size() + 1;
            auto const known = std::lower_bound(known_edges.begin(), known_edges.end(), edge{byte, 0});
            there = known != known_edges.end() && known->first == byte;
            root = there ? known->second : 0;
        }
        // what is held of an edge: the builder's, here, and those of the networks that are made of it
        constexpr std::size_t bytes_of_an_edge = 48;
        constexpr std::uint64_t steps_of_an_edge = 80;
        std::size_t const edges = copied + key.size();
        if (bytes_of_an_edge * edges > bytes_left_ || !spent_->spend(steps_of_an_edge * edges) ||
            !paid_room(nodes_, key.size() + 3, *spent_) || !paid_room(edges_, edges, *spent_)) {
            return false;
        }
        bytes_left_ -= bytes_of_an_edge * edges;
        return true;
    }

    /// The tree that was looked at, with the key, which leads to `end`.
    [[nodiscard]] node add(std::string_view key, node end) {
        for (std::size_t depth = key.size(); depth-- > 0;) {
            auto const byte = static_cast<std::uint8_t>(key[depth]);
            next_.clear();
            if (depth < path_.size()) {
                auto const before = edges_of(path_[depth]);
                next_.insert(next_.end(), before.begin(), before.end());
            }
            auto const where = std::lower_bound(next_.begin(), next_.end(), edge{byte, 0});
            if (where != next_.end() && where->first == byte) {
                where->second = end;
            } else {
                next_.insert(where, {byte, end});
            }
            end = grow(next_);
        }
        return end;
    }

private:
    using edge = std::pair<std::uint8_t, node>;
    struct trie_node {
        state_id at;
        std::size_t first_edge;
        std::size_t edge_count;
    };

    [[nodiscard]] array_ref<edge const> edges_of(node n) const {
        return array_ref{edges_}.subspan(nodes_[n].first_edge, nodes_[n].edge_count);
    }
    [[nodiscard]] node grow(array_ref<edge const> next) {
        state_id const at = out_->add_state();
        for (auto const& [byte, to] : next) {
            out_->bytes(at, byte, byte, nodes_[to].at);
        }
        nodes_.push_back({at, edges_.size(), next.size()});
        edges_.insert(edges_.end(), next.begin(), next.end());
        return nodes_.size() - 1;
    }

    rtn::builder* out_;
    work* spent_;
    std::size_t bytes_left_;
    vec<trie_node> nodes_;
    vec<edge> edges_;  // by byte; none where a name ends
    vec<node> path_;   // of the key that was looked for
    vec<edge> next_;
};

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
    name_trees trees(out_->out_, out_->spent_);
    bool may_end = true;  // no required member has come yet, from behind
    auto const with_end = [&](name_trees::node root) {
        if (may_end) {
            out_->out_.epsilon(trees.state_of(root), at({layout_->chain_end, 0, 0, 0, false}));
        }
        return root;
    };
    name_trees::node root = with_end(trees.leaf());
    for (std::size_t i = layout_->chain_end; i-- > 0;) {
        object_plan::member const& m = member(i);
        std::string const key = '"' + json_spelling(m.name) + '"';
        may_end = may_end && !m.required;
        if (!trees.find(m.required ? trees.leaf() : root, key)) {
            return;  // from the places before, one by one
        }
        name_trees::node const end = trees.leaf();
        write_entry(trees.state_of(end), i, m.value, m.grants, {i + 1, 0, 0, 0, true},
                    [](state_id s) { return s; });
        root = with_end(trees.add(key, end));
        name_trees_.emplace(i, trees.state_of(root));
    }
}

}  // namespace parlance::schema::detail
