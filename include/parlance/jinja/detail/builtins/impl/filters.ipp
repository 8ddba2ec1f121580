// parlance/jinja/detail/builtins/impl/filters.ipp - definitions of what parlance/jinja/detail/builtins/filters.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/filters.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/filters_html.hpp>
#include <parlance/jinja/detail/builtins/filters_lazy.hpp>
#include <parlance/jinja/detail/builtins/filters_number.hpp>
#include <parlance/jinja/detail/builtins/filters_order.hpp>
#include <parlance/jinja/detail/builtins/filters_sequence.hpp>
#include <parlance/jinja/detail/builtins/filters_text.hpp>
#include <parlance/jinja/detail/builtins/tables.hpp>
#include <parlance/jinja/detail/builtins/tests.hpp>
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
#include <array>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

/// `a`: the arguments in the order of the table, missing where not given; `raw`: as they were written.
using filter_function = value (*)(runtime&, value, value const* a, call_arguments const& raw);

struct named_filter {
    std::string_view name;
    filter_function apply;
};

inline constexpr named_filter filter_functions[] = {
    {"abs", [](runtime& rt, value v, value const*, call_arguments const&) { return filter_abs(rt, v); }},
    {"attr",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_attr(rt, v, a); }},
    {"batch",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_batch(rt, v, a); }},
    {"capitalize", [](runtime& rt, value v, value const*,
                      call_arguments const&) { return capitalize(rt, to_text(rt, v)); }},
    {"center",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_center(rt, v, a); }},
    {"count", [](runtime& rt, value v, value const*, call_arguments const&) { return filter_length(rt, v); }},
    {"d", [](runtime&, value v, value const* a, call_arguments const&) { return filter_default(v, a); }},
    {"default",
     [](runtime&, value v, value const* a, call_arguments const&) { return filter_default(v, a); }},
    {"dictsort",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_dictsort(rt, v, a); }},
    {"e", [](runtime& rt, value v, value const*, call_arguments const&) { return filter_escape(rt, v); }},
    {"escape",
     [](runtime& rt, value v, value const*, call_arguments const&) { return filter_escape(rt, v); }},
    {"filesizeformat", [](runtime& rt, value v, value const* a,
                          call_arguments const&) { return filter_filesizeformat(rt, v, a); }},
    {"first", [](runtime& rt, value v, value const*, call_arguments const&) { return filter_first(rt, v); }},
    {"float",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_float(rt, v, a); }},
    {"forceescape",
     [](runtime& rt, value v, value const*, call_arguments const&) { return filter_forceescape(rt, v); }},
    {"format",
     [](runtime& rt, value v, value const*, call_arguments const& raw) { return filter_format(rt, v, raw); }},
    {"from_json",
     [](runtime& rt, value v, value const*, call_arguments const&) { return filter_from_json(rt, v); }},
    {"groupby",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_groupby(rt, v, a); }},
    {"indent",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_indent(rt, v, a); }},
    {"int", [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_int(rt, v, a); }},
    {"items", [](runtime& rt, value v, value const*, call_arguments const&) { return filter_items(rt, v); }},
    {"join", [](runtime& rt, value v, value const* a,
                call_arguments const&) { return filter_join(rt, v, a, rt.escaping); }},
    {"last", [](runtime& rt, value v, value const*, call_arguments const&) { return filter_last(rt, v); }},
    {"length",
     [](runtime& rt, value v, value const*, call_arguments const&) { return filter_length(rt, v); }},
    {"list",
     [](runtime& rt, value v, value const*, call_arguments const&) { return make_list(list_of(rt, v)); }},
    {"lower",
     [](runtime& rt, value v, value const*, call_arguments const&) { return lower(rt, to_text(rt, v)); }},
    {"map",
     [](runtime& rt, value v, value const*, call_arguments const& raw) { return filter_map(rt, v, raw); }},
    {"max", [](runtime& rt, value v, value const* a,
               call_arguments const&) { return filter_extreme(rt, v, a, binary::gt); }},
    {"min", [](runtime& rt, value v, value const* a,
               call_arguments const&) { return filter_extreme(rt, v, a, binary::lt); }},
    {"pprint",
     [](runtime& rt, value v, value const*, call_arguments const&) { return filter_pprint(rt, v); }},
    {"random",
     [](runtime& rt, value v, value const*, call_arguments const&) { return filter_random(rt, v); }},
    {"reject", [](runtime& rt, value v, value const*,
                  call_arguments const& raw) { return filter_select(rt, v, raw, true, false); }},
    {"rejectattr", [](runtime& rt, value v, value const*,
                      call_arguments const& raw) { return filter_select(rt, v, raw, true, true); }},
    {"replace", [](runtime& rt, value v, value const* a,
                   call_arguments const&) { return filter_replace(rt, v, a, rt.escaping); }},
    {"reverse",
     [](runtime& rt, value v, value const*, call_arguments const&) { return filter_reverse(rt, v); }},
    {"round",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_round(rt, v, a); }},
    {"safe", [](runtime& rt, value v, value const*, call_arguments const&) { return filter_safe(rt, v); }},
    {"select", [](runtime& rt, value v, value const*,
                  call_arguments const& raw) { return filter_select(rt, v, raw, false, false); }},
    {"selectattr", [](runtime& rt, value v, value const*,
                      call_arguments const& raw) { return filter_select(rt, v, raw, false, true); }},
    {"slice",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_slice(rt, v, a); }},
    {"sort",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_sort(rt, v, a); }},
    {"string", [](runtime& rt, value v, value const*, call_arguments const&) { return to_text(rt, v); }},
    {"striptags",
     [](runtime& rt, value v, value const*, call_arguments const&) { return filter_striptags(rt, v); }},
    {"sum", [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_sum(rt, v, a); }},
    {"title", [](runtime& rt, value v, value const*, call_arguments const&) { return filter_title(rt, v); }},
    {"tojson",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_tojson(rt, v, a); }},
    {"trim",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_trim(rt, v, a); }},
    {"truncate",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_truncate(rt, v, a); }},
    {"unique",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_unique(rt, v, a); }},
    {"upper",
     [](runtime& rt, value v, value const*, call_arguments const&) { return upper(rt, to_text(rt, v)); }},
    {"urlencode",
     [](runtime& rt, value v, value const*, call_arguments const&) { return filter_urlencode(rt, v); }},
    {"urlize",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_urlize(rt, v, a); }},
    {"wordcount",
     [](runtime& rt, value v, value const*, call_arguments const&) { return filter_wordcount(rt, v); }},
    {"wordwrap",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_wordwrap(rt, v, a); }},
    {"xmlattr",
     [](runtime& rt, value v, value const* a, call_arguments const&) { return filter_xmlattr(rt, v, a); }},
};

[[nodiscard]] consteval bool same_order() {
    std::size_t i = 0;
    for (named_filter const& f : filter_functions) {
        if (f.name != filters[i++].name) {
            return false;
        }
    }
    return i == sizeof filters / sizeof filters[0];
}
static_assert(same_order(),
              "parlance: filter_functions and the table of filter names must list the same filters");

/// Puts arguments in the order of a table row.  Throws a type fault when they do not fit.
PARLANCE_DECL void bind(builtin const& row, call_arguments const& args, value (&out)[6]);

void bind(builtin const& row, call_arguments const& args, value (&out)[6]) {
    std::size_t const most = row.count();
    if (args.count > most) {
        type_error(std::string(row.name) + " takes at most " + std::to_string(most) + " arguments");
    }
    for (std::size_t i = 0; i < args.count; ++i) {
        out[i] = args.positional[i];
    }
    for (std::size_t k = 0; k < args.keyword_count; ++k) {
        std::size_t i = 0;
        while (i < most && row.parameters[i] != args.names[k]) {
            ++i;
        }
        if (i == most || out[i].is != kind::missing) {
            type_error(std::string(row.name) + " got an unexpected keyword argument '" +
                       std::string(args.names[k]) + "'");
        }
        out[i] = args.keywords[k];
    }
    for (std::size_t i = 0; i < row.required; ++i) {
        if (out[i].is == kind::missing) {
            type_error(std::string(row.name) + " is missing its argument '" + std::string(row.parameters[i]) +
                       "'");
        }
    }
}

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

value apply_filter(runtime& rt, std::uint16_t number, value v, call_arguments const& args) {
    rt.spend(2);
    value bound[6];
    if (!filters[number].variadic) {
        detail::bind(filters[number], args, bound);
    }
    return detail::filter_functions[number].apply(rt, v, bound, args);
}

bool apply_test(runtime& rt, std::uint16_t number, value v, call_arguments const& args) {
    rt.spend();
    value bound[6];
    detail::bind(tests[number], args, bound);
    return apply_test(rt, number, v, bound[0]);
}

}  // namespace parlance::jinja
