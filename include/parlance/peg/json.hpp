// parlance/peg/json.hpp - JSON and Python values as X3 combinators
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/peg/x3.hpp>
#include <parlance/text/fixed_string.hpp>

// What each reads and what a grammar made from it writes is said in peg/detail/values.hpp: generous reading, standard
// writing, no white space around the value.  All fail where the value does not begin; behind its first character a
// failure is one behind a cut.

namespace parlance::peg {

namespace detail {

template <auto Make>
struct value_parser : leaf_parser<value_parser<Make>> {
    static constexpr node_id make(builder& b) { return (b.*Make)(); }
};

}  // namespace detail

namespace json {

inline constexpr detail::value_parser<&builder::json_value> value{};
inline constexpr detail::value_parser<&builder::json_object> object{};
inline constexpr detail::value_parser<&builder::json_array> array{};
inline constexpr detail::value_parser<&builder::json_string> string{};
/// Between the quotes; the quotes themselves stay unread.
inline constexpr detail::value_parser<&builder::json_string_content> string_content{};
inline constexpr detail::value_parser<&builder::json_number> number{};
/// true, false or null.
inline constexpr detail::value_parser<&builder::json_literal> literal{};
inline constexpr detail::value_parser<&builder::json_space> space{};

template <class Value, fixed_string Key>
struct member_parser : x3::unary_parser<Value, member_parser<Value, Key>> {
    using x3::unary_parser<Value, member_parser>::unary_parser;
    template <class Iterator, class Context, class RuleContext, class Attribute>
    bool parse(Iterator& first, Iterator const& last, Context const& context, RuleContext& rule,
               Attribute&) const {
        Iterator const before = first;
        Iterator at = first;
        x3::skip_over(at, last, context);
        if (detail::parse_table(key, at, last) && this->subject.parse(at, last, context, rule, x3::unused)) {
            first = at;
            return true;
        }
        first = before;
        return false;
    }
    constexpr node_id lower(auto& walker) const {
        return walker.build.json_member(Key.view(), walker(this->subject));
    }
    static constexpr auto key =
        make_table<[](builder& b) { return b.json_member(Key.view(), b.epsilon()); }>();
};
template <fixed_string Key>
struct member_gen {
    template <class Value>
    constexpr member_parser<typename x3::extension::as_parser<Value>::value_type, Key>
    operator[](Value const& subject) const {
        return {x3::as_parser(subject)};
    }
};
/// member<"key">[p] reads `"key" : p` with white space around the colon; the key is compared as it is written.
/// Same as "\"key\"" >> space >> ':' >> space >> p.
template <fixed_string Key>
inline constexpr member_gen<Key> member{};

}  // namespace json

namespace python {

/// Strings in either kind of quotes, dicts, lists, numbers, True, False, None.
inline constexpr detail::value_parser<&builder::python_value> value{};
inline constexpr detail::value_parser<&builder::python_dict> dict{};
inline constexpr detail::value_parser<&builder::python_list> list{};
inline constexpr detail::value_parser<&builder::python_string> string{};
inline constexpr detail::value_parser<&builder::python_literal> literal{};

}  // namespace python

}  // namespace parlance::peg
