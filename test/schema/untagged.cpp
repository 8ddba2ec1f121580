// test/schema/untagged.cpp - oneOf of many large objects that only a member which may stay away tells apart
// SPDX-License-Identifier: BSL-1.0
#include "../corpus/reads.hpp"
#include <parlance/json/value.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_untagged)

namespace json = parlance::json;
namespace schema = parlance::schema;

namespace {

/// A closed object of thirty members, some of which all the others have, too.
json::value settings(int kind) {
    json::object members;
    for (int i = 0; i < 30; ++i) {
        bool const common = i % 3 == 0;
        members[(common ? "all" : "own" + std::to_string(kind) + "_") + std::to_string(i)] =
            json::object{{"type", i % 2 == 0 ? "string" : "boolean"}};
    }
    return json::object{{"type", "object"}, {"properties", members}, {"additionalProperties", false}};
}

json::value one_of(int kinds) {
    json::array alternatives;
    for (int kind = 0; kind < kinds; ++kind) {
        alternatives.push_back(json::object{
            {"type", "object"},
            {"properties",
             json::object{
                 {"kind", json::object{{"const", "k" + std::to_string(kind)}}},
                 {"with", settings(kind)},
                 {"by_name", json::object{{"type", "object"}, {"additionalProperties", settings(kind)}}}}}});
    }
    return json::object{{"oneOf", alternatives}};
}

struct outcome {
    parlance::result<parlance::rtn::rule_id> rule;
    std::vector<std::string> notes;
    parlance::rtn::network net;
};

outcome lowered(json::value const& of) {
    parlance::rtn::builder out;
    parlance::rtn::rule_id const root = out.add_rule("root");
    schema::lowerer lowering(out);
    auto rule = lowering.lower(of);
    parlance::rtn::state_id const end = out.add_state();
    if (rule) {
        out.call(out.entry(root), *rule, end);
    }
    out.accept(end);
    out.root(root);
    return {std::move(rule), lowering.notes(), std::move(out).finish()};
}

}  // namespace

BOOST_AUTO_TEST_CASE(few_are_told_apart_without_it) {
    for (int const few : {3, 4}) {
        outcome const found = lowered(one_of(few));
        BOOST_REQUIRE(found.rule.has_value());
        BOOST_TEST(found.notes.empty());
        BOOST_TEST(conform::reads(found.net, R"({"with":{"own1_2":"x"}})"));
        BOOST_TEST(conform::reads(found.net, R"({"kind":"k1","with":{"own1_2":"x"}})"));
        BOOST_TEST(!conform::reads(found.net, R"({"with":{"all0":"x"}})"));
    }
    BOOST_TEST(lowered(one_of(5)).notes.size() == 1u);
}

BOOST_AUTO_TEST_CASE(of_many_those_without_it_are_left_out_and_a_note_says_so) {
    json::value const many = one_of(8);
    outcome const found = lowered(many);
    BOOST_REQUIRE_MESSAGE(found.rule.has_value(), (found.rule ? "" : parlance::render(found.rule.error())));
    BOOST_REQUIRE(found.notes.size() == 1);
    BOOST_TEST(found.notes[0].starts_with("/oneOf: objects without \"kind\""), found.notes[0]);
    for (std::string_view const text : {R"({"kind":"k0"})", R"({"kind":"k7","with":{}})",
                                        R"({"kind":"k3","with":{"all0":"x","own3_1":true}})",
                                        R"({"kind":"k5","by_name":{"a":{},"b":{"own5_2":""}}})"}) {
        BOOST_TEST(conform::reads(found.net, text), text);
        BOOST_TEST(schema::validate(many, json::parse(text).value()).has_value(), text);
    }
    for (std::string_view const text :
         {R"({"kind":"k8"})", R"({"kind":"k7","with":{"own6_1":true}})", R"({"kind":"k3","with":{"all0":1}})",
          "{}", R"({"with":{"all0":"x"}})", R"({"kind":"k5","by_name":{"a":{},"b":{"own4_2":""}}})"}) {
        BOOST_TEST(!conform::reads(found.net, text), text);
        BOOST_TEST(!schema::validate(many, json::parse(text).value()).has_value(), text);
    }
    std::string_view const left_out = R"({"with":{"own1_2":"x"}})";  // which exactly one alternative allows
    BOOST_TEST(schema::validate(many, json::parse(left_out).value()).has_value());
    BOOST_TEST(!conform::reads(found.net, left_out));
}

// What is left out of the first alternative is what the second one shares with it: they are compared as they are, and what
// one may be without the other is then too much to write.
BOOST_AUTO_TEST_CASE(alternatives_are_compared_as_they_are) {
    json::value const first = one_of(8);
    json::value const second = json::object{
        {"type", "object"}, {"required", json::array{"with"}}, {"properties", json::object{{"kind", false}}}};
    outcome const found = lowered(json::object{{"oneOf", json::array{first, second}}});
    std::string_view const both = R"({"with":{"own1_2":"x"}})";
    BOOST_TEST(schema::validate(first, json::parse(both).value()).has_value());
    BOOST_TEST(schema::validate(second, json::parse(both).value()).has_value());
    BOOST_TEST((!found.rule || !conform::reads(found.net, both)));
}

BOOST_AUTO_TEST_SUITE_END()
