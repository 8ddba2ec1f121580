// parlance/mask/index.hpp - a vocabulary made ready for masks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/branching.hpp>
#include <parlance/mask/detail/byte_groups.hpp>
#include <parlance/mask/detail/collector.hpp>
#include <parlance/mask/detail/loop_slice.hpp>
#include <parlance/mask/detail/name_tokens.hpp>
#include <parlance/mask/detail/suffixes.hpp>
#include <parlance/mask/slice.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/list.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace parlance::mask {

using vocab::token_id;

/// What a dialect makes of the control tokens of a vocabulary.
///
/// text  those whose spelling is, or stands in, one of these are text: markers that a grammar writes
/// ends  those that are spelled like one of these end the text, also where they stand in `text`
struct token_roles {
    std::span<std::string const> text{};
    std::span<std::string const> ends{};

    /// What token `id` is to the dialect.  Other tokens than control tokens, and those that end the text, stay as they are.
    [[nodiscard]] PARLANCE_DECL vocab::token_flags of(vocab::view tokens, token_id id) const noexcept;
};

/// What every grammar needs to know about a vocabulary.  Cheap to copy (copies share), immutable, safe to use from
/// several threads.
class index {
public:
    /// Precondition: what `tokens` points into outlives the index.
    /// errors  empty_vocabulary; those of vocab::trie::build()
    /// cost    that of the trie
    [[nodiscard]] PARLANCE_DECL static result<index> build(vocab::view tokens);
    /// The same for a vocabulary that is given away: the index keeps it.
    [[nodiscard]] PARLANCE_DECL static result<index> build(vocab::list&& tokens);
    /// The same with a trie that was built or loaded before, of the same vocabulary.
    [[nodiscard]] PARLANCE_DECL static result<index> build(vocab::view tokens, vocab::trie made);

    /// The same vocabulary with control tokens as a dialect has them; this index itself where that changes nothing.  What
    /// was made for the last few dialects is kept, and given again.
    /// errors  those of vocab::trie::build()
    /// cost    the first time for a dialect, that of build() where it changes anything
    [[nodiscard]] PARLANCE_DECL result<index> with_roles(token_roles const& roles) const;

    /// Number of ids, and so of bits in a mask.
    [[nodiscard]] std::size_t size() const noexcept { return data_->tokens.size(); }
    [[nodiscard]] vocab::view const& tokens() const noexcept { return data_->tokens; }
    [[nodiscard]] vocab::trie const& trie() const noexcept { return data_->trie; }
    /// Tokens that end the text, ascending.
    [[nodiscard]] std::span<token_id const> ends() const noexcept { return data_->ends; }
    /// Every token that can ever be allowed; the same without those that end the text.
    [[nodiscard]] std::span<std::uint32_t const> all() const noexcept { return data_->all; }
    [[nodiscard]] std::span<std::uint32_t const> any() const noexcept { return data_->any; }
    /// Bytes of the longest token.
    [[nodiscard]] std::size_t depth() const noexcept { return data_->depth; }
    /// Bytes it takes, about, the vocabulary itself aside; slices that grammars ask for are added, up to a bound.
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;
    /// Bits in all().
    [[nodiscard]] std::size_t allowed() const noexcept { return data_->allowed; }
    [[nodiscard]] PARLANCE_DECL bool holds(token_id id) const noexcept;

    /// For the engine: tokens that loops over characters take whole; nullptr when
    /// no more are kept.
    [[nodiscard]] PARLANCE_DECL detail::slice const* slice(detail::slice_key const& key) const;
    template <class Inside>
    void each_inside(detail::slice const& s, std::uint32_t most, Inside&& visit) const {
        data_->slices.each_inside(s, most, data_->trie, visit);
    }
    /// The tokens of `s` with at most `most` code points, added to what `out` has.
    PARLANCE_DECL void add_short(detail::slice const& s, std::uint32_t most,
                                 detail::token_collector& out) const;
    /// What leaves the loop of `s` by bytes below 0x80; nullptr when no more is kept.
    [[nodiscard]] PARLANCE_DECL detail::suffixes const* leaving(detail::slice const& s) const;
    /// The nodes in the loop of `s` whose byte is of a group that it takes; nullptr when they are too many.
    [[nodiscard]] PARLANCE_DECL std::vector<detail::slice::place> const* within(detail::slice const& s,
                                                                                unsigned group) const;
    /// The nodes between the root of `s` and all that leaves it, depth first; nullptr when no more is kept.
    [[nodiscard]] PARLANCE_DECL std::vector<detail::slice::waypoint> const*
    ways(detail::slice const& s) const;
    /// Calls visit(id) for the tokens of `s` with more code points than `most`, or, where that would be too many,
    /// returns false.
    template <class Visit>
    [[nodiscard]] bool each_longer(detail::slice const& s, std::uint32_t most, Visit&& visit) const {
        if (most < detail::slicer::kept_lengths) {
            return false;
        }
        data_->slices.each_longer(s, most, visit);
        return true;
    }
    /// What is below `places`, if they are many and have been asked for before; else nullptr.
    [[nodiscard]] PARLANCE_DECL detail::suffixes const* below(std::span<std::uint32_t const> places) const;
    /// Groups of what all tokens at or below a node are made of, their first code points aside.
    [[nodiscard]] PARLANCE_DECL detail::group_set made_of(std::size_t node) const noexcept;
    [[nodiscard]] detail::branching const& children() const noexcept { return data_->children; }
    /// The tokens in which the name of a JSON member begins or ends, aside from those that a walk finds.
    [[nodiscard]] PARLANCE_DECL detail::name_tokens::tables const& name_tokens() const;

private:
    struct data;
    /// What with_roles() made; nothing where that is the index itself.
    struct derived {
        std::vector<std::string> text;
        std::vector<std::string> ends;
        std::shared_ptr<data> made;
    };
    static constexpr std::size_t most_derived = 8;  // each takes as much memory as the index

    struct data {
        vocab::view tokens;
        std::shared_ptr<vocab::list const> kept;  // what `tokens` points into, where that was given away
        std::vector<vocab::token_flags>
            flags;  // of `tokens`, where they are other ones than the vocabulary's
        vocab::trie trie;
        std::vector<token_id> ends;
        std::vector<std::uint32_t> all;
        std::vector<std::uint32_t> any;
        std::size_t allowed = 0;
        std::size_t depth = 0;
        detail::slicer slices;
        detail::branching children;
        detail::suffix_memory endings;
        detail::name_tokens names;
        std::mutex deriving;
        std::vector<derived> dialects;  // the one asked for last at the end
    };
    explicit index(std::shared_ptr<data> d) noexcept : data_(std::move(d)) {}

    std::shared_ptr<data> data_;
};

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/index.ipp>
#endif
