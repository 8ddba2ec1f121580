// parlance/mask/detail/remaining/endings.hpp - how many tokens it takes at least to complete a text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/byte_needs.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace parlance::mask::detail {

class generation;
class text_guard;

/// What the places of one generation need until the text may end: bytes, exactly, and tokens.
///
/// The number of tokens is the least over all ways on which each token brings the end nearer, counted in bytes.  (A way
/// on which a token does not is one that first goes to where more bytes are missing, and is made up for by long tokens
/// later.)  Where there are too many ways to look at, as through members that may stand in any order, it is that of one
/// way: a shortest text, in the longest tokens that it begins with.  Either number never grows along the way that it stands
/// for: where a text can be completed within n tokens, some token leads to where it can be within n - 1.
///
/// Any number of threads may use it, one at a time.  What was worked out is kept, up to a bound, and says the same when it
/// is worked out again.
class endings {
public:
    static constexpr std::uint32_t never = completion::never;
    PARLANCE_DECL explicit endings(generation& of);

    /// Whether the vocabulary spells, byte by byte, whatever the grammar asks for, so that no text is a dead end.
    [[nodiscard]] bool spells_all() const noexcept { return bytes_.are_spelled(); }
    /// How many tokens, whatever they are, lead from `p` to where the text can be completed within what is left of `most`,
    /// as far as that is known without looking at each of them; 0 where it is not.
    [[nodiscard]] PARLANCE_DECL std::uint32_t tokens_in_time(place const& p, std::uint32_t most);
    /// Tokens that complete the text from `p`, which is settled; never if none do, or fuel did not suffice.
    [[nodiscard]] PARLANCE_DECL std::uint32_t tokens_left(place const& p);
    /// An end that a text can come to: so many tokens, and the first of them.
    struct way_to_end {
        std::uint32_t tokens = never;
        token_id first = 0;
    };
    /// An end whose names and items are new; never where none is found.  Byte by byte, always the one that brings the end nearest
    /// of those behind which something new can follow; then in as few tokens as spell these bytes.
    ///
    /// watched  has read to `p`, which is settled; it is there again afterwards
    [[nodiscard]] PARLANCE_DECL way_to_end end_with_new(place p, text_guard& watched);
    /// Takes out of a mask of `p` the tokens behind which there is no such end within `most` tokens; of those that lead to the same
    /// place, one is tried, and some more where that is close.
    ///
    /// here  tokens of such an end from `p`
    /// kept  more than new names and items take beyond what the grammar needs: where there is room for these, none is tried
    PARLANCE_DECL void remove_late_with_new(place const& p, std::uint32_t here, std::uint32_t kept,
                                            text_guard& watched, std::uint32_t most,
                                            array_ref<std::uint32_t> words);
    /// Takes out of a mask of `p` the tokens behind which the text cannot be completed within `most` more.
    PARLANCE_DECL void remove_late(place const& p, std::uint32_t most, array_ref<std::uint32_t> words);
    /// Takes out of a mask of `p` the tokens behind which no sequence of tokens completes the text.
    PARLANCE_DECL void remove_dead_ends(place const& p, array_ref<std::uint32_t> words);
    /// Begins a call, or goes on with one: what budget().spent() says is a part of it.  The first one pays for measuring
    /// the tokens.
    PARLANCE_DECL void begin() noexcept;
    /// What was spent since.
    [[nodiscard]] PARLANCE_DECL std::uint64_t spent() const noexcept;
    /// Whether the call ran out of it or met another limit, so that nothing it said is sure.
    [[nodiscard]] PARLANCE_DECL bool out_of_fuel() const noexcept;
    [[nodiscard]] detail::mutex& guard() noexcept { return mutex_; }
    [[nodiscard]] PARLANCE_DECL std::size_t memory() const;

private:
    struct hashed {
        [[nodiscard]] PARLANCE_DECL std::size_t operator()(place const& p) const noexcept;
    };
    /// A place whose tokens are being looked at: where those lead that bring the end nearer, the nearest first.
    struct open_place {
        place at;
        vec<place> next;
        std::size_t done = 0;
        std::uint32_t best = never;
    };

    /// Places with the bytes that they need: of those that differ in a count only, the one that needs least.
    class nearest_places {
    public:
        PARLANCE_DECL void add(place const& to, std::uint32_t left);
        /// The nearest first.
        [[nodiscard]] PARLANCE_DECL vec<place> in_order() &&;

    private:
        hash_map<std::uint64_t, std::uint32_t> place_of_;  // in found_
        vec<std::pair<std::uint32_t, place>> found_;
    };

    PARLANCE_DECL void measure_tokens();
    [[nodiscard]] byte_needs::need bytes_left(place const& p) { return bytes_.of(p); }
    [[nodiscard]] PARLANCE_DECL place next(place const& p, std::uint8_t byte);
    /// Where the best byte of end_with_new() leads, which `watched` has read and is appended to `out`; not live where there is
    /// none.
    ///
    /// stays  whether it may be the same place
    [[nodiscard]] PARLANCE_DECL place next_new(place const& p, text_guard& watched, bool stays,
                                               vec<char>& out);
    /// Where tokens lead from `p` that leave fewer than so many bytes; of places that differ in a count only, one.  Not all
    /// of them where so much of the fuel is spent.
    [[nodiscard]] PARLANCE_DECL vec<place> nearer(place const& p, std::uint32_t than,
                                                  std::uint64_t most_spent);
    /// The least number, if it is found before so much of the fuel is spent; else never, and the fuel is.
    [[nodiscard]] PARLANCE_DECL std::uint32_t fewest_tokens(place const& p, std::uint64_t most_spent);
    /// What exact numbers may take: the rest is for those of shortest texts.
    [[nodiscard]] std::uint64_t for_search() const noexcept { return fuel_ / 2; }
    /// The tokens of a shortest text, each the longest that it goes on with; never where the vocabulary does not spell it.
    [[nodiscard]] PARLANCE_DECL std::uint32_t tokens_of_shortest(place const& p);
    /// Where the longest token leads from `p` of which each byte brings the end nearer; none where there is none.
    [[nodiscard]] PARLANCE_DECL std::optional<place> behind_longest(place const& p);
    /// Whether `p`, which is settled, is left within so many tokens.
    [[nodiscard]] PARLANCE_DECL bool ends_within(place const& p, std::uint32_t most);
    /// Whether some tokens lead from `p` to an end; where that takes too long to find out, false, and out_of_fuel().
    [[nodiscard]] PARLANCE_DECL bool can_end(place const& p);
    PARLANCE_DECL void add_nearer_tokens(place const& p, std::uint32_t least, nearest_places& out);
    /// The bytes, as of signature(), that lead from `p` to where the text goes on in another way.
    [[nodiscard]] PARLANCE_DECL std::uint64_t ways_out(place const& p);
    /// Where the bytes begin that lead elsewhere than those before them, and where the last ones end.
    [[nodiscard]] PARLANCE_DECL vec<std::size_t> cuts(place const& p);
    /// The same place where a count that is within its bounds has little room left, which is no better: so that not every
    /// number is a place of its own.
    [[nodiscard]] PARLANCE_DECL place with_little_room(place p) const;
    [[nodiscard]] PARLANCE_DECL bool comes_back(place const& from, place const& p, int steps);
    [[nodiscard]] PARLANCE_DECL std::uint32_t known_tokens(place const& p) const;
    [[nodiscard]] PARLANCE_DECL bool is_late(place const& p, std::uint32_t most);
    PARLANCE_DECL void mark_text(place const& p, std::uint32_t most, bool skips, vec<std::uint32_t>& live,
                                 vec<std::uint32_t>& late);
    /// The tokens that may be read as tokens at `p` without being late.
    PARLANCE_DECL void add_in_time(place const& p, std::uint32_t most, vec<std::uint32_t>& in_time);
    /// What the tokens that set the grammar off lead to needs at most, from a place that waits.
    [[nodiscard]] PARLANCE_DECL std::uint32_t need_behind_trigger(place const& p);
    [[nodiscard]] PARLANCE_DECL static std::uint64_t signature(std::uint8_t byte) noexcept;

    generation& of_;
    array_ref<vocab::trie::node const> nodes_;
    byte_needs bytes_;
    vec<std::uint16_t> heights_;       // of the trie below each node
    vec<std::uint64_t> signatures_;    // of the bytes below each node
    vec<std::uint32_t> growths_;       // what the bytes below each node add at most
    std::uint32_t most_growth_ = 0;    // what one token adds at most to what is needed; never: not known
    std::uint32_t most_progress_ = 1;  // bytes by which a token brings the end nearer
    hash_map<place, std::uint32_t, hashed> tokens_;           // the least numbers
    hash_map<place, std::uint32_t, hashed> shortest_tokens_;  // of shortest texts
    hash_map<std::uint32_t, std::uint32_t> waiting_;  // of places that wait, see need_behind_trigger()
    vec<place> path_;                                 // of a walk, for each depth
    std::uint64_t fuel_;                              // not all: steps over sets of stacks wait for memory
    std::uint64_t spent_ = 0;
    std::uint64_t measured_ = 0;  // what the first call pays for
    detail::mutex mutex_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/endings.ipp>
#include <parlance/mask/detail/remaining/impl/late_tokens.ipp>
#include <parlance/mask/detail/remaining/impl/new_text.ipp>
#endif
