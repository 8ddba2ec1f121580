// parlance/jinja/detail/vm/frames.hpp - operands, variables and calls of a running program
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/operand_stack.hpp>
#include <parlance/jinja/detail/vm/output.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja::detail {

/// What the machine works on: operands, variables, and the frames of calls.  Calls of macros, call blocks and recursive
/// loops are frames of its own; how deep they may go is limits.call_depth.
class frames : public operand_stack {
public:
    PARLANCE_DECL frames(program const& what, boost::json::object const& context, render_options const& how);

protected:
    struct frame {
        std::uint32_t function = 0;
        std::uint32_t back = 0;  // instruction to go on with
        activation* here = nullptr;
        loop_node* loops = nullptr;
        std::uint32_t depth0 = 0;  // recursive loops
        std::size_t mark = 0;
        bool markup = false;  // what it returns is safe: the call stood where output is escaped
    };

    // variables
    /// A variable of the context, else a global function, else missing.
    [[nodiscard]] PARLANCE_DECL value const& global(name_id id);
    [[nodiscard]] PARLANCE_DECL bool is_trusted(std::string_view n) const;
    [[nodiscard]] PARLANCE_DECL value shown(value v, name_id id) const;
    [[nodiscard]] PARLANCE_DECL static value* slots_of(activation* a, std::uint8_t outwards) noexcept;

    // functions
    [[nodiscard]] PARLANCE_DECL activation* new_activation(std::uint32_t number, activation* around);
    PARLANCE_DECL void enter(std::uint32_t number, activation* around, std::uint32_t back,
                             std::uint32_t depth0);
    /// Calls a function whose text becomes the operand on top when it returns.
    PARLANCE_DECL void enter_captured(std::uint32_t number, activation* around, std::uint32_t depth0);
    /// True at the end of the template.
    [[nodiscard]] PARLANCE_DECL bool leave();

    // calls
    /// The arguments on top of the stack.  Spread ones are gathered into `gathered_`.
    [[nodiscard]] PARLANCE_DECL call_arguments arguments(call_shape const& shape, std::size_t& operands);
    PARLANCE_DECL void gather(call_shape const& shape, value const* first, call_arguments& args);

    /// Calls `callee` with the arguments on top; `below` more operands under them are removed as well.
    PARLANCE_DECL void call(value callee, call_shape const& shape, std::size_t below);

    PARLANCE_DECL void call_loop(loop_node& loop, call_arguments const& args, std::size_t operands);

    PARLANCE_DECL void call_macro(macro_node const& m, call_arguments const& args, std::size_t operands);

    [[nodiscard]] PARLANCE_DECL bool escapes(std::uint8_t mode) const noexcept;

    struct global_slot {
        bool known = false;
        value v{};
    };

    boost::json::object const& context_;
    output out_;
    vec<global_slot> globals_;
    vec<frame> frames_{};
    frame* frame_ = nullptr;
    value* slots_ = nullptr;
    std::uint32_t at_ = 0;
    vec<activation*> free_{};
    vec<std::string_view> names_{};
    vec<value> gathered_{};
    bool dynamic_escape_ = false;
};

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/frames.ipp>
#endif
