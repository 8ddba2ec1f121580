// parlance/mask/detail/loop/loop_places.hpp - where tokens go on that have been in a loop over characters
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/loop/loop.hpp>
#include <parlance/mask/detail/loop/loop_slice.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/level.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// The places inside and behind a loop at which `behind` may go on; nothing when every node counts.
[[nodiscard]] PARLANCE_DECL maybe<vec<slice::place>> places_for(store& configs, index_data const& vocabulary,
                                                                slice const& of, point const behind);

/// The places inside a loop at which `last` reads one of its code points; nothing when they are not known to be few.
[[nodiscard]] PARLANCE_DECL maybe<vec<slice::place>>
places_within(store& configs, index_data const& vocabulary, slice const& of, point const last);

/// Whether a token is read, the bytes up to `root` having been read to `from`; unknown when a frame below has a say, or a
/// limit was reached.
enum class reading : std::uint8_t { no, whole, unknown };
[[nodiscard]] PARLANCE_DECL reading read_token(store& configs, index_data const& vocabulary, std::size_t root,
                                               point from, token_id id);

/// What tokens that have more code points of a loop than it takes lead to: those that are read, and the nodes behind the
/// loop at which the bottom is popped.
struct behind_loop {
    vec<token_id> tokens;
    vec<std::uint32_t> exits;
};
/// Of such tokens there are few; nothing when they have to be walked to, as where they add to a free count.
///
/// whole  the bottom of all is below: who pops it is not asked for
[[nodiscard]] PARLANCE_DECL maybe<behind_loop> read_behind(store& configs, index_data const& vocabulary,
                                                           slice const& taken, loop const& loop,
                                                           reached const from, bool whole);

/// Calls with(node, what is before it) for what leaves a loop by code points above U+007F that are not in its sets, where
/// that can be read; at(place) is what is before the place's code point.  False when with() said so, or a limit was
/// reached.
///
/// limit   becomes the configuration of that
/// mixed   becomes at least the increments behind which a code point has incremented at a byte before the node and might have been
///         read without
template <class At, class With>
[[nodiscard]] bool each_inner(store& configs, slice const& taken, loop const& loop, config_id& limit,
                              std::uint32_t& mixed, At&& at, With&& with) {
    auto const read = [&](reached from, std::uint32_t bytes, unsigned down_to) {
        for (unsigned shift = 32; shift > down_to && store::is_live(from.at.config);) {
            shift -= 8;
            if (bytes >> shift != 0) {
                from = go(configs, from, static_cast<std::uint8_t>(bytes >> shift));
            }
        }
        return from;
    };
    slice::inner_place last;
    bool leads_on = false;
    for (slice::inner_place const& p : taken.inner) {
        bool const elsewhere = !loop.pieces.empty() && p.at.points != last.at.points;
        if (p.bytes != last.bytes || (p.at.points == 0) != (last.at.points == 0) || elsewhere) {
            bool const is_body = p.at.points != 0 && loop.pieces.empty();
            reached const first = is_body ? reached{loop.body, 0} : at(p.at);
            leads_on = read(first, p.bytes, 0).at.config != dead_config;
            last = p;
        }
        if (!leads_on || p.at.points > loop.most) {
            continue;
        }
        reached const start = at(p.at);
        reached const before = read(start, p.bytes, 8);
        if (!store::is_live(before.at.config)) {
            if (before.at.config != dead_config) {
                limit = before.at.config;
                return false;
            }
            continue;
        }
        if (before.need > start.need && !configs.at(before.at.config).pure) {
            mixed = (std::max)(mixed, before.need);
        }
        if (!with(std::size_t{p.at.node}, before)) {
            return false;
        }
    }
    return true;
}

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/loop/impl/loop_places.ipp>
#endif
