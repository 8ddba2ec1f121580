// parlance/jinja/detail/vm/machine.hpp - runs a program: one loop over instructions, no recursion on the native stack
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/python/operators.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/frames.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/text/vec.hpp>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::jinja {

/// One rendering.
class machine : detail::frames {
public:
    using frames::frames;

    /// Renders.  Throws `fault`, with its place set.
    [[nodiscard]] PARLANCE_DECL rendering run();

private:
    // loops
    PARLANCE_DECL void begin_loop(instruction i);
    PARLANCE_DECL void show_loop(std::uint16_t slot);

    PARLANCE_DECL void print(value v, std::uint8_t mode);

    [[nodiscard]] PARLANCE_DECL value concatenated(std::uint32_t count, std::uint8_t mode);

    [[nodiscard]] PARLANCE_DECL bool compared(binary op, value a, value b);

    PARLANCE_DECL void loop();

    /// bool(v); a value the sandbox hides may not even be asked.
    [[nodiscard]] static bool checked_truth(value v) { return truth(v); }

    PARLANCE_DECL void store_attribute(std::string_view attribute_name);

    /// Looks up what `object.name(…)` calls: a method and its object, or any value and nothing.
    PARLANCE_DECL void method(instruction i);
    PARLANCE_DECL void call_prepared(call_shape const& shape);

    vec<std::size_t> captures_{};
    std::vector<bool> escapes_before_{};
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/machine.ipp>
#endif
