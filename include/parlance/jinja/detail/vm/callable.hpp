// parlance/jinja/detail/vm/callable.hpp - what templates call, and the loop variable
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
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
    [[nodiscard]] PARLANCE_DECL value get(std::size_t i, std::string_view name = {}) const noexcept;
};

/// Takes the item after the current one out of the source, once.
PARLANCE_DECL void look_ahead(runtime& rt, loop_node& loop);

[[nodiscard]] PARLANCE_DECL std::int64_t loop_length(runtime& rt, loop_node& loop);

/// The next item of the source, looked ahead or not.
PARLANCE_DECL bool take_next(runtime& rt, loop_node& loop, value& out);
PARLANCE_DECL void accept(loop_node& loop, value item) noexcept;

/// Iterating over `loop` itself takes the items away from the loop, in pairs with the loop variable, as in Jinja2.
PARLANCE_DECL bool next_of_loop(runtime& rt, loop_node& loop, value& out);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/callable.ipp>
#endif
