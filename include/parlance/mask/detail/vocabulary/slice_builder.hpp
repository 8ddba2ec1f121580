// parlance/mask/detail/vocabulary/slice_builder.hpp - what a vocabulary's tokens are made of, and which of them a loop takes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/token_lengths.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace parlance::mask::detail {

/// The shapes of a vocabulary's tokens.  Immutable once it was built.
class slice_builder {
public:
    /// False where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool build(vocab::view tokens, vocab::trie const& trie, work& paid);
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;
    [[nodiscard]] token_lengths const& lengths() const noexcept { return lengths_; }
    /// Groups of all code points but the first in the tokens at or below `node`.
    [[nodiscard]] PARLANCE_DECL group_set below(std::size_t node) const noexcept;

    /// Calls visit(id) for the tokens of `s` with more than `most` code points behind the root.
    /// Precondition: most >= token_lengths::listed.
    template <class Visit>
    void each_longer(slice const& s, std::uint32_t most, Visit&& visit) const {
        lengths_.each_long(most + s.points, [&](std::uint32_t id) {
            if (s.tokens.holds(id)) {
                visit(id);
            }
        });
    }
    /// nullptr where `paid` cannot pay for it; without, somebody else did.
    [[nodiscard]] PARLANCE_DECL std::unique_ptr<slice> make(slice_key const& key, vocab::trie const& trie,
                                                            work& paid) const;
    /// Calls visit(node, code points behind the root) for the nodes in the loop below which something leaves it, or goes
    /// on in it behind `most` code points.
    template <class Inside>
    [[nodiscard]] bool each_inside(slice const& s, std::uint32_t most, vocab::trie const& trie, work& paid,
                                   Inside&& visit) const {
        std::unique_ptr<slice> const again =
            begin({s.root, s.first, s.later, s.first_points, s.later_points});
        return descend(*again, trie, most < s.longest, [](node_range const&) {}, visit, paid);
    }
    /// By group, of these groups below 0x80 that the loop takes: the nodes in it whose byte is of the group, and the code
    /// points before them, at least one; more than `most` where they are too many.
    [[nodiscard]] PARLANCE_DECL std::array<vec<slice::place>, beyond_ascii>
    within(slice const& s, group_set groups, std::size_t most, vocab::trie const& trie, work& paid) const;
    /// Nothing where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL static maybe<vec<slice::waypoint>>
    find_ways(slice const& s, vocab::trie const& trie, work& paid);

private:
    PARLANCE_DECL static std::unique_ptr<slice> begin(slice_key const& key);
    PARLANCE_DECL static void close(vec<std::uint32_t>& open, vec<group_set>& sets);
    [[nodiscard]] PARLANCE_DECL bool number(vec<group_set> const& of_nodes, work& paid);
    /// Nodes of the trie, which follow each other.
    struct node_range {
        std::size_t begin = 0;
        std::size_t end = 0;
    };
    /// Nodes, and all the tokens there as a mask.
    struct part {
        node_range nodes;
        vec<std::uint32_t> words;
    };
    /// Cuts the trie before and behind first bytes that many tokens have.
    [[nodiscard]] PARLANCE_DECL bool find_parts(vocab::trie const& trie, work& paid);
    /// The tokens at some nodes, ascending, as a mask.  False where `paid` cannot pay for it; so flip().
    [[nodiscard]] PARLANCE_DECL bool tokens_at(vec<node_range> const& taken, vocab::trie const& trie,
                                               vec<std::uint32_t>& out, work& paid) const;
    [[nodiscard]] PARLANCE_DECL static bool flip(vec<std::uint32_t>& words, node_range const& of,
                                                 vocab::trie const& trie, work& paid);

    /// Where a descent is, for each depth.
    ///
    /// points   code points begun
    /// left     continuation bytes that are missing, of which the first is one of `next`
    /// strict   beginnings of code points are read here
    /// by       the set in which this code point must be, if any; `value` its bits so far, `bytes` its bytes
    struct level {
        std::uint32_t points = 0;
        std::uint32_t value = 0;
        std::uint32_t bytes = 0;
        std::uint8_t left = 0;
        utf8::byte_range next;
        bool strict = false;
        vec<code_range> const* by = nullptr;
    };
    /// A descent that stays in the loop.  Takes the nodes whose tokens are in it, and visits those below which something
    /// leaves it, or every node.  False where `paid` cannot pay for it.
    template <class Take, class Inside>
    [[nodiscard]] bool descend(slice& out, vocab::trie const& trie, bool every, Take&& take, Inside&& visit,
                               work& paid) const {
        constexpr std::uint64_t of_a_node = 4;
        constexpr std::size_t between_payments = 1024;  // nodes
        auto const nodes = trie.nodes();
        vec<level> levels(depth_ + 2);
        group_set const later = out.later & ~reads_beginnings;
        out.points = 0;
        std::size_t const end = out.root + nodes[out.root].skip();
        for (std::size_t at = 0; at < out.root;) {  // the way to the root
            std::size_t child = at + 1;
            while (child + nodes[child].skip() <= out.root) {
                child += nodes[child].skip();
            }
            out.points += (nodes[child].byte() & 0xC0) != 0x80;
            at = child;
        }
        std::size_t pay_at = out.root;
        for (std::size_t i = out.root + std::size_t{1}; i < end;) {
            if (i > pay_at) {
                if (!paid.spend(of_a_node * (i - pay_at + between_payments))) {
                    return false;
                }
                pay_at = i + between_payments;
            }
            vocab::trie::node const n = nodes[i];
            level const& above = levels[n.depth() - 1];
            level& here = levels[n.depth()];
            if (!(above.left != 0 ? goes_on(out, i, n.byte(), above, here)
                                  : begins(out, i, n.byte(), above, here))) {
                i += n.skip();
                continue;
            }
            bool const all = !every && (below(i) & ~later) == 0 && (here.left == 0 || here.by == nullptr);
            std::size_t const next = i + (all ? n.skip() : 1);
            bool const taken = here.left == 0 || here.strict;
            if (taken || next > i + 1) {
                take(node_range{taken ? i : i + 1, next});
            }
            if (here.left == 0 && !all) {
                visit(i, here.points);
            }
            i = next;
        }
        return true;
    }
    PARLANCE_DECL static void leave(slice& out, vec<slice::place>& places, std::size_t i,
                                    std::uint32_t before);
    PARLANCE_DECL static slice::place place_of(std::size_t i, std::uint32_t before) noexcept;
    PARLANCE_DECL static void leave_inside(slice& out, std::size_t i, level const& here);
    /// A byte behind the first of a code point; others than what UTF-8 allows are read from the lead byte, if at all.
    PARLANCE_DECL static bool goes_on(slice& out, std::size_t i, std::uint8_t byte, level const& above,
                                      level& here);
    PARLANCE_DECL bool begins(slice& out, std::size_t i, std::uint8_t byte, level const& above,
                              level& here) const;

    /// What many tokens are: such a fraction of all.
    static constexpr std::size_t large = 8;

    std::size_t depth_ = 0;  // bytes of the longest token
    vec<part> parts_;        // of the trie
    token_lengths lengths_;
    // the groups of all tokens at or below each node, which most nodes have in common with the one before
    vec<std::uint64_t> changes_;  // a bit for each node that has not
    vec<std::uint32_t> before_;   // such nodes before each word of them
    vec<std::uint16_t> numbers_;  // of what each such node has, in sets_, behind one for none
    vec<group_set> sets_;         // the first stands for those beyond what can be numbered
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/vocabulary/impl/slice_builder.ipp>
#endif
