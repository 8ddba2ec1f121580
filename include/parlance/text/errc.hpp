// parlance/text/errc.hpp - every error the library can report, with its sentence
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>
#include <string_view>

namespace parlance {

/// What went wrong.  One enumeration for all layers, so that a caller can switch over it; the numbers are not
/// stable between versions, the names are.
enum class errc : std::uint16_t {
    none,
    // any layer: a limit of `limits` was reached, or the input is not what was promised
    invalid_utf8,
    source_too_large,
    nested_too_deep,
    output_too_large,
    out_of_memory_budget,
    out_of_fuel,
    cancelled,
    cannot_open,
    truncated_file,
    malformed_file,
    unsupported_file,
    // json
    json_syntax,
    json_type,
    // gbnf
    expected_rule_name,
    expected_define,
    unterminated_literal,
    unterminated_class,
    empty_class,
    unclosed_group,
    unexpected_character,
    invalid_escape,
    invalid_code_point,
    inverted_range,
    invalid_repetition,
    nothing_to_repeat,
    unknown_rule,
    duplicate_rule,
    no_root_rule,
    left_recursion,
    unproductive_rule,
    unknown_token,
    too_many_rules,
    too_many_elements,
    // peg
    undefined_reference,
    nullable_loop,
    unreachable_alternative,
    invalid_table,
    // rtn and mask
    not_lowerable,
    too_many_states,
    too_many_configurations,
    stack_too_deep,
    mask_too_small,
    empty_matcher,
    // vocab
    empty_vocabulary,
    duplicate_token_id,
    too_many_tokens,
    // schema
    unsupported_keyword,
    invalid_keyword,
    unresolved_reference,
    unsatisfiable_schema,
    too_many_alternatives,
    schema_violation,
    // jinja
    jinja_syntax,
    jinja_undefined,
    jinja_type,
    jinja_value,
    jinja_security,
    jinja_unknown_filter,
    jinja_raised,
    calls_too_deep,
    range_too_long,
    width_too_large,
    circular_value,
    // Hugging Face response formats
    invalid_response_template,
    invalid_response_schema,
    response_mismatch,
    regex_syntax,
    regex_budget,
    jmespath_syntax,
    jmespath_type,
    jmespath_arity,
    jmespath_unknown_function,
    jmespath_value,
    // chat
    invalid_message,
    unknown_tool,
    unknown_template,
    no_tool_format,
    inexpressible_format,
};

/// One sentence for people, without a full stop.
[[nodiscard]] constexpr std::string_view describe(errc code) noexcept {
    switch (code) {
    case errc::none: return "no error";
    case errc::invalid_utf8: return "the text is not valid UTF-8";
    case errc::source_too_large: return "the source is larger than the limit";
    case errc::nested_too_deep: return "nested more deeply than the limit";
    case errc::output_too_large: return "the output is larger than the limit";
    case errc::out_of_memory_budget: return "more memory needed than the limit";
    case errc::out_of_fuel: return "more steps needed than the limit";
    case errc::cancelled: return "cancelled by the caller";
    case errc::cannot_open: return "the file cannot be opened";
    case errc::truncated_file: return "the file ends too early";
    case errc::malformed_file: return "the file is not what its format says";
    case errc::unsupported_file: return "this kind of file is not supported";
    case errc::json_syntax: return "not valid JSON";
    case errc::json_type: return "a JSON value of another type was expected here";
    case errc::expected_rule_name: return "a rule name was expected here";
    case errc::expected_define: return "'::=' was expected here";
    case errc::unterminated_literal: return "this literal is never closed";
    case errc::unterminated_class: return "this character class is never closed";
    case errc::empty_class: return "this character class has no members";
    case errc::unclosed_group: return "this group is never closed";
    case errc::unexpected_character: return "this character means nothing here";
    case errc::invalid_escape: return "this escape is not known";
    case errc::invalid_code_point: return "this is not a Unicode scalar value";
    case errc::inverted_range: return "the range ends before it begins";
    case errc::invalid_repetition: return "this repetition is not valid";
    case errc::nothing_to_repeat: return "there is nothing before this to repeat";
    case errc::unknown_rule: return "this rule is never defined";
    case errc::duplicate_rule: return "this rule is defined twice";
    case errc::no_root_rule: return "the grammar has no rule named 'root'";
    case errc::left_recursion: return "this rule refers to itself before it consumes anything";
    case errc::unproductive_rule: return "this rule can never match a finite text";
    case errc::unknown_token: return "the vocabulary has no such token";
    case errc::too_many_rules: return "more rules than the limit";
    case errc::too_many_elements: return "more grammar elements than the limit";
    case errc::undefined_reference: return "this reference has no definition";
    case errc::nullable_loop: return "this repeats something that can match nothing";
    case errc::unreachable_alternative: return "this alternative can never be reached";
    case errc::invalid_table: return "the table is not consistent";
    case errc::not_lowerable: return "this cannot be expressed as a grammar";
    case errc::too_many_states: return "more automaton states than the limit";
    case errc::too_many_configurations: return "more live configurations than the limit";
    case errc::stack_too_deep: return "the grammar's stack is deeper than the limit";
    case errc::mask_too_small: return "the mask has fewer bits than the vocabulary has tokens";
    case errc::empty_matcher: return "the matcher was moved from";
    case errc::empty_vocabulary: return "the vocabulary has no tokens";
    case errc::duplicate_token_id: return "two tokens have the same id";
    case errc::too_many_tokens: return "more tokens, or longer ones, than the limit";
    case errc::unsupported_keyword: return "this schema keyword is not supported";
    case errc::invalid_keyword: return "this schema keyword has a value it cannot have";
    case errc::unresolved_reference: return "this $ref leads nowhere";
    case errc::unsatisfiable_schema: return "no value can satisfy this schema";
    case errc::too_many_alternatives: return "more alternatives than the limit";
    case errc::schema_violation: return "the value does not satisfy the schema";
    case errc::jinja_syntax: return "template syntax error";
    case errc::jinja_undefined: return "an undefined value was used";
    case errc::jinja_type: return "a value of another type was expected";
    case errc::jinja_value: return "a value is out of range";
    case errc::jinja_security: return "this is not allowed in the sandbox";
    case errc::jinja_unknown_filter: return "no such filter or test";
    case errc::jinja_raised: return "raised by the template";
    case errc::calls_too_deep: return "more calls inside calls than the limit";
    case errc::range_too_long: return "a range longer than the limit";
    case errc::width_too_large: return "a width or precision larger than the limit";
    case errc::circular_value: return "a value that contains itself";
    case errc::invalid_message: return "this is not a chat message";
    case errc::unknown_tool: return "there is no such tool";
    case errc::unknown_template: return "there is no such template";
    case errc::no_tool_format: return "the template shows no tool calls";
    case errc::inexpressible_format: return "a format has no words for this expression";
    case errc::invalid_response_template: return "this is not a response template";
    case errc::invalid_response_schema: return "this is not a response schema";
    case errc::response_mismatch: return "the answer is not what the template or schema says";
    case errc::regex_syntax: return "this regular expression cannot be read";
    case errc::regex_budget: return "this regular expression needs more steps than the limit";
    case errc::jmespath_syntax: return "JMESPath syntax error";
    case errc::jmespath_type: return "JMESPath: an argument of another type was expected";
    case errc::jmespath_arity: return "JMESPath: wrong number of arguments";
    case errc::jmespath_unknown_function: return "JMESPath: no such function";
    case errc::jmespath_value: return "JMESPath: a value is out of range";
    }
    return "unknown error";
}

}  // namespace parlance
