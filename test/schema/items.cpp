// test/schema/items.cpp - no array whose items are unique has an item twice
// SPDX-License-Identifier: BSL-1.0
#include "vocabulary.hpp"
#include <parlance/json/parse.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_items)

namespace {

namespace json = boost::json;
namespace mask = parlance::mask;
namespace schema = parlance::schema;

/// Every byte, and what real vocabularies have that crosses the bounds of items.
mask::token_index const& tokens() {
    static mask::token_index const made = schema_vocabulary::bytes_and(
        {"\"a",      "a\"",       "\"a\"", "\"a\",",  "\",\"",    "\",\"a",    "\",\"a\"", "\"]",
         "\"],",     "]]",        "],[",   "],[1",    "\"],[\"a", "},{",       "\"},{\"",  "1,",
         "1,1",      "1]",        ",1",    "[1,1",    "[\"a",     "12",        "123",      "1.0",
         ".0",       "e1",        "10",    "true",    "tr",       "ue,",       "rue]",     ",true",
         "null",     "false,t",   "\\u00", "\\u0061", "\"\\u006", "1},{\"a\"", "1}]",      "\":1}",
         "\"a\":1}", "{\"a\":1}", "\"\"",  "\"\",",   ",\"\"",    "\\\"",      "00",       "0,",
         "-0",       "[]",        "[],",   "{}",      "{},{}",    "[],[]"});
    return made;
}

schema::options compact() {
    schema::options out;
    out.whitespace = schema::spaces::compact;
    out.properties = schema::order::any;
    return out;
}
mask::matcher matcher_of(char const* text, schema::options const& how = compact()) {
    auto const net = schema::compile(json::parse(text), how);
    BOOST_REQUIRE_MESSAGE(net.has_value(), text << ": " << (net ? "" : net.error().hint.view()));
    return mask::matcher(mask::compiled_grammar(mask::grammar::prepare(*net).value(), tokens()));
}
bool reads(char const* of, std::string_view text, schema::options const& how = compact()) {
    mask::matcher by_bytes = matcher_of(of, how);
    mask::matcher at_once = by_bytes;
    bool good = true;
    for (std::size_t i = 0; i < text.size() && good; ++i) {
        good = by_bytes.accept(text.substr(i, 1));
    }
    good = good && by_bytes.can_stop();
    BOOST_TEST((at_once.accept(text) && at_once.can_stop()) == good, text);
    return good;
}

/// The tokens of `m`'s mask; each must be one that accept() takes, and no other may be.
std::vector<mask::token_id> allowed(mask::matcher& m, std::string const& where) {
    std::vector<mask::token_id> out;
    mask::allowed_tokens const mask = m.allowed();
    std::vector<std::uint32_t> const words(mask.words.begin(), mask.words.end());
    for (mask::token_id id = 0; id < tokens().size(); ++id) {
        bool const in = (words[id / 32] >> (id % 32) & 1) != 0;
        mask::matcher ahead = m;
        BOOST_TEST(ahead.accept(id) == in, where << " + " << std::string(tokens().tokens().bytes(id)));
        if (in) {
            out.push_back(id);
        }
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_item_comes_once_however_it_is_written) {
    char const* const any = R"({"type":"array","uniqueItems":true})";
    for (char const* text :
         {"[]", "[1,2]", "[1,10,100]", "[1,-1]", "[1,\"1\"]", "[0.1,0.01]", R"(["a","b","ab",""])",
          R"([{"a":1},{"a":2},{"b":1},{}])", "[[1,2],[2,1],[1],[]]", "[[1],[[1]]]", "[true,false,null]",
          "[[1,1],[1]]", R"(["a",{"a":"a"},["a"]])", R"([{"a":1},{"a":1,"b":1}])", "[0,false,\"\"]"}) {
        BOOST_TEST(reads(any, text), text);
    }
    for (char const* text :
         {"[1,1]", "[1,1.0]", "[10,1e1]", "[1.5e-6,0.0000015]", "[0,-0]", "[0,0e5]", R"(["a","a"])",
          R"(["a","\u0061"])", R"(["\ud83d\ude00","😀"])", R"([{"a":1,"b":2},{"b":2,"a":1}])",
          "[[1,2],[1,2]]", "[[1],[1.0]]", "[true,true]", "[null,1,null]", "[{},{}]", "[[],[]]",
          R"([{"a":[1]},{"a":[1.0]}])", R"([{"a":{"b":1,"c":[]}},{"a":{"c":[],"b":1}}])"}) {
        BOOST_TEST(!reads(any, text), text);
    }
}

BOOST_AUTO_TEST_CASE(it_is_refused_at_its_last_byte_and_can_be_taken_back) {
    mask::matcher m = matcher_of(R"({"type":"array","items":{"type":"string"},"uniqueItems":true})");
    BOOST_TEST(m.accept(std::string_view{R"(["ab","a)"}));
    BOOST_TEST(!m.accept(std::string_view{"b\""}));
    BOOST_TEST(m.repeated_name());
    BOOST_TEST(m.accept(std::string_view{"b"}));
    BOOST_TEST(!m.accept(std::string_view{"\""}));
    BOOST_TEST(m.accept(std::string_view{"c\""}));
    BOOST_TEST(!m.accept(std::string_view{R"(,"abc")"}));
    BOOST_TEST(m.rollback(1));
    BOOST_TEST(m.accept(std::string_view{"d\""}));
    BOOST_TEST(m.accept(std::string_view{R"(,"abc")"}));
    m.forget();
    BOOST_TEST(!m.accept(std::string_view{R"(,"abc")"}));
    mask::matcher fork = m;
    BOOST_TEST(fork.accept(std::string_view{R"(,"x")"}));
    BOOST_TEST(m.accept(std::string_view{R"(,"x"])"}));
    m.reset();
    BOOST_TEST(m.accept(std::string_view{R"(["ab"])"}));
}

BOOST_AUTO_TEST_CASE(where_all_values_are_used_no_comma_follows) {
    struct {
        char const* items;
        char const* used;
    } const cases[] = {
        {R"({"type":"integer","minimum":1,"maximum":14})", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14"},
        {R"({"type":"string","pattern":"^[a-n]$"})",
         R"(["a","b","c","d","e","f","g","h","i","j","k","l","m","n")"},
        {R"({"type":"object","properties":{"a":{"enum":[1,2]},"b":{"type":"boolean"}},"required":["a","b"],)"
         R"("additionalProperties":false})",
         R"([{"a":1,"b":true},{"b":false,"a":1},{"a":2,"b":true},{"a":2,"b":false})"},
        {R"({"type":"array","items":{"type":"boolean"},"minItems":1,"maxItems":1})", "[[true],[false]"},
    };
    for (auto const& c : cases) {
        std::string const schema =
            std::string(R"({"type":"array","uniqueItems":true,"items":)") + c.items + "}";
        for (schema::spaces const spaces : {schema::spaces::compact, schema::spaces::json}) {
            schema::options how = compact();
            how.whitespace = spaces;
            mask::matcher m = matcher_of(schema.c_str(), how);
            BOOST_REQUIRE(m.accept(std::string_view{c.used}));
            BOOST_TEST(!m.accept(std::string_view{","}), schema);
            allowed(m, c.used);
            BOOST_TEST(m.accept(std::string_view{"]"}), schema);
        }
    }
}

BOOST_AUTO_TEST_CASE(masks_allow_exactly_what_may_come) {
    char const* const schemas[] = {
        R"({"type":"array","uniqueItems":true})",
        R"({"type":"array","items":{"type":"string"},"uniqueItems":true,"minItems":2})",
        R"({"type":"array","items":{"type":"integer"},"uniqueItems":true})",
        R"({"type":"array","items":{"type":"number"},"uniqueItems":true,"maxItems":6})",
        R"({"type":"array","items":{"type":"integer","minimum":0,"maximum":13},"uniqueItems":true})",
        R"({"type":"array","items":{"enum":["a","b","ab","aa","c","d","e","f","g","h","i","j","k",1,10,100,true]},)"
        R"("uniqueItems":true})",
        R"({"type":"array","items":{"type":"array","items":{"type":"integer"},"uniqueItems":true},"uniqueItems":true})",
        R"({"type":"array","items":{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}},)"
        R"("required":["a"]},"uniqueItems":true})",
        R"({"type":"object","properties":{"a":{"type":"array","items":{"type":["string","null","boolean"]},)"
        R"("uniqueItems":true},"b":{"type":"array","items":{"type":"string"}}},"required":["a","b"]})",
        R"({"$ref":"#/$defs/t","$defs":{"t":{"type":"array","items":{"$ref":"#/$defs/t"},"uniqueItems":true}}})",
        R"({"type":"array","prefixItems":[{"type":"string"},{"type":"string"}],"minItems":2,"uniqueItems":true})",
        R"({"type":"array","prefixItems":[{"type":"boolean"},{"type":"boolean"},{"const":1}],"uniqueItems":true})",
        R"({"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"integer"},"uniqueItems":true,)"
        R"("contains":{"const":3}})",
    };
    std::minstd_rand random(7);
    for (char const* const text : schemas) {
        json::value const judged = json::parse(text);
        mask::matcher const begin = matcher_of(text);
        std::size_t ended = 0;
        for (int run = 0; run < 12; ++run) {
            mask::matcher m = begin;
            std::string so_far;
            for (int step = 0; step < 40; ++step) {
                std::vector<mask::token_id> const ids = allowed(m, std::string(text) + " " + so_far);
                BOOST_REQUIRE_MESSAGE(!ids.empty(), text << " is stuck behind " << so_far);
                if (m.can_stop()) {
                    BOOST_TEST(schema::validate(judged, parlance::json::parse(so_far).value()).has_value(),
                               so_far);
                    ++ended;
                    break;
                }
                // mostly what is likely to repeat
                std::vector<mask::token_id> likely;
                for (mask::token_id const id : ids) {
                    std::string_view const bytes = tokens().tokens().bytes(id);
                    bool const plain = bytes.find_first_not_of("a1\"[]{},:bt0ruenl") == bytes.npos;
                    if (plain) {
                        likely.push_back(id);
                    }
                }
                auto const& from = likely.empty() || random() % 16 == 0 ? ids : likely;
                mask::token_id const id = from[random() % from.size()];
                so_far += tokens().tokens().bytes(id);
                BOOST_REQUIRE(m.accept(id));
            }
        }
        BOOST_TEST_MESSAGE(text << ": " << ended << " of 12 walks ended");
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_watched_is_refused_by_name) {
    struct {
        char const* schema;
        char const* hint;
    } const cases[] = {
        {R"({"anyOf":[{"type":"array","items":{"type":"string"},"uniqueItems":true},)"
         R"({"type":"array","items":{"type":["string","null"]},"minItems":3}]})",
         "uniqueItems in some of several arrays"},
        {R"({"type":"array","prefixItems":[{"type":"string"},{"const":"a"}],"minItems":2,"uniqueItems":true})",
         "uniqueItems"},
        {R"({"type":"array","not":{"uniqueItems":true}})", "not uniqueItems"},
    };
    for (auto const& c : cases) {
        auto const net = schema::compile(json::parse(c.schema));
        BOOST_REQUIRE(!net.has_value());
        BOOST_TEST(net.error().hint.view() == c.hint);
    }
    schema::options how;
    how.relaxed.repeated_names = true;
    char const* const set = R"({"type":"array","items":{"type":"string"},"uniqueItems":true})";
    BOOST_TEST(!schema::compile(json::parse(set), how).has_value());
    how.relaxed.unique_items = true;
    BOOST_TEST(schema::compile(json::parse(set), how).has_value());
}

BOOST_AUTO_TEST_CASE(an_item_that_only_a_repeated_name_would_make_new_does_not_begin) {
    char const* const few =
        R"({"type":"array","uniqueItems":true,"items":{"type":"object","propertyNames":{"enum":["a","b"]},)"
        R"("additionalProperties":{"type":"boolean"}}})";
    mask::matcher m = matcher_of(few);
    BOOST_REQUIRE(m.accept(std::string_view{R"([{"a":false,"b":true},{"b":true,"a")"}));
    BOOST_TEST(!mask::matcher(m).accept(std::string_view{":false"}));
    BOOST_TEST(mask::matcher(m).accept(std::string_view{":true}"}));
    // wherever it is led, some token goes on
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        mask::matcher at = matcher_of(few);
        std::string text;
        for (int step = 0; step < 120 && !at.stopped(); ++step) {
            mask::allowed_tokens const allowed = at.allowed();
            std::vector<mask::token_id> ids;
            for (mask::token_id id = 0; id < tokens().size(); ++id) {
                if ((allowed.words[id / 32] >> (id % 32) & 1) != 0) {
                    ids.push_back(id);
                }
            }
            BOOST_REQUIRE_MESSAGE(!ids.empty(), text);
            mask::token_id const id = ids[random() % ids.size()];
            text += tokens().tokens().bytes(id);
            BOOST_REQUIRE_MESSAGE(at.accept(id), text);
        }
    }
}

BOOST_AUTO_TEST_CASE(more_items_than_there_are_values_are_none) {
    struct {
        char const* items;
        int values;
    } const samples[] = {
        {R"({"type":"string","maxLength":0})", 1},
        {R"({"type":"string","pattern":"^[ab]?$"})", 3},
        {R"({"type":"string","pattern":"^[ab]+$","maxLength":2})", 6},
        {R"({"type":["string","boolean"],"maxLength":0})", 3},
        {R"({"type":"string","pattern":"^[ab]?$","not":{"const":"b"}})", 2},
        {R"({"type":"array","maxItems":0})", 1},
        {R"({"type":"array","items":{"type":"boolean"},"minItems":1,"maxItems":2})", 6},
        {R"({"type":"array","items":{"type":"string","maxLength":0},"uniqueItems":true})", 2},
        {R"({"type":"object","additionalProperties":false})", 1},
        {R"({"type":"object","properties":{"a":{"type":"boolean"},"b":{"type":"null"}},"required":["b"],"additionalProperties":false})",
         3},
        {R"({"type":"object","propertyNames":{"enum":["a","b"]},"additionalProperties":{"type":"null"},"minProperties":1})",
         3},
        {R"({"type":"number","multipleOf":0.5,"minimum":0,"maximum":1})", 3},
        {R"({"type":"number","minimum":0.25,"maximum":0.25})", 1},
        {R"({"type":"integer","multipleOf":1000,"minimum":1,"maximum":5999})", 5},
        {R"({"type":"integer","multipleOf":1000,"exclusiveMinimum":0,"exclusiveMaximum":5000})", 4},
    };
    for (auto const& s : samples) {
        auto const schema_of = [&](int least) {
            return std::string(R"({"type":"array","uniqueItems":true,"items":)") + s.items +
                   ",\"minItems\":" + std::to_string(least) + "}";
        };
        BOOST_TEST(schema::compile(json::parse(schema_of(s.values)), compact()).has_value(), s.items);
        auto const more = schema::compile(json::parse(schema_of(s.values + 1)), compact());
        BOOST_REQUIRE_MESSAGE(!more, s.items);
        BOOST_TEST((more.error().code == parlance::errc::unsatisfiable_schema), s.items);
        // nothing leads into it
        std::string const around = R"({"type":"array","maxItems":2,"items":)" + schema_of(s.values + 1) + "}";
        BOOST_TEST(reads(around.c_str(), "[]"));
        BOOST_TEST(!matcher_of(around.c_str()).accept(std::string_view{"[["}), s.items);
    }
}

BOOST_AUTO_TEST_SUITE_END()
