// parlance/jinja/callable.hpp - what templates call, and the loop variable
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/program.hpp>
#include <parlance/jinja/sequence.hpp>
#include <parlance/jinja/tables.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

/// The slots of one call of a function.  Lives in the arena, so that macros can outlive the call they were made in.
struct activation {
    activation* outer = nullptr;  // of the function around
    value* slots = nullptr;
    activation* next_free = nullptr;
};

struct macro_node {
    std::uint32_t function = 0;
    activation* around = nullptr;
    std::string_view name{};
};

/// The state of a for loop and the variable `loop`.
///
/// before, current, after  items; `missing` where there is none
struct loop_node {
    cursor items{};
    value source{};
    std::int64_t index0 = -1;
    std::int64_t known_length = -1;
    value before{};
    value current{};
    value after{};
    value pending{};  // taken from the source, not yet accepted by the filter
    list_node* gathered = nullptr;
    list_node* last_changed = nullptr;
    std::uint32_t depth0 = 0;
    bool recursive = false;
    bool completed = false;      // an iteration reached the end of the body
    std::uint32_t function = 0;  // recursive: what loop(…) calls
    activation* around = nullptr;
    loop_node* outer = nullptr;  // the loop around, in the same function
};

/// The functions every template can call.
enum class global : std::uint8_t {
    range,
    dict,
    name_space,
    cycler,
    joiner,
    lipsum,
    raise_exception,
    strftime_now,
    self
};
inline constexpr std::string_view global_names[] = {
    "range", "dict", "namespace", "cycler", "joiner", "lipsum", "raise_exception", "strftime_now", "self"};
[[nodiscard]] constexpr std::string_view name_of(global g) noexcept {
    return global_names[static_cast<std::size_t>(g)];
}

/// The arguments of one call, as they lie on the operand stack.
struct call_arguments {
    value const* positional = nullptr;
    std::size_t count = 0;
    std::string_view const* names = nullptr;
    value const* keywords = nullptr;
    std::size_t keyword_count = 0;

    /// Argument `i`, or the keyword `name`, or missing.
    [[nodiscard]] value get(std::size_t i, std::string_view name = {}) const noexcept {
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
};

/// Takes the item after the current one out of the source, once.
inline void look_ahead(runtime& rt, loop_node& loop) {
    if (loop.after.is == kind::missing) {
        value item;
        if (next(rt, loop.items, item)) {
            loop.after = item;
        }
    }
}

[[nodiscard]] inline std::int64_t loop_length(runtime& rt, loop_node& loop) {
    if (loop.known_length >= 0) {
        return loop.known_length;
    }
    if (loop.source.is != kind::generator && loop.source.is != kind::loop) {
        loop.known_length = static_cast<std::int64_t>(length_of(loop.source).value_or(0));
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

/// The next item of the source, looked ahead or not.
inline bool take_next(runtime& rt, loop_node& loop, value& out) {
    if (loop.after.is != kind::missing) {
        out = loop.after;
        loop.after = {};
        return true;
    }
    return next(rt, loop.items, out);
}
inline void accept(loop_node& loop, value item) noexcept {
    ++loop.index0;
    loop.before = loop.current;
    loop.current = item;
}

/// Iterating over `loop` itself takes the items away from the loop, in pairs with the loop variable, as in Jinja2.
inline bool next_of_loop(runtime& rt, loop_node& loop, value& out) {
    value item;
    if (!take_next(rt, loop, item)) {
        return false;
    }
    accept(loop, item);
    value self;
    self.is = kind::loop;
    self.loop = &loop;
    out = rt.tuple({item, self});
    return true;
}

}  // namespace parlance::jinja
