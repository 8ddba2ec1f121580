// parlance/mask/detail/vocabulary/index_data.hpp - a vocabulary made ready for masks, as the engine sees it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/folded/folding.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/names/item_tokens.hpp>
#include <parlance/mask/detail/names/name_tokens.hpp>
#include <parlance/mask/detail/vocabulary/branching.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/mask/detail/vocabulary/slice.hpp>
#include <parlance/mask/detail/vocabulary/suffixes.hpp>
#include <parlance/mask/detail/vocabulary/token_lengths.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace parlance::mask::detail {

using vocab::token_id;

class shared_masks;

/// The trie of a vocabulary, and what is made from it as grammars ask for it, up to a bound, and kept.  What is public of
/// it says mask::token_index.  Any number of threads may ask.
class index_data {
public:
    /// Whole only where paid.why() is none behind it.
    PARLANCE_DECL index_data(vocab::view tokens, vocab::trie made, work& paid);
    index_data(index_data const&) = delete;
    index_data& operator=(index_data const&) = delete;

    /// Number of ids, and so of bits in a mask.
    [[nodiscard]] std::size_t size() const noexcept { return tokens_.size(); }
    [[nodiscard]] vocab::view const& tokens() const noexcept { return tokens_; }
    [[nodiscard]] vocab::trie const& trie() const noexcept { return trie_; }
    /// Tokens that end the text, ascending.
    [[nodiscard]] array_ref<token_id const> ends() const noexcept { return ends_; }
    /// Every token that can ever be allowed; the same without those that end the text.
    [[nodiscard]] array_ref<std::uint32_t const> all() const noexcept { return all_; }
    [[nodiscard]] array_ref<std::uint32_t const> any() const noexcept { return any_; }
    /// Bits in all().
    [[nodiscard]] std::size_t allowed() const noexcept { return allowed_; }
    /// Whether every byte is a token by itself, so that no text is a dead end.
    [[nodiscard]] bool spells_all() const noexcept { return spells_all_; }
    /// The tokens of at least long_bytes, in the order of their bytes.
    static constexpr std::size_t long_bytes = 15;
    [[nodiscard]] array_ref<token_id const> long_tokens() const noexcept { return long_; }
    /// Bytes of the longest token.
    [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const noexcept;
    [[nodiscard]] bool holds(token_id id) const noexcept {
        return id < size() && ((all_[id / 32] >> (id % 32)) & 1u) != 0;
    }

    /// Tokens that loops over characters take whole; see held_slices.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<slice const> slice_of(slice_key const& key, work& paid) const;
    /// Bytes of those of `held` that are kept here no more.
    [[nodiscard]] PARLANCE_DECL std::size_t
    slices_besides(array_ref<std::shared_ptr<slice const> const> held) const noexcept;
    template <class Inside>
    [[nodiscard]] bool each_inside(slice const& s, std::uint32_t most, work& paid, Inside&& visit) const {
        return slices_.each_inside(s, most, trie_, paid, visit);
    }
    /// The tokens of `s` with at most `most` code points, added to what `out` has.
    PARLANCE_DECL void add_short(slice const& s, std::uint32_t most, token_collector& out) const;
    /// The same as words.
    PARLANCE_DECL void add_short(slice const& s, std::uint32_t most, array_ref<std::uint32_t> words) const;
    /// What leaves the loop of `s` by bytes below 0x80.  nullptr where it cannot be paid for; so ways().
    [[nodiscard]] PARLANCE_DECL suffixes const* leaving(slice const& s, work& paid) const;
    /// The nodes in the loop of `s` whose byte is of one of these groups, which it takes; nothing when they are too many, or
    /// cannot be paid for.
    [[nodiscard]] PARLANCE_DECL maybe<vec<slice::place>> within(slice const& s, group_set groups,
                                                                work& paid) const;
    /// The nodes between the root of `s` and all that leaves it, depth first.
    [[nodiscard]] PARLANCE_DECL vec<slice::waypoint> const* ways(slice const& s, work& paid) const;
    /// Calls visit(id) for the tokens of `s` with more code points than `most`, or, where that would be too many,
    /// returns false.
    template <class Visit>
    [[nodiscard]] bool each_longer(slice const& s, std::uint32_t most, Visit&& visit) const {
        if (most < token_lengths::listed) {
            return false;
        }
        slices_.each_longer(s, most, visit);
        return true;
    }
    /// What is below `places`, if they are many, have been asked for before, and it can be paid for; else nullptr.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<suffixes const> below(array_ref<std::uint32_t const> places,
                                                                      work& paid) const;
    /// All tokens, folded; nullptr where it cannot be paid for.
    [[nodiscard]] PARLANCE_DECL suffixes const* folded(folding const& how, work& paid) const;
    /// Groups of what all tokens at or below a node are made of, their first code points aside.
    [[nodiscard]] PARLANCE_DECL group_set made_of(std::size_t node) const noexcept;
    [[nodiscard]] branching const& children() const noexcept { return children_; }
    /// Nodes on ways that begin with a byte from `low` to `high`.
    [[nodiscard]] std::uint32_t beginning_with(std::uint8_t low, std::uint8_t high) const noexcept {
        return beginning_below_[high + 1u] - beginning_below_[low];
    }
    /// The masks that grammars share.
    [[nodiscard]] shared_masks& shared() const noexcept { return *shared_; }
    /// What their names are made with.
    [[nodiscard]] PARLANCE_DECL std::uint64_t name_key() const noexcept;
    /// The tokens in which the name of a JSON member begins or ends, aside from those that a walk finds.
    [[nodiscard]] detail::name_tokens& name_tokens() const noexcept { return names_; }
    /// The tokens with more of a JSON array in them than the end of an item.
    [[nodiscard]] detail::item_tokens& item_tokens() const noexcept { return items_; }

    /// What an index of other token types keeps alive.
    PARLANCE_DECL void keep(std::shared_ptr<vocab::token_list const> tokens,
                            vec<vocab::token_flags> flags = {});
    [[nodiscard]] std::shared_ptr<vocab::token_list const> const& kept() const noexcept { return kept_; }

    /// The same vocabulary with control tokens as a dialect has them, made before.
    struct derived {
        std::vector<std::string> text;
        std::vector<std::string> ends;
        std::shared_ptr<index_data> made;  // nullptr where it is the same
    };
    static constexpr std::size_t most_derived = 8;  // each takes as much memory as the index
    detail::mutex deriving;
    vec<derived> dialects;  // the one asked for last at the end

private:
    vocab::view tokens_;
    std::shared_ptr<vocab::token_list const> kept_;  // what `tokens_` points into, where that was given away
    vec<vocab::token_flags> flags_;  // of `tokens_`, where they are other ones than the vocabulary's
    vocab::trie trie_;
    vec<token_id> ends_;
    vec<std::uint32_t> all_;
    vec<std::uint32_t> any_;
    std::size_t allowed_ = 0;
    vec<token_id> long_;
    std::size_t depth_ = 0;
    std::array<std::uint32_t, 257> beginning_below_{};  // nodes on ways that begin with a lower byte
    bool spells_all_ = false;
    mutable slicer slices_;  // these grow as they are asked, each under a lock of its own
    branching children_;
    mutable folded_tokens folded_;
    mutable suffix_memory endings_;
    std::shared_ptr<shared_masks> shared_;
    mutable detail::name_tokens names_;
    mutable detail::item_tokens items_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/vocabulary/impl/index_data.ipp>
#endif
