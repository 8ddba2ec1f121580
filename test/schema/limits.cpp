// test/schema/limits.cpp - hostile schemas end inside the budgets
// SPDX-License-Identifier: BSL-1.0
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

namespace json = boost::json;
using parlance::errc;

namespace {

json::value nested(int depth, char const* key) {
    json::value v = true;
    for (int i = 0; i < depth; ++i) {
        v = json::object{{key, v}};
    }
    return v;
}

/// allOf of anyOfs: 4^width ways.
json::value exponential(int width) {
    json::array all;
    for (int i = 0; i < width; ++i) {
        json::array any;
        for (int j = 0; j < 4; ++j) {
            any.push_back(
                json::object{{"required", json::array{"k" + std::to_string(i) + "-" + std::to_string(j)}}});
        }
        all.push_back(json::object{{"anyOf", any}});
    }
    return json::object{{"type", "object"}, {"allOf", all}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(schema_limits)

BOOST_AUTO_TEST_CASE(nesting_beyond_the_limit_is_refused) {
    auto const net = parlance::schema::compile(nested(300, "items"));
    BOOST_REQUIRE(!net);
    BOOST_TEST((net.error().code == errc::nested_too_deep));
    BOOST_TEST(parlance::schema::compile(nested(150, "items")).has_value());
    BOOST_TEST(parlance::schema::compile(nested(150, "not")).has_value());
}

BOOST_AUTO_TEST_CASE(exponentially_many_ways_are_refused) {
    BOOST_TEST(parlance::schema::compile(exponential(2)).has_value());
    auto const net = parlance::schema::compile(exponential(40));
    BOOST_REQUIRE(!net);
    bool const budget =
        net.error().code == errc::too_many_configurations || net.error().code == errc::out_of_fuel;
    BOOST_TEST(budget);
}

BOOST_AUTO_TEST_CASE(references_in_circles_end) {
    for (char const* text :
         {R"({"$ref":"#"})", R"({"not":{"$ref":"#"}})", R"({"allOf":[{"$ref":"#"}],"type":"null"})",
          R"({"anyOf":[{"$ref":"#"},{"type":"null"}]})",
          R"({"oneOf":[{"$ref":"#/$defs/a"},{"type":"null"}],"$defs":{"a":{"$ref":"#"}}})",
          R"({"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]})"}) {
        json::value const s = json::parse(text);
        auto const net = parlance::schema::compile(s);
        auto const valid = parlance::schema::validate(s, json::parse(R"({"a":{"a":null}})"));
        BOOST_TEST_MESSAGE(text << ": " << net.has_value() << " " << valid.has_value());
        if (!net) {
            BOOST_TEST((net.error().code != errc::none));
        }
    }
    // an object that must contain itself for ever has no finite text
    auto const endless = parlance::schema::compile(
        json::parse(R"({"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]})"));
    BOOST_REQUIRE(!endless);
    BOOST_TEST((endless.error().code == errc::unsatisfiable_schema));
}

BOOST_AUTO_TEST_CASE(large_enumerations_and_bounds_stay_linear) {
    json::array names;
    for (int i = 0; i < 20'000; ++i) {
        names.push_back(json::value("value number " + std::to_string(i)));
    }
    BOOST_TEST(parlance::schema::compile(json::object{{"enum", names}}).has_value());
    BOOST_TEST(
        parlance::schema::compile(json::parse(R"({"type":"integer","multipleOf":999999937})")).has_value() ==
        false);
    BOOST_TEST(
        parlance::schema::compile(json::parse(R"({"type":"array","minItems":4000000000})")).has_value());
    BOOST_TEST(parlance::schema::compile(json::parse(R"({"type":"number","minimum":1e300,"maximum":1e308})"))
                   .has_value());
    auto const wide = parlance::schema::compile(
        json::parse(R"({"type":"string","pattern":"^(a|b)*a(a|b){30}$","minLength":1,"maxLength":100000})"));
    BOOST_REQUIRE(!wide);
    BOOST_TEST((wide.error().code == errc::too_many_states));
}

BOOST_AUTO_TEST_SUITE_END()
