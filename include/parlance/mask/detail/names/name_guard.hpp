// parlance/mask/detail/names/name_guard.hpp - no object names a member twice
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/names/name_tokens.hpp>
#include <parlance/mask/detail/names/seen_names.hpp>
#include <parlance/mask/detail/place.hpp>
#include <parlance/mask/detail/vocabulary/branching.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::mask::detail {

class generation;

/// Follows the text of one matcher from the outermost bracket of an object on (rtn::network::objects), and finds the
/// tokens that the grammar allows and that would repeat a name, or leave nothing but names that were there.
///
/// That an object names no member twice is said by the text alone, however it is read: so it is kept beside the
/// grammar, and masks are made without it, shared as ever, and corrected here by the few tokens in question.
class name_guard {
public:
    /// Reads text that the grammar allows behind place `p`; false when it repeats a name, then go back.
    PARLANCE_DECL bool read(generation& g, place const& p, std::string_view text);
    [[nodiscard]] seen_names::mark here() const noexcept { return names_.here(); }
    void back_to(seen_names::mark const& m) noexcept { names_.back_to(m); }
    void forget() { names_.forget(); }

    /// Whether the text ends inside a name.
    [[nodiscard]] bool in_name() const noexcept { return names_.at().in == name_cursor::part::name; }
    /// The object that it ends in, as a number that no other open one has; 0 where it does not end behind the quote of a name.
    [[nodiscard]] std::uint32_t object_of_name() const noexcept {
        bool const begins = in_name() && names_.at().trie_node == names_.root() && names_.at().escape == 0;
        return begins ? names_.root() : 0;
    }
    /// Whether a name is to come, or has begun, and all that the grammar allows from `p` on are there already.
    [[nodiscard]] PARLANCE_DECL bool dead_end(generation& g, place const& p);

    /// The tokens of a mask at `p`, which is where this has read to, that may not come after all.  Valid until the next
    /// call.  Linear in the names that were seen and are beginnings of tokens; mostly nothing.
    [[nodiscard]] PARLANCE_DECL array_ref<token_id const> repeated(generation& g, place const& p,
                                                                   array_ref<std::uint32_t const> mask);

private:
    struct spot {
        place at;
        name_cursor reads;
        std::uint32_t node = 0;  // of the trie of tokens
    };

    /// What a bracket opens behind `text`; none in strings.
    [[nodiscard]] PARLANCE_DECL object_rule opened(generation& g, place const& p,
                                                   std::string_view text) const;
    [[nodiscard]] bool allowed(token_id id) const noexcept { return (mask_[id / 32] >> (id % 32) & 1) != 0; }
    /// Whether names were seen that begin with `trie node`.
    [[nodiscard]] PARLANCE_DECL bool goes_on(std::uint32_t trie_node) const noexcept;

    static constexpr std::size_t most_spaces = 64;  // before the quote of a name

    enum class led : std::uint8_t { on, off, to_end };
    /// Reads `byte` of a name without keeping it; off: no seen name begins so; to_end: the quote behind it.
    PARLANCE_DECL led follow(name_cursor& c, std::uint8_t byte) const;

    /// Tries the tokens that begin as names do that were seen.
    PARLANCE_DECL void walk(generation& g, place const& p, name_cursor const& from);
    PARLANCE_DECL void enter(generation& g, spot const& s, std::uint32_t node, std::uint8_t byte);
    PARLANCE_DECL void take_below(generation& g, std::uint32_t node);
    PARLANCE_DECL void try_token(generation& g, place const& p, token_id id);
    /// The tokens behind which a name must come.
    PARLANCE_DECL void try_commas(generation& g, place const& p, name_tokens::tables const& tables);
    PARLANCE_DECL void try_rows(generation& g, place const& p, array_ref<name_tokens::row const> rows);
    /// The rows of all bytes in a set.
    PARLANCE_DECL void try_rows_of(generation& g, place const& p, name_tokens::table const& rows,
                                   std::array<std::uint64_t, 4> const& bytes);
    PARLANCE_DECL void take(generation& g, vocab::trie::node n);
    template <class F>
    static void each_child(generation& g, std::uint32_t node, std::uint8_t byte, F&& f);

    /// Whether all names that the grammar allows from `p` on are there already.
    /// What one call finds, the next one with the same number `look` knows: so the same names must have been seen, and both
    /// places be reached from one place before a name.
    [[nodiscard]] PARLANCE_DECL bool exhausted(generation& g, place const& p, name_cursor const& c,
                                               std::uint64_t look);
    [[nodiscard]] PARLANCE_DECL bool all_seen(generation& g, place const& p, name_cursor const& c,
                                              std::uint64_t look);
    /// Adds to `ways_` what follows `s`, a point before a name; false where what follows is no name, or a new one.
    [[nodiscard]] PARLANCE_DECL bool begin_name(generation& g, spot const& s);
    /// Whether `text`, which the grammar allows, repeats no name.
    [[nodiscard]] PARLANCE_DECL bool may_come(generation& g, place const& p, std::string_view text);

    seen_names names_;
    array_ref<std::uint32_t const> mask_;  // of the call that goes on
    vec<token_id> found_;
    vec<spot> todo_;
    vec<spot> ways_;
    vec<std::uint64_t> looked_at_;   // trie nodes: the `look` for which nothing new is behind them
    vec<std::uint32_t> looked_now_;  // those of one search
    std::uint64_t look_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/names/impl/name_guard.ipp>
#endif
