// parlance/mask/detail/remaining/fewest_tokens.hpp - the exact search for an end in as few tokens as can be
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/remaining/end_walk.hpp>
#include <parlance/mask/detail/remaining/known_tokens.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

/// The least number of tokens over all ways on which each token brings the end nearer, counted in bytes.  What was found is
/// kept, up to a bound.
class fewest_tokens {
public:
    static constexpr std::uint32_t never = end_walk::never;
    static constexpr std::uint32_t unknown = never - 1;
    PARLANCE_DECL explicit fewest_tokens(end_walk& walk);

    /// The least number, if it is found before so much of the fuel is spent; else never, and the fuel is.
    [[nodiscard]] PARLANCE_DECL std::uint32_t find(place const& exact, std::uint64_t most_spent);
    /// The same where it is known, else unknown.
    [[nodiscard]] PARLANCE_DECL std::uint32_t known(place const& p) const;
    /// Where tokens lead from `p` that leave fewer than so many bytes; of places that differ in a count only, one.  Not all
    /// of them where so much of the fuel is spent.
    [[nodiscard]] PARLANCE_DECL vec<place> nearer(place const& p, std::uint32_t than,
                                                  std::uint64_t most_spent);
    [[nodiscard]] std::size_t memory() const noexcept { return tokens_.memory(); }

private:
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
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/fewest_tokens.ipp>
#endif
