// parlance/jinja/detail/builtins/impl/pretty.ipp - definitions of what parlance/jinja/detail/builtins/pretty.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/pretty.hpp>
#include <parlance/jinja/detail/builtins/filters_order.hpp>
#include <parlance/jinja/detail/builtins/filters_sequence.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/vec.hpp>
#include <string_view>

namespace parlance::jinja::detail {

void pretty_printer::write(value v, std::size_t indent, std::size_t after) {
    inside const deeper(rt_, v);
    value const flat = to_repr(rt_, sorted(v));
    bool const container = (is_array(v) || is_mapping(v)) && count_of(v) > 0;
    bool const text = v.is == kind::string && !v.has(mark::markup);
    if (!(container || text) || counted(rt_, flat.view_text()) + indent + after <= columns) {
        out_.add(flat);
        return;
    }
    if (text) {
        write_text(v, indent, after);
        return;
    }
    ++depth_;
    std::string_view const close = is_list(v) ? "]" : is_mapping(v) ? "}" : count_of(v) == 1 ? ",)" : ")";
    out_.add(is_list(v) ? "[" : is_mapping(v) ? "{" : "(");
    value const items = is_mapping(v) ? sorted(v) : v;
    for (std::size_t i = 0; i < count_of(v); ++i) {
        if (i > 0) {
            out_.add(",\n");
            out_.add_repeated(" ", indent + 1);
        }
        std::size_t const follows = i + 1 == count_of(v) ? after + close.size() : 1;
        if (!is_mapping(v)) {
            write(item_at(rt_, v, i), indent + 1, follows);
            continue;
        }
        value const key = to_repr(rt_, key_at(rt_, items, i));
        out_.add(key);
        out_.add(": ");
        write(item_of_entry(rt_, items, i), indent + counted(rt_, key.view_text()) + 3, follows);
    }
    out_.add(close);
    --depth_;
}

void pretty_printer::write_text(value v, std::size_t indent, std::size_t after) {
    bool const alone = depth_ == 0;
    indent += alone;
    after += alone;
    auto const fits = [&](value literal, std::size_t follows) {
        return counted(rt_, literal.view_text()) + indent + follows <= columns;
    };
    list_node* const literals = rt_.new_list(4);
    list_node* const lines = split_lines(rt_, v, true);
    for (std::uint32_t i = 0; i < lines->size; ++i) {
        value const line = lines->items[i];
        std::size_t const follows = i + 1 == lines->size ? after : 0;
        value const whole_line = to_repr(rt_, line);
        if (fits(whole_line, follows)) {
            rt_.append(*literals, whole_line);
            continue;
        }
        std::size_t begin = 0;
        for (std::size_t at = 0; at < line.size;) {
            std::size_t end = find_space(rt_, line.view_text(), at);
            end += leading_space(rt_, line.view_text().substr(end));
            value const longer = to_repr(rt_, rt_.part(line, begin, end));
            if (begin < at && !fits(longer, end == line.size ? follows : 0)) {
                rt_.append(*literals, to_repr(rt_, rt_.part(line, begin, at)));
                begin = at;
            }
            at = end;
        }
        rt_.append(*literals, to_repr(rt_, rt_.part(line, begin, line.size)));
    }
    bool const parentheses = alone && literals->size > 1;
    out_.add(parentheses ? "(" : "");
    for (std::uint32_t i = 0; i < literals->size; ++i) {
        if (i > 0) {
            out_.add("\n");
            out_.add_repeated(" ", indent);
        }
        out_.add(literals->items[i]);
    }
    out_.add(parentheses ? ")" : "");
}

value pretty_printer::sorted(value v) {
    inside const deeper(rt_, v);
    rt_.spend();
    if (is_array(v)) {
        list_node* const out = rt_.new_list(count_of(v));
        for (std::size_t i = 0; i < count_of(v); ++i) {
            rt_.append(*out, sorted(item_at(rt_, v, i)));
        }
        return make_list(out, v.is == kind::tuple ? kind::tuple : kind::list);
    }
    if (!is_mapping(v)) {
        return v;
    }
    scratch<keyed> all(rt_.heap);
    all.reserve(count_of(v));
    for (std::size_t i = 0; i < count_of(v); ++i) {
        all.push_back({key_at(rt_, v, i), sorted(item_of_entry(rt_, v, i))});
    }
    merge_sort(rt_, all, [&](keyed const& a, keyed const& b) {
        bool const comparable =
            (is_number(a.key) && is_number(b.key)) || (a.key.is == b.key.is && a.key.is == kind::string);
        return comparable ? ordered(rt_, binary::lt, a.key, b.key)
                          : type_name(a.key.is) < type_name(b.key.is);
    });
    auto* const d = rt_.heap.make<dict_node>();
    for (keyed const& k : all) {
        set_item(rt_, *d, k.key, k.item);
    }
    return make_dict(d);
}

}  // namespace parlance::jinja::detail
