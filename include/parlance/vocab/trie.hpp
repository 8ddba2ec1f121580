// parlance/vocab/trie.hpp - all tokens of a vocabulary as one trie over bytes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <string>

namespace parlance::vocab {

/// The tokens that are text (see token_flags::is_text) and not empty, as a trie stored depth first, children
/// by ascending byte.  Immutable; share it between threads as it is.
///
/// A walk that visits what a grammar allows is one loop: node i is refused: i += skip(); else: i += 1.  A
/// node's parent is the last visited one with depth() - 1.  Control, ending and empty tokens are not in it.
class trie {
public:
    /// One node, 8 bytes.
    class node {
    public:
        constexpr node() noexcept = default;
        constexpr node(std::uint8_t byte, std::uint32_t depth) noexcept
            : bits_(byte | (std::uint64_t{depth} << 8) | (none << 42)) {}

        [[nodiscard]] constexpr std::uint8_t byte() const noexcept {
            return static_cast<std::uint8_t>(bits_);
        }
        /// Bytes from the root; 0 only for the root.
        [[nodiscard]] constexpr std::uint32_t depth() const noexcept { return field(8, 0xFFF); }
        /// Nodes in the subtree, itself included.
        [[nodiscard]] constexpr std::uint32_t skip() const noexcept { return field(20, 0x3F'FFFF); }
        [[nodiscard]] constexpr bool has_token() const noexcept { return field(42, none) != none; }

    private:
        friend class trie;
        static constexpr std::uint64_t none = 0x3F'FFFF;
        [[nodiscard]] constexpr std::uint32_t field(unsigned shift, std::uint64_t mask) const noexcept {
            return static_cast<std::uint32_t>((bits_ >> shift) & mask);
        }
        constexpr void set_skip(std::uint64_t value) noexcept {
            bits_ = (bits_ & ~(std::uint64_t{0x3F'FFFF} << 20)) | (value << 20);
        }
        constexpr void set_token(std::uint64_t value) noexcept {
            bits_ = (bits_ & ~(none << 42)) | (value << 42);
        }
        std::uint64_t bits_ = none << 42;
    };

    /// Longest token and most nodes that fit a node's fields; build() refuses more with too_many_tokens.
    static constexpr std::size_t max_token_bytes = 0xFFF;
    static constexpr std::size_t max_nodes = 0x3F'FFFF;

    trie() = default;

    /// errors  too_many_tokens, out_of_fuel, cancelled
    /// cost    a sort of the tokens, then linear in their bytes: of limits::fuel, some 50 for a token and 16 for a node
    [[nodiscard]] PARLANCE_DECL static result<trie> build(view tokens, limits const& bounds = {});
    /// The same as a part of a call that has a meter.
    [[nodiscard]] PARLANCE_DECL static result<trie> build(view tokens, work& paid);

    /// nodes()[0] is the root.  Empty only for a default-constructed trie.
    [[nodiscard]] array_ref<node const> nodes() const noexcept { return nodes_; }

    /// Calls f(id) for every token that ends at `n`, a node of this trie, ascending.
    template <class F>
    void each_token(node n, F&& f) const {
        if (!n.has_token()) {
            return;
        }
        std::uint32_t const value = n.field(42, node::none);
        if (value < size_) {
            f(static_cast<token_id>(value));
            return;
        }
        for (token_id const id : list_of(value - size_)) {
            f(id);
        }
    }
    /// The node that `bytes` leads to, nullptr when no token begins so.  Linear in bytes times children.
    [[nodiscard]] PARLANCE_DECL node const* find(std::string_view bytes) const noexcept;

    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;

    /// Whether build() would have made it of these tokens.  Linear in it.
    [[nodiscard]] PARLANCE_DECL bool is_of(view tokens) const;

    /// The trie as bytes for load(), the same on every machine.
    [[nodiscard]] PARLANCE_DECL std::string save() const;

    /// Reads what save() wrote, for the same vocabulary.  Nothing is believed: every node and token is
    /// compared with `tokens`, which still takes less than half of building.
    /// errors  truncated_file, malformed_file, with the offset
    [[nodiscard]] PARLANCE_DECL static result<trie> load(std::string_view bytes, view tokens);

private:
    [[nodiscard]] PARLANCE_DECL std::size_t first_bad_node(view tokens) const;
    [[nodiscard]] PARLANCE_DECL array_ref<token_id const> list_of(std::size_t i) const noexcept;
    PARLANCE_DECL void add_tokens(node& n, array_ref<token_id const> ids);

    vec<node> nodes_;
    vec<token_id> shared_;         // ids of tokens with equal bytes, list after list
    vec<std::uint32_t> first_{0};  // where each of those lists begins, and one more
    std::size_t size_ = 0;
};

}  // namespace parlance::vocab

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/trie.ipp>
#endif
