// parlance/mask/detail/names/item_guard.hpp - no array whose items are unique has an item twice
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/names/item_tokens.hpp>
#include <parlance/mask/detail/names/name_guard.hpp>
#include <parlance/mask/detail/names/seen_items.hpp>
#include <parlance/mask/detail/names/seen_names.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::mask::detail {

class generation;

/// Follows the text of one matcher from the outermost array with unique items on (rtn::network::arrays), and finds the
/// tokens that the grammar allows and that would repeat an item, or leave nothing but items that were there: what
/// name_guard is to the names of objects.
class item_guard {
public:
    /// Reads text that the grammar allows behind place `p`; false when it repeats an item, then go back.
    [[nodiscard]] PARLANCE_DECL bool read(generation& g, place const& p, std::string_view text);
    [[nodiscard]] seen_items::mark here() const noexcept { return items_.here(); }
    void back_to(seen_items::mark const& m) noexcept { items_.back_to(m); }
    void forget() noexcept { items_.forget(); }

    /// Whether an item has to come, or to go on, at `p`, which is where this has read to, and the grammar has none left but
    /// those that are there.  Where the item is a bracket or in one, that is found out as far as a few steps can tell.
    /// `beside` has read to `p`, too, here and below; null where no names are watched.  What it refuses makes no item.
    [[nodiscard]] PARLANCE_DECL bool dead_end(generation& g, place const& p, name_guard* beside);

    /// The tokens of a mask at `p`, which is where this has read to, that may not come after all.  Valid until the next
    /// call; mostly nothing, and some perhaps twice.
    [[nodiscard]] PARLANCE_DECL array_ref<token_id const>
    repeated(generation& g, place const& p, array_ref<std::uint32_t const> mask, name_guard* beside);

private:
    static constexpr std::size_t few_tokens = 48;    // are tried one by one
    static constexpr std::size_t steps_ahead = 512;  // within brackets

    struct spot {
        place at;
        item_cursor reads;
        std::uint32_t node = 0;  // of the trie of tokens
        std::string text;        // down to it
    };
    /// A place on the way to an item that is new: bytes that are still to be tried, as bits.
    struct fork {
        place at;
        seen_items::mark before;
        seen_names::mark names_before;
        std::array<std::uint64_t, 4> bytes{};
    };

    [[nodiscard]] PARLANCE_DECL rtn::array_items opened(generation& g, place const& p,
                                                        std::string_view text) const;
    [[nodiscard]] bool allowed(token_id id) const noexcept { return (mask_[id / 32] >> (id % 32) & 1) != 0; }
    /// Whether it has read to within an array's item that is no bracket, or to before one, and the array has items.
    [[nodiscard]] PARLANCE_DECL bool at_scalar() const noexcept;
    [[nodiscard]] PARLANCE_DECL bool may_come(generation& g, place const& p, std::string_view text,
                                              name_guard* beside);
    PARLANCE_DECL void try_tokens(generation& g, place const& p, array_ref<token_id const> ids,
                                  name_guard* beside);
    /// Tries the tokens that begin as items do that were met.
    PARLANCE_DECL void walk(generation& g, place const& p, name_guard* beside);
    PARLANCE_DECL void enter(generation& g, place const& p, spot const& s, std::uint32_t node,
                             std::uint8_t byte, name_guard* beside);
    PARLANCE_DECL void take_below(generation& g, std::uint32_t node);
    /// Whether no item of array `frame` that is new can end behind `p`.
    [[nodiscard]] PARLANCE_DECL bool exhausted(generation& g, place const& p, std::uint32_t frame,
                                               name_guard* beside);
    /// Whether a string is open at `p` that can go on with more letters than `most`: one of the items that they lead to is
    /// new then.
    [[nodiscard]] PARLANCE_DECL bool has_many_letters(generation& g, place const& p,
                                                      std::uint32_t most) const;
    [[nodiscard]] PARLANCE_DECL fork fork_at(generation& g, place const& p, name_guard const* beside) const;
    [[nodiscard]] PARLANCE_DECL static std::uint8_t next_byte(fork& f) noexcept;
    [[nodiscard]] PARLANCE_DECL std::uint64_t seen_from(place const& p) const noexcept;

    seen_items items_;
    array_ref<std::uint32_t const> mask_;  // of the call that goes on
    vec<token_id> found_;
    vec<token_id> few_;
    vec<spot> todo_;
    vec<fork> forks_;
    hash_set<std::uint64_t> looked_at_;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/names/impl/item_guard.ipp>
#endif
