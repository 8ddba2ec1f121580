// parlance/rtn/bytes.hpp - sets of code points as byte automata: exactly the valid UTF-8 of their members
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>

namespace parlance::rtn {

/// The code points from `low` to `high`, both included.
struct code_points {
    char32_t low = 0;
    char32_t high = 0;
    friend constexpr bool operator==(code_points const&, code_points const&) = default;
};

/// The same set sorted, without overlaps, adjacent ranges joined; surrogates and what is beyond U+10FFFF, which
/// UTF-8 cannot say, are left out.  O(n log n).
[[nodiscard]] PARLANCE_DECL vec<code_points> normalized(array_ref<code_points const> ranges);
/// The same with looks whether to stop; where that is so, any ranges.
[[nodiscard]] PARLANCE_DECL vec<code_points> normalized(array_ref<code_points const> ranges,
                                                        stop_asker& asked);

/// Every scalar value that is not in `ranges`, normalized.
[[nodiscard]] PARLANCE_DECL vec<code_points> complement(array_ref<code_points const> ranges);
[[nodiscard]] PARLANCE_DECL vec<code_points> complement(array_ref<code_points const> ranges,
                                                        stop_asker& asked);

/// Adds what add_ranges() does, for many states of one automaton: those that read the same beyond ASCII on the way to the same
/// state share the states in between.
class range_writer {
public:
    range_writer(builder& out, stop_asker& asked) : out_(&out), asked_(&asked) {}

    PARLANCE_DECL void add(state_id from, array_ref<code_points const> ranges, state_id to);

private:
    /// The bytes that begin some code points, and the state that reads the rest.
    struct lead {
        std::uint8_t low;
        std::uint8_t high;
        state_id target;
    };
    struct block {
        char32_t low;
        char32_t high;
        vec<code_points> rest;
    };

    /// The leads of `set`, of whose numbers the top `marker`-marked byte is followed by `remaining` continuation bytes.
    PARLANCE_DECL void add_leads(vec<lead>& all, array_ref<code_points const> set, int remaining,
                                 unsigned marker, state_id to);
    [[nodiscard]] PARLANCE_DECL vec<block> blocks(array_ref<code_points const> set, int remaining) const;
    [[nodiscard]] PARLANCE_DECL state_id state_for(vec<code_points> const& set, int remaining, state_id to);

    builder* out_;
    stop_asker* asked_;
    hash_map<vec<std::uint32_t>, vec<lead>> leads_{};  // by the set beyond ASCII and where it leads
    hash_map<vec<std::uint32_t>, state_id> states_{};  // the same with the number of bytes that are left
};

/// Adds edges that read one code point of `ranges`, as UTF-8, from `from` to `to`.  Deterministic; states are shared
/// within one call.  An empty set adds nothing, so that `from` leads nowhere.
PARLANCE_DECL void add_ranges(builder& out, state_id from, array_ref<code_points const> ranges, state_id to);
/// The same with looks whether to stop; where that is so, not all of them.
PARLANCE_DECL void add_ranges(builder& out, state_id from, array_ref<code_points const> ranges, state_id to,
                              stop_asker& asked);

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/bytes.ipp>
#endif
