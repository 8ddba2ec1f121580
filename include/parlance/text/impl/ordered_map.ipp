// parlance/text/impl/ordered_map.ipp - definitions of what parlance/text/ordered_map.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/ordered_map.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::detail {

tree_node* tree_node::next() const noexcept {
    if (tree_node* down = child[1]; down != nullptr) {
        while (down->child[0] != nullptr) {
            down = down->child[0];
        }
        return down;
    }
    tree_node const* from = this;
    tree_node* up = parent;
    while (up != nullptr && up->child[1] == from) {
        from = up;
        up = up->parent;
    }
    return up;
}

tree_node* tree::first() const noexcept {
    tree_node* at = root_;
    while (at != nullptr && at->child[0] != nullptr) {
        at = at->child[0];
    }
    return at;
}

void tree::put(tree_node* node, tree_node* parent, tree_node const* instead) noexcept {
    if (node != nullptr) {
        node->parent = parent;
    }
    if (parent == nullptr) {
        root_ = node;
    } else {
        parent->child[parent->child[1] == instead ? 1 : 0] = node;
    }
}

void tree::lift(tree_node& node) noexcept {
    tree_node& down = *node.parent;
    int const side = down.child[1] == &node ? 1 : 0;
    put(&node, down.parent, &down);
    down.child[side] = node.child[1 - side];
    if (down.child[side] != nullptr) {
        down.child[side]->parent = &down;
    }
    node.child[1 - side] = &down;
    down.parent = &node;
}

void tree::add(tree_node& node, tree_node* parent, int side) noexcept {
    // as good as random, and the same in every run
    std::uint64_t p = ++added_ * 0x9E37'79B9'7F4A'7C15u;
    p = (p ^ (p >> 30)) * 0xBF58'476D'1CE4'E5B9u;
    p = (p ^ (p >> 27)) * 0x94D0'49BB'1331'11EBu;
    node.priority = p ^ (p >> 31);
    node.parent = parent;
    if (parent == nullptr) {
        root_ = &node;
    } else {
        parent->child[side] = &node;
    }
    ++size_;
    while (node.parent != nullptr && node.parent->priority < node.priority) {
        lift(node);
    }
}

void tree::remove(tree_node& node) noexcept {
    while (node.child[0] != nullptr && node.child[1] != nullptr) {
        lift(*node.child[node.child[0]->priority < node.child[1]->priority ? 1 : 0]);
    }
    put(node.child[node.child[0] == nullptr ? 1 : 0], node.parent, &node);
    --size_;
}

tree_node* tree::take_any() noexcept {
    tree_node* at = root_;
    if (at == nullptr) {
        return nullptr;
    }
    while (at->child[0] != nullptr || at->child[1] != nullptr) {
        at = at->child[at->child[0] == nullptr ? 1 : 0];
    }
    put(nullptr, at->parent, at);
    --size_;
    return at;
}

}  // namespace parlance::detail
