// parlance/jinja/detail/builtins/impl/links.ipp - definitions of what parlance/jinja/detail/builtins/links.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/links.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/addresses.hpp>
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/text/space.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::jinja::detail {

/// What a link shows.
PARLANCE_RARE void add_shortened(runtime& rt, scratch_text& out, std::string_view url,
                                 link_style const& how) {
    if (how.unfit) {
        type_error("'>' not supported between the length of a link and its limit");
    }
    auto const size = static_cast<std::int64_t>(code_points(rt, url));
    if (size <= how.longest) {
        out.append(url);
        return;
    }
    std::int64_t const shown = how.longest < 0 ? size + how.longest : how.longest;
    out.append(url.substr(0, byte_of(rt, url, static_cast<std::size_t>((std::max)(shown, std::int64_t{0})))));
    out.append("...");
}

/// A word without the brackets that it begins with; and without those and the punctuation that it ends with.
PARLANCE_RARE std::string_view without_opening(runtime& rt, std::string_view word) {
    std::string_view rest = word;
    auto const starts = [&](std::string_view s) { return rest.substr(0, s.size()) == s; };
    paid_ahead each(rt.steps(), 1);
    for (bool more = true; more;) {
        each.reached(word.size() - rest.size());
        more = starts("(") || starts("<") || starts("&lt;");
        rest.remove_prefix(!more ? 0 : starts("&lt;") ? 4 : 1);
    }
    return rest;
}
PARLANCE_RARE std::string_view without_closing(runtime& rt, std::string_view word) {
    std::string_view rest = word;
    auto const ends = [&](std::string_view s) {
        return rest.size() >= s.size() && rest.substr(rest.size() - s.size()) == s;
    };
    paid_ahead each(rt.steps(), 1);
    for (bool more = true; more;) {
        each.reached(word.size() - rest.size());
        more = ends(")") || ends(">") || ends(".") || ends(",") || ends("\n") || ends("&gt;");
        rest.remove_suffix(!more ? 0 : ends("&gt;") ? 4 : 1);
    }
    return rest;
}

/// Where the link in `word` ends: at `cut`, or behind closing brackets for those that were opened before it.
PARLANCE_RARE std::size_t balanced_end(runtime& rt, std::string_view word, std::size_t cut) {
    auto const count = [&rt](std::string_view s, std::string_view what) {
        std::size_t n = 0;
        searcher search(rt, what);
        for (std::size_t at = search.find(s); at != s.npos; at = search.find(s, at + what.size())) {
            ++n;
        }
        return n;
    };
    for (auto const& [open, close] :
         {std::pair<std::string_view, std::string_view>{"(", ")"}, {"<", ">"}, {"&lt;", "&gt;"}}) {
        std::size_t const opened = count(word.substr(0, cut), open);
        if (opened <= count(word.substr(0, cut), close)) {
            continue;
        }
        std::size_t const available = count(word.substr(cut), close);
        searcher search(rt, close);
        for (std::size_t i = 0; i < opened && i < available; ++i) {
            cut = search.find(word, cut) + close.size();
        }
    }
    return cut;
}

/// A link to an address; what is none as it is.
PARLANCE_RARE void add_link(runtime& rt, scratch_text& out, std::string_view address, link_style const& how) {
    auto const starts = [&](std::string_view s) { return address.substr(0, s.size()) == s; };
    auto const add = [&out](std::initializer_list<std::string_view> texts) {
        for (std::string_view const text : texts) {
            out.append(text);
        }
    };
    bool const schemed = starts("https://") || starts("http://");
    if (is_web_address(rt, address)) {
        add({"<a href=\"", schemed ? "" : "https://", address, "\"", how.rel, how.target, ">"});
        add_shortened(rt, out, address, how);
        out.append("</a>");
    } else if (starts("mailto:") && is_mail_address(rt, address.substr(7))) {
        add({"<a href=\"", address, "\">", address.substr(7), "</a>"});
    } else if (!starts("www.") && !starts("@") && find_first_of(rt, address, ":") == address.npos &&
               is_mail_address(rt, address)) {
        add({"<a href=\"mailto:", address, "\">", address, "</a>"});
    } else if (std::any_of(how.schemes.begin(), how.schemes.end(), [&](std::string const& scheme) {
                   rt.spend(scheme.size() / 64);
                   return address.size() > scheme.size() &&
                          same_text(rt, address.substr(0, scheme.size()), scheme);
               })) {
        add({"<a href=\"", address, "\"", how.rel, how.target, ">", address, "</a>"});
    } else {
        out.append(address);
    }
}

PARLANCE_RARE void add_linked_word(runtime& rt, scratch_text& out, std::string_view word,
                                   link_style const& how) {
    std::string_view const rest = without_opening(rt, word);
    std::size_t const end = balanced_end(rt, rest, without_closing(rt, rest).size());
    out.append(word.substr(0, word.size() - rest.size()));
    add_link(rt, out, rest.substr(0, end), how);
    out.append(rest.substr(end));
}

void add_with_links(runtime& rt, scratch_text& out, std::string_view escaped, link_style const& how) {
    for (std::size_t i = 0; i < escaped.size();) {
        std::size_t const space = leading_space(rt, escaped.substr(i));
        out.append(escaped.substr(i, space));
        i += space;
        std::size_t const end = find_space(rt, escaped, i);
        std::size_t const word = end - i;
        rt.spend(16 + space / 4 + 2 * word + how.schemes.size() / 2 +
                 (how.rel.size() + how.target.size()) / 16);
        loan paid(rt.heap);
        paid.add(8 * word + 2 * (how.rel.size() + how.target.size()));
        add_linked_word(rt, out, escaped.substr(i, word), how);
        i = end;
    }
}

}  // namespace parlance::jinja::detail
