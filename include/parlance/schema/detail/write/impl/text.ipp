// parlance/schema/detail/write/impl/text.ipp - definitions of what parlance/schema/detail/write/text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

vec<code_points> within(std::span<code_points const> set, char32_t low, char32_t high) {
    vec<code_points> out;
    for (code_points const r : set) {
        if (r.low <= high && r.high >= low) {
            out.push_back({(std::max)(r.low, low), (std::min)(r.high, high)});
        }
    }
    return out;
}

bool has(std::span<code_points const> set, char32_t c) noexcept {
    for (code_points const r : set) {
        if (r.low <= c && c <= r.high) {
            return true;
        }
    }
    return false;
}

std::string json_spelling(std::string_view text) {
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

void text_writer::add(state_id from, std::span<code_points const> set, state_id to, spelling how,
                      std::ptrdiff_t pieces) {
    if (how != spelling::json &&
        std::all_of(set.begin(), set.end(), [](code_points r) { return plain(r); })) {
        for (code_points const r : set) {
            out_->bytes(from, static_cast<std::uint8_t>(r.low), static_cast<std::uint8_t>(r.high), to);
        }
        return;
    }
    vec<code_points> bytes = one_byte(set, how);
    bool const apart =
        std::count_if(set.begin(), set.end(), [](code_points r) { return r.high >= 0x80; }) > pieces;
    if (!apart) {
        vec<code_points> const wide = within(set, 0x80, 0x10FFFF);
        bytes.insert(bytes.end(), wide.begin(), wide.end());
    }
    utf8(from, bytes, to);
    if (apart) {
        out_->call(from, long_spellings(set, how), to);
    } else if (state_id const escape = how == spelling::raw ? none : escapes(set, to, how); escape != none) {
        out_->bytes(from, '\\', '\\', escape);
    }
}

vec<code_points> text_writer::one_byte(std::span<code_points const> set, spelling how) {
    if (how == spelling::raw) {
        return within(set, 0, 0x7F);
    }
    vec<code_points> out = within(set, 0x20, 0x21);
    for (auto const& [low, high] : {std::pair<char32_t, char32_t>{0x23, 0x5B}, {0x5D, 0x7F}}) {
        vec<code_points> const part = within(set, low, high);
        out.insert(out.end(), part.begin(), part.end());
    }
    return out;
}

rule_id text_writer::long_spellings(std::span<code_points const> set, spelling how) {
    vec<std::uint32_t> key{static_cast<std::uint32_t>(how)};
    for (code_points const r : set) {
        key.push_back(r.low);
        key.push_back(r.high);
    }
    auto const [known, fresh] = long_spellings_.try_emplace(std::move(key), 0u);
    if (fresh) {
        known.value = out_->add_rule("characters");
        state_id const begin = out_->entry(known.value);
        state_id const end = out_->add_state();
        out_->accept(end);
        utf8(begin, within(set, 0x80, 0x10FFFF), end);
        state_id const escape = how == spelling::raw ? none : escapes(set, end, how);
        if (escape != none) {
            out_->bytes(begin, '\\', '\\', escape);
        }
    }
    return known.value;
}

void text_writer::add_one(state_id from, char32_t c, state_id to) {
    if (plain(c)) {
        out_->bytes(from, static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(c), to);
        return;
    }
    code_points const one[] = {{c, c}};
    add(from, one, to, spelling::lean);
}

bool text_writer::one_spelling(std::string_view text) noexcept {
    return utf8::is_valid(text) && std::all_of(text.begin(), text.end(), [](char c) {
               auto const byte = static_cast<std::uint8_t>(c);
               return byte >= 0x80 || plain(byte);
           });
}

void text_writer::add_wide(state_id from, state_id to) {
    code_points const high[] = {{0x80, 0x10FFFF}};
    code_points const all[] = {{0, 0x10FFFF}};
    utf8(from, high, to);
    out_->bytes(from, '\\', '\\', escapes(all, to, spelling::lean));
}

void text_writer::add_others(state_id from, vec<code_points>& taken, state_id to, rtn::rule_id wide) {
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

bool text_writer::free(work& spent) {
    return paid_free(escapes_, spent) && paid_free(long_spellings_, spent) && paid_free(leads_of_all_, spent);
}

bool text_writer::plain(code_points r) noexcept {
    auto const lies_in = [&](char32_t c) { return r.low <= c && c <= r.high; };
    return r.low >= 0x20 && r.high < 0x80 && !lies_in(U'"') && !lies_in(U'\\') && !lies_in(U'/');
}

state_id text_writer::escapes(std::span<code_points const> set, state_id to, spelling how) {
    constexpr std::pair<char32_t, std::uint8_t> letters[] = {{'"', '"'}, {'\\', '\\'}, {'/', '/'}, {8, 'b'},
                                                             {12, 'f'},  {10, 'n'},    {13, 'r'},  {9, 't'}};
    vec<code_points> numbered;
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
    vec<std::uint32_t> key{to, shorts};
    for (code_points const r : numbered) {
        key.push_back(r.low);
        key.push_back(r.high);
    }
    auto const [at, fresh] = escapes_.try_emplace(std::move(key), none);
    if (!fresh) {
        return at.value;
    }
    state_id const s = at.value = out_->add_state();
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
                units(digits, r.low, (std::min<char32_t>)(r.high, 0xFFFF), to);
            }
            if (r.high > 0xFFFF) {
                pairs(digits, (std::max<char32_t>)(r.low, 0x10000) - 0x10000, r.high - 0x10000, to);
            }
        }
    }
    return s;
}

void text_writer::units(state_id from, char32_t low, char32_t high, state_id to) {
    split(low, high, 4, 4, [&](char32_t a, char32_t b) {
        state_id next = to;
        for (int shift = 0; shift < 12; shift += 4) {
            next = digit_state((a >> shift) & 15, (b >> shift) & 15, next);
        }
        digit_edges(from, (a >> 12) & 15, (b >> 12) & 15, next);
    });
}

void text_writer::pairs(state_id from, char32_t low, char32_t high, state_id to) {
    split(low, high, 10, 2, [&](char32_t a, char32_t b) {
        auto const low_half = static_cast<std::uint16_t>(0xDC00 + (a & 0x3FF));
        auto const high_half = static_cast<std::uint16_t>(0xDC00 + (b & 0x3FF));
        state_id at = low_halves_.at(low_half, high_half, to, *spent_);
        if (at == none) {
            at = low_halves_.at(low_half, high_half, to, *spent_) = out_->add_state();
            state_id const u = out_->add_state();
            state_id const digits = out_->add_state();
            out_->bytes(at, '\\', '\\', u);
            out_->bytes(u, 'u', 'u', digits);
            units(digits, low_half, high_half, to);
        }
        units(from, 0xD800 + (a >> 10), 0xD800 + (b >> 10), at);
    });
}

state_id text_writer::digit_state(char32_t low, char32_t high, state_id to) {
    state_id& known =
        digits_.at(static_cast<std::uint16_t>(low), static_cast<std::uint16_t>(high), to, *spent_);
    if (known == none) {
        known = out_->add_state();
        digit_edges(known, low, high, to);
    }
    return known;
}

void text_writer::digit_edges(state_id from, char32_t low, char32_t high, state_id to) {
    auto const edge = [&](char32_t a, char32_t b, int base) {
        out_->bytes(from, static_cast<std::uint8_t>(base + static_cast<int>(a)),
                    static_cast<std::uint8_t>(base + static_cast<int>(b)), to);
    };
    if (low <= 9) {
        edge(low, (std::min<char32_t>)(high, 9), '0');
    }
    if (high >= 10) {
        edge((std::max<char32_t>)(low, 10), high, 'A' - 10);
        edge((std::max<char32_t>)(low, 10), high, 'a' - 10);
    }
}

void text_writer::utf8(state_id from, std::span<code_points const> set, state_id to) {
    if (set.size() == 1 && set[0].high < 0x80) {
        out_->bytes(from, static_cast<std::uint8_t>(set[0].low), static_cast<std::uint8_t>(set[0].high), to);
        return;
    }
    constexpr char32_t last_of_ascii = 0x7F;
    if (!set.empty() && set.back() == code_points{last_of_ascii + 1, 0x10FFFF}) {
        auto const ascii = set.first(set.size() - 1);
        if (std::all_of(ascii.begin(), ascii.end(), [](code_points r) { return r.high <= last_of_ascii; })) {
            for (code_points const r : ascii) {
                out_->bytes(from, static_cast<std::uint8_t>(r.low), static_cast<std::uint8_t>(r.high), to);
            }
            for (lead const& l : leads_of_all(to)) {
                out_->bytes(from, l.low, l.high, l.next);
            }
            return;
        }
    }
    lead_edges(set, to, [&](std::uint8_t low, std::uint8_t high, state_id next) {
        out_->bytes(from, low, high, next);
    });
}

vec<text_writer::lead> const& text_writer::leads_of_all(state_id to) {
    auto const [known, fresh] = leads_of_all_.try_emplace(to);
    if (fresh) {
        code_points const all[] = {{0x80, 0x10FFFF}};
        vec<lead> made;
        lead_edges(all, to, [&](std::uint8_t low, std::uint8_t high, state_id next) {
            made.push_back({low, high, next});
        });
        known.value = std::move(made);
    }
    return known.value;
}

state_id text_writer::byte_state(char low, char high, state_id to) {
    auto const first = static_cast<std::uint8_t>(low);
    auto const last = static_cast<std::uint8_t>(high);
    state_id& known = bytes_.at(first, last, to, *spent_);
    if (known == none) {
        known = out_->add_state();
        out_->bytes(known, first, last, to);
    }
    return known;
}

vec<state_id> write_dfa(rtn::builder& out, text_writer& writer, rtn::dfa const& a, state_id from,
                        spelling how, bool increments, work& spent) {
    constexpr std::uint64_t steps_of_a_state = 20;
    constexpr std::uint64_t steps_of_a_cell = 30;
    constexpr std::uint64_t steps_of_a_range = 10;
    vec<state_id> place(a.states());
    for (std::size_t s = 0; s < a.states() && spent.spend(steps_of_a_state); ++s) {
        place[s] = s == 0 ? from : out.add_state();
    }
    // a call instead of a dozen states for each state to which a character beyond ASCII leads, and some twenty as \uXXXX
    constexpr std::size_t large = 1024;
    std::ptrdiff_t const pieces = a.states() < large ? text_writer::few_pieces : 0;
    std::uint64_t const of_moves = steps_of_a_state + steps_of_a_cell * a.letters.groups;
    for (std::size_t s = 0; s < a.states() && spent.spend(of_moves); ++s) {
        auto const moves = a.moves(static_cast<std::uint32_t>(s));
        if (moves.empty()) {
            continue;
        }
        state_id begin = place[s];
        if (increments) {
            begin = out.add_state();
            out.increment(place[s], begin);
        }
        for (auto const& [to, set] : moves) {
            if (spent.spend(steps_of_a_range * set.size())) {
                writer.add(begin, set, place[to], how, pieces);
            }
        }
    }
    return place;
}

}  // namespace parlance::schema::detail
