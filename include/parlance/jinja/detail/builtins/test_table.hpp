// parlance/jinja/detail/builtins/test_table.hpp - what every test is called, says and takes: one row each
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/tests.hpp>
#include <parlance/jinja/detail/builtins/filters.hpp>
#include <parlance/jinja/detail/builtins/methods_text.hpp>
#include <parlance/jinja/detail/builtins/parameters.hpp>
#include <parlance/jinja/detail/builtins/sorted_table.hpp>
#include <parlance/jinja/detail/python/arithmetic.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

namespace parlance::jinja::detail {

/// v % n == rest, with Python's rules for what has a remainder.
[[nodiscard]] inline bool remainder_is(runtime& rt, value v, value n, std::int64_t rest) {
    return equal(rt, arithmetic(rt, binary::mod, v, n), make_integer(rest));
}

template <kind... Kinds>
[[nodiscard]] bool is_one_of(runtime&, value v, value) {
    return ((v.is == Kinds) || ...);
}
template <bool Of>
[[nodiscard]] bool is_boolean(runtime&, value v, value) {
    return v.is == kind::boolean && (v.integer != 0) == Of;
}
template <bool Upper>
[[nodiscard]] bool is_in_case(runtime& rt, value v, value) {
    return has_case(rt, to_text(rt, v), Upper);
}
template <binary Op>
[[nodiscard]] bool compares(runtime& rt, value v, value b) {
    return ordered(rt, Op, v, b);
}
/// Whether it is the name of a filter or a test.  Python looks it up in a dictionary, which wants a hash.
template <std::uint16_t (*Find)(std::string_view) noexcept>
[[nodiscard]] bool is_name(runtime& rt, value v, value) {
    static_cast<void>(hash_of(rt, v));
    return v.is == kind::string && Find(v.view_text()) != not_found;
}

/// A test: its name, whether it holds of a value, and the name of its argument where it has one, which must be given.
struct test {
    std::string_view name;
    bool (*holds)(runtime&, value, value);
    std::string_view parameter{};
};

/// Sorted by name; the number of a test is its index.
inline constexpr test tests[] = {
    {"!=", [](runtime& rt, value v, value b) { return !equal(rt, v, b); }, "b"},
    {"<", compares<binary::lt>, "b"},
    {"<=", compares<binary::le>, "b"},
    {"==", equal, "b"},
    {">", compares<binary::gt>, "b"},
    {">=", compares<binary::ge>, "b"},
    {"boolean", is_one_of<kind::boolean>},
    {"callable",
     is_one_of<kind::function, kind::macro, kind::method, kind::loop, kind::joiner, kind::undefined>},
    {"defined", [](runtime&, value v, value) { return v.is != kind::undefined; }},
    {"divisibleby", [](runtime& rt, value v, value num) { return remainder_is(rt, v, num, 0); }, "num"},
    {"eq", equal, "b"},
    {"equalto", equal, "b"},
    {"escaped", [](runtime&, value v, value) { return v.is == kind::string && v.has(mark::markup); }},
    {"even", [](runtime& rt, value v, value) { return remainder_is(rt, v, make_integer(2), 0); }},
    {"false", is_boolean<false>},
    {"filter", is_name<find_filter>},
    {"float", is_one_of<kind::real>},
    {"ge", compares<binary::ge>, "b"},
    {"greaterthan", compares<binary::gt>, "b"},
    {"gt", compares<binary::gt>, "b"},
    {"in", contains, "seq"},
    {"integer", is_one_of<kind::integer, kind::big>},
    {"iterable", [](runtime&, value v, value) { return is_iterable(v); }},
    {"le", compares<binary::le>, "b"},
    {"lessthan", compares<binary::lt>, "b"},
    {"lower", is_in_case<false>},
    {"lt", compares<binary::lt>, "b"},
    {"mapping", [](runtime&, value v, value) { return is_mapping(v); }},
    {"ne", [](runtime& rt, value v, value b) { return !equal(rt, v, b); }, "b"},
    {"none", is_one_of<kind::none>},
    {"number", [](runtime&, value v, value) { return is_number(v); }},
    {"odd", [](runtime& rt, value v, value) { return remainder_is(rt, v, make_integer(2), 1); }},
    {"sameas", [](runtime&, value v, value other) { return identical(v, other); }, "other"},
    {"sequence",
     [](runtime& rt, value v, value) {
         return length_of(rt, v).has_value() && v.is != kind::keys_view && v.is != kind::values_view &&
                v.is != kind::items_view;
     }},
    {"string", is_one_of<kind::string>},
    {"test", is_name<find_test>},
    {"true", is_boolean<true>},
    {"undefined", is_one_of<kind::undefined>},
    {"upper", is_in_case<true>},
};
static_assert(is_sorted(tests));

}  // namespace parlance::jinja::detail
