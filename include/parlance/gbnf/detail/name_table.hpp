// parlance/gbnf/detail/name_table.hpp - from names in a text to numbers
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::gbnf::detail {

/// A radix tree whose edges are pieces of one text.  Chosen over hashing because no choice of names makes it slow, and
/// it takes few steps in a constant expression: a look-up costs the length of the name, and at most one comparison
/// per letter of the alphabet at each branch.
class name_table {
public:
    /// `text` must outlive the table.
    constexpr explicit name_table(char const* text) : text_(text), nodes_(1) {}

    /// The number of the name text[begin, end); `fresh` when it is new.  Precondition: begin < end.
    constexpr std::uint32_t intern(std::uint32_t begin, std::uint32_t end, std::uint32_t fresh) {
        std::uint32_t at = 0;
        while (begin < end) {
            std::uint32_t child = nodes_[at].child;
            while (child != 0 && text_[nodes_[child].begin] != text_[begin]) {
                child = nodes_[child].sibling;
            }
            if (child == 0) {
                nodes_.push_back({begin, end, 0, nodes_[at].child, fresh});
                nodes_[at].child = static_cast<std::uint32_t>(nodes_.size() - 1);
                return fresh;
            }
            std::uint32_t from = nodes_[child].begin + 1;
            std::uint32_t const to = nodes_[child].end;
            for (++begin; from < to && begin < end && text_[from] == text_[begin]; ++from) {
                ++begin;
            }
            if (from < to) {
                split(child, from);
            }
            at = child;
        }
        if (nodes_[at].number == none) {
            nodes_[at].number = fresh;
        }
        return nodes_[at].number;
    }

private:
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    /// The edge text[begin, end) that leads here; 0 for no child and no sibling.
    struct node {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t child = 0;
        std::uint32_t sibling = 0;
        std::uint32_t number = none;
    };

    constexpr void split(std::uint32_t upper, std::uint32_t where) {
        nodes_.push_back({where, nodes_[upper].end, nodes_[upper].child, 0, nodes_[upper].number});
        nodes_[upper].end = where;
        nodes_[upper].child = static_cast<std::uint32_t>(nodes_.size() - 1);
        nodes_[upper].number = none;
    }

    char const* text_;
    std::vector<node> nodes_;
};

}  // namespace parlance::gbnf::detail
