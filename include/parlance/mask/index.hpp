// parlance/mask/index.hpp - a vocabulary made ready for masks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/branching.hpp>
#include <parlance/mask/detail/collector.hpp>
#include <parlance/mask/detail/name_tokens.hpp>
#include <parlance/mask/detail/suffixes.hpp>
#include <parlance/mask/slice.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/list.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace parlance::mask {

using vocab::token_id;

/// What every grammar needs to know about a vocabulary.  Cheap to copy (copies share), immutable, safe to use from
/// several threads.
class index {
public:
    /// Precondition: what `tokens` points into outlives the index.
    /// errors  empty_vocabulary; those of vocab::trie::build()
    /// cost    that of the trie
    [[nodiscard]] static result<index> build(vocab::view tokens) {
        auto made = vocab::trie::build(tokens);
        return made ? build(tokens, *std::move(made)) : result<index>{made.error()};
    }
    /// The same for a vocabulary that is given away: the index keeps it.
    [[nodiscard]] static result<index> build(vocab::list&& tokens) {
        auto kept = std::make_shared<vocab::list const>(std::move(tokens));
        auto made = build(kept->view());
        if (made) {
            made->data_->kept = std::move(kept);
        }
        return made;
    }
    /// The same with a trie that was built or loaded before, of the same vocabulary.
    [[nodiscard]] static result<index> build(vocab::view tokens, vocab::trie made) {
        if (tokens.size() == 0) {
            return diagnostic{errc::empty_vocabulary, {}, 0, {}};
        }
        auto d = std::make_shared<data>();
        d->tokens = tokens;
        d->trie = std::move(made);
        d->any.assign(words_for(tokens.size()), 0);
        d->all.assign(words_for(tokens.size()), 0);
        bitmask any{d->any};
        bitmask all{d->all};
        for (token_id id = 0; id < tokens.size(); ++id) {
            vocab::token_kind const kind = tokens.kind(id);
            bool const text = kind != vocab::token_kind::control && kind != vocab::token_kind::unused;
            if (tokens.ends(id)) {
                d->ends.push_back(id);
                all.set(id);
            } else if (kind == vocab::token_kind::control || (text && !tokens.bytes(id).empty())) {
                any.set(id);
                all.set(id);
            }
        }
        d->allowed = all.count();
        d->children.build(d->trie);
        d->slices.build(tokens, d->trie, d->trie.memory() + d->children.memory() + 2 * d->all.size() * 4);
        d->slices.prepare(d->trie);
        for (vocab::trie::node const n : d->trie.nodes()) {
            d->depth = std::max<std::size_t>(d->depth, n.depth());
        }
        return index{std::move(d)};
    }

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
    [[nodiscard]] std::size_t memory() const noexcept {
        return data_->trie.memory() + data_->slices.memory() + data_->children.memory() +
               data_->endings.memory() +
               (data_->ends.size() + data_->all.size() + data_->any.size()) * sizeof(std::uint32_t);
    }
    /// Bits in all().
    [[nodiscard]] std::size_t allowed() const noexcept { return data_->allowed; }
    [[nodiscard]] bool holds(token_id id) const noexcept {
        return id < size() && ((data_->all[id / 32] >> (id % 32)) & 1u) != 0;
    }

    /// For the engine: tokens that loops over characters take whole; nullptr when
    /// no more are kept.
    [[nodiscard]] detail::slice const* slice(detail::slice_key const& key) const {
        return data_->slices.get(key, data_->trie);
    }
    template <class Inside>
    void each_inside(detail::slice const& s, std::uint32_t most, Inside&& visit) const {
        data_->slices.each_inside(s, most, data_->trie, visit);
    }
    /// The tokens of `s` with at most `most` code points, added to what `out` has.
    void add_short(detail::slice const& s, std::uint32_t most, detail::token_collector& out) const {
        if (auto const* const kept = data_->slices.short_tokens(s, most); kept != nullptr) {
            out.add_part(*kept);
        } else {
            data_->slices.add_short(s, most, out.open_words());
        }
    }
    /// What leaves the loop of `s` by bytes below 0x80; nullptr when no more is kept.
    [[nodiscard]] detail::suffixes const* leaving(detail::slice const& s) const {
        return data_->slices.leaving(s, data_->trie);
    }
    /// The nodes in the loop of `s` whose byte is of a group that it takes; nullptr when they are too many.
    [[nodiscard]] std::vector<detail::slice::place> const* within(detail::slice const& s,
                                                                  unsigned group) const {
        return data_->slices.within(s, group, data_->trie);
    }
    /// The nodes between the root of `s` and all that leaves it, depth first; nullptr when no more is kept.
    [[nodiscard]] std::vector<detail::slice::waypoint> const* ways(detail::slice const& s) const {
        return data_->slices.ways(s, data_->trie);
    }
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
    [[nodiscard]] detail::suffixes const* below(std::span<std::uint32_t const> places) const {
        return places.size() < 24 ? nullptr : data_->endings.below(data_->trie, places);
    }
    /// Groups of what all tokens at or below a node are made of, their first code points aside.
    [[nodiscard]] detail::group_set made_of(std::size_t node) const noexcept {
        return data_->slices.below(node);
    }
    [[nodiscard]] detail::branching const& children() const noexcept { return data_->children; }
    /// The tokens in which the name of a JSON member begins or ends, aside from those that a walk finds.
    [[nodiscard]] detail::name_tokens::tables const& name_tokens() const {
        return data_->names.of(data_->tokens);
    }

private:
    struct data {
        vocab::view tokens;
        std::shared_ptr<vocab::list const> kept;  // what `tokens` points into, where that was given away
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
    };
    explicit index(std::shared_ptr<data> d) noexcept : data_(std::move(d)) {}

    std::shared_ptr<data> data_;
};

}  // namespace parlance::mask
