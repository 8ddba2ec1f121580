// parlance/jinja/detail/builtins/impl/filters_html.ipp - definitions of what parlance/jinja/detail/builtins/filters_html.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/filters_html.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/addresses.hpp>
#include <parlance/jinja/detail/builtins/filters_order.hpp>
#include <parlance/jinja/detail/builtins/filters_text.hpp>
#include <parlance/jinja/detail/builtins/links.hpp>
#include <parlance/jinja/detail/builtins/method_arguments.hpp>
#include <parlance/jinja/detail/builtins/paragraph.hpp>
#include <parlance/jinja/detail/builtins/pretty.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/space.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::jinja::detail {

value filter_escape(runtime& rt, value v) {
    value out = escaped(rt, v);
    if (rt.lenient && !rt.escaping) {
        out.marks &= static_cast<std::uint8_t>(~mark::markup);
    }
    return out;
}

value filter_forceescape(runtime& rt, value v) {
    value text = to_text(rt, v);
    text.marks &= static_cast<std::uint8_t>(~mark::markup);
    return filter_escape(rt, text);
}

value filter_safe(runtime& rt, value v) {
    value text = to_text(rt, v);
    if (!rt.lenient || rt.escaping) {
        text.marks |= mark::markup;
    }
    return text;
}

/// `s` without comments and what stands between < and >.
PARLANCE_RARE void add_without_tags(runtime& rt, scratch_text& out, std::string_view s) {
    searcher opening(rt, "<");
    searcher closing(rt, ">");
    searcher comment_end(rt, "-->");
    for (std::size_t at = 0; at < s.size();) {
        rt.spend(4);
        std::size_t const open = opening.find(s, at);
        bool const comment = open != s.npos && s.substr(open, 4) == "<!--";
        std::size_t const close = open == s.npos ? s.npos : (comment ? comment_end : closing).find(s, open);
        if (close == s.npos) {
            out.append(s.substr(at));
            break;
        }
        out.append(s.substr(at, open - at));
        at = close + (comment ? 3 : 1);
    }
}

/// The words of a text with one space between them.
PARLANCE_RARE void add_words(runtime& rt, scratch_text& out, std::string_view words) {
    for (std::size_t i = leading_space(rt, words); i < words.size();) {
        rt.spend(3);
        std::size_t const end = find_space(rt, words, i);
        out.append(words.substr(i, end - i));
        i = end + leading_space(rt, words.substr(end));
        if (i < words.size()) {
            out.push_back(' ');
        }
    }
}

/// A text with the characters that references such as &amp; stand for.
PARLANCE_RARE void add_decoded(runtime& rt, runtime::builder& out, std::string_view coded, bool input) {
    searcher marks(rt, "&");
    for (std::size_t i = 0; i < coded.size();) {
        std::size_t const mark_at = (std::min)(marks.find(coded, i), coded.size());
        out.add(coded.substr(i, mark_at - i), input);
        i = mark_at;
        if (i == coded.size()) {
            break;
        }
        rt.spend(4);
        std::string_view with = "&";
        std::size_t length = 1;
        for (auto const& [name, character] : {std::pair<std::string_view, std::string_view>{"&amp;", "&"},
                                              {"&lt;", "<"},
                                              {"&gt;", ">"},
                                              {"&quot;", "\""},
                                              {"&#34;", "\""},
                                              {"&#39;", "'"},
                                              {"&nbsp;", "\xC2\xA0"}}) {
            if (coded.substr(i, name.size()) == name) {
                with = character;
                length = name.size();
                break;
            }
        }
        out.add(with, input);
        i += length;
    }
}

value filter_striptags(runtime& rt, value v) {
    value const text = to_text(rt, v);
    std::string_view const s = text.view_text();
    rt.spend(1 + s.size() / 4);
    scratch_text stripped(rt.heap);
    add_without_tags(rt, stripped, s);
    scratch_text plain(rt.heap);
    add_words(rt, plain, stripped.view());
    runtime::builder out(rt);
    add_decoded(rt, out, plain.view(), runtime::derived(text) != 0);
    return out.finish(runtime::derived(text));
}

PARLANCE_RARE void add_quoted_url(runtime& rt, scratch_text& out, std::string_view s, bool keep_slash,
                                  std::string_view space) {
    std::size_t done = 0;
    paid_ahead each(rt.steps(), 1);
    for (char const c : s) {
        each.reached(done++);
        auto const byte = static_cast<unsigned char>(c);
        if (ascii::is_alnum(c) || c == '_' || c == '.' || c == '-' || c == '~' || (c == '/' && keep_slash)) {
            out.push_back(c);
        } else if (c == ' ') {
            out.append(space);
        } else {
            out.push_back('%');
            out.push_back("0123456789ABCDEF"[byte >> 4]);
            out.push_back("0123456789ABCDEF"[byte & 15]);
        }
    }
}

value filter_urlencode(runtime& rt, value v) {
    if (v.is == kind::string || !is_iterable(v) || v.is == kind::undefined) {
        value const text = to_text(rt, v);
        rt.spend(1 + text.size);
        scratch_text out(rt.heap);
        out.reserve(text.size);
        add_quoted_url(rt, out, text.view_text(), true, "%20");
        return rt.text(out.view(), runtime::derived(text));
    }
    cursor c = iterate(is_mapping(v) ? make_view(rt, kind::items_view, v) : v);
    scratch_text out(rt.heap);
    std::uint8_t marks = 0;
    for (value pair; next(rt, c, pair);) {
        list_node* const two = list_of(rt, pair);
        if (two->size != 2) {
            value_error("urlencode wants pairs");
        }
        if (!out.empty()) {
            out.push_back('&');
        }
        for (std::uint32_t i = 0; i < 2; ++i) {
            value const text = to_text(rt, two->items[i]);
            marks |= runtime::derived(text);
            rt.spend(2 + text.size);
            out.append(i == 0 ? "" : "=");
            add_quoted_url(rt, out, text.view_text(), false, "+");
        }
    }
    return rt.text(out.view(), marks);
}

value filter_xmlattr(runtime& rt, value v, value const* a) {
    if (!is_mapping(v)) {
        refuse_undefined(v);
        type_error("xmlattr wants a mapping");
    }
    runtime::builder out(rt);
    for (std::size_t i = 0; i < count_of(v); ++i) {
        value const item = item_of_entry(rt, v, i);
        if (item.is == kind::none || item.is == kind::undefined) {
            continue;
        }
        value const key = key_at(rt, v, i);
        if (key.is != kind::string) {
            type_error("attribute names must be str, not " + std::string(type_name(key.is)));
        }
        rt.spend(2 + key.size / 2);
        if (find_first_of(rt, key.view_text(), " \t\n\r\f\v/>=") != std::string_view::npos) {
            value_error("Invalid character in attribute name");
        }
        if (out.size() > 0) {
            out.add(" ");
        } else if (flag(a[0], true)) {
            out.add(" ");
        }
        out.add(escaped(rt, key));
        out.add("=\"");
        out.add(escaped(rt, item));
        out.add("\"");
    }
    return out.finish(rt.escaping ? mark::markup : std::uint8_t{0});
}

value filter_random(runtime& rt, value v) {
    std::optional<std::size_t> const n = length_of(rt, v);
    if (!n) {
        type_error("object of type '" + std::string(type_name(v.is)) + "' has no len()");
    }
    if (*n == 0) {
        return make_undefined(absence::custom, "No random item, sequence was empty.");
    }
    return item(rt, v, make_integer(static_cast<std::int64_t>(rt.draw(*n))));
}

value filter_pprint(runtime& rt, value v) {
    runtime::builder out(rt);
    pretty_printer(rt, out).write(v, 0, 0);
    return out.finish();
}

/// An attribute as link_style has it.
PARLANCE_RARE std::string attribute_text(runtime& rt, loan& paid, std::string_view name,
                                         std::string_view text) {
    rt.spend(8 + text.size() / 8);
    paid.add(16 * text.size() + 64);
    std::string_view const shown = escaped(rt, rt.text(text)).view_text();
    std::string out = " " + std::string(name) + "=\"";
    rt.heap.reserve(out, out.size() + shown.size() + 1);
    rt.heap.append(out, shown);
    out.push_back('"');
    return out;
}

/// The words of the attribute rel, sorted; the caller's are the words of `wanted`.
PARLANCE_RARE void add_relations(runtime& rt, loan& paid, scratch<std::string_view>& rel, value wanted,
                                 bool nofollow) {
    rel.push_back("noopener");
    if (given(wanted)) {
        if (wanted.is != kind::string && truth(wanted)) {
            type_error("'" + std::string(type_name(wanted.is)) + "' object has no attribute 'split'");
        }
        value const words_of = wanted.is == kind::string ? wanted : make_text({});
        list_node* const words = split(rt, words_of, nullptr, -1, false);
        paid.add(words->size * 3 * sizeof(std::string) + 2 * words_of.size);
        rt.spend(words->size * 32);  // they are sorted
        for (std::uint32_t i = 0; i < words->size; ++i) {
            rel.push_back(words->items[i].view_text());
        }
    }
    if (nofollow) {
        rel.push_back("nofollow");
    }
    merge_sort(rt, rel, [&](std::string_view left, std::string_view right) {
        std::size_t const same = same_bytes(rt, left, right);
        return left.substr(same) < right.substr(same);
    });
}

value filter_urlize(runtime& rt, value v, value const* a) {
    link_style how;
    if (given(a[0])) {
        if (!is_number(a[0])) {
            how.unfit = true;
        } else {
            double const most = to_real(a[0]);
            how.longest = std::abs(most) < 1e9 ? static_cast<std::int64_t>(most) : how.longest;
        }
    }
    loan paid(rt.heap);  // for what the style holds
    scratch<std::string_view> rel(rt.heap);
    add_relations(rt, paid, rel, a[3], flag(a[1], false));
    scratch_text joined(rt.heap);
    for (std::size_t i = 0; i < rel.size(); ++i) {
        if (i == 0 || !same_text(rt, rel[i - 1], rel[i])) {
            joined.append(i == 0 ? "" : " ");
            joined.append(rel[i]);
        }
    }
    how.rel = attribute_text(rt, paid, "rel", joined.view());
    if (given(a[2])) {
        how.target = attribute_text(rt, paid, "target", text_of(rt, a[2]));
    }
    if (given(a[4])) {
        list_node* const schemes = list_of(rt, a[4]);
        for (std::uint32_t i = 0; i < schemes->size; ++i) {
            std::string_view const scheme = text_of(rt, schemes->items[i]);
            if (!is_scheme(rt, scheme)) {
                value_error("'" + std::string(note(scheme).view()) + "' is not a valid URI scheme prefix.");
            }
            paid.add(scheme.size() + 3 * sizeof(std::string));
            how.schemes.emplace_back(scheme);
        }
    }
    value const text = escaped(rt, v);
    scratch_text out(rt.heap);
    add_with_links(rt, out, text.view_text(), how);
    return rt.text(out.view(),
                   static_cast<std::uint8_t>(runtime::derived(text) | (rt.escaping ? mark::markup : 0)));
}

value filter_wordwrap(runtime& rt, value v, value const* a) {
    if (v.is != kind::string) {
        fail_type(v, "wordwrap wants a string, not ");
    }
    std::int64_t const width = whole(a[0], 79);
    if (width <= 0) {
        value_error("invalid width " + std::to_string(width) + " (must be > 0)");
    }
    if (given(a[2]) && a[2].is != kind::string) {
        type_error("'" + std::string(type_name(a[2].is)) + "' object has no attribute 'join'");
    }
    std::string_view const between = given(a[2]) ? a[2].view_text() : "\n";
    list_node* const lines = split_lines(rt, v, false);
    scratch_text out(rt.heap);
    for (std::uint32_t i = 0; i < lines->size; ++i) {
        rt.spend(4 + between.size() / 16);
        paragraph wrapper(rt, static_cast<std::size_t>(width), flag(a[1], true), flag(a[3], true));
        out.append(i == 0 ? "" : between);
        wrapper.wrap(lines->items[i].view_text(), between, out);
    }
    return rt.text(out.view(), runtime::derived(v));
}

}  // namespace parlance::jinja::detail
