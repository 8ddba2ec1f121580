// parlance/schema/detail/text.hpp - code points as JSON strings or raw text spell them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

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
[[nodiscard]] inline std::vector<code_points> within(std::span<code_points const> set, char32_t low,
                                                     char32_t high) {
    std::vector<code_points> out;
    for (code_points const r : set) {
        if (r.low <= high && r.high >= low) {
            out.push_back({std::max(r.low, low), std::min(r.high, high)});
        }
    }
    return out;
}

[[nodiscard]] inline bool has(std::span<code_points const> set, char32_t c) noexcept {
    for (code_points const r : set) {
        if (r.low <= c && c <= r.high) {
            return true;
        }
    }
    return false;
}

/// The text between the quotes, as JSON spells it canonically: what Python's json.dumps(ensure_ascii=False) writes.
[[nodiscard]] inline std::string json_spelling(std::string_view text) {
    constexpr char hex[] = "0123456789abcdef";
    std::string out;
    for (char const c : text) {
        switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\b': out += "\\b"; break;
        case '\f': out += "\\f"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default:
            if (static_cast<std::uint8_t>(c) < 0x20) {
                out += "\\u00";
                out += hex[(static_cast<std::uint8_t>(c) >> 4) & 15];
                out += hex[static_cast<std::uint8_t>(c) & 15];
            } else {
                out += c;
            }
        }
    }
    return out;
}

/// Writes edges for sets of code points; states behind shared beginnings are made once per target.
class text_writer {
public:
    explicit text_writer(rtn::builder& out) : out_(&out) {}

    /// Edges from `from` to `to` for each code point of `set` (normalized).
    void add(state_id from, std::span<code_points const> set, state_id to, spelling how) {
        if (how == spelling::raw) {
            utf8(from, set, to);
            return;
        }
        std::vector<code_points> plain = within(set, 0x20, 0x21);
        for (auto const& [low, high] : {std::pair<char32_t, char32_t>{0x23, 0x5B}, {0x5D, 0x10FFFF}}) {
            std::vector<code_points> const part = within(set, low, high);
            plain.insert(plain.end(), part.begin(), part.end());
        }
        utf8(from, plain, to);
        state_id const escape = escapes(set, to, how);
        if (escape != none) {
            out_->bytes(from, '\\', '\\', escape);
        }
    }

    /// add() for one code point, lean.
    void add_one(state_id from, char32_t c, state_id to) {
        if (plain(c)) {
            out_->bytes(from, static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(c), to);
            return;
        }
        code_points const one[] = {{c, c}};
        add(from, one, to, spelling::lean);
    }

    /// Whether `text` is written in one way only, lean.
    [[nodiscard]] static bool one_spelling(std::string_view text) noexcept {
        return utf8::is_valid(text) && std::all_of(text.begin(), text.end(), [](char c) {
                   auto const byte = static_cast<std::uint8_t>(c);
                   return byte >= 0x80 || plain(byte);
               });
    }

    /// add() for what lies beyond ASCII and for escapes, lean.
    void add_wide(state_id from, state_id to) {
        code_points const high[] = {{0x80, 0x10FFFF}};
        code_points const all[] = {{0, 0x10FFFF}};
        utf8(from, high, to);
        out_->bytes(from, '\\', '\\', escapes(all, to, spelling::lean));
    }

    /// The same as add() for all code points but `taken`, lean.  `wide` is the rule of add_wide(), called where no
    /// character beyond ASCII is taken.
    void add_others(state_id from, std::vector<code_points>& taken, state_id to, rtn::rule_id wide) {
        std::sort(taken.begin(), taken.end(), [](code_points a, code_points b) { return a.low < b.low; });
        if (!std::all_of(taken.begin(), taken.end(), [](code_points r) { return plain(r.low); })) {
            add(from, rtn::complement(taken), to, spelling::lean);
            return;
        }
        char32_t next = 0x20;
        auto const run = [&](char32_t end) {
            if (next < end) {
                out_->bytes(from, static_cast<std::uint8_t>(next), static_cast<std::uint8_t>(end - 1), to);
            }
            next = end + 1;
        };
        std::size_t i = 0;
        for (char32_t const never : {U'"', U'\\', char32_t{0x80}}) {
            for (; i < taken.size() && taken[i].low < never; ++i) {
                run(taken[i].low);
            }
            run(never);
        }
        out_->call(from, wide, to);
    }

private:
    static constexpr state_id none = 0xFFFF'FFFF;

    /// Whether `c` is written in one way only, lean, as one byte.
    [[nodiscard]] static bool plain(char32_t c) noexcept {
        return c >= 0x20 && c < 0x80 && c != U'"' && c != U'\\' && c != U'/';
    }

    /// The state behind the backslash; `none` when no escape is in the set.
    state_id escapes(std::span<code_points const> set, state_id to, spelling how) {
        constexpr std::pair<char32_t, std::uint8_t> letters[] = {
            {'"', '"'}, {'\\', '\\'}, {'/', '/'}, {8, 'b'}, {12, 'f'}, {10, 'n'}, {13, 'r'}, {9, 't'}};
        std::vector<code_points> numbered;
        if (how == spelling::json) {
            numbered.assign(set.begin(), set.end());
        } else {
            numbered = within(set, 0, 0x1F);
        }
        std::uint8_t shorts = 0;
        for (std::size_t i = 0; i < std::size(letters); ++i) {
            shorts = static_cast<std::uint8_t>(shorts | (has(set, letters[i].first) << i));
        }
        if (shorts == 0 && numbered.empty()) {
            return none;
        }
        std::vector<std::uint32_t> key{to, shorts};
        for (code_points const r : numbered) {
            key.push_back(r.low);
            key.push_back(r.high);
        }
        auto const [at, fresh] = escapes_.emplace(std::move(key), none);
        if (!fresh) {
            return at->second;
        }
        state_id const s = at->second = out_->add_state();
        for (std::size_t i = 0; i < std::size(letters); ++i) {
            if ((shorts >> i & 1) != 0) {
                out_->bytes(s, letters[i].second, letters[i].second, to);
            }
        }
        if (!numbered.empty()) {
            state_id const digits = out_->add_state();
            out_->bytes(s, 'u', 'u', digits);
            for (code_points const r : rtn::normalized(numbered)) {
                if (r.low <= 0xFFFF) {
                    units(digits, r.low, std::min<char32_t>(r.high, 0xFFFF), to);
                }
                if (r.high > 0xFFFF) {
                    pairs(digits, std::max<char32_t>(r.low, 0x10000) - 0x10000, r.high - 0x10000, to);
                }
            }
        }
        return s;
    }

    /// Four hexadecimal digits.
    void units(state_id from, char32_t low, char32_t high, state_id to) {
        split(low, high, 4, 4, [&](char32_t a, char32_t b) {
            state_id next = to;
            for (int shift = 0; shift < 12; shift += 4) {
                next = digit_state((a >> shift) & 15, (b >> shift) & 15, next);
            }
            digit_edges(from, (a >> 12) & 15, (b >> 12) & 15, next);
        });
    }
    void pairs(state_id from, char32_t low, char32_t high, state_id to) {
        split(low, high, 10, 2, [&](char32_t a, char32_t b) {
            auto const key = std::tuple{0xDC00 + (a & 0x3FF), 0xDC00 + (b & 0x3FF), to};
            auto const [at, fresh] = low_halves_.emplace(key, none);
            if (fresh) {
                at->second = out_->add_state();
                state_id const u = out_->add_state();
                state_id const digits = out_->add_state();
                out_->bytes(at->second, '\\', '\\', u);
                out_->bytes(u, 'u', 'u', digits);
                units(digits, std::get<0>(key), std::get<1>(key), to);
            }
            units(from, 0xD800 + (a >> 10), 0xD800 + (b >> 10), low_halves_.at(key));
        });
    }
    state_id digit_state(char32_t low, char32_t high, state_id to) {
        auto const [at, fresh] = digits_.emplace(std::tuple{low, high, to}, none);
        if (fresh) {
            at->second = out_->add_state();
            digit_edges(at->second, low, high, to);
        }
        return at->second;
    }
    void digit_edges(state_id from, char32_t low, char32_t high, state_id to) {
        auto const edge = [&](char32_t a, char32_t b, int base) {
            out_->bytes(from, static_cast<std::uint8_t>(base + static_cast<int>(a)),
                        static_cast<std::uint8_t>(base + static_cast<int>(b)), to);
        };
        if (low <= 9) {
            edge(low, std::min<char32_t>(high, 9), '0');
        }
        if (high >= 10) {
            edge(std::max<char32_t>(low, 10), high, 'A' - 10);
            edge(std::max<char32_t>(low, 10), high, 'a' - 10);
        }
    }

    void utf8(state_id from, std::span<code_points const> set, state_id to) {
        if (set.size() == 1 && set[0].high < 0x80) {
            out_->bytes(from, static_cast<std::uint8_t>(set[0].low), static_cast<std::uint8_t>(set[0].high),
                        to);
            return;
        }
        lead_edges(set, to, [&](std::uint8_t low, std::uint8_t high, state_id next) {
            out_->bytes(from, low, high, next);
        });
    }
    template <class F>
    void lead_edges(std::span<code_points const> set, state_id to, F const& edge) {
        constexpr char32_t ends[] = {0x7F, 0x7FF, 0xFFFF, 0x10FFFF};
        for (code_points r : rtn::normalized(set)) {
            for (int length = 1; length <= 4; ++length) {
                char32_t const end = ends[length - 1];
                if (r.low > end) {
                    continue;
                }
                split(r.low, std::min(r.high, end), 6, length, [&](char32_t a, char32_t b) {
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
    state_id byte_state(char low, char high, state_id to) {
        auto const [at, fresh] = bytes_.emplace(
            std::tuple{static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high), to}, none);
        if (fresh) {
            at->second = out_->add_state();
            out_->bytes(at->second, static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high), to);
        }
        return at->second;
    }

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
    std::map<std::vector<std::uint32_t>, state_id> escapes_;
    std::map<std::tuple<char32_t, char32_t, state_id>, state_id> digits_;
    std::map<std::tuple<char32_t, char32_t, state_id>, state_id> low_halves_;
    std::map<std::tuple<std::uint8_t, std::uint8_t, state_id>, state_id> bytes_;
};

/// Writes an automaton behind `from`, each code point preceded by a tick where `ticks`.  Returns a state for each of
/// the automaton's; the caller says what follows those with a label.
[[nodiscard]] inline std::vector<state_id> write_dfa(rtn::builder& out, text_writer& writer,
                                                     rtn::dfa const& a, state_id from, spelling how,
                                                     bool ticks) {
    std::vector<state_id> place(a.states());
    for (std::size_t s = 0; s < a.states(); ++s) {
        place[s] = s == 0 ? from : out.add_state();
    }
    for (std::size_t s = 0; s < a.states(); ++s) {
        auto const moves = a.moves(static_cast<std::uint32_t>(s));
        if (moves.empty()) {
            continue;
        }
        state_id begin = place[s];
        if (ticks) {
            begin = out.add_state();
            out.tick(place[s], begin);
        }
        for (auto const& [to, set] : moves) {
            writer.add(begin, set, place[to], how);
        }
    }
    return place;
}

}  // namespace parlance::schema::detail
