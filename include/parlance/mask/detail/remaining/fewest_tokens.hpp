// parlance/mask/detail/remaining/fewest_tokens.hpp - the exact search for an end in as few tokens as can be
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/mask/detail/remaining/known_tokens.hpp>
#include <parlance/mask/detail/remaining/memo.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace parlance::mask::detail {

/// The least number of tokens over all ways on which each token brings the end nearer, counted in bytes.
///
/// What a call may take for that is estimated, and what was found before it only saves time: it counts as if it was found
/// again.  So whether a number is found depends on what is asked in this call alone; but where fuel ends before the estimate
/// says so, see fell_short().
class fewest_tokens {
public:
    static constexpr std::uint32_t never = end_walk::never;
    PARLANCE_DECL explicit fewest_tokens(end_walk& walk);

    /// Ends a call: the next one knows no numbers.
    PARLANCE_DECL void end() noexcept;
    /// The least number, if a call may take so much; else never, and then this call finds none that it does not know.
    ///
    /// What has to be looked at for it is a part of what any place in front of it needs: so where one call has found a number,
    /// another that begins there finds it, too.
    [[nodiscard]] PARLANCE_DECL std::uint32_t find(place const& exact);
    /// The same within all the fuel.
    [[nodiscard]] PARLANCE_DECL std::uint32_t find_at_any_cost(place const& exact);
    /// Whether find() gave up in this call because of what was spent, not of what is estimated: what was known before may
    /// have decided where.
    [[nodiscard]] bool fell_short() const noexcept { return fell_short_; }
    /// Where tokens lead from `p` that leave fewer than so many bytes; of places that differ in a count only, one.  Not all
    /// of them where so much of the fuel is spent.
    [[nodiscard]] PARLANCE_DECL vec<place> nearer(place const& p, std::uint32_t than,
                                                  std::uint64_t most_spent);
    /// Forgets what it found; calls look() now and then.
    PARLANCE_DECL void clear(function_ref<void()> look);
    [[nodiscard]] std::size_t memory() const noexcept {
        return tokens_.memory() + ways_.memory() + next_.block_count() * blocks<next_place>::bytes;
    }

private:
    static constexpr std::uint32_t unknown = never - 1;
    /// Where a token leads, and the bytes that are left there.
    struct next_place {
        place to;
        std::uint32_t left = 0;
    };
    /// A place whose tokens are being looked at: where those lead that bring the end nearer, the nearest first.
    struct open_place {
        place at;
        vec<next_place> next;
        std::size_t done = 0;
        std::uint32_t best = never;
    };
    /// The same of a place that was looked at, in next_; and the steps that this is estimated to take.
    struct ways_on {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint64_t steps = 0;
    };
    /// What may still be looked at in a call: as long as no more fuel is spent, and no more steps are estimated.
    struct bounds {
        std::uint64_t fuel = 0;
        std::uint64_t steps = 0;
    };

    /// Places with the bytes that they need: of those that differ in a count only, the one that needs least.
    class nearest_places {
    public:
        PARLANCE_DECL void add(place const& to, std::uint32_t left);
        /// The nearest first, and of these the one that was found first.
        [[nodiscard]] PARLANCE_DECL vec<next_place> in_order() &&;

    private:
        hash_map<std::uint64_t, std::uint32_t> place_of_;  // in found_
        vec<next_place> found_;
    };

    [[nodiscard]] PARLANCE_DECL std::uint32_t known(place const& p) const;
    [[nodiscard]] PARLANCE_DECL std::uint32_t search(place const& p, bounds most);
    /// Looks at the tokens of a place; nothing where that is more than may be looked at.
    [[nodiscard]] PARLANCE_DECL std::optional<open_place> opened(place const& p, bounds most);
    /// steps  what this is estimated to take is added to it
    [[nodiscard]] PARLANCE_DECL vec<next_place> nearest(place const& p, std::uint32_t than,
                                                        std::uint64_t most_spent, std::uint64_t& steps);
    /// What is estimated for a node of the trie that leads to `p`.
    [[nodiscard]] PARLANCE_DECL std::uint64_t steps_of_reading(place const& p) const;
    PARLANCE_DECL void add_nearer_tokens(place const& p, std::uint32_t least, nearest_places& out);
    /// The bytes, as of signature(), that lead from `p` to where the text goes on in another way.
    [[nodiscard]] PARLANCE_DECL std::uint64_t ways_out(place const& p);
    [[nodiscard]] PARLANCE_DECL bool comes_back(place const& from, place const& p, int steps);
    /// Goes through what is next of an open place as far as it is known; whether that says all.
    [[nodiscard]] PARLANCE_DECL bool is_settled(open_place& top);

    end_walk& walk_;
    generation& of_;
    vec<place> path_;  // of a walk, for each depth
    known_tokens tokens_;
    std::uint64_t steps_ = 0;  // estimated for what was looked at in this call
    bool fell_short_ = false;
    memo<place, ways_on, hash_place> ways_;
    blocks<next_place> next_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/fewest_tokens.ipp>
#endif
