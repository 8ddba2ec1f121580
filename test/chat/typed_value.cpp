// test/chat/typed_value.cpp - bare text to JSON by the argument's schema
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_typed_value)

namespace detail = parlance::chat::detail;

BOOST_AUTO_TEST_CASE(the_schema_says_whether_text_is_a_string) {
    using detail::text_type;
    auto const parameters = parlance::json::parse(R"({
        "type": "object", "$defs": {"name": {"type": "string"}, "loop": {"$ref": "#/$defs/loop"}},
        "properties": {
            "s": {"type": "string"}, "i": {"type": "integer"}, "o": {"type": "object"},
            "maybe": {"type": ["string", "null"]}, "numbers": {"type": ["integer", "null"]},
            "enum_s": {"enum": ["a", "b"]}, "enum_mixed": {"enum": ["a", 1]}, "const_n": {"const": 3},
            "any_s": {"anyOf": [{"type": "string"}, {"const": "x"}]},
            "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "ref": {"$ref": "#/$defs/name"}, "loop": {"$ref": "#/$defs/loop"}, "nothing": {}, "yes": true,
            "nullable": {"type": "string", "nullable": true}}})");
    BOOST_REQUIRE(parameters);
    struct {
        std::string_view key;
        text_type type;
    } const rows[] = {
        {"s", text_type::string},           {"i", text_type::other},       {"o", text_type::other},
        {"maybe", text_type::unknown},      {"numbers", text_type::other}, {"enum_s", text_type::string},
        {"enum_mixed", text_type::unknown}, {"const_n", text_type::other}, {"any_s", text_type::string},
        {"either", text_type::unknown},     {"ref", text_type::string},    {"loop", text_type::unknown},
        {"nothing", text_type::unknown},    {"yes", text_type::unknown},   {"absent", text_type::unknown},
        {"nullable", text_type::unknown},
    };
    for (auto const& row : rows) {
        BOOST_TEST((detail::type_of(*parameters, row.key) == row.type), row.key);
    }
    BOOST_TEST((detail::type_of(boost::json::value(true), "x") == text_type::unknown));
}

BOOST_AUTO_TEST_CASE(types_may_have_the_names_that_programming_languages_give_them) {
    namespace json_types = detail::json_types;
    BOOST_TEST(json_types::named("str") == json_types::string);
    BOOST_TEST(json_types::named("int") == json_types::integer);
    BOOST_TEST(json_types::named("float") == json_types::number);
    BOOST_TEST(json_types::named("dict") == json_types::object);
    BOOST_TEST(json_types::named("color") == json_types::all_but_string);
    boost::json::value const tool = {{"properties", {{"a", {{"type", "str"}}}}}};
    BOOST_TEST((detail::type_of(tool, "a") == detail::text_type::string));
}

BOOST_AUTO_TEST_CASE(text_that_is_json_stays_as_written_and_other_text_becomes_a_string) {
    struct {
        std::string_view text, json;
    } const rows[] = {
        {"1.50", "1.50"},
        {" 42\n", "42"},
        {"[1, 2]", "[1, 2]"},
        {"{\"a\":1e3}", "{\"a\":1e3}"},
        {"null", "null"},
        {"True", "true"},
        {"False", "false"},
        {"None", "null"},
        {"two words", "\"two words\""},
        {"\"quoted\"", "\"quoted\""},
        {"", "\"\""},
        {"a\"b", "\"a\\\"b\""},
        {"1 2", "\"1 2\""},
    };
    for (auto const& row : rows) {
        BOOST_TEST(detail::to_json_text(row.text) == row.json, row.text);
    }
}

BOOST_AUTO_TEST_CASE(where_no_string_is_meant_json_in_a_string_is_what_it_holds) {
    namespace json_types = detail::json_types;
    struct {
        std::string_view text;
        unsigned types;
        std::string_view json;
    } const rows[] = {
        {R"("[1, 2]")", json_types::array, "[1, 2]"},
        {R"("5")", json_types::integer, "5"},
        {R"([{\"a\": \"b\"}])", json_types::array, R"([{"a": "b"}])"},
        {R"({\"a\": \"C:\\\\x\"})", json_types::object, R"({"a": "C:\\x"})"},
        {R"({"a": "say \"x\""})", json_types::object, R"({"a": "say \"x\""})"},
        {R"([\"a\"])", json_types::object, R"("[\\\"a\\\"]")"},
        {R"("five")", json_types::integer, R"("five")"},
        {R"("[1, 2]")", json_types::array | json_types::string, R"("[1, 2]")"},
        {"007", json_types::integer, "7"},
        {"000", json_types::integer, "0"},
        {"007", json_types::integer | json_types::string, "\"007\""},
    };
    for (auto const& row : rows) {
        BOOST_TEST(detail::to_json_text(row.text, row.types) == row.json, row.text);
    }
}

BOOST_AUTO_TEST_CASE(where_a_string_is_allowed_text_is_another_value_only_of_a_type_that_is_allowed_too) {
    auto const parameters = parlance::json::parse(R"({"type": "object", "properties": {
        "optional": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "nullable": {"type": "string", "nullable": true},
        "either": {"type": ["string", "array", "boolean"]},
        "listed": {"enum": ["a", "1", null]},
        "number": {"type": "integer"},
        "list": {"type": "array"},
        "whole": {"type": ["integer", "string"]},
        "fractions": {"type": ["number", "string"]},
        "open": {}}})");
    BOOST_REQUIRE(parameters);
    struct row {
        std::string_view key;
        std::string_view text;
        std::string_view json;
    };
    row const rows[] = {
        {"optional", "42", "\"42\""},
        {"optional", "true", "\"true\""},
        {"optional", "{\"a\": 1}", "\"{\\\"a\\\": 1}\""},
        {"optional", "[TODO]", "\"[TODO]\""},
        {"optional", " x ", "\" x \""},
        {"optional", "null", "null"},
        {"optional", "None", "null"},
        {"nullable", "7", "\"7\""},
        {"either", "[1]", "[1]"},
        {"either", "['a']", "[\"a\"]"},
        {"either", "True", "true"},
        {"either", "{}", "\"{}\""},
        {"listed", "1", "\"1\""},
        {"listed", "null", "null"},
        {"number", "7", "7"},
        {"number", "seven", "\"seven\""},
        {"number", "+3", "3"},
        {"number", "1_000", "1000"},
        {"number", "0xff", "255"},
        {"number", "- .5", "-0.5"},
        {"number", "7.", "7.0"},
        {"number", "1.e2", "1.0e2"},
        {"number", "0x", "\"0x\""},
        {"number", "._", "\"._\""},
        {"number", "+", "\"+\""},
        {"number", "FALSE", "false"},
        {"whole", "+3", "\"+3\""},
        {"optional", "NULL", "\"NULL\""},
        {"list", "(1, 'a')", "[1 , \"a\"]"},
        {"list", "(1, x", "\"(1, x\""},
        {"either", "(1, 2)", "\"(1, 2)\""},
        {"whole", "1.5", "\"1.5\""},
        {"whole", "15", "15"},
        {"whole", "15.0", "15.0"},
        {"fractions", "1.5", "1.5"},
        {"fractions", "15", "15"},
        {"open", "42", "42"},
        {"open", "+3", "\"+3\""},
        {"open", "FALSE", "\"FALSE\""},
        {"unheard", "42", "42"},
    };
    for (auto const& row : rows) {
        unsigned const types = detail::types_of_argument(*parameters, row.key);
        BOOST_TEST(detail::to_json_text(row.text, types) == row.json, row.key << ": " << row.text);
    }
}

BOOST_AUTO_TEST_CASE(bare_text_is_judged_by_schemas_of_a_few_hundred_values) {
    auto const root = [](int definitions) {
        boost::json::object all{{"e0", {{"enum", {"1", 2}}}}};
        for (int i = 1; i < definitions; ++i) {
            all["e" + std::to_string(i)] = {{"$ref", "#/$defs/e" + std::to_string(i - 1)}};
        }
        return boost::json::object{{"$defs", all}};
    };
    auto const read = [&](int definitions) {
        auto const schema =
            parlance::json::parse("{\"$ref\": \"#/$defs/e" + std::to_string(definitions - 1) + "\"}");
        return detail::json_or_string("1", "1", *schema, root(definitions));
    };
    BOOST_TEST(read(1) == "\"1\"");
    BOOST_TEST(read(20) == "\"1\"");
    BOOST_TEST(read(1000) == "1");
    // As many as there are, where it refers to one of them.
    auto const one = parlance::json::parse(R"({"$ref": "#/$defs/e0"})");
    BOOST_TEST(detail::json_or_string("1", "1", *one, root(1000)) == "\"1\"");
}

BOOST_AUTO_TEST_CASE(schemas_that_refer_to_themselves_are_read_once) {
    namespace json_types = detail::json_types;
    auto const types = [](std::size_t references, boost::json::value const& last) {
        boost::json::array parts(references, boost::json::object{{"$ref", "#/$defs/a"}});
        parts.push_back(last);
        boost::json::object const root{{"$defs", {{"a", {{"anyOf", parts}}}}}};
        return detail::types_of({{"$ref", "#/$defs/a"}}, root);
    };
    // Read anew at each reference, this would take the fourth power of their number: hours.
    BOOST_TEST(types(80, {{"type", "null"}}) == json_types::null);
    BOOST_TEST(types(200, {{"type", "null"}}) == 0u);  // more than a short look takes
    BOOST_TEST(types(80, {{"anyOf", {{{"type", "null"}}, {{"const", 1}}}}}) ==
               (json_types::null | json_types::integer));
}

BOOST_AUTO_TEST_CASE(a_schema_with_more_to_read_than_a_short_look_does_not_say_its_types) {
    namespace json_types = detail::json_types;
    auto const types = [](char const* key, std::size_t count, boost::json::value const& each) {
        boost::json::value const schema{{key, boost::json::array(count, each)}};
        return detail::types_of(schema, schema.get_object());
    };
    BOOST_TEST(types("anyOf", 250, {{"type", "null"}}) == json_types::null);
    BOOST_TEST(types("anyOf", 260, {{"type", "null"}}) == 0u);
    BOOST_TEST(types("anyOf", 5, {{"enum", boost::json::array(400, 1)}}) == json_types::integer);
    BOOST_TEST(types("anyOf", 6, {{"enum", boost::json::array(400, 1)}}) == 0u);
    BOOST_TEST(types("enum", 2000, "a") == json_types::string);
    BOOST_TEST(types("enum", 2100, "a") == 0u);
    BOOST_TEST(types("type", 64, "null") == json_types::null);
    BOOST_TEST(types("type", 65, "null") == 0u);
    BOOST_TEST(types("type", 0, "null") == 0u);
    boost::json::object const few{{"type", boost::json::array(64, "null")}};
    boost::json::object const many{{"type", boost::json::array(65, "null")}};
    BOOST_TEST(detail::names_type(few, "null"));
    BOOST_TEST(!detail::names_type(many, "null"));
    for (std::size_t const size :
         {std::size_t{1000}, std::size_t{2000}}) {  // a reference that nobody writes is none that is known
        std::string const name(size, 'a');
        boost::json::object const root{{"$defs", {{name, {{"type", "null"}}}}}};
        BOOST_TEST((detail::types_of({{"$ref", "#/$defs/" + name}}, root) == json_types::null) ==
                   (size == 1000));
    }
}

BOOST_AUTO_TEST_CASE(json_in_front_of_a_closing_tag_is_the_value) {
    for (auto const& [text, value] :
         {std::pair<std::string_view, std::string_view>{R"(["x<a"]</a>)", R"(["x<a"])"},
          {R"( ["x"] </a>)", R"(["x"] )"},
          {"7</b>\n", "7"},
          {R"(["x</a>"])", R"(["x</a>"])"},
          {"x</a>", "x</a>"},
          {R"(["x</a>)", R"(["x</a>)"},
          {"</a>", "</a>"}}) {
        BOOST_TEST(detail::without_closing_tag(text) == value, text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
