// test/schema/compile_for.cpp - a schema over a vocabulary in one step
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/schema/compile_for.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// Their letters are more states than are looked at for what text leads to.
BOOST_AUTO_TEST_CASE(one_of_a_hundred_thousand_strings_goes_on_with_those_that_begin_so) {
    json::array strings;
    for (int i = 0; i < 100'000; ++i) {
        strings.push_back(json::value("value number " + std::to_string(i)));
    }
    vocab::token_list_builder texts;
    for (std::string_view const text : {"value", " number", "12", "99\""}) {
        texts.add(text);
    }
    for (char c = ' '; c <= '~'; ++c) {
        texts.add(std::string(1, c));
    }
    texts.add("</s>", vocab::token_kind::control);
    texts.end(static_cast<vocab::token_id>(texts.size() - 1));
    mask::token_index const all = mask::token_index::build(std::move(texts).finish().value()).value();
    auto const compiled = schema::compile_for(json::object{{"enum", strings}}, all).value();
    for (std::string_view const text : {"\"v", "\"value", "\"value number ", "\"value number 9"}) {
        mask::matcher m{compiled};
        BOOST_TEST(m.accept(text));
        std::vector<std::uint32_t> may(mask::words_for(all.size()));
        BOOST_TEST((m.fill(may) == mask::filled::some));
        for (vocab::token_id id = 0; id < all.size(); ++id) {
            mask::matcher next = m;
            BOOST_TEST(mask::bitmask{may}.test(id) == next.accept(id), text << all.tokens().text(id));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
