// parlance/jinja/detail/builtins/impl/functions.ipp - definitions of what parlance/jinja/detail/builtins/functions.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/builtins/functions.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/lorem.hpp>
#include <parlance/jinja/detail/builtins/methods.hpp>
#include <parlance/jinja/detail/builtins/methods_container.hpp>
#include <parlance/jinja/detail/python/print.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/jinja/strftime.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

[[nodiscard]] PARLANCE_DECL value make_range(runtime& rt, call_arguments const& args);

[[noreturn]] PARLANCE_DECL void raise(runtime& rt, call_arguments const& args);

[[nodiscard]] PARLANCE_DECL value time_now(runtime& rt, call_arguments const& args);

value make_range(runtime& rt, call_arguments const& args) {
    if (args.count < 1 || args.count > 3 || args.keyword_count > 0) {
        type_error("range expected 1 to 3 arguments");
    }
    std::int64_t n[3] = {0, 0, 1};
    for (std::size_t i = 0; i < args.count; ++i) {
        value const v = args.positional[i];
        if (v.is != kind::integer && v.is != kind::boolean) {
            refuse_undefined(v);
            if (v.is == kind::big) {
                value_error("Range too big");
            }
            type_error("'" + std::string(type_name(v.is)) + "' object cannot be interpreted as an integer");
        }
        n[args.count == 1 ? 1 : i] = v.integer;
    }
    if (n[2] == 0) {
        value_error("range() arg 3 must not be zero");
    }
    range_node r{n[0], n[1], n[2], 0};
    auto const distance = [](std::int64_t low, std::int64_t high) {
        return static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    };
    std::uint64_t length = 0;
    if (n[2] > 0 && n[0] < n[1]) {
        length = (distance(n[0], n[1]) - 1) / static_cast<std::uint64_t>(n[2]) + 1;
    } else if (n[2] < 0 && n[0] > n[1]) {
        length = (distance(n[1], n[0]) - 1) / (0 - static_cast<std::uint64_t>(n[2])) + 1;
    }
    if (length > rt.options.limits.range_items) {
        throw fault{errc::range_too_long, std::to_string(length) + " items"};
    }
    r.length = static_cast<std::int64_t>(length);
    range_node const* const kept = rt.heap.make<range_node>(r);
    return make_value(kind::range, &value::range, kept);
}

void raise(runtime& rt, call_arguments const& args) {
    value const message = args.get(0, "message");
    if (message.is == kind::missing || args.count + args.keyword_count > 1) {
        type_error("raise_exception() takes one argument");
    }
    std::string_view const shown = text_of(rt, message);
    rt.heap.lend(3 * shown.size());  // here, in the diagnostic, and where the caller wants all of it
    std::string text(shown);
    throw fault{errc::jinja_raised, std::move(text)};
}

/// Bytes at the front of a format that can be written by themselves: as many conversions and other bytes as there are in
/// some hundred bytes.
PARLANCE_DECL std::size_t part_of_format(std::string_view format) noexcept {
    constexpr std::size_t some = 256;
    std::size_t at = 0;
    while (at < some && at < format.size()) {
        bool const flagged = format.size() - at > 2 &&
                             (format[at + 1] == '-' || format[at + 1] == '_' || format[at + 1] == '0');
        at += format[at] != '%' ? 1 : flagged ? 3 : 2;
    }
    return (std::min)(at, format.size());
}

value time_now(runtime& rt, call_arguments const& args) {
    value const format = args.get(0, "format");
    if (format.is != kind::string || args.count + args.keyword_count > 1) {
        refuse_undefined(format);
        type_error("strftime_now() takes one string");
    }
    std::tm const now = rt.options.now ? rt.options.now() : local_time(std::time(nullptr));
    rt.spend(4 + std::uint64_t{format.size} * 16);
    loan paid(rt.heap);
    paid.add(std::size_t{format.size} * 32 + 64);
    std::string out;
    for (std::string_view rest = format.view_text(); !rest.empty();) {
        std::size_t const length = part_of_format(rest);
        rt.steps().pass(16 * length);
        std::string const part = strftime(rest.substr(0, length), now);
        if (part.size() > out.capacity() - out.size()) {
            rt.heap.reserve(out, (std::max)(2 * out.capacity(), out.size() + part.size()));
        }
        out.append(part);
        rest.remove_prefix(length);
    }
    return rt.text(out, runtime::derived(format));
}

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

value find_global(std::string_view name) noexcept {
    for (std::size_t i = 0; i < sizeof global_names / sizeof global_names[0]; ++i) {
        if (global_names[i] == name) {
            value v;
            v.is = kind::function;
            v.why = static_cast<std::uint8_t>(i);
            return v;
        }
    }
    return {};
}

value call_global(runtime& rt, global which, call_arguments const& args) {
    switch (which) {
    case global::range: return detail::make_range(rt, args);
    case global::dict: {
        auto* const d = rt.heap.make<dict_node>();
        detail::update_dict(rt, *d, args);
        return make_dict(d);
    }
    case global::name_space: {
        auto* const made = rt.heap.make<namespace_node>();
        detail::update_dict(rt, made->attributes, args);
        for (std::uint32_t i = 0; i < made->attributes.size; ++i) {
            if (value const key = made->attributes.entries[i].key; key.is == kind::string) {
                detail::refuse_private(rt, key.view_text());
            }
        }
        return make_value(kind::name_space, &value::name_space, made);
    }
    case global::cycler: {
        if (args.count == 0 || args.keyword_count > 0) {
            type_error("at least one item has to be provided");
        }
        auto* const c = rt.heap.make<cycler_node>();
        for (std::size_t i = 0; i < args.count; ++i) {
            rt.append(c->items, args.positional[i]);
        }
        return make_value(kind::cycler, &value::cycler, c);
    }
    case global::joiner: {
        value const separator = args.get(0, "sep");
        return make_value(
            kind::joiner, &value::joiner,
            rt.heap.make<joiner_node>(separator.is == kind::missing ? make_text(", ") : separator));
    }
    case global::self: type_error("'TemplateReference' object is not callable");
    case global::lipsum: return detail::lipsum(rt, args);
    case global::raise_exception: detail::raise(rt, args);
    case global::strftime_now: return detail::time_now(rt, args);
    }
    return {};
}

}  // namespace parlance::jinja
