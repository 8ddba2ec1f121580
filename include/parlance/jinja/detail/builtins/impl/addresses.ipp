// parlance/jinja/detail/builtins/impl/addresses.ipp - definitions of what parlance/jinja/detail/builtins/addresses.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/addresses.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/jinja/detail/python/unicode.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace parlance::jinja::detail {

/// Reads a word from its front.
class address_reader {
public:
    address_reader(runtime& rt, std::string_view s) noexcept : rt_(rt), rest_(s) {}

    [[nodiscard]] bool at_end() const noexcept { return rest_.empty(); }
    [[nodiscard]] bool starts(char c) const noexcept { return !rest_.empty() && rest_.front() == c; }

    /// Reads a text, whose letters may be large or small; false where another stands here.
    PARLANCE_RARE bool read(std::string_view text) noexcept {
        std::string_view rest = rest_;
        for (char const c : text) {
            utf8::decoded const d = utf8::decode(rest);
            if (folded(d.value) != static_cast<unsigned char>(c)) {
                return false;
            }
            rest.remove_prefix(d.length);
        }
        rest_ = rest;
        return true;
    }
    /// Reads the characters that are of a kind, at most so many; how many.
    template <class Is>
    std::size_t read_all(Is is, std::size_t most = ~std::size_t{0}) {
        std::size_t count = 0;
        for (paid_ahead each(rt_.steps(), 4); count < most && !rest_.empty(); ++count) {
            each.reached(count);
            utf8::decoded const d = utf8::decode(rest_);
            if (!d.valid || !is(d.value)) {
                break;
            }
            rest_.remove_prefix(d.length);
        }
        return count;
    }

    /// What [a-z] means where case does not matter: letters that are folded to it, too.
    [[nodiscard]] static bool is_latin(char32_t c) noexcept {
        char32_t const f = folded(c);
        return f >= 'a' && f <= 'z';
    }
    [[nodiscard]] static bool is_hex(char32_t c) noexcept {
        char32_t const f = folded(c);
        return is_decimal(c) || (f >= 'a' && f <= 'f');
    }

private:
    /// The small letter; four letters outside ASCII have one of ASCII, as Python's re has it.
    [[nodiscard]] static char32_t folded(char32_t c) noexcept {
        switch (c) {
        case 0x0130:  // capital i with a dot
        case 0x0131: return 'i';
        case 0x017F: return 's';  // long s
        case 0x212A: return 'k';  // kelvin
        default: return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
        }
    }

    runtime& rt_;
    std::string_view rest_;
};

/// `name.name.`, or nothing: names of so many characters.
PARLANCE_RARE bool is_front_of_host(runtime& rt, std::string_view s, std::size_t least, std::size_t most) {
    auto const is_part = [](char32_t c) { return is_word_letter(c) || c == '%' || c == '-'; };
    address_reader names(rt, s);
    while (!names.at_end()) {
        if (names.read_all(is_part, most) < least || !names.read(".")) {
            return false;
        }
    }
    return true;
}

/// name.name.top, behind a scheme or `www.`.
PARLANCE_RARE bool is_named_host(runtime& rt, std::string_view host) {
    std::size_t const dot = searcher(rt, ".", true).rfind(host);
    if (!is_front_of_host(rt, host.substr(0, dot == host.npos ? 0 : dot + 1), 1, host.size())) {
        return false;
    }
    std::string_view const last = dot == host.npos ? host : host.substr(dot + 1);
    address_reader top(rt, last);
    std::size_t const letters = top.read_all(address_reader::is_latin, 63);
    if (top.at_end()) {
        return letters >= 2;
    }
    address_reader encoded(rt, last);
    return encoded.read("xn--") &&
           encoded.read_all([](char32_t c) { return is_word_letter(c) || c == '%'; }, 59) >= 2 &&
           encoded.at_end();
}

/// name.name.com, without a scheme.
PARLANCE_RARE bool is_known_host(runtime& rt, std::string_view host) {
    constexpr std::array<std::string_view, 8> known{"com", "net", "int", "edu", "gov", "org", "info", "mil"};
    std::size_t const dot = searcher(rt, ".", true).rfind(host);
    if (dot == host.npos || !is_front_of_host(rt, host.substr(0, dot + 1), 2, 63)) {
        return false;
    }
    return std::any_of(known.begin(), known.end(), [&](std::string_view name) {
        address_reader top(rt, host.substr(dot + 1));
        return top.read(name) && top.at_end();
    });
}

/// 1.2.3.4
PARLANCE_RARE bool is_number(runtime& rt, std::string_view host) {
    address_reader parts(rt, host);
    for (int i = 0; i < 4; ++i) {
        if ((i > 0 && !parts.read(".")) || parts.read_all(is_decimal, 3) == 0) {
            return false;
        }
    }
    return parts.at_end();
}

/// [12:34::56], up to its closing bracket: two parts with a colon, then one to six, with or without.
PARLANCE_RARE bool read_long_number(address_reader& from) {
    if (!from.read("[")) {
        return false;
    }
    for (int i = 0; i < 2; ++i) {
        from.read_all(address_reader::is_hex, 4);
        if (!from.read(":")) {
            return false;
        }
    }
    for (int i = 0; i < 6 && !from.starts(']'); ++i) {
        from.read_all(address_reader::is_hex, 4);
        from.read(":");
    }
    return from.read("]");
}

/// Nothing, or a port, a path, or both.
PARLANCE_RARE bool is_behind_host(address_reader rest) {
    if (rest.read(":") && rest.read_all(is_decimal, 5) == 0) {
        return false;
    }
    return rest.at_end() || rest.starts('/') || rest.starts('?') || rest.starts('#');
}

bool is_web_address(runtime& rt, std::string_view s) {
    address_reader front(rt, s);
    bool const scheme = front.read("https://") || front.read("http://");
    if (scheme && front.starts('[')) {
        return read_long_number(front) && is_behind_host(front);
    }
    std::size_t const begin = scheme ? s.find("//") + 2 : 0;
    std::size_t const stop = find_first_of(rt, s.substr(begin), ":/?#");
    std::string_view const host = s.substr(begin, stop);
    if (stop != s.npos && !is_behind_host({rt, s.substr(begin + stop)})) {
        return false;
    }
    if (scheme) {
        return is_named_host(rt, host) || is_number(rt, host);
    }
    return is_known_host(rt, host) || (front.read("www.") && is_named_host(rt, host.substr(4)));
}

bool is_mail_address(runtime& rt, std::string_view s) {
    std::size_t const at = searcher(rt, "@", true).rfind(s);
    if (at == s.npos || at == 0) {
        return false;
    }
    std::string_view const domain = s.substr(at + 1);
    std::size_t const dot = searcher(rt, ".", true).rfind(domain);
    if (dot == domain.npos) {
        return false;
    }
    address_reader names(rt, domain.substr(0, dot));
    address_reader top(rt, domain.substr(dot + 1));
    return names.read_all(is_word_letter, 1) == 1 &&
           (names.read_all([](char32_t c) { return is_word_letter(c) || c == '.' || c == '-'; }),
            names.at_end()) &&
           top.read_all(is_word_letter) > 0 && top.at_end();
}

bool is_scheme(runtime& rt, std::string_view s) {
    address_reader name(rt, s);
    std::size_t const letters =
        name.read_all([](char32_t c) { return is_word_letter(c) || c == '.' || c == '+' || c == '-'; });
    bool const whole = letters >= 2 && name.read(":");
    return whole &&
           (name.at_end() || (name.read("/") && (name.at_end() || (name.read("/") && name.at_end()))));
}

}  // namespace parlance::jinja::detail
