// parlance/jinja/detail/syntax/compiler.hpp - nodes to instructions: the statements
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/loop_compiler.hpp>
#include <parlance/jinja/detail/syntax/scope.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

/// Turns a parsed template into a program.  Throws `fault` for what Jinja2 finds when it compiles: unknown filters
/// and tests, break outside a loop, misused caller.
class compiler : detail::loop_compiler {
public:
    compiler(ast const& tree, program& out) : loop_compiler(tree, out) {}

    PARLANCE_DECL void compile();

private:
    PARLANCE_DECL void statement(node_id id) override;

    PARLANCE_DECL void assign_body(node const& n);

    PARLANCE_DECL void filter_block(node const& n);

    PARLANCE_DECL void with(node const& n);

    PARLANCE_DECL void autoescape(node const& n);

    /// Blocks are never overridden here: their body runs where it stands, but sees only what the template's top level
    /// has, unless it is scoped.
    PARLANCE_DECL void block(node const& n);

    PARLANCE_DECL void generation(node const& n);

    /// Leaves a macro as the operand on top.  `name` is nothing for the body of a call block.
    PARLANCE_DECL void macro(node const& n, name_id name);

    /// `caller`, `kwargs` and `varargs` exist in a macro that uses them and does not declare them.
    PARLANCE_DECL void special(scope& inner, node_id body, std::string_view text, std::uint16_t& slot);

    [[nodiscard]] PARLANCE_DECL bool mentions(node_id body, name_id name) const;

    PARLANCE_DECL void call_block(node const& n);

    scope* root_ = nullptr;
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/compiler.ipp>
#endif
