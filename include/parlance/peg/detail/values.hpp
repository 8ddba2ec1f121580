// parlance/peg/detail/values.hpp - JSON and Python values as rules of a table
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/build.hpp>
#include <parlance/peg/char_set.hpp>
#include <parlance/peg/node.hpp>
#include <string_view>

// A parser made from these rules reads more than the standard allows, as models write more: raw control characters
// and unknown escapes inside strings, white space between tokens.  A grammar made from them writes standard JSON
// without white space (refine).
//
// Behind the opening quote, brace or bracket of a value and behind every comma stands a cut: with that character it is
// decided what must follow, and from there on the bytes flow.  Like every cut it commits everything before it.  A value that is only
// tried, and may turn out to be something else, belongs under atomic() or a predicate, which confine its cuts.

// A rule of one of these names that is defined already is used as it is.

namespace parlance::peg {

constexpr node_id builder::json_space() { return refine(chars(" \\t\\n\\r", 0, unbounded), epsilon()); }

constexpr node_id builder::json_string_content() {
    return rule("json-string-content", [&] { return string_content('"'); });
}

constexpr node_id builder::string_content(char quote) {
    auto const q = static_cast<unsigned char>(quote);
    node_id const hex = chars("0-9a-fA-F", 4, 4);
    char_set escaped;
    for (char const c : std::string_view("\\/bfnrt")) {
        escaped.add(static_cast<unsigned char>(c));
    }
    char_set plain;
    plain.add(q).add('\\');
    char_set printed = plain;
    printed.add(0, 0x1F);
    node_id const known = choice({chars(escaped.add(q)), sequence({literal("u"), hex})});
    // The whole of it, since only in front of what follows is any character all of an escape.
    node_id const backslash = literal("\\");
    return refine(star(choice({chars(plain.negate(), 1, unbounded), sequence({backslash, any()})})),
                  star(choice({chars(printed.negate()), sequence({backslash, known})})));
}

constexpr node_id builder::marker() {
    return choice({sequence({literal("<"), chars("^>", 1, unbounded), literal(">")}),
                   sequence({literal("["), chars("^\\]", 1, unbounded), literal("]")})});
}

constexpr node_id builder::json_string() {
    return rule("json-string",
                [&] { return sequence({literal("\""), cut(), json_string_content(), literal("\"")}); });
}

constexpr node_id builder::json_number() {
    return rule("json-number", [&] {
        node_id const digits = chars("0-9", 1, unbounded);
        node_id const whole = choice({literal("0"), sequence({chars("1-9"), chars("0-9", 0, unbounded)})});
        node_id const fraction = optional(sequence({literal("."), digits}));
        node_id const exponent = optional(sequence({chars("eE"), optional(chars("+\\-")), digits}));
        return sequence({optional(literal("-")), whole, fraction, exponent});
    });
}

constexpr node_id builder::json_literal() {
    return rule("json-literal", [&] { return choice({literal("true"), literal("false"), literal("null")}); });
}

constexpr node_id builder::json_member(std::string_view key, node_id value) {
    node_id const space = json_space();
    return sequence({literal("\""), literal(key), literal("\""), space, literal(":"), space, value});
}

constexpr node_id builder::json_value() {
    rule_id const value = declare("json-value");
    if (!defined(value)) {
        node_id const space = json_space();
        node_id const item = sequence({ref(value), space});
        node_id const member = sequence({json_member(), space});
        node_id const comma = sequence({literal(","), cut(), space});
        rule_id const object = declare("json-object");
        rule_id const array = declare("json-array");
        define_once(object, listed("{", member, comma, "}"));
        define_once(array, listed("[", item, comma, "]"));
        define(value, choice({json_string(), ref(object), ref(array), json_literal(), json_number()}));
    }
    return ref(value);
}

constexpr node_id builder::json_object() {
    json_value();
    return ref(declare("json-object"));
}

constexpr node_id builder::json_array() {
    json_value();
    return ref(declare("json-array"));
}

constexpr node_id builder::json_member() {
    return rule("json-member", [&] {
        node_id const space = json_space();
        return sequence({json_string(), space, literal(":"), space, ref(declare("json-value"))});
    });
}

constexpr node_id builder::python_string() {
    auto const quoted = [&](std::string_view quote, std::string_view wide, std::string_view narrow) {
        node_id const escape = sequence({literal("\\"), any()});
        node_id const plain = refine(chars(wide, 1, unbounded), chars(narrow));
        return sequence({literal(quote), cut(), star(choice({plain, escape})), literal(quote)});
    };
    return rule("python-string", [&] {
        return choice(
            {quoted("'", "^'\\\\", "^'\\\\\\x00-\\x1f"), quoted("\"", "^\"\\\\", "^\"\\\\\\x00-\\x1f")});
    });
}

constexpr node_id builder::python_literal() {
    return rule("python-literal",
                [&] { return choice({literal("True"), literal("False"), literal("None")}); });
}

constexpr node_id builder::python_value() {
    rule_id const value = declare("python-value");
    if (!defined(value)) {
        node_id const space = json_space();
        node_id const item = sequence({ref(value), space});
        node_id const member = sequence({python_string(), space, literal(":"), space, ref(value), space});
        node_id const comma = sequence({literal(","), cut(), space});
        rule_id const dict = declare("python-dict");
        rule_id const list = declare("python-list");
        define_once(dict, listed("{", member, comma, "}"));
        define_once(list, listed("[", item, comma, "]"));
        define(value, choice({python_string(), ref(dict), ref(list), python_literal(), json_number()}));
    }
    return ref(value);
}

constexpr node_id builder::python_dict() {
    python_value();
    return ref(declare("python-dict"));
}

constexpr node_id builder::python_list() {
    python_value();
    return ref(declare("python-list"));
}

/// open, white space, items with commas between, close.  An item and a comma read the space behind them.
constexpr node_id builder::listed(std::string_view open, node_id item, node_id comma,
                                  std::string_view close) {
    node_id const items = sequence({item, star(sequence({comma, item}))});
    return sequence({literal(open), cut(), json_space(), optional(items), literal(close)});
}

}  // namespace parlance::peg
