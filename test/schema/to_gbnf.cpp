// test/schema/to_gbnf.cpp - the printed grammar, compiled again, reads what the network reads
// SPDX-License-Identifier: BSL-1.0
#include <parlance/schema/lower.hpp>
#include <parlance/schema/to_gbnf.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/text/limits.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(schema_to_gbnf)

using namespace parlance;

BOOST_AUTO_TEST_CASE(printed_and_compiled_again_it_reads_the_same_texts) {
    std::string_view const schemas[] = {
        R"({})",
        R"({"type":"string","minLength":1,"maxLength":3})",
        R"({"type":"string","pattern":"^[a-c\u00e9]+$"})",
        R"({"type":"integer","minimum":-5,"maximum":120})",
        R"({"type":"array","items":{"enum":["a",1]},"minItems":1,"maxItems":3})",
        R"({"type":"object","properties":{"a":{"type":"integer"},"b":{"$ref":"#"}},"required":["a"],"additionalProperties":false})",
        R"({"type":"object","properties":{"a":{"const":null}},"additionalProperties":{"type":"boolean"}})",
        R"({"anyOf":[{"type":"null"},{"type":"number"}]})",
        // what only a counted item wants is printed, too
        R"({"type":"array","items":{"type":"string","maxLength":1},"prefixItems":[{"type":"null"}],"maxItems":3})",
    };
    std::string_view const texts[] = {"",
                                      "null",
                                      "true",
                                      "1",
                                      "-5",
                                      "120",
                                      "121",
                                      "-6",
                                      "1.5e3",
                                      "\"\"",
                                      "\"a\"",
                                      "\"abc\"",
                                      "\"abcd\"",
                                      "\"\xC3\xA9\"",
                                      "\"\xC3\"",
                                      "\"\\u00e9\"",
                                      "\"\\n\"",
                                      "[]",
                                      "[1]",
                                      "[\"a\", 1]",
                                      "[1,1,1,1]",
                                      "{}",
                                      "{\"a\":1}",
                                      "{\"a\": 1, \"b\": {\"a\":2}}",
                                      "{\"b\":1}",
                                      "{\"a\":null,\"x\":true}",
                                      "{\"a\":true}",
                                      "{ \"a\" : 1 }",
                                      "[[{}]]",
                                      "{\"a\":1,}"};
    for (std::string_view const text : schemas) {
        auto const schema = *json::parse(text);
        auto const net = schema::compile(schema);
        BOOST_REQUIRE(net);
        auto const printed = schema::to_gbnf(schema);
        BOOST_REQUIRE_MESSAGE(printed, text << ": " << render(printed.error()));
        auto const grammar = gbnf::compile(*printed);
        BOOST_REQUIRE_MESSAGE(grammar, render(grammar.error(), *printed));
        auto const again = rtn::from_gbnf(*grammar);
        BOOST_REQUIRE(again);
        for (std::string_view const t : texts) {
            BOOST_TEST(mask::matches(*net, t) == mask::matches(*again, t), text << " on " << t << "\n"
                                                                                << *printed);
        }
    }
}

BOOST_AUTO_TEST_CASE(it_is_written_as_a_person_would) {
    std::string const pad = "pad ::= (\"\\n\" [\\t ]{0,20} | \" \")?\n";
    std::string const integer = "integer ::= \"-\"? (\"0\" | [1-9] [0-9]*)\n";
    struct sample {
        std::string_view schema;
        std::string grammar;
    };
    sample const samples[] = {
        {R"({"enum":["celsius","fahrenheit",3,null]})",
         R"(root ::= "\"celsius\"" | "\"fahrenheit\"" | "3" | "null"
)"},
        {R"({"type":"number"})", R"(root ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([Ee] [+-]? [0-9]+)?
)"},
        {R"({"type":"string","pattern":"^[A-Z]{3}-[0-9]{4,6}$"})",
         R"(root ::= "\"" [A-Z]{3} "-" [0-9]{4,6} "\""
)"},
        {R"({"type":"array","items":{"type":"integer"}})",
         R"(root ::= "[" pad (integer ("," pad integer)* pad)? "]"
)" + pad + integer},
        {R"({"type":"object","properties":{"n":{"type":"integer"},"ok":{"type":"boolean"},"next":{"$ref":"#"}},
            "required":["n"],"additionalProperties":false})",
         R"(root ::= object
object ::= "{" pad "\"n\":" " "? integer ("," pad "\"ok\":" " "? properties-ok)? ("," pad "\"next\":" " "? object)? pad "}"
)" + pad + integer +
             R"(properties-ok ::= "false" | "true"
)"},
    };
    for (sample const& each : samples) {
        BOOST_TEST(schema::to_gbnf(each.schema).value() == each.grammar);
    }
    // what is read in several places is a rule of its own, once; equal rules are one
    std::string const any = schema::to_gbnf(R"({})").value();
    auto const times = [&](std::string_view what) {
        std::size_t n = 0;
        for (std::size_t at = any.find(what); at != any.npos; at = any.find(what, at + 1)) {
            ++n;
        }
        return n;
    };
    BOOST_TEST(times("::= \"false\" | \"null\" | \"true\"") == 1u);
    BOOST_TEST(times(" ::= \"{\"") == 1u);
    BOOST_TEST(times("::=") <= 11u, any);
}

BOOST_AUTO_TEST_CASE(what_gbnf_cannot_say_is_refused) {
    auto const words = [](std::string_view most, limits const& bounds) {
        boost::json::value const schema =
            *json::parse(R"({"type":"string","pattern":"^(ab|c)*$","maxLength":)" + std::string(most) + "}");
        return schema::to_gbnf(schema, {}, bounds);
    };
    limits patient;
    patient.fuel *= 2;
    BOOST_TEST(words("10000", {}).has_value());  // a rule for each length
    BOOST_TEST(words("20000", patient).has_value());
    auto const refused = words("100000", {});
    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error().code == errc::too_many_rules));
}

BOOST_AUTO_TEST_CASE(text_is_the_text_of_a_schema) {
    boost::json::value const value = {{"type", "boolean"}};
    BOOST_TEST(schema::to_gbnf(R"({"type":"boolean"})").value() == schema::to_gbnf(value).value());
    auto const refused = schema::to_gbnf("{\"type\":}");
    BOOST_TEST((refused.error().code == errc::json_syntax));
    BOOST_TEST(refused.error().at.column == 9u);
}

BOOST_AUTO_TEST_SUITE_END()
