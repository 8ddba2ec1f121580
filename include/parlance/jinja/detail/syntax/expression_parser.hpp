// parlance/jinja/detail/syntax/expression_parser.hpp - tokens to expression nodes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/infix.hpp>
#include <parlance/jinja/detail/syntax/literal_parser.hpp>
#include <parlance/jinja/detail/syntax/token.hpp>
#include <parlance/jinja/detail/syntax/token_reader.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja::detail {

/// The expression half of the parser.  Precedence climbing, so that a level of nesting costs few stack frames; chains
/// of operators, attributes, calls and filters become flat nodes or left-deep spines that later passes walk in loops.
class expression_parser : public literal_parser {
protected:
    using literal_parser::literal_parser;

    /// An expression, with or without `x if y else z` at its top.
    [[nodiscard]] PARLANCE_DECL node_id expression(bool with_condition = true);

    /// One or more expressions; several, or a trailing comma, make a tuple.
    [[nodiscard]] PARLANCE_DECL node_id tuple(bool with_condition = true, std::string_view end_word = {},
                                              bool parenthesised = false);

    [[nodiscard]] PARLANCE_DECL node_id tuple_rest(node_id first, std::uint32_t where, bool with_condition,
                                                   std::string_view end_word);

    [[nodiscard]] PARLANCE_DECL bool at_tuple_end(std::string_view end_word) const noexcept;

    /// `|a|b(...)` behind `subject`; with `inline_start` the first name comes without its bar.
    [[nodiscard]] PARLANCE_DECL node_id filters(node_id subject, bool inline_start);

    [[nodiscard]] PARLANCE_DECL node_id primary();

    [[nodiscard]] PARLANCE_DECL node_id postfix(node_id object);

    [[nodiscard]] PARLANCE_DECL node_id call(node_id callee);

    [[nodiscard]] PARLANCE_DECL std::uint32_t no_arguments();

private:
    PARLANCE_DECL void count_condition(std::size_t& links) const;

    [[nodiscard]] PARLANCE_DECL infix infix_here();

    /// Everything that binds at least as tightly as `lowest`.
    [[nodiscard]] PARLANCE_DECL node_id operation(int lowest);

    [[nodiscard]] PARLANCE_DECL node_id negation();

    /// All operands of one precedence level, beginning with `left`.
    [[nodiscard]] PARLANCE_DECL node_id links(node_id left, int precedence);

    [[nodiscard]] PARLANCE_DECL node_id unary(bool with_filters);

    [[nodiscard]] PARLANCE_DECL node_id tests_and_filters(node_id subject);

    [[nodiscard]] PARLANCE_DECL node_id test(node_id subject);

    [[nodiscard]] PARLANCE_DECL name_id dotted_name();

    [[nodiscard]] PARLANCE_DECL node_id subscript(node_id object);

    [[nodiscard]] PARLANCE_DECL node_id subscript_part();

    [[nodiscard]] PARLANCE_DECL std::uint32_t call_arguments();

    [[nodiscard]] PARLANCE_DECL node_id list_literal();
    [[nodiscard]] PARLANCE_DECL node_id dict_literal();
    /// What stands between brackets, with commas between and perhaps one behind.
    template <class Item>
    [[nodiscard]] node_id items_literal(node_kind is, tk close, Item item) {
        level const nested = deeper();
        std::uint32_t const where = current_.at;
        advance();
        vec<std::uint32_t> items;
        while (!at(close)) {
            if (!items.empty()) {
                expect(tk::comma);
                if (at(close)) {
                    break;
                }
            }
            item(items);
        }
        advance();
        return add_list(is, where, items);
    }
};

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/syntax/impl/expression_parser.ipp>
#endif
