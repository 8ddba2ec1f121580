// test/schema/regex_format.cpp - the format "regex" is what ECMA-262 says
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/schema/compile_for.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_regex_format)

namespace {

namespace json = boost::json;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
namespace schema = parlance::schema;

json::value format(std::string_view more = "") {
    return json::parse("{\"type\":\"string\",\"format\":\"regex\"" + std::string(more) + "}");
}
bool valid(std::string_view pattern) { return schema::validate(format(), json::value(pattern)).has_value(); }
bool written(rtn::network const& net, std::string_view pattern) {
    return mask::matches(net, parlance::json::dump(json::value(pattern)));
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_a_pattern_and_what_is_none) {
    rtn::network const net = schema::compile(format()).value();
    // written: those that the grammar has, too
    struct {
        char const* text;
        bool valid;
        bool written;
    } const rows[] = {
        {"", true, true},
        {"^[a-z]+$", true, true},
        {"([abc])+\\s+$", true, true},
        {"(?:a|b|)(c(d(e)*)?){2,12}?", true, true},
        {"(?=a)(?!b)(?<=c+)(?<!d)x", true, true},
        {"\\d{1}\\.{2,}\\/[\\w.-]", true, true},
        {"[]|[^]|[-a]|[a-]|[ -~]", true, true},
        {"\\cA\\x41\\u0041\\t", true, true},
        {"\\u{1F600}\\p{Lu}\\P{Script=Greek}", true, true},
        {"\\p{scx=Greek}\\p{Script_Extensions=Thai}", true, true},
        {"\\p{Alphabetic}\\P{Emoji}", true, false},
        {"\\p{Alpha Alphabetic}", false, false},
        {"\\p{}", false, false},
        {"\\p{scx=Nothing}", false, false},
        {"\\-\\_", false, false},
        {"\\-", true, true},
        {"\\-\\p{L}", false, false},
        {"[^\"\\\\]*", true, true},
        {"é+", true, true},
        {"(?<name>x)", true, false},
        {"(?<n>a)\\k<n>", true, false},
        {"(a)\\1", true, false},
        {"a{100,200}", true, false},
        {"a{19,19}b{9,10}c{10,100}d{0,0}", true, true},
        {"a{19,18}", false, false},
        {"[\\u0041-\\u005A]", true, false},
        {"(?i:a)", true, false},
        {"^(abc]", false, false},
        {"(", false, false},
        {")", false, false},
        {"a)", false, false},
        {"*", false, false},
        {"a**", false, false},
        {"a{2}{3}", false, false},
        {"a{3,2}", false, false},
        {"a{12,9}", false, false},
        {"a{", false, false},
        {"]", false, false},
        {"[b-a]", false, false},
        {"[\\d-z]", false, false},
        {"[a", false, false},
        {"\\", false, false},
        {"\\a", false, false},
        {"\\Z", false, false},
        {"\\1", false, false},
        {"\\k<n>", false, false},
        {"\\p{Nothing}", false, false},
        {"\\u{110000}", false, false},
        {"(?P<name>x)", false, false},
        {"(?#comment)a", false, false},
        {"(?i)abc", false, false},
        {"(?=a)*", false, false},
        {"(?<n>a)(?<n>b)", false, false},
        {"^*", false, false},
    };
    for (auto const& row : rows) {
        BOOST_TEST(valid(row.text) == row.valid, row.text);
        BOOST_TEST(written(net, row.text) == row.written, row.text);
    }
}

BOOST_AUTO_TEST_CASE(beside_other_keywords_groups_stand_in_no_groups) {
    rtn::network const least = schema::compile(format(R"(,"minLength":1)")).value();
    BOOST_TEST(!written(least, ""));
    BOOST_TEST(written(least, "a"));
    BOOST_TEST(written(least, "(a(b))"));
    BOOST_TEST(written(least, "(a)"));
    rtn::network const starts = schema::compile(format(R"(,"pattern":"^x","maxLength":6)")).value();
    BOOST_TEST(written(starts, "x(a)+"));
    BOOST_TEST(!written(starts, "x(a))"));
    BOOST_TEST(!written(starts, "(a)"));
    BOOST_TEST(!written(starts, "x(a)+bc"));
    rtn::network const names =
        schema::compile(json::parse(R"({"type":"object","propertyNames":{"format":"regex"}})")).value();
    BOOST_TEST(mask::matches(names, R"({"^[a-z]+$": 1})"));
    BOOST_TEST(!mask::matches(names, R"({"^[a-z+$": 1})"));
    BOOST_TEST(!schema::compile(json::parse(R"({"type":"string","not":{"format":"regex"}})")).has_value());
}

BOOST_AUTO_TEST_CASE(what_the_grammar_writes_is_a_pattern) {
    schema::options how;
    how.whitespace = schema::spaces::compact;
    rtn::network const net = schema::compile(format(), how).value();
    std::minstd_rand random(5);
    std::string const likely = "()[]{}?*+|^$\\-.:=!<,ab019dpLu/\"";
    std::size_t read = 0;
    for (int run = 0; run < 60; ++run) {
        mask::npda<mask::network_machine> at{mask::network_machine{net}};
        std::string text;
        for (int step = 0; step < 60; ++step) {
            if (step > 1 && at.can_stop()) {
                break;
            }
            bool moved = false;
            for (int attempt = 0; attempt < 40 && !moved; ++attempt) {
                std::string const next(1, likely[random() % likely.size()]);
                mask::npda<mask::network_machine> ahead = at;
                if (ahead.accept(next)) {
                    at = ahead;
                    text += next;
                    moved = true;
                }
            }
        }
        if (at.can_stop()) {
            ++read;
            std::string const pattern(parlance::json::parse(text).value().get_string());
            BOOST_TEST(valid(pattern), pattern);
        }
    }
    BOOST_TEST(read > 5u);
}

// Two rules read every pattern, with the flag u and without it, and in a class each character leads to another state.
BOOST_AUTO_TEST_CASE(masks_are_what_tokens_are_accepted) {
    parlance::vocab::token_list_builder all;
    std::mt19937 random(5);
    std::string const likely = "abnzAN019 _-[]^(){}?*+|$\\.:=!<,\"";
    for (int c = ' '; c <= '~'; ++c) {
        all.add(std::string(1, static_cast<char>(c)));
    }
    for (int i = 0; i < 9000; ++i) {
        std::string text;
        for (auto left = 2 + random() % 5; left != 0; --left) {
            text.push_back(random() % 3 != 0 ? likely[random() % 12] : likely[random() % likely.size()]);
        }
        all.add(text);
    }
    auto const index = mask::token_index::build(std::move(all).finish().value()).value();
    auto const grammar =
        parlance::schema::compile_for(R"({"type":"string","format":"regex"})", index).value();
    std::size_t wrong = 0;
    for (int walk = 0; walk < 6; ++walk) {
        mask::matcher m(grammar);
        BOOST_REQUIRE(m.accept(walk % 2 == 0 ? "\"[" : "\"a"));
        for (int step = 0; step < 8; ++step) {
            mask::allowed_tokens const may = m.allowed();
            if (may.state == mask::filled::ended) {
                break;
            }
            BOOST_REQUIRE((may.state == mask::filled::some || may.state == mask::filled::all));
            std::vector<std::uint32_t> words(may.words.begin(), may.words.end());
            std::vector<mask::token_id> some;
            for (mask::token_id id = 0; id < index.tokens().size(); ++id) {
                bool const accepted = m.accept(id);
                if (accepted) {
                    m.rollback(1);
                    some.push_back(id);
                }
                wrong += accepted != mask::bitmask{words}.test(id);
            }
            if (!m.accept(some[random() % some.size()])) {
                break;
            }
        }
    }
    BOOST_TEST(wrong == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
