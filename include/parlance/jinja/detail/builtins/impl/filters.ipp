// parlance/jinja/detail/builtins/impl/filters.ipp - definitions of what parlance/jinja/detail/builtins/filters.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/filters.hpp>
#include <parlance/jinja/detail/builtins/filter_table.hpp>
#include <parlance/jinja/detail/builtins/parameters.hpp>
#include <parlance/jinja/detail/builtins/sorted_table.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

std::uint16_t find_filter(std::string_view name) noexcept {
    return detail::find_sorted(detail::filters, name);
}

value apply_filter(runtime& rt, std::uint16_t number, value v, call_arguments const& args) {
    rt.spend(2);
    detail::filter const& f = detail::filters[number];
    if (f.unbound != nullptr) {
        return f.unbound(rt, v, args);
    }
    detail::bound_arguments const bound = detail::bind(f.name, f.parameters, f.required, args);
    return f.bound != nullptr ? f.bound(rt, v, bound.data()) : f.alone(rt, v);
}

}  // namespace parlance::jinja
