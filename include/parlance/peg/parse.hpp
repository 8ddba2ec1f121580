// parlance/peg/parse.hpp - a table from text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/detail/notation_text.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace parlance::peg {

namespace detail {

/// Recursive descent over the notation; the first error ends it.
class notation {
public:
    notation(std::string_view text, limits const& bounds)
        : text_(text), bounds_(bounds), asked_(bounds.stop) {
        build_.stop_with(bounds.stop);
    }

    PARLANCE_RARE result<arena> read();

private:
    static constexpr std::size_t rows_of_a_part = 4;

    PARLANCE_RARE result<arena> read_all();

    /// Rules that need no definition.
    struct value_rule {
        std::string_view name;
        node_id (builder::*make)();
    };
    static constexpr value_rule value_rules[] = {
        {"json-value", &builder::json_value},        {"json-object", &builder::json_object},
        {"json-array", &builder::json_array},        {"json-string", &builder::json_string},
        {"json-number", &builder::json_number},      {"json-literal", &builder::json_literal},
        {"json-member", &builder::json_member},      {"json-string-content", &builder::json_string_content},
        {"python-value", &builder::python_value},    {"python-dict", &builder::python_dict},
        {"python-list", &builder::python_list},      {"python-string", &builder::python_string},
        {"python-literal", &builder::python_literal}};

    PARLANCE_RARE node_id choice();
    PARLANCE_RARE node_id sequence();
    PARLANCE_RARE void look(std::size_t rows);  // whether to stop
    PARLANCE_RARE node_id prefix();
    PARLANCE_RARE node_id suffix();

    PARLANCE_RARE node_id primary();

    PARLANCE_RARE node_id char_class();

    PARLANCE_RARE node_id named();
    /// A reference to a rule whose name begins at `begin`.
    PARLANCE_RARE node_id reference(std::string_view name, std::size_t begin);

    PARLANCE_RARE node_id call(std::string_view function);

    PARLANCE_RARE node_id until();

    PARLANCE_RARE tag_id tag();

    notation_text text_;
    limits const& bounds_;
    builder build_{};
    std::vector<std::size_t>
        referred_{};  // of each rule, where it was referred to first; 0 for a rule that was not

    std::size_t depth_ = 0;
    std::size_t tags_ = 0;  // that have names
    stop_asker asked_;
};

}  // namespace detail

/// Reads a table from its notation:
///
///     tag arguments = 1                       a name for a tag, before it is used
///     <- (call / tag(2, until("<call>")))*    the root; without such a line the first rule
///     call <- "<call>" > tag(arguments, value) "</call>"
///     value <- [0-9]+ / "[" value ("," value)* "]"
///
/// "text" with \n \r \t \" \\ \xHH (a byte); [a-z] as in char_set::parse; `.` any character; juxtaposition, `/`,
/// `* + ? {m} {m,} {m,n}`, `&` and `!`, parentheses; `>` is a cut; eps fail start end rest; until("a", "b"),
/// atomic(e), tag(t, e), recover(e, handler), refine(wide, narrow), schema(i, e), token(id, e), gbnf("text", e);
/// json-value, json-object, json-array, json-string, json-string-content, json-number, json-literal, json-member and
/// python-value, python-dict, python-list, python-string, python-literal, which need no definition;
/// names of rules, in single quotes if they are one of these words or have other characters; `#` begins a comment.
/// errors: with their place those of the notation, undefined_reference, nested_too_deep, source_too_large, cancelled; others
/// of builder::finish.
[[nodiscard]] PARLANCE_RARE result<arena> parse(std::string_view text, limits const& bounds = {});

}  // namespace parlance::peg

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/peg/impl/parse.ipp>
#include <parlance/text/stop.hpp>
#endif
