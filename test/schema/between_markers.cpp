// test/schema/between_markers.cpp - values that stand between markers: without what would end them
// SPDX-License-Identifier: BSL-1.0
#include <parlance/schema/lower.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/rtn/network.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_between_markers)

namespace schema = parlance::schema;
using texts = std::vector<std::string_view>;

namespace {

struct row {
    std::string_view schema;
    texts pass;
    texts fail;
};

/// `lower` makes the rule for a schema.
template <class F>
void check(std::span<row const> rows, F const& lower) {
    for (row const& r : rows) {
        parlance::rtn::builder out;
        schema::lowerer how(out);
        auto const rule = lower(how, *parlance::json::parse(r.schema));
        BOOST_REQUIRE_MESSAGE(rule, parlance::render(rule.error()));
        out.root(*rule);
        auto const net = std::move(out).finish();
        for (std::string_view const text : r.pass) {
            BOOST_TEST(parlance::mask::matches(net, text), r.schema << " refused " << text);
        }
        for (std::string_view const text : r.fail) {
            BOOST_TEST(!parlance::mask::matches(net, text), r.schema << " accepted " << text);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(raw_values_stand_without_quotes_and_without_their_delimiter) {
    std::string_view const stop[] = {"\n</p>"};
    row const rows[] = {
        {R"({"type":"string"})", {"", "a \"quoted\"\n<p>", "x\n", "</p>"}, {"a\n</p>", "\n</p>b"}},
        {R"({"type":"string","minLength":2,"maxLength":3})",
         {"ab", "\xC3\xA9\xC3\xA9\xC3\xA9"},
         {"a", "abcd"}},
        {R"({"enum":["a b","c\n</p>",7]})", {"a b", "7"}, {"\"a b\"", "c\n</p>", "8"}},
        {R"({"type":"integer","minimum":3})", {"3", "12"}, {"2", "\"3\"", "x"}},
        {R"({"type":["object","string"]})", {"{\"a\":1}", "free"}, {"\n</p>"}},
        {R"({"type":"boolean"})", {"true"}, {"True", "\"true\""}},
    };
    check(rows, [&](schema::lowerer& how, boost::json::value const& s) { return how.lower_raw(s, stop); });
}

BOOST_AUTO_TEST_CASE(values_without_some_texts_have_them_in_no_string_and_in_no_key) {
    std::string_view const stop[] = {"</p>"};
    row const rows[] = {
        {R"({"type":"string"})", {R"("a")", R"("</q>")"}, {R"("</p>")", R"("a</p>b")"}},
        {R"({"type":"object"})", {R"({"a":1})", R"({"</q>":{}})"}, {R"({"</p>":1})", R"({"a":{"b</p>":1}})"}},
        {R"({"type":"object","properties":{"a":{}}})",
         {R"({"a":1})", R"({"b":1})", R"({"a":1,"":2})", R"({"ab":1})", R"({"</":1,"</pp>":1})"},
         {R"({"</p>":1})", R"({"a</p>":1})", R"({"a":"</p>"})", R"({"b":"</p>"})"}},
        {R"({"type":"object","properties":{"a":{},"x</p>":{}}})",
         {R"({"a":1})", R"({"x":1})"},
         {R"({"x</p>":1})"}},
        {R"({"type":"object","properties":{"x</p>":{},"a":{}},"additionalProperties":false})",
         {R"({"a":1})", "{}"},
         {R"({"x</p>":1})", R"({"b":1})"}},
        {R"({"type":"object","patternProperties":{"^x":{}},"additionalProperties":{"type":"integer"}})",
         {R"({"x":"a"})", R"({"y":1})"},
         {R"({"x</p>":1})", R"({"y</p>":1})", R"({"y":"a"})"}},
        {R"({"anyOf":[{"type":"object","properties":{"x</p>":{}},"required":["x</p>"]},{"type":"null"}]})",
         {"null"},
         {R"({"x</p>":1})", "{}", R"({"x":1})"}},
    };
    check(rows,
          [&](schema::lowerer& how, boost::json::value const& s) { return how.lower_without(s, stop); });
}

BOOST_AUTO_TEST_CASE(what_is_not_written_for_a_text_in_it_is_told) {
    constexpr std::string_view constants = "of its constants are not written";
    constexpr std::string_view names = "of its names are not written";
    struct {
        std::string_view schema;
        std::string_view where;  // the beginning of a note, or of the reason why there is nothing to write
        std::string_view what;   // in the note
    } const rows[] = {
        {R"({"enum":["a","b</p>"]})", ": 1 ", constants},
        {R"({"properties":{"e":{"enum":["a","</p>","</p>c"]}}})", "/properties/e: 2 ", constants},
        {R"({"enum":[["</p>"],1]})", ": 1 ", constants},
        {R"({"properties":{"e</p>":{},"b":{}}})", ": 1 ", names},
        {R"({"properties":{"o":{"properties":{"e</p>":{},"</p>":{},"b":{}}}}})", "/properties/o: 2 ", names},
        {R"({"const":"</p>"})", "a text in its constants", ""},
        {R"({"required":["e"],"type":"object","properties":{"e":{"const":"</p>"}}})",
         "/properties/e: a text in its constants", ""},
        {R"({"required":["e</p>"],"type":"object","properties":{"e</p>":{}}})",
         "a text in its constants or names", ""},
        {R"({"properties":{"o":{"type":"object","required":["z</p>"]}},"required":["o"],"type":"object"})",
         "/properties/o: a text in its constants or names", ""},
        {R"({"anyOf":[{"const":"</p>"},{"type":"string","maxLength":1,"minLength":2}]})", "", ""},
    };
    std::string_view const stop[] = {"</p>"};
    for (auto const& r : rows) {
        for (bool const raw : {false, true}) {
            parlance::rtn::builder out;
            schema::lowerer how(out);
            auto const s = *parlance::json::parse(r.schema);
            auto const rule = raw ? how.lower_raw(s, stop) : how.lower_without(s, stop);
            BOOST_TEST_CONTEXT(r.schema << (raw ? ", raw" : "")) {
                BOOST_REQUIRE(rule.has_value() == !r.what.empty());
                if (!rule) {
                    BOOST_TEST(rule.error().hint.view().starts_with(r.where), rule.error().hint.view());
                    continue;
                }
                BOOST_REQUIRE(how.notes().size() == 1u);
                BOOST_TEST(how.notes()[0].starts_with(r.where), how.notes()[0]);
                BOOST_TEST((how.notes()[0].find(r.what) != std::string::npos), how.notes()[0]);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(lists_of_texts_are_told_apart_however_alike_and_however_many) {
    std::string_view const one[] = {
        "5KbTO1ZnHc?`aE\x1f\x1b"};  // a hash without a key has been made to agree on these
    std::string_view const other[] = {"c0w_3X3Rce@\x0b?3`d"};
    boost::json::value const any_string{{"type", "string"}};
    parlance::rtn::builder out;
    schema::lowerer how(out);
    BOOST_TEST(bool(how.lower_raw(any_string, one)));
    auto const rule = how.lower_raw(any_string, other);
    BOOST_REQUIRE(rule);
    out.root(*rule);
    auto const net = std::move(out).finish();
    BOOST_TEST(parlance::mask::matches(net, "x" + std::string(one[0]) + "x"));
    BOOST_TEST(!parlance::mask::matches(net, "x" + std::string(other[0]) + "x"));

    parlance::rtn::builder many;
    schema::lowerer lower(many);
    std::vector<parlance::rtn::rule_id> rules;
    for (std::size_t i = 0; i < 60; ++i) {
        std::string const text = "</p" + std::to_string(i % 20);
        std::string_view const ends[] = {"\n", text};
        std::span<std::string_view const> const all = ends;
        auto const made =
            lower.lower_without(any_string, all.first(1 + i / 2 % 2), all.subspan(1 + i / 2 % 2));
        BOOST_REQUIRE(made);
        rules.push_back(*made);
        BOOST_TEST(rules[i] == rules[i % 20], i);
        schema::lowerer copy = lower;
        BOOST_TEST(*copy.lower_without(any_string, all.first(1 + i / 2 % 2), all.subspan(1 + i / 2 % 2)) ==
                   *made);
    }
    std::sort(rules.begin(), rules.end());
    BOOST_TEST((std::unique(rules.begin(), rules.end()) - rules.begin() == 20));
}

BOOST_AUTO_TEST_SUITE_END()
