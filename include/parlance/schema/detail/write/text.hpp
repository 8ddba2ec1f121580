// parlance/schema/detail/write/text.hpp - code points as JSON strings or raw text spell them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/write/state_table.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace parlance::schema::detail {

using rtn::code_points;
using rtn::rule_id;
using rtn::state_id;

/// How a code point may be written.
enum class spelling : std::uint8_t {
    raw,   // as UTF-8
    json,  // in a JSON string, in every way there is
    lean,  // in a JSON string; only control characters as \uXXXX, so that automata with many sets stay small
};

/// The members of `set` that lie in [low, high].
[[nodiscard]] PARLANCE_DECL vec<code_points> within(std::span<code_points const> set, char32_t low,
                                                    char32_t high);

[[nodiscard]] PARLANCE_DECL bool has(std::span<code_points const> set, char32_t c) noexcept;

/// The text between the quotes, as JSON spells it canonically: what Python's json.dumps(ensure_ascii=False) writes.
[[nodiscard]] PARLANCE_DECL std::string json_spelling(std::string_view text);

/// Writes edges for sets of code points; states behind shared beginnings are made once per target.
class text_writer {
public:
    text_writer(rtn::builder& out, work& spent) : out_(&out), spent_(&spent) {}

    static constexpr std::ptrdiff_t few_pieces = 3;

    /// Edges from `from` to `to` for each code point of `set` (normalized).  Where it has more than `pieces` beyond ASCII,
    /// they are a rule that all states call: they are a dozen states for each of those, and as \uXXXX some twenty more.
    PARLANCE_DECL void add(state_id from, std::span<code_points const> set, state_id to, spelling how,
                           std::ptrdiff_t pieces = few_pieces);

    /// add() for one code point, lean.
    PARLANCE_DECL void add_one(state_id from, char32_t c, state_id to);

    /// Whether `text` is written in one way only, lean.
    [[nodiscard]] PARLANCE_DECL static bool one_spelling(std::string_view text) noexcept;

    /// add() for what lies beyond ASCII and for escapes, lean.
    PARLANCE_DECL void add_wide(state_id from, state_id to);

    /// The same as add() for all code points but `taken`, lean.  `wide` is the rule of add_wide(), called where no
    /// character beyond ASCII is taken.
    PARLANCE_DECL void add_others(state_id from, vec<code_points>& taken, state_id to, rtn::rule_id wide);

    /// Frees what is remembered, with looks whether to stop in between, where nothing is written any more; false where that
    /// cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool free(work& spent);

private:
    static constexpr state_id none = state_table::none;

    /// Whether each of these code points is written in one way only, lean, as one byte.
    [[nodiscard]] PARLANCE_DECL static bool plain(code_points r) noexcept;
    [[nodiscard]] static bool plain(char32_t c) noexcept { return plain(code_points{c, c}); }

    /// What is written as one byte.
    [[nodiscard]] PARLANCE_DECL static vec<code_points> one_byte(std::span<code_points const> set,
                                                                 spelling how);
    /// A rule for all other ways to write a set.
    [[nodiscard]] PARLANCE_DECL rule_id long_spellings(std::span<code_points const> set, spelling how);

    /// The state behind the backslash; `none` when no escape is in the set.
    PARLANCE_DECL state_id escapes(std::span<code_points const> set, state_id to, spelling how);

    /// Four hexadecimal digits.
    PARLANCE_DECL void units(state_id from, char32_t low, char32_t high, state_id to);
    PARLANCE_DECL void pairs(state_id from, char32_t low, char32_t high, state_id to);
    PARLANCE_DECL state_id digit_state(char32_t low, char32_t high, state_id to);
    PARLANCE_DECL void digit_edges(state_id from, char32_t low, char32_t high, state_id to);

    PARLANCE_DECL void utf8(state_id from, std::span<code_points const> set, state_id to);
    template <class F>
    void lead_edges(std::span<code_points const> set, state_id to, F const& edge) {
        constexpr char32_t ends[] = {0x7F, 0x7FF, 0xFFFF, 0x10FFFF};
        for (code_points r : rtn::normalized(set)) {
            for (int length = 1; length <= 4; ++length) {
                char32_t const end = ends[length - 1];
                if (r.low > end) {
                    continue;
                }
                split(r.low, (std::min)(r.high, end), 6, length, [&](char32_t a, char32_t b) {
                    utf8::encoded const low = utf8::encode(a);
                    utf8::encoded const high = utf8::encode(b);
                    state_id next = to;
                    for (int i = length - 1; i > 0; --i) {
                        next = byte_state(low.bytes[i], high.bytes[i], next);
                    }
                    edge(static_cast<std::uint8_t>(low.bytes[0]), static_cast<std::uint8_t>(high.bytes[0]),
                         next);
                });
                if (r.high <= end) {
                    break;
                }
                r.low = end + 1;
            }
        }
    }
    PARLANCE_DECL state_id byte_state(char low, char high, state_id to);

    /// The first bytes of all that is beyond ASCII, and the states that read the rest on the way to one: what most states of an
    /// automaton have.
    struct lead {
        std::uint8_t low;
        std::uint8_t high;
        state_id next;
    };
    [[nodiscard]] PARLANCE_DECL vec<lead> const& leads_of_all(state_id to);

    /// Calls `f` for parts of [low, high] in which every digit (of `bits` bits, `digits` of them) runs over a range
    /// of its own.
    template <class F>
    static void split(char32_t low, char32_t high, int bits, int digits, F const& f) {
        for (int i = 1; i < digits; ++i) {
            char32_t const mask = (char32_t{1} << (bits * i)) - 1;
            if ((low & ~mask) == (high & ~mask)) {
                continue;
            }
            if ((low & mask) != 0) {
                split(low, low | mask, bits, digits, f);
                split((low | mask) + 1, high, bits, digits, f);
                return;
            }
            if ((high & mask) != mask) {
                split(low, (high & ~mask) - 1, bits, digits, f);
                split(high & ~mask, high, bits, digits, f);
                return;
            }
        }
        f(low, high);
    }

    rtn::builder* out_;
    work* spent_;
    hash_map<vec<std::uint32_t>, state_id> escapes_;
    hash_map<vec<std::uint32_t>, rule_id> long_spellings_;  // by the set and how it is written
    state_table digits_;
    state_table low_halves_;
    state_table bytes_;
    hash_map<state_id, vec<lead>> leads_of_all_;
};

/// Writes an automaton behind `from`, each code point preceded by an increment where `increments`.  Returns a state for each of
/// the automaton's; the caller says what follows those with a label.  Not all of it is written where that cannot be paid for.
[[nodiscard]] PARLANCE_DECL vec<state_id> write_dfa(rtn::builder& out, text_writer& writer, rtn::dfa const& a,
                                                    state_id from, spelling how, bool increments,
                                                    work& spent);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/text.ipp>
#endif
