// parlance/gbnf/detail/name_table.hpp - from names in a text to numbers
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/text/stop.hpp>
#include <cstdint>

namespace parlance::gbnf::detail {

/// A radix tree whose edges are pieces of one text.  Chosen over hashing because no choice of names makes it
/// slow, and it takes few steps in a constant expression: a look-up costs the length of the name, and at most
/// one comparison per letter of the alphabet at each branch.
class name_table {
public:
    /// `text` must outlive the table.
    constexpr name_table(char const* text, stop_asker& asked) : text_(text), nodes_(1, asked) {
        nodes_.grow(64);
    }

    /// The number of the name text[begin, end); `fresh` when it is new.  Precondition: begin < end.
    constexpr std::uint32_t intern(std::uint32_t begin, std::uint32_t end, std::uint32_t fresh) {
        std::uint32_t at = 0;
        while (begin < end) {
            std::uint32_t child = nodes_.data[at].child;
            while (child != 0 && text_[nodes_.data[child].begin] != text_[begin]) {
                child = nodes_.data[child].sibling;
            }
            if (child == 0) {
                nodes_.push({begin, end, 0, nodes_.data[at].child, fresh});
                nodes_.data[at].child = static_cast<std::uint32_t>(nodes_.size - 1);
                return fresh;
            }
            std::uint32_t from = nodes_.data[child].begin + 1;
            std::uint32_t const to = nodes_.data[child].end;
            for (++begin; from < to && begin < end && text_[from] == text_[begin]; ++from) {
                ++begin;
            }
            if (from < to) {
                split(child, from);
            }
            at = child;
        }
        if (nodes_.data[at].number == none) {
            nodes_.data[at].number = fresh;
        }
        return nodes_.data[at].number;
    }

    constexpr void clear() noexcept { nodes_.clear(); }

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
        node const whole = nodes_.data[upper];
        nodes_.push({where, whole.end, whole.child, 0, whole.number});
        nodes_.data[upper] = {whole.begin, where, static_cast<std::uint32_t>(nodes_.size - 1), whole.sibling,
                              none};
    }

    char const* text_;
    buffer<node> nodes_;
};

}  // namespace parlance::gbnf::detail
