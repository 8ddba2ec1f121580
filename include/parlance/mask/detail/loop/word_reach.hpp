// parlance/mask/detail/loop/word_reach.hpp - how many letters can be read whatever they are
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/mask/detail/vocabulary/byte_groups.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

class store;

/// Finds out of which places any word can be read, so that the tokens of words are allowed without reading them one by one,
/// although each letter leads to another place: `([a-z]{1,12} " "?){4,10}` counts letters and words.  What was found out is
/// kept.  Safe to use from several threads.
class word_reach {
public:
    explicit word_reach(store& configs) : configs_(configs) {}

    /// Groups that are read at `from`, and as far as a look at a letter says, again behind each other, all letters of one case
    /// among them.  None where there are no such groups.
    [[nodiscard]] PARLANCE_DECL group_set groups(point const from);
    /// How many code points of these groups can be read from `from`, whatever they are, up to `most`; unless `whole`, up to
    /// where the bottom may be popped.
    ///
    /// beyond  behind so many, one of these groups, if any
    /// ends    but few bytes of them
    struct run {
        std::uint32_t points = 0;
        group_set beyond = 0;
        bool ends = false;
    };
    [[nodiscard]] PARLANCE_DECL run find(point const from, group_set groups, std::uint32_t most, bool whole);

private:
    static constexpr group_set above_ascii = (group_set{1} << beyond_ascii) | reads_beginnings;
    static constexpr std::size_t most_places = 128;
    struct hash_point {
        [[nodiscard]] std::uint64_t operator()(point const p) const noexcept {
            return mix(25, (std::uint64_t{p.config} << 32) | p.count);
        }
    };

    [[nodiscard]] PARLANCE_DECL static group_set groups_between(unsigned low, unsigned high) noexcept;
    /// Groups of which anything is read.  Above U+007F that is all code points, and bytes that are none are not.
    [[nodiscard]] PARLANCE_DECL group_set groups_read(point const p);
    /// Where groups lead to.
    ///
    /// all          anything of them leads on
    /// live         those of which something does
    /// asked, read  bytes below 0x80 of them, and those that lead on
    struct steps {
        bool all = true;
        group_set live = 0;
        std::uint32_t asked = 0;
        std::uint32_t read = 0;
        vec<point> to;
    };
    struct steps_key {
        point from;
        group_set groups = 0;
        friend bool operator==(steps_key const&, steps_key const&) = default;
    };
    struct hash_steps_key {
        [[nodiscard]] std::uint64_t operator()(steps_key const& k) const noexcept {
            return mix(mix(24, k.groups), (std::uint64_t{k.from.config} << 32) | k.from.count);
        }
    };
    /// nullptr where there is no fuel to find out.
    PARLANCE_DECL steps const* steps_of(point const p, group_set groups);
    PARLANCE_DECL steps find_steps(point const p, group_set groups);

    store& configs_;
    detail::mutex mutex_;
    hash_map<steps_key, steps, hash_steps_key> kept_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/loop/impl/word_reach.ipp>
#endif
