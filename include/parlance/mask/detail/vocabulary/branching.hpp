// parlance/mask/detail/vocabulary/branching.hpp - the children of a trie's large nodes, side by side
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/trie.hpp>
#include <cstddef>
#include <cstdint>

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

    /// False where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool build(vocab::trie const& trie, work& paid);

    /// Precondition: the subtree of `node` has at least `large` nodes.
    [[nodiscard]] PARLANCE_DECL array_ref<child const> of(std::size_t node) const noexcept;
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;

private:
    vec<std::uint64_t> marks_;   // one bit for each node
    vec<std::uint32_t> before_;  // marked nodes before each word of them
    vec<std::uint32_t> first_;   // of each marked node: its row
    vec<child> children_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/vocabulary/impl/branching.ipp>
#endif
