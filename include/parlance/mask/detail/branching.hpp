// parlance/mask/detail/branching.hpp - the children of a trie's large nodes, side by side
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/trie.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::mask::detail {

/// In the trie the children of a node are as far apart as their subtrees are large, so that looking at each
/// costs a cache line.  Here they are a row of bytes and nodes.
class branching {
public:
    /// A child: its byte in the top 8 bits, its node below.
    class child {
    public:
        constexpr child() noexcept = default;
        constexpr child(std::uint8_t byte, std::uint32_t node) noexcept
            : bits_((std::uint32_t{byte} << 24) | node) {}
        [[nodiscard]] constexpr std::uint8_t byte() const noexcept {
            return static_cast<std::uint8_t>(bits_ >> 24);
        }
        [[nodiscard]] constexpr std::uint32_t node() const noexcept { return bits_ & 0xFF'FFFF; }

    private:
        std::uint32_t bits_ = 0;
    };

    /// Nodes in the subtree of a node from which on it has a row.
    static constexpr std::uint32_t large = 16;
    static_assert(vocab::trie::max_nodes < (1u << 24));

    void build(vocab::trie const& trie) {
        auto const nodes = trie.nodes();
        marks_.assign(nodes.size() / 64 + 1, 0);
        before_.assign(marks_.size(), 0);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (i % 64 == 0) {
                before_[i / 64] = static_cast<std::uint32_t>(first_.size());
            }
            if (nodes[i].skip() < large) {
                continue;
            }
            marks_[i / 64] |= std::uint64_t{1} << (i % 64);
            first_.push_back(static_cast<std::uint32_t>(children_.size()));
            for (std::size_t c = i + 1; c < i + nodes[i].skip(); c += nodes[c].skip()) {
                children_.emplace_back(nodes[c].byte(), static_cast<std::uint32_t>(c));
            }
        }
        first_.push_back(static_cast<std::uint32_t>(children_.size()));
    }

    /// Precondition: the subtree of `node` has at least `large` nodes.
    [[nodiscard]] std::span<child const> of(std::size_t node) const noexcept {
        std::uint64_t const earlier = marks_[node / 64] & ((std::uint64_t{1} << (node % 64)) - 1);
        std::size_t const rank = before_[node / 64] + static_cast<std::size_t>(std::popcount(earlier));
        return std::span{children_}.subspan(first_[rank], first_[rank + 1] - first_[rank]);
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        return marks_.size() * 8 + (before_.size() + first_.size() + children_.size()) * 4;
    }

private:
    std::vector<std::uint64_t> marks_;   // one bit for each node
    std::vector<std::uint32_t> before_;  // marked nodes before each word of them
    std::vector<std::uint32_t> first_;   // of each marked node: its row
    std::vector<child> children_;
};

}  // namespace parlance::mask::detail
