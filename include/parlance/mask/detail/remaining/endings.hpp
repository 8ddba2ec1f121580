// parlance/mask/detail/remaining/endings.hpp - how many tokens it takes at least to complete a text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/completion.hpp>
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/mask/detail/remaining/fewest_tokens.hpp>
#include <parlance/mask/detail/remaining/name_endings.hpp>
#include <parlance/mask/detail/remaining/shortest_text.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/view.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>

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

    /// Whether the vocabulary spells, byte by byte, whatever the grammar asks for, so that no text is a dead end.  As all that
    /// follows, for within a call.
    [[nodiscard]] bool spells_all() const noexcept { return walk_.spells_all(); }
    /// How many tokens, whatever they are, lead from `p` to where the text can be completed within what is left of `most`,
    /// as far as that is known without looking at each of them; 0 where it is not.
    [[nodiscard]] PARLANCE_DECL std::uint32_t tokens_in_time(place const& p, std::uint32_t most);
    /// Tokens that complete the text from `p`, which is settled; never if none do, or fuel did not suffice.
    [[nodiscard]] PARLANCE_DECL std::uint32_t tokens_left(place const& p);
    /// An end that a text can come to: so many tokens, and the first of them; and how many more bytes than the grammar needs.
    struct way_to_end {
        std::uint32_t tokens = never;
        vocab::token_id first = 0;
        std::uint32_t bytes_more = 0;
    };
    /// An end whose names and items are new, see new_text_search, in as few tokens as spell it; never where none is found.  From
    /// behind its first token the same end is found again, with one token less.
    ///
    /// watched  has read to `p`, which is settled; it is there again afterwards
    [[nodiscard]] PARLANCE_DECL way_to_end end_with_new(place p, text_guard& watched);
    /// Takes out of a mask of `p` the tokens behind which there is no such end within `most` tokens; of those that lead to the same
    /// place, one is tried, and some more where that is close.  False where that took too much, and those that were not tried
    /// are taken out as well.
    ///
    /// here  tokens of such an end from `p`
    /// kept  more than new names and items take beyond what the grammar needs: where there is room for these, none is tried
    [[nodiscard]] PARLANCE_DECL bool remove_late_with_new(place const& p, std::uint32_t here,
                                                          std::uint32_t kept, text_guard& watched,
                                                          std::uint32_t most, array_ref<std::uint32_t> words);
    /// Takes out of a mask of `p` the tokens behind which the text cannot be completed within `most` more.
    PARLANCE_DECL void remove_late(place const& p, std::uint32_t most, array_ref<std::uint32_t> words);
    /// Takes out of a mask of `p` the tokens behind which no sequence of tokens completes the text.
    PARLANCE_DECL void remove_dead_ends(place const& p, array_ref<std::uint32_t> words);
    /// What was spent since.
    [[nodiscard]] std::uint64_t spent() const noexcept { return walk_.spent(); }
    /// Whether the call ran out of it or met another limit, so that nothing it said is sure.
    [[nodiscard]] bool out_of_fuel() const noexcept { return walk_.out_of_fuel(); }
    /// Whether a number of tokens was not found because of what was spent for it.
    [[nodiscard]] bool fell_short() const noexcept { return fewest_.fell_short(); }
    /// Frees most of what it holds; calls look() now and then.  Nothing may be asked any more.
    PARLANCE_DECL void free(function_ref<void()> look);
    /// Bytes in use behind the last call.
    [[nodiscard]] std::size_t memory() const noexcept { return memory_.load(std::memory_order_relaxed); }

    /// One thread's call, or a part of it, which the others wait for.  False where it was asked to stop before anything was
    /// known, see end_walk::begin(): then nothing may be asked.
    class call {
    public:
        explicit call(endings& of) : lock_(of.mutex_), of_(of), is_ready_(of.walk_.begin()) {}
        call(call const&) = delete;
        call& operator=(call const&) = delete;
        ~call() {
            of_.fewest_.end();
            of_.memory_.store(of_.bytes(), std::memory_order_relaxed);
        }
        [[nodiscard]] explicit operator bool() const noexcept { return is_ready_; }

    private:
        detail::lock_guard lock_;
        endings& of_;
        bool is_ready_;
    };

private:
    [[nodiscard]] PARLANCE_DECL std::size_t bytes() const noexcept;
    /// Whether so many tokens lead from `to`, which is settled, to an end.
    ///
    /// p  which some token leads from to there; an exact number is looked for at `p` first: so what had been found behind the token
    ///    before is found again, and nothing else takes its place
    [[nodiscard]] PARLANCE_DECL bool ends_within(place const& p, place const& to, std::uint32_t most);
    /// Whether some tokens lead from `p` to an end; where that takes too long to find out, false, and out_of_fuel().
    [[nodiscard]] PARLANCE_DECL bool can_end(place const& p);
    /// Whether the token that leads from `p` to `to` leads too far away.
    [[nodiscard]] PARLANCE_DECL bool is_late(place const& p, place const& to, std::uint32_t most);
    PARLANCE_DECL void mark_text(place const& p, std::uint32_t most, bool skips, vec<std::uint32_t>& live,
                                 vec<std::uint32_t>& late);
    /// The tokens that may be read as tokens at `p` without being late.
    PARLANCE_DECL void add_in_time(place const& p, std::uint32_t most, vec<std::uint32_t>& in_time);
    /// What the tokens that set the grammar off lead to needs at most, from a place that waits.
    [[nodiscard]] PARLANCE_DECL std::uint32_t need_behind_trigger(place const& p);

    generation& of_;
    end_walk walk_;
    fewest_tokens fewest_;
    shortest_text shortest_;
    name_endings names_;
    hash_map<std::uint32_t, std::uint32_t> waiting_;  // of places that wait, see need_behind_trigger()
    std::atomic<std::size_t> memory_{0};
    detail::mutex mutex_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/endings.ipp>
#include <parlance/mask/detail/remaining/impl/late_tokens.ipp>
#include <parlance/mask/detail/remaining/impl/new_text.ipp>
#endif
