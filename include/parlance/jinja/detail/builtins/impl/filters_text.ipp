// parlance/jinja/detail/builtins/impl/filters_text.ipp - definitions of what parlance/jinja/detail/builtins/filters_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/filters_text.hpp>
#include <parlance/jinja/detail/builtins/filters_order.hpp>
#include <parlance/jinja/detail/builtins/filters_sequence.hpp>
#include <parlance/jinja/detail/builtins/method_arguments.hpp>
#include <parlance/jinja/detail/builtins/methods_text.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/python/arithmetic.hpp>
#include <parlance/jinja/detail/python/casing.hpp>
#include <parlance/jinja/detail/python/format.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/python/printf.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/python/unicode.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/space.hpp>
#include <parlance/text/utf8.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

value filter_default(runtime&, value v, value const* a) {
    bool const absent = v.is == kind::undefined || (flag(a[1], false) && !truth(v));
    return absent ? (a[0].is == kind::missing ? make_text({}) : a[0]) : v;
}

value filter_attr(runtime& rt, value v, value const* a) {
    if (a[0].is != kind::string) {
        type_error("attribute name must be string, not '" + std::string(type_name(a[0].is)) + "'");
    }
    if (v.is == kind::undefined) {
        fail_undefined(v);
    }
    value const name = a[0];
    value const found = python_attribute(rt, v, name.view_text(), find_attribute(name.view_text()));
    return found.is == kind::missing ? make_undefined(absence::attribute, name.view_text(), v.is) : found;
}

value filter_center(runtime& rt, value v, value const* a) {
    value const width = a[0].is == kind::missing ? make_integer(80) : a[0];
    call_arguments const args{&width, 1, nullptr, nullptr, 0};
    return aligned(rt, to_text(rt, v), method_arguments(args, "center"_attr, 1, 1), "center"_attr);
}

value filter_indent(runtime& rt, value v, value const* a) {
    if (v.is != kind::string) {
        fail_type(v, "indent wants a string, not ");
    }
    value by = a[0];
    if (by.is != kind::string) {
        std::int64_t const n = whole(by, 4);
        by = n > 0 ? padded(rt, make_text({}), static_cast<std::size_t>(n), 0) : make_text({});
    }
    bool const first = flag(a[1], false);
    bool const blank = flag(a[2], false);
    list_node* const lines = split_lines(rt, rt.join(v, make_text("\n")), false);
    runtime::builder out(rt);
    for (std::uint32_t i = 0; i < lines->size; ++i) {
        value const line = lines->items[i];
        if (i > 0) {
            out.add("\n");
        }
        if (i == 0 ? first : blank || line.size > 0) {
            out.add(by);
        }
        out.add(line);
    }
    return out.finish(v.marks & mark::markup);
}

value filter_replace(runtime& rt, value v, value const* a) {
    std::int64_t const most = given(a[2]) ? whole(a[2], -1) : -1;
    if (rt.escaping) {
        value const text = v.has(mark::markup) ? v : escaped(rt, v);
        return replace(rt, text, escaped(rt, a[0]), escaped(rt, a[1]), most);
    }
    value out = replace(rt, to_text(rt, v), to_text(rt, a[0]), to_text(rt, a[1]), most);
    out.marks &= static_cast<std::uint8_t>(~mark::markup);  // it works on str(v)
    return out;
}

value filter_title(runtime& rt, value v) {
    bool begins = true;
    std::size_t rest = 0;  // where the lower-case part of the word begins
    value text = to_text(rt, v);
    text.marks &= static_cast<std::uint8_t>(~mark::markup);  // the words are joined to a plain text
    return mapped(rt, text, [&, s = text.view_text()](char32_t c, std::size_t at) {
        bool const breaks = c == '-' || c == '(' || c == '{' || c == '[' || c == '<' || is_space(c);
        rest = begins ? at + utf8::encode(c).length : rest;
        cased const out = begins && !breaks
                              ? to_upper(c)
                              : lower_at(s.substr(begins ? at : rest), c, begins ? 0 : at - rest);
        begins = breaks;
        return out;
    });
}

value filter_trim(runtime& rt, value v, value const* a) {
    value const text = to_text(rt, v);
    if (!given(a[0])) {
        return strip(rt, text, side::both, nullptr);
    }
    if (a[0].is != kind::string) {
        refuse_undefined(a[0]);
        type_error("strip arg must be None or str");
    }
    std::string_view const chars = a[0].view_text();
    return strip(rt, text, side::both, &chars);
}

value filter_truncate(runtime& rt, value v, value const* a) {
    std::int64_t const length = whole(a[0], 255);
    bool const kill_words = flag(a[1], false);
    value const end = a[2].is == kind::missing ? make_text("...") : a[2];
    std::int64_t const leeway = given(a[3]) ? whole(a[3], 5) : 5;
    if (end.is != kind::string) {
        type_error("truncate wants a string as its end");
    }
    auto const end_length = static_cast<std::int64_t>(counted(rt, end.view_text()));
    if (length < end_length || leeway < 0) {
        value_error("truncate: the length is too small");
    }
    // len() is all that is asked of what is short
    std::int64_t const length_now = v.is == kind::string
                                        ? static_cast<std::int64_t>(counted(rt, v.view_text()))
                                        : filter_length(rt, v).integer;
    if (length_now - leeway <= length) {
        return v;
    }
    if (v.is != kind::string) {
        type_error("truncate wants a string, not " + std::string(type_name(v.is)));
    }
    value cut = slice_text(rt, v, make_none(), make_integer(length - end_length), make_none());
    if (!kill_words) {
        rt.spend(cut.size / 32);
        std::size_t const space = cut.view_text().rfind(' ');
        cut = space == std::string_view::npos ? cut : rt.part(cut, 0, space);
    }
    return arithmetic(rt, binary::add, cut, end);
}

value filter_wordcount(runtime& rt, value v) {
    value const text = to_text(rt, v);
    std::int64_t words = 0;
    bool inside_word = false;
    rt.spend(1 + text.size);
    paid_ahead each(rt.steps(), 1);
    for (std::string_view s = text.view_text(); !s.empty();) {
        each.reached(text.size - s.size());
        utf8::decoded const d = utf8::decode(s);
        bool const word = is_word_letter(d.value);
        words += word && !inside_word;
        inside_word = word;
        s.remove_prefix(d.length);
    }
    return make_integer(words);
}

value filter_format(runtime& rt, value v, call_arguments const& args) {
    if (args.count > 0 && args.keyword_count > 0) {
        type_error("can't handle positional and keyword arguments at the same time");
    }
    value const text = to_text(rt, v);
    if (args.keyword_count > 0) {
        auto* const d = rt.heap.make<dict_node>();
        for (std::size_t i = 0; i < args.keyword_count; ++i) {
            set_item(rt, *d, make_text(args.names[i]), args.keywords[i]);
        }
        return format_printf(rt, text, make_dict(d));
    }
    list_node* const items = rt.new_list(args.count);
    for (std::size_t i = 0; i < args.count; ++i) {
        rt.append(*items, args.positional[i]);
    }
    return format_printf(rt, text, make_list(items, kind::tuple));
}

}  // namespace parlance::jinja::detail
