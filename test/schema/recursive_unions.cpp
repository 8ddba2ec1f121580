// test/schema/recursive_unions.cpp - alternatives that are told apart behind a member that is made of them again
// SPDX-License-Identifier: BSL-1.0
#include "vocabulary.hpp"
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_recursive_unions)

namespace json = parlance::json;
namespace mask = parlance::mask;
namespace schema = parlance::schema;
namespace data = boost::unit_test::data;

constexpr char const* operators[] = {"add", "sub", "mul", "div", "pow"};

json::object reference(std::string const& name) { return {{"$ref", "#/$defs/" + name}}; }

/// As Pydantic writes `Expr = Add | Sub | … | Num`, the tag where `tag_first` says.
json::value expressions(int count, bool tag_first) {
    json::object definitions;
    json::array any;
    for (int i = 0; i < count; ++i) {
        json::object properties;
        json::object const tag{{"const", operators[i]}, {"type", "string"}};
        if (tag_first) {
            properties["op"] = tag;
        }
        properties["left"] = reference("Expr");
        properties["right"] = reference("Expr");
        properties["op"] = tag;
        definitions[operators[i]] = json::object{{"type", "object"},
                                                 {"properties", properties},
                                                 {"required", json::array{"left", "right", "op"}},
                                                 {"additionalProperties", false}};
        any.push_back(reference(operators[i]));
    }
    json::object leaf;
    json::object const tag{{"const", "num"}};
    if (tag_first) {
        leaf["op"] = tag;
    }
    leaf["value"] = json::object{{"type", "number"}};
    leaf["op"] = tag;
    definitions["num"] = json::object{{"type", "object"},
                                      {"properties", leaf},
                                      {"required", json::array{"value", "op"}},
                                      {"additionalProperties", false}};
    any.push_back(reference("num"));
    definitions["Expr"] = json::object{{"anyOf", any}};
    return json::object{{"$ref", "#/$defs/Expr"}, {"$defs", definitions}};
}

/// `order`: the places of left, right and op.
std::string expression(int depth, int count, std::mt19937& random, std::string_view order) {
    if (depth == 0) {
        return order.front() == 'o' ? R"({"op":"num","value":1})" : R"({"value":1,"op":"num"})";
    }
    bool const left = random() % 2 != 0;
    std::string out;
    for (char const part : order) {
        out += out.empty() ? "{" : ",";
        if (part == 'o') {
            out += std::string(R"("op":")") + operators[random() % static_cast<unsigned>(count)] + '"';
        } else {
            bool const deep = (part == 'l') == left;
            out += part == 'l' ? R"("left":)" : R"("right":)";
            out += expression(deep ? depth - 1 : 0, count, random, order);
        }
    }
    return out + "}";
}

mask::token_index const& tokens() {
    static mask::token_index const made = schema_vocabulary::bytes_and(
        {"{\"", "\":", "{\"left", "left\":", "\"op\":\"", "\"},\"", "\"}}", "\"},\"right\":{\""});
    return made;
}

/// Whether every mask along the text has its next byte, and the text may end.
void follow(json::value const& s, std::string const& text, schema::order order) {
    BOOST_TEST_REQUIRE(schema::validate(s, json::parse(text).value()).has_value(), text);
    schema::options how;
    how.properties = order;
    how.whitespace = schema::spaces::json;
    auto const net = schema::compile(s, how);
    BOOST_REQUIRE(net);
    mask::matcher m{mask::compiled_grammar(mask::grammar::prepare(*net).value(), tokens())};
    std::vector<std::uint32_t> words(mask::words_for(tokens().size()));
    for (std::size_t i = 0; i < text.size(); ++i) {
        static_cast<void>(m.fill(words));
        bool const there = mask::bitmask{words}.test(static_cast<unsigned char>(text[i]));
        BOOST_REQUIRE_MESSAGE(there, "no '" << text[i] << "' behind " << text.substr(0, i));
        BOOST_REQUIRE_MESSAGE(m.accept(std::string_view(text).substr(i, 1)), text.substr(0, i));
    }
    BOOST_TEST(m.can_stop());
}

BOOST_DATA_TEST_CASE(a_tag_behind_what_it_tells_apart, data::xrange(2, 6), count) {
    std::mt19937 random(static_cast<unsigned>(count));
    for (bool const tag_first : {false, true}) {
        json::value const s = expressions(count, tag_first);
        for (int const depth : {1, 5, 14, 30}) {
            follow(s, expression(depth, count, random, tag_first ? "olr" : "lro"), schema::order::declared);
            for (char const* const order : {"lro", "lor", "olr", "rlo", "rol", "orl"}) {
                follow(s, expression(depth, count, random, order), schema::order::any);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(alternatives_of_which_one_says_more) {
    json::value const s = json::parse(R"({"$ref": "#/$defs/n", "$defs": {
        "n": {"type": "object", "properties": {"c": {"anyOf": [{"$ref": "#/$defs/n"}, {"$ref": "#/$defs/m"}]}}},
        "m": {"type": "object", "properties": {"c": {"anyOf": [{"$ref": "#/$defs/n"}, {"$ref": "#/$defs/m"}]},
              "d": {"type": "string"}}, "required": ["d"]}}})")
                              .value();
    for (int const depth : {3, 14, 40}) {
        std::string text = R"({"d": "x"})";
        for (int i = 0; i < depth; ++i) {
            text = R"({"c": )" + text + (i % 3 != 0 ? R"(, "d": "y"})" : "}");
        }
        follow(s, text, schema::order::declared);
        follow(s, text, schema::order::any);
    }
}

BOOST_AUTO_TEST_SUITE_END()
