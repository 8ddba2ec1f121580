// parlance/mask/detail/vocabulary/suffixes.hpp - what the tokens below many nodes of a trie go on with, each ending once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/folded/folding.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/vocabulary/how_often.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/trie.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parlance::mask::detail {

/// The subtrees of some nodes of a trie laid over each other: a quote and a comma behind a thousand words are two nodes
/// here.  One walk from one configuration reads them all.  Stored depth first like the trie; node 0 stands for all of
/// the places that it was made of.
class suffixes {
public:
    struct node {
        std::uint32_t skip = 0;  // nodes in the subtree, itself included
        std::uint32_t first_token = 0;
        std::uint32_t first_place = 0;
        std::uint16_t depth = 0;
        std::uint8_t byte = 0;
    };

    /// behind  of `places`, what is below them; otherwise they are themselves the first step
    /// most    nodes
    /// Nothing where these are not enough, or it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL static std::unique_ptr<suffixes const>
    make(vocab::trie const& trie, array_ref<std::uint32_t const> places, bool behind, work& paid,
         std::size_t most = ~std::size_t{0});
    /// All tokens, some bytes taken for one another: most grammars read `Jane` where they read `Doris`.
    [[nodiscard]] PARLANCE_DECL static std::unique_ptr<suffixes const>
    make_folded(vocab::trie const& trie, std::size_t tokens, folding const& how, work& paid);
    [[nodiscard]] folding const& how() const noexcept { return how_; }

    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size() - 1; }
    [[nodiscard]] node const& operator[](std::size_t i) const noexcept { return nodes_[i]; }
    /// Tokens that end at node `i`.
    [[nodiscard]] PARLANCE_DECL array_ref<std::uint32_t const> tokens(std::size_t i) const noexcept;
    /// The same as a set, where it is kept: folded, as words, if they are many.
    [[nodiscard]] PARLANCE_DECL token_set const* as_set(std::size_t i) const noexcept;
    /// The trie's nodes that `i` stands for, those with children, ascending.
    [[nodiscard]] PARLANCE_DECL array_ref<std::uint32_t const> places(std::size_t i) const noexcept;
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;

private:
    /// A byte, and below it the node of the trie that it leads to: numbers sort in half the time that pairs take.
    using step = std::uint64_t;
    [[nodiscard]] static step step_to(std::size_t node, std::uint8_t byte) noexcept {
        return std::uint64_t{byte} << 32 | node;
    }
    [[nodiscard]] static std::uint8_t byte_of(step s) noexcept { return static_cast<std::uint8_t>(s >> 32); }
    [[nodiscard]] static std::uint32_t node_of(step s) noexcept { return static_cast<std::uint32_t>(s); }
    struct layer {
        std::size_t first = 0;
        std::size_t end = 0;
        std::uint16_t depth = 0;
    };
    suffixes() = default;
    [[nodiscard]] PARLANCE_FLAT PARLANCE_DECL bool build(vocab::trie const& trie,
                                                         array_ref<std::uint32_t const> places, bool behind,
                                                         work& paid, std::size_t most);
    static constexpr std::size_t between_payments = 128;  // nodes and steps that are made
    static constexpr std::size_t most_children = 256;
    /// So that nothing of what is made until the next payment moves for it, as far as that is known.
    [[nodiscard]] PARLANCE_APART PARLANCE_DECL bool make_room(vec<step>& steps, work& paid);
    // Large, and apart from what they are called from, so that this is made of what is small.
    [[nodiscard]] PARLANCE_APART PARLANCE_DECL static bool sort(vec<step>& steps, work& paid);
    /// Gives back what was room for more.
    [[nodiscard]] PARLANCE_APART PARLANCE_DECL bool fit(work& paid);
    /// Sorts the steps from the one at `first` on, of which those with the same byte are sorted.
    PARLANCE_APART PARLANCE_DECL static void sort_layer(vec<step>& steps, std::size_t first);
    /// The steps from the one at `first` on, which are sorted, by their bytes; the last of them in front.
    PARLANCE_HOT static void add_layers(vec<step> const& steps, std::size_t first, std::uint16_t depth,
                                        vec<layer>& todo) {
        for (std::size_t i = steps.size(); i > first;) {
            std::size_t const end = i;
            for (; i > first && byte_of(steps[i - 1]) == byte_of(steps[end - 1]); --i) {}
            todo.push_back({i, end, depth});
        }
    }
    PARLANCE_DECL void close(vec<std::uint32_t>& open, std::size_t depth);

    [[nodiscard]] PARLANCE_DECL bool keep_sets(std::size_t tokens, work& paid);

    struct kept_set {
        std::uint32_t node = 0;
        token_set tokens;
    };
    folding how_;
    vec<kept_set> sets_;  // by their nodes
    vec<node> nodes_;     // and one more
    vec<std::uint32_t> tokens_;
    vec<std::uint32_t> places_;
};

/// All tokens folded, in each way that was asked for.  Safe to use from several threads.
class folded_tokens {
public:
    /// nullptr where the call was asked to stop.
    [[nodiscard]] PARLANCE_DECL suffixes const* get(folding const& how, vocab::trie const& trie,
                                                    std::size_t tokens, work& paid);
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const;

private:
    mutable detail::mutex mutex_;
    std::array<std::unique_ptr<suffixes const>, 4> made_;  // by folding::number()
};

/// The suffixes behind lists of nodes that are walked again and again, whichever grammar does; those that are asked for most,
/// within a bound.  Safe to use from several threads; what was handed out belongs to who holds it.
class suffix_memory {
public:
    /// What is below `places`; nullptr when that was not asked for before, what is kept was asked for more, it is too much
    /// to keep, or cannot be paid for.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<suffixes const>
    below(vocab::trie const& trie, array_ref<std::uint32_t const> places, work& paid);
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const;

private:
    struct kept {
        vec<std::uint32_t> of;
        std::shared_ptr<suffixes const> made;  // none where they are too many
        [[nodiscard]] std::size_t bytes() const noexcept {
            return sizeof(kept) + 64 + of.size() * 4 + (made == nullptr ? 0 : made->memory());
        }
    };
    static constexpr std::size_t most_bytes = std::size_t{1} << 18;

    PARLANCE_DECL void drop_some();

    mutable detail::mutex mutex_;
    hash_map<std::uint64_t, kept> kept_;
    how_often asked_;
    unsigned worth_keeping_ = 2;  // times asked for
    std::size_t bytes_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/vocabulary/impl/suffixes.ipp>
#endif
