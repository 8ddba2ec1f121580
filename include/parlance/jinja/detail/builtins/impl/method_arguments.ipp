// parlance/jinja/detail/builtins/impl/method_arguments.ipp - definitions of what parlance/jinja/detail/builtins/method_arguments.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/method_arguments.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

bool switched(value v) {
    if (v.is == kind::missing || v.is == kind::boolean || v.is == kind::integer || v.is == kind::big) {
        return v.is != kind::missing && truth(v);
    }
    fail_type(v, "'", "' object cannot be interpreted as an integer");
}

std::int64_t whole(value v, std::int64_t otherwise) {
    if (v.is == kind::missing) {
        return otherwise;
    }
    if (v.is == kind::big) {
        return v.big->negative ? INT64_MIN : INT64_MAX;
    }
    if (v.is != kind::integer && v.is != kind::boolean) {
        fail_type(v, "'", "' object cannot be interpreted as an integer");
    }
    return v.integer;
}

method_arguments::method_arguments(call_arguments const& args, attr name, std::size_t least, std::size_t most)
    : args_(args) {
    std::string const method(attribute_names[static_cast<std::size_t>(name)]);
    if (args.keyword_count > 0) {
        bool known = false;
        switch (name) {
        case "split"_attr:
        case "rsplit"_attr: known = all_known({"sep", "maxsplit"}); break;
        case "splitlines"_attr: known = all_known({"keepends"}); break;
        case "expandtabs"_attr: known = all_known({"tabsize"}); break;
        case "encode"_attr: known = all_known({"encoding", "errors"}); break;
        case "sort"_attr: known = all_known({"reverse", "key"}); break;
        default: break;
        }
        if (!known) {
            type_error(method + "() takes no keyword arguments");
        }
    }
    if (args.count < least || args.count > most) {
        type_error(method + "() was given " + std::to_string(args.count) + " arguments");
    }
}

value method_arguments::text(std::size_t i) const {
    value const v = get(i);
    if (v.is != kind::string) {
        fail_type(v, "a str is required, not ");
    }
    return v;
}

std::int64_t method_arguments::integer(std::size_t i, std::int64_t otherwise, std::string_view name) const {
    return whole(get(i, name), otherwise);
}

bool method_arguments::all_known(std::initializer_list<std::string_view> names) const {
    for (std::size_t i = 0; i < args_.keyword_count; ++i) {
        if (std::find(names.begin(), names.end(), args_.names[i]) == names.end()) {
            return false;
        }
    }
    return true;
}

}  // namespace parlance::jinja::detail
