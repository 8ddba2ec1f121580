// test/chat/place.cpp - a dialect that nobody knows, added as the head of chat/place.hpp says, and nothing else
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/known/formats.hpp>
#include <parlance/chat/place.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_place)

namespace chat = parlance::chat;

namespace {

namespace forms {

using namespace chat::place;

// Markers of nothing but punctuation around the name, and values that may stand in a wrapper.
inline constexpr auto imagined =
    -("<|?|>" >> reasoning >> "<|!|>") >> "<|{|>" >>
    +("<|@|>" >> call[name >> "<|#|>" >> *("<|.|>" >> key >> "<|=|>" >>
                                           ("<|\"|>" >> text >> "<|\"|>" | json_value) >> "<|,|>")] >>
      "<|;|>") >>
    "<|}|>";

}  // namespace forms

std::vector<chat::tool> tools() {
    auto const schema = parlance::json::parse(
        R"({"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
            "required": ["city"]})");
    return {{"forecast", "tells the weather", schema.value()}};
}

chat::message read(chat::syntax const& s, std::vector<chat::tool> const& offered, std::string_view answer) {
    chat::response_parser r(s, offered);
    auto const ignore = [](chat::delta const&) {};
    for (char const& c : answer) {
        r.feed({&c, 1}, ignore);
    }
    r.finish(ignore);
    return r.so_far();
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_expression_is_all_that_it_takes) {
    auto const f = chat::format_of(chat::known::table<forms::imagined>);
    BOOST_REQUIRE_MESSAGE(bool(f), (f ? "" : f.error().hint.view()));
    std::vector<chat::tool> const offered = tools();
    auto const s = chat::build_syntax(*f, offered);
    BOOST_REQUIRE(s);
    std::string const calls =
        "<|{|><|@|>forecast<|#|><|.|>city<|=|><|\"|>Bern\n<|\"|><|,|><|.|>days<|=|>3<|,|><|;|><|}|>";
    chat::message const m = read(*s, offered, "<|?|>Hm.<|!|>Look:" + calls);
    BOOST_TEST(m.reasoning == "Hm.");
    BOOST_TEST(m.content.value_or("") == "Look:");
    BOOST_REQUIRE(m.calls.size() == 1u);
    BOOST_TEST(m.calls[0].name == "forecast");
    BOOST_TEST(m.calls[0].arguments == R"({"city": "Bern\n", "days": 3})");

    // What is read besides in every dialect is read in this one, too: an end that is missing.
    BOOST_TEST(
        read(*s, offered, "<|{|><|@|>forecast<|#|><|.|>city<|=|><|\"|>Bern<|\"|><|,|><|;|>").calls.size() ==
        1u);

    auto const g = chat::build_grammar(*s, offered);
    BOOST_REQUIRE(g);
    BOOST_TEST(parlance::mask::matches(g->network, calls));
    BOOST_TEST(!parlance::mask::matches(g->network, "<|{|><|@|>another<|#|><|;|><|}|>"));
}

BOOST_AUTO_TEST_SUITE_END()
