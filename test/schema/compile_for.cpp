// test/schema/compile_for.cpp - a schema over a vocabulary in one step
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/schema/compile_for.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(schema_compile_for)

using namespace parlance;

namespace {

mask::token_index tokens() {
    return mask::token_index::build(vocab::token_list({"{", "}", "true", "1", "2", "</s>"}, {5})).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(text_and_a_value_give_the_same) {
    constexpr char const* text = R"({"type": "integer", "maximum": 12})";
    for (auto const& compiled : {schema::compile_for(text, tokens()).value(),
                                 schema::compile_for(json::parse(text).value(), tokens()).value()}) {
        mask::matcher m(compiled);
        BOOST_TEST(!m.accept(2));  // true
        BOOST_TEST(m.accept(3));
        BOOST_TEST(m.accept(4));
        BOOST_TEST(!m.accept(4));  // 122
        BOOST_TEST(m.accept(5));
        BOOST_TEST(m.stopped());
    }
}

BOOST_AUTO_TEST_CASE(options_reach_the_schema) {
    mask::matcher narrow(
        schema::compile_for(R"({"enum": [{}]})", tokens(), {.whitespace = schema::spaces::compact}).value());
    BOOST_TEST(narrow.accept("{"));
    BOOST_TEST(!narrow.accept(" "));
}

BOOST_AUTO_TEST_CASE(errors_are_those_of_the_steps) {
    BOOST_TEST((schema::compile_for("{", tokens()).error().code == json::parse("{").error().code));
    BOOST_TEST((schema::compile_for(R"({"type": 1})", tokens()).error().code == errc::invalid_keyword));
    BOOST_TEST((schema::compile_for("false", tokens()).error().code == errc::unsatisfiable_schema));
}

BOOST_AUTO_TEST_SUITE_END()
