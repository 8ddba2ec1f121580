// parlance/jinja/detail/syntax/impl/source_looks.ipp - definitions of what parlance/jinja/detail/syntax/source_looks.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/source_looks.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::jinja {

std::size_t source_looks::find(std::string_view source, std::string_view what, std::size_t at) {
    for (; at < source.size(); at += between_looks) {
        std::size_t const found = source.substr(at, between_looks + what.size() - 1).find(what);
        if (found != source.npos) {
            return at + found;
        }
        pass(between_looks);
    }
    return source.npos;
}

void source_looks::look() {
    passed_ = 0;
    go_on(!asked_.stop_requested());
}

void source_looks::go_on(bool wanted) {
    if (!wanted) {
        throw fault{errc::cancelled};
    }
}

void source_looks::pass_names(std::size_t names) {
    constexpr std::size_t bytes_of_a_name = 32;
    names_ += names;
    if (names_ > most_names) {
        throw fault{errc::out_of_fuel, "too many names in branches inside branches"};
    }
    pass(bytes_of_a_name * names);
}

}  // namespace parlance::jinja
