// parlance/mask/detail/names/text_guard.hpp - what no grammar can say of a JSON text: that names and items come once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/automaton/grammar_data.hpp>
#include <parlance/mask/detail/names/item_guard.hpp>
#include <parlance/mask/detail/names/name_guard.hpp>
#include <parlance/mask/detail/names/seen_items.hpp>
#include <parlance/mask/detail/names/seen_names.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::mask::detail {

class generation;

/// A name_guard and an item_guard, each where the grammar has something to watch.
class text_guard {
public:
    struct mark {
        seen_names::mark names;
        seen_items::mark items;
    };
    [[nodiscard]] static bool is_needed(grammar_data const& g) noexcept {
        return g.watches_names || g.watches_items;
    }

    PARLANCE_DECL explicit text_guard(grammar_data const& g);

    /// Reads text that the grammar allows behind place `p`; false when it repeats something, then go back.
    [[nodiscard]] PARLANCE_DECL bool read(generation& g, place const& p, std::string_view text);
    [[nodiscard]] PARLANCE_DECL mark here() const noexcept;
    PARLANCE_DECL void back_to(mark const& m) noexcept;
    PARLANCE_DECL void forget();
    /// Whether nothing was kept since `m`: then where it stands is all that the text has changed.
    [[nodiscard]] bool kept_nothing_since(mark const& m) const noexcept {
        seen_names::mark const now = here().names;
        return !items_ && now.trie_nodes == m.names.trie_nodes && now.frames == m.names.frames &&
               now.ended == m.names.ended;
    }
    /// Whether the text ends inside the name of a member that has to be new.
    [[nodiscard]] PARLANCE_DECL bool in_name() const noexcept;
    /// The object in which a name begins here, as a number that no other open one has; 0 where none does.
    [[nodiscard]] PARLANCE_DECL std::uint32_t object_of_name() const noexcept;
    /// Whether nothing new can follow where something must, see name_guard and item_guard.
    [[nodiscard]] PARLANCE_DECL bool dead_end(generation& g, place const& p);
    /// Finds what repeated() knows of the tokens, in a call that may be asked to stop; then this is false.
    [[nodiscard]] PARLANCE_DECL bool make_ready(generation& g);
    [[nodiscard]] bool is_ready() const noexcept { return ready_; }
    /// The tokens of a mask that may not come after all.  Valid until the next call.  Precondition: is_ready().
    [[nodiscard]] PARLANCE_DECL array_ref<token_id const> repeated(generation& g, place const& p,
                                                                   array_ref<std::uint32_t const> mask);

private:
    maybe<name_guard> names_;
    maybe<item_guard> items_;
    vec<token_id> both_;
    bool ready_ = false;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/names/impl/text_guard.ipp>
#endif
