// parlance/jinja/detail/builtins/impl/tests.ipp - definitions of what parlance/jinja/detail/builtins/tests.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/tests.hpp>
#include <parlance/jinja/detail/builtins/test_table.hpp>
#include <parlance/jinja/detail/builtins/parameters.hpp>
#include <parlance/jinja/detail/builtins/sorted_table.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

std::uint16_t find_test(std::string_view name) noexcept { return detail::find_sorted(detail::tests, name); }

bool apply_test(runtime& rt, std::uint16_t number, value v, call_arguments const& args) {
    rt.spend();
    detail::test const& t = detail::tests[number];
    return t.holds(rt, v, detail::bind(t.name, {t.parameter}, t.parameter.empty() ? 0 : 1, args)[0]);
}

}  // namespace parlance::jinja
