// parlance/jinja/detail/builtins/filter_table.hpp - what every filter is called, does and takes: one row each
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/filters_html.hpp>
#include <parlance/jinja/detail/builtins/filters_lazy.hpp>
#include <parlance/jinja/detail/builtins/filters_number.hpp>
#include <parlance/jinja/detail/builtins/filters_order.hpp>
#include <parlance/jinja/detail/builtins/filters_sequence.hpp>
#include <parlance/jinja/detail/builtins/filters_text.hpp>
#include <parlance/jinja/detail/builtins/parameters.hpp>
#include <parlance/jinja/detail/builtins/sorted_table.hpp>
#include <parlance/jinja/detail/builtins/tojson.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/python/printf.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja::detail {

/// A filter: its name, what it does, and the names of its parameters behind the value, of which the first `required`
/// must be given.  One that takes call_arguments sorts out any arguments itself; another gets them in the order of its
/// parameters, missing where not given.
struct filter {
    constexpr filter(std::string_view n, value (*f)(runtime&, value), parameter_names p = {}) noexcept
        : name(n), alone(f), parameters(p) {}
    constexpr filter(std::string_view n, value (*f)(runtime&, value, value const*), parameter_names p = {},
                     std::uint8_t least = 0) noexcept
        : name(n), bound(f), parameters(p), required(least) {}
    constexpr filter(std::string_view n, value (*f)(runtime&, value, call_arguments const&)) noexcept
        : name(n), unbound(f) {}

    std::string_view name;
    value (*alone)(runtime&, value) = nullptr;
    value (*bound)(runtime&, value, value const*) = nullptr;
    value (*unbound)(runtime&, value, call_arguments const&) = nullptr;
    parameter_names parameters{};
    std::uint8_t required = 0;
};

/// Sorted by name; the number of a filter is its index.
inline constexpr filter filters[] = {
    {"abs", filter_abs},
    {"attr", filter_attr, {"name"}, 1},
    {"batch", filter_batch, {"linecount", "fill_with"}, 1},
    {"capitalize", [](runtime& rt, value v) { return capitalize(rt, to_text(rt, v)); }},
    {"center", filter_center, {"width"}},
    {"count", filter_length},
    {"d", filter_default, {"default_value", "boolean"}},
    {"default", filter_default, {"default_value", "boolean"}},
    {"dictsort", filter_dictsort, {"case_sensitive", "by", "reverse"}},
    {"e", filter_escape},
    {"escape", filter_escape},
    {"filesizeformat", filter_filesizeformat, {"binary"}},
    {"first", filter_first},
    {"float", filter_float, {"default"}},
    {"forceescape", filter_forceescape},
    {"format", filter_format},
    {"from_json", filter_from_json},
    {"groupby", filter_groupby, {"attribute", "default", "case_sensitive"}, 1},
    {"indent", filter_indent, {"width", "first", "blank"}},
    {"int", filter_int, {"default", "base"}},
    {"items", filter_items},
    {"join", filter_join, {"d", "attribute"}},
    {"last", filter_last},
    {"length", filter_length},
    {"list", [](runtime& rt, value v) { return make_list(list_of(rt, v)); }},
    {"lower", [](runtime& rt, value v) { return lower(rt, to_text(rt, v)); }},
    {"map", filter_map},
    {"max",
     [](runtime& rt, value v, value const* a) { return filter_extreme(rt, v, a, binary::gt); },
     {"case_sensitive", "attribute"}},
    {"min",
     [](runtime& rt, value v, value const* a) { return filter_extreme(rt, v, a, binary::lt); },
     {"case_sensitive", "attribute"}},
    {"pprint", filter_pprint},
    {"random", filter_random},
    {"reject",
     [](runtime& rt, value v, call_arguments const& a) { return filter_select(rt, v, a, true, false); }},
    {"rejectattr",
     [](runtime& rt, value v, call_arguments const& a) { return filter_select(rt, v, a, true, true); }},
    {"replace", filter_replace, {"old", "new", "count"}, 2},
    {"reverse", filter_reverse},
    {"round", filter_round, {"precision", "method"}},
    {"safe", filter_safe},
    {"select",
     [](runtime& rt, value v, call_arguments const& a) { return filter_select(rt, v, a, false, false); }},
    {"selectattr",
     [](runtime& rt, value v, call_arguments const& a) { return filter_select(rt, v, a, false, true); }},
    {"slice", filter_slice, {"slices", "fill_with"}, 1},
    {"sort", filter_sort, {"reverse", "case_sensitive", "attribute"}},
    {"string", [](runtime& rt, value v) { return to_text(rt, v); }},
    {"striptags", filter_striptags},
    {"sum", filter_sum, {"attribute", "start"}},
    {"title", filter_title},
    {"tojson", filter_tojson, {"ensure_ascii", "indent", "separators", "sort_keys"}},
    {"trim", filter_trim, {"chars"}},
    {"truncate", filter_truncate, {"length", "killwords", "end", "leeway"}},
    {"unique", filter_unique, {"case_sensitive", "attribute"}},
    {"upper", [](runtime& rt, value v) { return upper(rt, to_text(rt, v)); }},
    {"urlencode", filter_urlencode},
    {"urlize", filter_urlize, {"trim_url_limit", "nofollow", "target", "rel", "extra_schemes"}},
    {"wordcount", filter_wordcount},
    {"wordwrap", filter_wordwrap, {"width", "break_long_words", "wrapstring", "break_on_hyphens"}},
    {"xmlattr", filter_xmlattr, {"autospace"}},
};
static_assert(is_sorted(filters));

}  // namespace parlance::jinja::detail
