// parlance/jinja/detail/syntax/expression_compiler.hpp - expression nodes to instructions
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/tests.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/scope.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja::detail {

/// The expression half of the compiler.  Recurses as deeply as the tree, which the parser bounded; left-deep spines of
/// attributes, calls and filters are walked in loops.
class expression_compiler {
public:
    expression_compiler(ast const& tree, program& out) : ast_(tree), out_(out) {}

protected:
    PARLANCE_DECL std::uint32_t emit(op code, std::uint32_t at, std::uint32_t a = 0, std::uint16_t b = 0,
                                     std::uint8_t c = 0);
    [[nodiscard]] std::uint32_t here() const noexcept { return static_cast<std::uint32_t>(out_.code.size()); }
    void land(std::uint32_t jump) { out_.code[jump].a = here(); }
    [[nodiscard]] std::uint32_t edge(node const& n, std::uint32_t i) const { return ast_.edges[n.a + i]; }
    [[noreturn]] PARLANCE_DECL static void fail(std::string message, std::uint32_t at);
    [[nodiscard]] PARLANCE_DECL std::uint16_t attribute_number(name_id name) const;

    PARLANCE_DECL void load(name_id name, std::uint32_t at);

    /// Leaves the value of an expression as the operand on top.  A filter without a subject takes the operand that is
    /// there already.
    PARLANCE_DECL void expression(node_id id);

    /// The arguments, then the call.
    PARLANCE_DECL void call(arguments const& args, std::uint32_t at, op code = op::call);
    static constexpr auto no_caller = [] {};

    /// The arguments; `caller` leaves one more operand, the keyword argument of that name, when `with_caller`.
    template <class Caller = decltype(no_caller)>
    [[nodiscard]] std::uint32_t push_arguments(arguments const& args, bool with_caller = false,
                                               Caller caller = no_caller) {
        call_shape shape;
        shape.positional = args.count;
        vec<name_id> keywords;
        for (std::uint32_t i = 0; i < args.count; ++i) {
            expression(ast_.edges[args.first + i]);
        }
        for (std::uint32_t i = 0; i < args.keywords; ++i) {
            keywords.push_back(ast_.edges[args.first_keyword + 2 * i]);
            expression(ast_.edges[args.first_keyword + 2 * i + 1]);
        }
        if (with_caller) {
            keywords.push_back(out_.literals.intern("caller", ast_.looks));
            caller();
        }
        if (args.spread != nothing) {
            shape.spread = true;
            expression(args.spread);
        }
        if (args.spread_keywords != nothing) {
            shape.spread_keywords = true;
            expression(args.spread_keywords);
        }
        shape.keywords = static_cast<std::uint32_t>(keywords.size());
        shape.first_keyword = static_cast<std::uint32_t>(out_.keywords.size());
        out_.keywords.insert(out_.keywords.end(), keywords.begin(), keywords.end());
        out_.shapes.push_back(shape);
        return static_cast<std::uint32_t>(out_.shapes.size() - 1);
    }

    ast const& ast_;
    program& out_;
    scope* names_ = nullptr;
    slot_table* slots_ = nullptr;
    std::uint32_t current_ = 0;  // function
    bool soft_ = false;          // inside an if, where unknown filters and tests fail only when they run
    escape_mode escape_ = escape_mode::off;

private:
    PARLANCE_DECL void item(node const& n);
    [[nodiscard]] bool is_constant(node_id id) const { return ast_[id].is == node_kind::constant; }
    PARLANCE_DECL void optional(node_id part, std::uint32_t at);
    [[nodiscard]] PARLANCE_DECL std::uint32_t none_constant();

    PARLANCE_DECL void filter(node const& n);
    void test(node const& n) { apply(n, find_test(out_.literals.names[n.c]), op::test, op::test_unknown, 0); }
    /// Filter or test `number` on the operand on top.  One that does not exist fails here, or inside an if when it runs.
    PARLANCE_DECL void apply(node const& n, std::uint16_t number, op known, op unknown, std::uint8_t mode);

    PARLANCE_DECL void all(node const& n);

    PARLANCE_DECL void other(node_id id);

    /// Jinja2 folds a literal with its sign and writes the rest as Python, where the power binds more tightly: -2 ** x is
    /// -(2 ** x) unless x is folded, too.
    PARLANCE_DECL void chain(node const& n);
    /// Whether a number is known before the template runs.
    [[nodiscard]] PARLANCE_DECL bool folds(node_id id) const;

    PARLANCE_DECL void shortcut(node const& n, op jump);

    PARLANCE_DECL void compare(node const& n);

    PARLANCE_DECL void condition(node const& n);
    [[nodiscard]] PARLANCE_DECL std::uint32_t undefined_constant();

    vec<node_id> spine_{};
    std::uint32_t none_ = nothing;
    std::uint32_t undefined_ = nothing;
};

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/expression_compiler.ipp>
#endif
