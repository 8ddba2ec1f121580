// parlance/jinja/impl/filters.ipp - definitions of what parlance/jinja/filters.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/filters.hpp>
#include <parlance/jinja/callable.hpp>
#include <parlance/jinja/fault.hpp>
#include <parlance/jinja/filters_html.hpp>
#include <parlance/jinja/filters_lazy.hpp>
#include <parlance/jinja/filters_number.hpp>
#include <parlance/jinja/filters_sequence.hpp>
#include <parlance/jinja/filters_text.hpp>
#include <parlance/jinja/printf.hpp>
#include <parlance/jinja/runtime.hpp>
#include <parlance/jinja/tables.hpp>
#include <parlance/jinja/tests.hpp>
#include <parlance/jinja/tojson.hpp>
#include <parlance/jinja/value.hpp>
#include <array>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

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
    value bound[6];
    if (!filters[number].variadic) {
        detail::bind(filters[number], args, bound);
    }
    return detail::filter_functions[number].apply(rt, v, bound, args);
}

bool apply_test(runtime& rt, std::uint16_t number, value v, call_arguments const& args) {
    value bound[6];
    detail::bind(tests[number], args, bound);
    return apply_test(rt, number, v, bound[0]);
}

}  // namespace parlance::jinja
