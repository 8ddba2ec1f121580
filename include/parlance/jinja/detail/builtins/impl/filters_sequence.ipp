// parlance/jinja/detail/builtins/impl/filters_sequence.ipp - definitions of what parlance/jinja/detail/builtins/filters_sequence.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/filters_sequence.hpp>
#include <parlance/jinja/detail/builtins/filters_order.hpp>
#include <parlance/jinja/detail/python/arithmetic.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <optional>
#include <string>

namespace parlance::jinja::detail {

value filter_first(runtime& rt, value v) {
    cursor c = iterate(v);
    value out;
    return next(rt, c, out) ? out : make_undefined(absence::custom, "No first item, sequence was empty.");
}

value filter_last(runtime& rt, value v) {
    if (v.is == kind::generator || !is_iterable(v)) {
        type_error("'" + std::string(type_name(v.is)) + "' object is not reversible");
    }
    value out;
    if (v.is == kind::string) {
        out = index_text(rt, v, -1);
    } else if (v.is != kind::undefined) {
        value const all = is_array(v) || v.is == kind::range ? v : make_list(list_of(rt, v));
        std::size_t const n = count_of(all);
        out = n == 0 ? value{} : item_at(rt, all, n - 1);
    }
    return out.is == kind::missing ? make_undefined(absence::custom, "No last item, sequence was empty.")
                                   : out;
}

value filter_length(runtime& rt, value v) {
    std::optional<std::size_t> const n = length_of(rt, v);
    if (!n) {
        type_error("object of type '" + std::string(type_name(v.is)) + "' has no len()");
    }
    return make_integer(static_cast<std::int64_t>(*n));
}

value filter_reverse(runtime& rt, value v) {
    if (v.is == kind::string) {
        return slice_text(rt, v, make_none(), make_none(), make_integer(-1));
    }
    if (!is_iterable(v)) {
        type_error("argument must be iterable");
    }
    list_node* const all = list_of(rt, v);
    reverse(rt, *all);
    if (v.is == kind::generator) {
        return make_list(all);
    }
    return generator_of(rt, make_list(all),
                        is_list(v)                                 ? "list_reverseiterator object"
                        : v.is == kind::range                      ? "range_iterator object"
                        : is_mapping(v) || v.is == kind::keys_view ? "dict_reversekeyiterator object"
                        : v.is == kind::values_view                ? "dict_reversevalueiterator object"
                        : v.is == kind::items_view                 ? "dict_reverseitemiterator object"
                                                                   : "reversed object");
}

value filter_join(runtime& rt, value v, value const* a) {
    bool const escape = rt.escaping;
    value const separator = a[0].is == kind::missing ? make_text({}) : to_text(rt, a[0]);
    scratch<value> parts(rt.heap);
    bool markup = separator.has(mark::markup);
    cursor c = iterate(v);
    for (value item; next(rt, c, item);) {
        value const followed = given(a[1]) ? follow(rt, item, a[1]) : item;
        parts.push_back(to_text(rt, followed));
        markup = markup || (escape && parts.back().has(mark::markup));
    }
    runtime::builder out(rt);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) {
            out.add(escape && markup ? escaped(rt, separator) : separator);
        }
        out.add(escape && markup ? escaped(rt, parts[i]) : parts[i]);
    }
    return out.finish(escape && markup ? mark::markup : std::uint8_t{0});
}

value filter_sum(runtime& rt, value v, value const* a) {
    value total = a[1].is == kind::missing ? make_integer(0) : a[1];
    if (total.is == kind::string) {
        type_error("sum() can't sum strings [use ''.join(seq) instead]");
    }
    cursor c = iterate(v);
    for (value item; next(rt, c, item);) {
        total = arithmetic(rt, binary::add, total, given(a[0]) ? follow(rt, item, a[0]) : item);
    }
    return total;
}

}  // namespace parlance::jinja::detail
