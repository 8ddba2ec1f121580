// test/schema/contract.cpp - what becomes of every keyword, as data
// SPDX-License-Identifier: BSL-1.0
#include <parlance/schema/contract.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_contract)

namespace schema = parlance::schema;

std::string lines(char const* text, schema::options const& how = {}) {
    auto const list = schema::contract(*parlance::json::parse(text), how);
    BOOST_REQUIRE(list);
    return schema::to_text(*list);
}

BOOST_AUTO_TEST_CASE(every_keyword_is_listed_with_what_becomes_of_it) {
    BOOST_TEST(lines(R"({"type":"object","title":"t","properties":{"a/b":{"format":"color","minLength":1},
                         "c":{"then":{"const":1},"contentEncoding":"base64"}},"x-order":1})") ==
               "enforced /type\n"
               "annotation /title: asserts nothing\n"
               "enforced /properties\n"
               "annotation /properties/a~1b/format: this format is not enforced\n"
               "enforced /properties/a~1b/minLength\n"
               "annotation /properties/c/then: means nothing without the keyword that it belongs to\n"
               "enforced /properties/c/then/const\n"
               "annotation /properties/c/contentEncoding: content is not read\n"
               "annotation /x-order: asserts nothing\n");
}

BOOST_AUTO_TEST_CASE(refusals_are_all_found_each_at_its_keyword) {
    auto const list = schema::contract(*parlance::json::parse(
        R"({"type":"object","properties":{
            "a":{"type":"string","pattern":"(x)\\1"},
            "b":{"type":"string","pattern":"^(a)\\1$"},
            "c":{"type":"integer","minimum":3}}})"));
    BOOST_REQUIRE(list);
    std::vector<std::string> refused;
    for (schema::keyword_treatment const& k : *list) {
        if (k.is == schema::treatment::refused) {
            refused.push_back(k.pointer);
            BOOST_TEST(!k.reason.empty());
        }
    }
    BOOST_TEST(refused == (std::vector<std::string>{"/properties/a/pattern", "/properties/b/pattern"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(reading_keywords_is_paid_for) {
    boost::json::object all;
    for (int i = 0; i < 1000; ++i) {
        all["x-" + std::to_string(i)] = i;
    }
    parlance::limits bounds;
    BOOST_TEST(schema::contract(all, {}, bounds)->size() == 1000u);
    bounds.fuel = 100'000;  // less than a thousand keywords take
    auto const poor = schema::contract(all, {}, bounds);
    BOOST_REQUIRE(!poor);
    BOOST_TEST((poor.error().code == parlance::errc::out_of_fuel));
}

// Each refusal is found by reading the schema once more, without those before.
BOOST_AUTO_TEST_CASE(reading_again_for_each_refusal_is_paid_for_together) {
    std::string base = "http://x/";
    while (base.size() < 10'000) {
        base += "a/";
    }
    boost::json::object parts;
    boost::json::object refused;
    for (int i = 0; i < 20; ++i) {
        std::string const name = "k" + std::to_string(i);
        parts[name] = boost::json::object{{"$id", name}};
        refused[name] = boost::json::object{{"pattern", "("}};
    }
    boost::json::value const schema =
        boost::json::object{{"$id", base}, {"$defs", parts}, {"properties", refused}};
    auto const refusals = [&](std::uint64_t fuel) {
        parlance::limits bounds;
        bounds.fuel = fuel;
        auto const list = schema::contract(schema, {}, bounds);
        BOOST_REQUIRE(list);
        return std::count_if(list->begin(), list->end(), [](schema::keyword_treatment const& k) {
            return k.is == schema::treatment::refused;
        });
    };
    BOOST_TEST(refusals(parlance::limits{}.fuel) == 20);
    BOOST_TEST(refusals(4'000'000) < 10);
}

BOOST_AUTO_TEST_CASE(options_change_the_contract) {
    schema::options how;
    how.strict_formats = true;
    BOOST_TEST(lines(R"({"format":"emial"})") ==
               "annotation /format: this format is not enforced; did you mean 'email'?\n");
    BOOST_TEST(lines(R"({"format":"color"})", how) == "refused /format: this format is not enforced\n");
    how.relaxed.patterns = true;
    BOOST_TEST(lines(R"({"type":"string","pattern":"(x)\\1"})", how) ==
               "enforced /type\nwidened /pattern: where it cannot be had exactly\n");
}

BOOST_AUTO_TEST_CASE(a_contradiction_is_a_refusal_of_its_schema) {
    BOOST_TEST(
        lines(R"({"type":"object","required":["a"],"properties":{"a":{"minimum":2,"maximum":1,
                         "type":"number"}}})")
            .find("refused /properties/a: no value can satisfy this schema: minimum 2 and maximum 1") !=
        std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_contract_is_json) {
    auto const list = schema::contract(*parlance::json::parse(R"({"type":"null","x":1,"propertis":{}})"));
    BOOST_REQUIRE(list);
    BOOST_TEST((schema::to_json(*list) == *parlance::json::parse(
                                              R"([{"pointer":"/type","keyword":"type","treatment":"enforced"},
                        {"pointer":"/x","keyword":"x","treatment":"annotation","reason":"asserts nothing"},
                        {"pointer":"/propertis","keyword":"propertis","treatment":"annotation",
                         "reason":"asserts nothing; did you mean 'properties'?","meant":"properties"}])")));
}

BOOST_AUTO_TEST_CASE(what_widens_and_is_of_no_draft_counts_only_without_one) {
    BOOST_TEST(lines(R"({"type":"string","nullable":true})") == "enforced /type\nenforced /nullable\n");
    BOOST_TEST(
        lines(
            R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"string","nullable":true})") ==
        "annotation /$schema: asserts nothing\n"
        "enforced /type\n"
        "annotation /nullable: not known in this draft\n");
}

BOOST_AUTO_TEST_CASE(a_constant_that_was_rounded_when_it_was_read_is_refused) {
    char const* const why =
        ": this schema keyword is not supported: a number beyond 64 bits, which is rounded\n";
    BOOST_TEST(lines(R"({"const":12345678901234567890123})") == std::string("refused /const") + why);
    BOOST_TEST(lines(R"({"enum":[1,{"a":[12345678901234567890123]}]})") ==
               std::string("refused /enum") + why);
    BOOST_TEST(lines(R"({"multipleOf":12345678901234567890123})") ==
               std::string("refused /multipleOf") + why);
    BOOST_TEST(lines(R"({"enum":[18446744073709551615,1e300,0.1234567890123456,1.5e19]})") ==
               "enforced /enum\n");
}

BOOST_AUTO_TEST_SUITE_END()
