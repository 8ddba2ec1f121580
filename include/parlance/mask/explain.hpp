// parlance/mask/explain.hpp - why a token is refused
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/matcher.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask {

/// allowed       nothing is wrong
/// unknown       the vocabulary has no such id, or it is a hole or has no bytes: never allowed
/// after_end     an end token was accepted before
/// not_complete  it ends the text, which may not end here
/// not_text      a control token, which the grammar does not ask for here; its spelling does not count
/// wrong_byte    the grammar refuses a byte of it
/// repeated_name  a byte of it makes it name a member twice that the object has, or leaves nothing but such names
/// limit         a limit was reached, see explanation::limit
enum class refusal : std::uint8_t {
    allowed,
    unknown,
    after_end,
    not_complete,
    not_text,
    wrong_byte,
    repeated_name,
    limit
};

/// Bytes low to high, both included.
struct byte_range {
    std::uint8_t low = 0;
    std::uint8_t high = 0;
    friend constexpr bool operator==(byte_range, byte_range) = default;
};

/// What explain() answers.
///
/// text      the token's bytes; its spelling when it is not text
/// at        for wrong_byte and repeated_name: which of them is refused
/// expected  the bytes that could stand there instead, ascending and as few ranges as possible
/// may_end   the text may end there
/// rules     the names of the rules that are open there, outermost first, one list per way the text can be read; those
///           without a name, and those that ended with calling another, are left out
struct explanation {
    refusal why = refusal::allowed;
    token_id token = 0;
    std::string text;
    std::size_t at = 0;
    std::vector<byte_range> expected;
    bool may_end = false;
    std::vector<std::vector<std::string>> rules;
    errc limit = errc::none;
};

namespace detail {

/// Fills what can be said about the place where `m` is.
inline void describe_place(matcher m, explanation& out) {
    m.forget();
    for (unsigned b = 0; b < 256; ++b) {
        matcher probe = m;
        char const c = static_cast<char>(b);
        if (!probe.accept(std::string_view{&c, 1})) {
            continue;
        }
        if (!out.expected.empty() && out.expected.back().high + 1u == b) {
            out.expected.back().high = static_cast<std::uint8_t>(b);
        } else {
            out.expected.push_back({static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(b)});
        }
    }
    out.may_end = m.complete();
    mask::grammar const& names = m.cache().grammar();
    for (std::vector<std::uint32_t> const& open : m.open_rules()) {
        std::vector<std::string> readable;
        for (std::uint32_t const r : open) {
            std::string_view const name = names.rule_name(r);
            if (!name.empty()) {
                readable.emplace_back(name);
            }
        }
        bool const known = std::find(out.rules.begin(), out.rules.end(), readable) != out.rules.end();
        if (!readable.empty() && !known) {
            out.rules.push_back(std::move(readable));
        }
    }
}

inline void append_quoted(std::string& out, std::uint8_t byte) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    if (byte >= 0x20 && byte < 0x7F) {
        if (byte == '"' || byte == '\\') {
            out.push_back('\\');
        }
        out.push_back(static_cast<char>(byte));
        return;
    }
    out.append("\\x").push_back(digits[byte >> 4]);
    out.push_back(digits[byte & 15]);
}

}  // namespace detail

/// Why `id` may not come next, or that it may.  The matcher is left as it was.  Made for people: it may take a
/// millisecond and allocates.
[[nodiscard]] inline explanation explain(matcher const& m, token_id id) {
    explanation out;
    out.token = id;
    index const& all = m.cache().tokens();
    if (id >= all.size()) {
        out.why = refusal::unknown;
        return out;
    }
    vocab::view const tokens = all.tokens();
    out.text = tokens.text(id);
    matcher ahead = m;
    ahead.forget();
    if (ahead.accept(id)) {
        return out;
    }
    out.limit = ahead.error();
    if (out.limit != errc::none) {
        out.why = refusal::limit;
    } else if (!all.holds(id)) {
        out.why = refusal::unknown;
    } else if (m.ended()) {
        out.why = refusal::after_end;
    } else if (tokens.ends(id)) {
        out.why = refusal::not_complete;
        detail::describe_place(m, out);
    } else if (tokens.bytes(id).empty()) {
        out.why = refusal::not_text;
        detail::describe_place(m, out);
    } else {
        out.why = ahead.repeated_name() ? refusal::repeated_name : refusal::wrong_byte;
        while (out.at + 1 < out.text.size() && ahead.accept(std::string_view{out.text}.substr(out.at, 1))) {
            ++out.at;
        }
        detail::describe_place(ahead, out);
    }
    return out;
}

/// The explanation for people, in a few lines.
[[nodiscard]] inline std::string render(explanation const& e) {
    std::string out = "token " + std::to_string(e.token) + " \"";
    for (char const c : e.text) {
        detail::append_quoted(out, static_cast<std::uint8_t>(c));
    }
    out.append("\" ");
    switch (e.why) {
    case refusal::allowed: return out.append("is allowed\n");
    case refusal::unknown: return out.append("is never allowed: the vocabulary has no text for it\n");
    case refusal::after_end: return out.append("is refused: the text has ended\n");
    case refusal::limit: return out.append("is refused: ").append(describe(e.limit)).append("\n");
    case refusal::not_complete: out.append("is refused: the text may not end here\n"); break;
    case refusal::not_text: out.append("is refused: it is not text, and not asked for here\n"); break;
    case refusal::wrong_byte:
    case refusal::repeated_name:
        out.append("is refused at byte " + std::to_string(e.at) + ", \"");
        detail::append_quoted(out, static_cast<std::uint8_t>(e.text[e.at]));
        out.append(e.why == refusal::repeated_name ? "\": the object has a member of that name\n" : "\"\n");
        break;
    }
    out.append("  expected: ");
    std::string_view between;
    for (byte_range const r : e.expected) {
        out.append(std::exchange(between, ", ")).push_back('"');
        detail::append_quoted(out, r.low);
        out.push_back('"');
        if (r.high != r.low) {
            out.append(" to \"");
            detail::append_quoted(out, r.high);
            out.push_back('"');
        }
    }
    if (e.may_end) {
        out.append(between).append("the end");
    } else if (e.expected.empty()) {
        out.append("a token by name");
    }
    out.push_back('\n');
    for (std::vector<std::string> const& open : e.rules) {
        out.append("  in ");
        std::string_view arrow;
        for (std::string const& name : open) {
            out.append(std::exchange(arrow, " > ")).append(name);
        }
        out.push_back('\n');
    }
    return out;
}

}  // namespace parlance::mask
