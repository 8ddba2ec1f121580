// parlance/jinja/detail/vm/impl/callable.ipp - definitions of what parlance/jinja/detail/vm/callable.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <optional>
#include <string_view>

namespace parlance::jinja {

value call_arguments::get(std::size_t i, std::string_view name) const noexcept {
    if (i < count) {
        return positional[i];
    }
    for (std::size_t k = 0; k < keyword_count && !name.empty(); ++k) {
        if (names[k] == name) {
            return keywords[k];
        }
    }
    return {};
}

void look_ahead(runtime& rt, loop_node& loop) {
    if (loop.after.is == kind::missing) {
        value item;
        if (next(rt, loop.items, item)) {
            loop.after = item;
        }
    }
}

std::int64_t loop_length(runtime& rt, loop_node& loop) {
    if (loop.known_length >= 0) {
        return loop.known_length;
    }
    if (loop.source.is != kind::generator && loop.source.is != kind::loop) {
        loop.known_length = static_cast<std::int64_t>(length_of(rt, loop.source).value_or(0));
        return loop.known_length;
    }
    list_node* const rest = rt.new_list(4);
    if (loop.after.is != kind::missing) {
        rt.append(*rest, loop.after);
        loop.after = {};
    }
    for (value item; next(rt, loop.items, item);) {
        rt.append(*rest, item);
    }
    loop.items = {make_list(rest), 0};
    loop.known_length = loop.index0 + 1 + rest->size;
    return loop.known_length;
}

bool take_next(runtime& rt, loop_node& loop, value& out) {
    if (loop.after.is != kind::missing) {
        out = loop.after;
        loop.after = {};
        return true;
    }
    return next(rt, loop.items, out);
}

void accept(loop_node& loop, value item) noexcept {
    ++loop.index0;
    loop.before = loop.current;
    loop.current = item;
}

bool next_of_loop(runtime& rt, loop_node& loop, value& out) {
    value item;
    if (!take_next(rt, loop, item)) {
        return false;
    }
    accept(loop, item);
    out = rt.tuple({item, make_value(kind::loop, &value::loop, &loop)});
    return true;
}

}  // namespace parlance::jinja
