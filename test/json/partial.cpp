// test/json/partial.cpp - JSON cut off at every byte
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include "../looks.hpp"
#include <parlance/json/partial.hpp>
#include <parlance/json/dump.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(json_partial)

namespace json = parlance::json;

namespace {

std::string compact(json::value const& v) {
    return json::dump(v, {.ensure_ascii = true, .item = ",", .key = ":"});
}

struct row {
    char const* text;
    char const* healed;
    char const* cut;
};

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_missing_is_marked_where_the_text_stops) {
    row const rows[] = {
        {"", "\"$\"", "\"$"},
        {" [", "[\"$\"]", "\"$"},
        {"tr", "\"$\"", "\"$"},
        {"12", "12", ""},
        {"\"ab", "\"ab$\"", "$"},
        {"{\"a\":1 ", "{\"a\":1,\"$\":1}", ",\"$"},
        {"{\"a\":1,", "{\"a\":1,\"$\":1}", "\"$"},
        {"{\"a\" :", "{\"a\":\"$\"}", "\"$"},
        {"{\"a\":{\"b\":[]", "{\"a\":{\"b\":[],\"$\":1}}", ",\"$"},
        {"[\"caf\xC3", "[\"caf$\"]", "$"},
        {"[\"\\ud8", "[\"\\ud800\\udc00$\"]", "00\\udc00$"},
        {"[\"\\ud83d\\ud", "[\"\\ud83d\\udc00$\"]", "c00$"},
        {"[\"\\ud83d\\ude", "[\"\\ud83d\\ude00$\"]", "00$"},
        {"[\"\\\\", "[\"\\\\$\"]", "$"},
    };
    for (row const& r : rows) {
        auto const got = json::parse_partial(r.text, "$");
        BOOST_REQUIRE_MESSAGE(got, r.text);
        BOOST_TEST(compact(got->healed) == r.healed);
        BOOST_TEST(got->cut == r.cut);
    }
}

BOOST_AUTO_TEST_CASE(what_stands_in_front_of_the_cut_is_certain) {
    std::string_view const texts[] = {
        R"({"a": [1, -2.50e+3, true, false, null, {"b": {}}], "c": "x\"y\\z\u00e9\/\n", "d": [[], {}]})",
        R"(["\ud83d\ude00\ud83d\ude00", "é€😀", "", [[["a"]]], 0, 0.5])",
        R"({ "k" : { "l" : [ ] } , "m" : -0 })",
        R"("a string\u0041")",
    };
    for (std::string_view const text : texts) {
        std::string const whole = compact(json::parse(text).value());
        std::string certain;
        for (std::size_t n = 0; n <= text.size(); ++n) {
            auto const got = json::parse_partial(text.substr(0, n), "$mark");
            BOOST_REQUIRE_MESSAGE(got, text.substr(0, n));
            std::string const dumped = compact(got->healed);
            if (!got->whole() && std::string_view("\",:$").find(got->cut[0]) == std::string_view::npos) {
                continue;  // inside an escape
            }
            std::string const now = got->whole() ? dumped : dumped.substr(0, dumped.find(got->cut));
            BOOST_TEST(whole.starts_with(now), text.substr(0, n));
            BOOST_TEST(now.size() >= certain.size(), text.substr(0, n));
            certain = now;
        }
        BOOST_TEST(certain == whole);
    }
}

BOOST_AUTO_TEST_CASE(what_is_open_is_closed_by_appending) {
    struct {
        char const* text;
        char const* closing;
    } const closings[] = {
        {"{\"a\": [1, \"x", "\"]}"},
        {"{\"a", "\":null}"},
        {"{\"a\"", ":null}"},
        {"{\"a\":", "null}"},
        {"{\"a\": tr", "ue}"},
        {"[-", "0]"},
        {"[1.", "0]"},
        {"[1.5", "]"},
        {"[1,", "null]"},
        {"[\"\\", "\\\"]"},
        {"[\"\\u00", "00\"]"},
        {"{}", ""},
        {"{\"a\":1,", ""},
    };
    for (auto const& c : closings) {
        BOOST_TEST(json::closing_of(c.text) == c.closing, c.text);
        BOOST_TEST((*c.closing == '\0' || json::parse(std::string(c.text) + c.closing)), c.text);
    }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_already_is_an_error) {
    for (char const* const text : {"]", "[1 2", "{1", "[,", "{\"a\" 1", "[\"\\x", "[01", "[\"\\ud800x",
                                   "[1]x", "nul ", "[tru ", "{\"a\":}", "[\x01"}) {
        BOOST_TEST(!json::parse_partial(text, "$"), text);
    }
    std::string const deep(1000, '[');
    BOOST_TEST((json::parse_partial(deep, "$").error().code == parlance::errc::nested_too_deep));
}

BOOST_AUTO_TEST_CASE(a_long_text_is_looked_at_on_its_way) {
    std::string const text = "[\"" + std::string(1'000'000, 'a');
    auto const looks = [&](std::string_view part) {
        return looks_of([&](parlance::limits bounds) {
            bounds.source_bytes = 2'000'000;
            static_cast<void>(json::parse(part, bounds));
        });
    };
    std::size_t const both = looks_of([&](parlance::limits bounds) {
        bounds.source_bytes = 2'000'000;
        BOOST_TEST(json::parse_partial(text, "$", bounds).has_value());
    });
    BOOST_TEST(both > 2 * looks(text) + 20);  // it is parsed twice, and read in between
}

BOOST_AUTO_TEST_SUITE_END()
