// parlance/mask/detail/generation/places.hpp - where a text leads: a configuration, and the frames that are kept below it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/config_id.hpp>
#include <parlance/mask/detail/store/stack_tree.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/vocab/view.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::mask::detail {

/// Moves places through a store.  Frames that all stacks of a configuration share, and that none of them returns to before the
/// next byte, go below; those that one may return to come up again.  Safe to use from several threads.
class places {
public:
    explicit places(store& configs) noexcept : store_(configs) {}

    /// The same place with every frame that is not in question moved below, and every frame that is, above.
    [[nodiscard]] place settled(place p) { return store_.at(p.config).settled ? p : settle(p); }
    /// Reads one byte; the place is as settled as the next byte needs.
    [[nodiscard]] PARLANCE_DECL place step(place p, std::uint8_t byte);
    /// Reads text.
    [[nodiscard]] PARLANCE_DECL place read(place p, std::string_view text);
    /// Reads a token as a token; the place is as settled as the next byte needs.
    [[nodiscard]] PARLANCE_DECL place step_token(place p, vocab::token_id id);
    /// Both places as one, of which the frames below the one are some of those below the other.
    [[nodiscard]] PARLANCE_DECL place join(place a, place b);
    /// Moves the frame below the bottom above it, and the counted ones that it runs in.
    PARLANCE_DECL void lower(place& p);
    /// What places of another store of the same grammar have in common, by what it is there: where many are adopted, each
    /// of these is once.
    struct adopted {
        stack_tree::copied stacks{};
        hash_map<config_id, config_id> configs{};
    };
    /// The same place, which is live, of one in another store of the same grammar.
    [[nodiscard]] PARLANCE_DECL place adopt(store& old, place const& p, adopted& known);

private:
    PARLANCE_DECL place settle(place p);
    /// The same place with every frame above the bottom that the text so far may have returned to.
    [[nodiscard]] PARLANCE_DECL place over_bottom(place p);
    /// The frame below the bottom and the counted ones that it runs in, from `deeper` on, which becomes what is below
    /// them; store::none when there is no room.
    PARLANCE_DECL std::uint32_t with_counted(place& p, std::uint32_t& deeper);
    [[nodiscard]] PARLANCE_DECL bool has_slot(config_id c) const noexcept;
    PARLANCE_DECL std::uint32_t push_below(std::uint32_t frames, std::uint32_t base, std::uint32_t count);
    PARLANCE_DECL std::uint32_t push_below_one(std::uint32_t frame, std::uint32_t base, std::uint32_t count);
    store& store_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/generation/impl/places.ipp>
#endif
