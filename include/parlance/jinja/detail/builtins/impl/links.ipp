// parlance/jinja/detail/builtins/impl/links.ipp - definitions of what parlance/jinja/detail/builtins/links.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/links.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/space.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::jinja::detail {

PARLANCE_RARE bool is_address_char(char c) noexcept {
    return static_cast<unsigned char>(c) >= 0x80 || ascii::is_alnum(c) || c == '_';
}

/// Letters, digits, hyphens and dots that end in a known or any top-level name: what stands before :port or /path.
PARLANCE_RARE bool is_web_address(std::string_view s) noexcept {
    bool scheme = false;
    for (std::string_view const prefix : {"https://", "http://"}) {
        if (!scheme && s.substr(0, prefix.size()) == prefix) {
            s.remove_prefix(prefix.size());
            scheme = true;
        }
    }
    bool const www = !scheme && s.substr(0, 4) == "www.";
    std::size_t const stop = s.find_first_of(":/?#");
    std::string_view host = s.substr(0, stop);
    std::string_view rest = stop == s.npos ? std::string_view{} : s.substr(stop);
    if (scheme && !host.empty() && host[0] == '[') {  // an IPv6 address
        std::size_t const close = s.find(']');
        if (close == s.npos ||
            s.substr(1, close - 1).find_first_not_of("0123456789abcdefABCDEF:.%") != s.npos) {
            return false;
        }
        host = s.substr(0, close + 1);
        rest = s.substr(close + 1);
    } else {
        std::size_t const dot = host.rfind('.');
        if (dot == host.npos && !(scheme && host == "localhost")) {
            return false;
        }
        for (char const c : host) {
            if (!is_address_char(c) && c != '-' && c != '.' && c != '%') {
                return false;
            }
        }
        std::string_view const top = dot == host.npos ? host : host.substr(dot + 1);
        if (!scheme && !www) {
            if (top != "com" && top != "net" && top != "int" && top != "edu" && top != "gov" &&
                top != "org" && top != "info" && top != "mil") {
                return false;
            }
        } else if (top.size() < 2 && host.find_first_not_of("0123456789.") != host.npos) {
            return false;
        }
        if (dot == 0) {
            return false;
        }
    }
    if (!rest.empty() && rest[0] == ':') {
        std::size_t const end = rest.find_first_not_of("0123456789", 1);
        if (end == 1) {
            return false;
        }
        rest = end == rest.npos ? std::string_view{} : rest.substr(end);
    }
    return rest.empty() || rest[0] == '/' || rest[0] == '?' || rest[0] == '#';
}

PARLANCE_RARE bool is_mail_address(std::string_view s) noexcept {
    std::size_t const at = s.find('@');
    if (at == s.npos || at == 0 || s.find_first_of(" \t\r\n") != s.npos) {
        return false;
    }
    std::string_view const domain = s.substr(at + 1);
    std::size_t const dot = domain.find('.');
    if (dot == domain.npos || dot == 0 || dot + 1 == domain.size()) {
        return false;
    }
    for (char const c : domain) {
        if (!is_address_char(c) && c != '.' && c != '-') {
            return false;
        }
    }
    return is_address_char(domain[0]) && domain[0] != '_';
}

PARLANCE_RARE std::string shortened(std::string_view url, link_style const& how) {
    if (how.unfit) {
        type_error("'>' not supported between the length of a link and its limit");
    }
    std::size_t at = 0;
    for (std::size_t n = 0; n < how.longest && at < url.size(); ++n) {
        ++at;
        while (at < url.size() && (static_cast<unsigned char>(url[at]) & 0xC0) == 0x80) {
            ++at;
        }
    }
    return at < url.size() ? std::string(url.substr(0, at)) + "..." : std::string(url);
}

PARLANCE_RARE std::string linked_word(std::string_view word, link_style const& how) {
    std::string_view middle = word;
    auto const starts = [&](std::string_view s) { return middle.substr(0, s.size()) == s; };
    auto const ends = [&](std::string_view s) {
        return middle.size() >= s.size() && middle.substr(middle.size() - s.size()) == s;
    };
    for (bool more = true; more;) {
        more = starts("(") || starts("<") || starts("&lt;");
        middle.remove_prefix(!more ? 0 : starts("&lt;") ? 4 : 1);
    }
    std::string const head(word.substr(0, word.size() - middle.size()));
    std::size_t const whole = middle.size();
    std::string_view const from = middle;
    for (bool more = true; more;) {
        more = ends(")") || ends(">") || ends(".") || ends(",") || ends("\n") || ends("&gt;");
        middle.remove_suffix(!more ? 0 : ends("&gt;") ? 4 : 1);
    }
    std::size_t cut = middle.size();
    auto const count = [](std::string_view s, std::string_view what) {
        std::size_t n = 0;
        for (std::size_t at = s.find(what); at != s.npos; at = s.find(what, at + what.size())) {
            ++n;
        }
        return n;
    };
    for (auto const& [open, close] :
         {std::pair<std::string_view, std::string_view>{"(", ")"}, {"<", ">"}, {"&lt;", "&gt;"}}) {
        std::size_t const opened = count(from.substr(0, cut), open);
        if (opened <= count(from.substr(0, cut), close)) {
            continue;
        }
        std::size_t const available = count(from.substr(cut, whole - cut), close);
        for (std::size_t i = 0; i < opened && i < available; ++i) {
            cut = from.find(close, cut) + close.size();
        }
    }
    middle = from.substr(0, cut);
    std::string const tail(from.substr(cut, whole - cut));
    std::string const text(middle);
    std::string link = text;
    bool const schemed = starts("https://") || starts("http://");
    if (is_web_address(middle)) {
        link = "<a href=\"" + (schemed ? text : "https://" + text) + "\"" + how.rel + how.target + ">" +
               shortened(middle, how) + "</a>";
    } else if (starts("mailto:") && is_mail_address(middle.substr(7))) {
        link = "<a href=\"" + text + "\">" + text.substr(7) + "</a>";
    } else if (!starts("www.") && middle.find(':') == middle.npos && is_mail_address(middle)) {
        link = "<a href=\"mailto:" + text + "\">" + text + "</a>";
    } else {
        for (std::string const& scheme : how.schemes) {
            if (text != scheme && starts(scheme)) {
                link = "<a href=\"" + text + "\"" + how.rel + how.target + ">" + text + "</a>";
                break;
            }
        }
    }
    return head + link + tail;
}

void add_with_links(runtime& rt, scratch_text& out, std::string_view escaped, link_style const& how) {
    for (std::size_t i = 0; i < escaped.size();) {
        std::size_t const space = leading_space(escaped.substr(i));
        out.append(escaped.substr(i, space));
        i += space;
        std::size_t const end = find_space(escaped, i);
        std::size_t const word = end - i;
        rt.spend(16 + space / 4 + 2 * word + how.schemes.size() / 2 +
                 (how.rel.size() + how.target.size()) / 16);
        loan paid(rt.heap);
        paid.add(8 * word + 2 * (how.rel.size() + how.target.size()));
        out.append(linked_word(escaped.substr(i, word), how));
        i = end;
    }
}

}  // namespace parlance::jinja::detail
