// parlance/mask/impl/explain.ipp - definitions of what parlance/mask/explain.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/explain.hpp>
#include <parlance/decl.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::mask::detail {

/// Asks matchers for many single bytes with the fuel of one call; a friend of theirs, since it asks what they have spent.
class explainer {
public:
    explicit explainer(matcher const& m) : fuel_(m.at_->fuel()) {}

    [[nodiscard]] bool accepts(matcher& m, std::string_view byte) {
        m.at_->allow(fuel_);
        (void)m.at_->take_spent();
        bool const read = m.accept(byte);
        fuel_ -= (std::min)(fuel_, m.at_->take_spent());
        return read;
    }

    /// Fills what can be said about the place where `m` is.
    PARLANCE_DECL void describe(matcher m, explanation& out);

private:
    /// The bytes that could stand there; false where that is not found out.
    [[nodiscard]] PARLANCE_DECL bool find_expected(matcher const& m, explanation& out);

    std::uint64_t fuel_;
};

bool explainer::find_expected(matcher const& m, explanation& out) {
    for (unsigned b = 0; b < 256; ++b) {
        matcher probe = m;
        if (probe.empty()) {  // no memory for it, or for `m`
            out.why = refusal::limit;
            out.limit = probe.error();
            return false;
        }
        char const c = static_cast<char>(b);
        if (!accepts(probe, std::string_view{&c, 1})) {
            if (probe.error() == errc::out_of_fuel || probe.error() == errc::cancelled) {
                out.limit = probe.error();
                return true;
            }
            continue;
        }
        if (!out.expected.empty() && out.expected.back().high + 1u == b) {
            out.expected.back().high = static_cast<std::uint8_t>(b);
        } else {
            out.expected.push_back({static_cast<std::uint8_t>(b), static_cast<std::uint8_t>(b)});
        }
    }
    return true;
}

void explainer::describe(matcher m, explanation& out) {
    m.forget();
    if (!find_expected(m, out)) {
        return;
    }
    out.may_end = m.can_stop();
    mask::grammar const& names = m.compiled().grammar();
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

void append_quoted(std::string& out, std::uint8_t byte) {
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

}  // namespace parlance::mask::detail

namespace parlance::mask {

explanation explain(matcher const& m, token_id id) {
    explanation out;
    out.token = id;
    if (m.empty()) {
        out.why = refusal::limit;
        out.limit = m.error();
        return out;
    }
    detail::explainer calls(m);
    token_index const& all = m.compiled().tokens();
    if (id >= all.size()) {
        out.why = refusal::unknown;
        return out;
    }
    vocab::view const tokens = all.tokens();
    out.text = tokens.text(id);
    matcher ahead = m;
    ahead.forget();
    if (ahead.accept(id)) {
        matcher masked = m;
        if (!masked.accept_allowed(id)) {
            out.limit = masked.error();
            out.why = out.limit != errc::none ? refusal::limit : refusal::no_end;
        }
        return out;
    }
    out.limit = ahead.error();
    if (out.limit != errc::none) {
        out.why = refusal::limit;
    } else if (!all.holds(id)) {
        out.why = refusal::unknown;
    } else if (m.stopped()) {
        out.why = refusal::after_end;
    } else if (tokens.ends(id)) {
        out.why = refusal::cannot_stop;
        calls.describe(m, out);
    } else if (tokens.bytes(id).empty()) {
        out.why = refusal::not_text;
        calls.describe(m, out);
    } else {
        out.why = ahead.repeated_name() ? refusal::repeated_name : refusal::wrong_byte;
        while (out.at + 1 < out.text.size() &&
               calls.accepts(ahead, std::string_view{out.text}.substr(out.at, 1))) {
            ++out.at;
        }
        calls.describe(ahead, out);
    }
    return out;
}

std::string render(explanation const& e) {
    std::string out = "token " + std::to_string(e.token) + " \"";
    for (char const c : e.text) {
        detail::append_quoted(out, static_cast<std::uint8_t>(c));
    }
    out.append("\" ");
    switch (e.why) {
    case refusal::allowed: return out.append("is allowed\n");
    case refusal::unknown: return out.append("is never allowed: the vocabulary has no text for it\n");
    case refusal::after_end: return out.append("is refused: the text has ended\n");
    case refusal::no_end:
        return out.append(
            "is refused: no tokens complete the text behind it, or not as soon as they have to\n");
    case refusal::limit: return out.append("is refused: ").append(describe(e.limit)).append("\n");
    case refusal::cannot_stop: out.append("is refused: the text may not end here\n"); break;
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
    if (e.limit != errc::none) {
        out.append("  and perhaps more: ").append(describe(e.limit)).push_back('\n');
    }
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
