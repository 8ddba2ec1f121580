// parlance/jinja/detail/builtins/impl/parameters.ipp - definitions of what parlance/jinja/detail/builtins/parameters.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/parameters.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

bound_arguments bind(std::string_view name, parameter_names const& parameters, std::size_t required,
                     call_arguments const& args) {
    std::size_t most = 0;
    while (most < parameters.size() && !parameters[most].empty()) {
        ++most;
    }
    if (args.count > most) {
        type_error(std::string(name) + " takes at most " + std::to_string(most) + " arguments");
    }
    bound_arguments out;
    for (std::size_t i = 0; i < args.count; ++i) {
        out[i] = args.positional[i];
    }
    for (std::size_t k = 0; k < args.keyword_count; ++k) {
        std::size_t i = 0;
        while (i < most && parameters[i] != args.names[k]) {
            ++i;
        }
        if (i == most || out[i].is != kind::missing) {
            type_error(std::string(name) + " got an unexpected keyword argument '" +
                       std::string(args.names[k]) + "'");
        }
        out[i] = args.keywords[k];
    }
    for (std::size_t i = 0; i < required; ++i) {
        if (out[i].is == kind::missing) {
            type_error(std::string(name) + " is missing its argument '" + std::string(parameters[i]) + "'");
        }
    }
    return out;
}

}  // namespace parlance::jinja::detail
