// test/peg/spellings.cpp - every node in three spellings: an X3 expression, the builder, text
// SPDX-License-Identifier: BSL-1.0
#include <parlance/peg/json.hpp>
#include <parlance/peg/lower.hpp>
#include <parlance/peg/parse.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/peg/save.hpp>
#include <parlance/peg/tag.hpp>
#include <parlance/peg/text.hpp>
#include <boost/test/unit_test.hpp>
#include <string_view>

BOOST_AUTO_TEST_SUITE(peg_spellings)

using namespace parlance;
using namespace parlance::peg;
using x3::lit;

namespace {

/// Whether the expression, what `build` makes and what the text says are one table, which is written and read back.
template <auto const& Expression, auto const&... Definitions>
bool same(std::string_view text, node_id (*build)(builder&)) {
    static constexpr auto lowered = lower<Expression, Definitions...>();
    builder b;
    arena const built = b.finish(build(b)).value();
    auto const read = parse(text);
    BOOST_REQUIRE_MESSAGE(read, (read ? "" : render(read.error(), text)));
    bool const one = lowered.view() == built.view() && read->view() == built.view();
    BOOST_TEST(one, print(built).value() << print(*read).value() << print(lowered).value());
    return one && parse(print(built).value()).value().view() == built.view() &&
           load(save(built)).value().view() == built.view();
}

constexpr auto epsilon = x3::eps;
constexpr auto at_start = start;
constexpr auto at_end = x3::eoi;
constexpr auto failing = fail;
constexpr auto literal = lit("a\n\"\\\x01");
constexpr auto characters = chars<"^a-z\\]\\u00e9">;
constexpr auto counted = chars<"a-z", 2, 5>;
constexpr auto letter = any;
constexpr auto white = space;
constexpr auto outer = optional_space;
constexpr auto quoted = string_content<'\''>;
constexpr auto in_brackets = marker;
constexpr auto until_one = until<"</a>">;
constexpr auto until_some = until<"ab", "b", "abc">;
constexpr auto the_rest = rest;
constexpr auto texts = one_of<"get", "get_all", "put">;

constexpr auto sequence = lit("a") >> chars<"b"> >> lit("c");
constexpr auto choice = lit("a") | "b" | "c";
constexpr auto star = *lit("ab");
constexpr auto plus = +lit("ab");
constexpr auto optional = -lit("ab");
constexpr auto times = x3::repeat(2, 4)[lit("ab")];
constexpr auto at_least = x3::repeat(3, x3::inf)[lit("ab")];
constexpr auto looks = &lit("a") >> !lit("ab");
constexpr auto expected = lit("a") > "b";
constexpr auto whole = atomic[lit("a") >> "b" >> tag<1u>[rest]];
constexpr auto captured = tag<4u>[lit("a") >> tag<2u>[until<"b">]];
constexpr auto recovered = recover(lit("a") > "b", rest);
constexpr auto two_readings = refine(*lit("a"), lit("aa"));
constexpr auto of_schema = schema<7>[json::object];
constexpr auto of_token = token<151'643>[lit("<|end|>")];
constexpr auto of_gbnf = gbnf<"[0-9]+ \"x\"">[chars<"0-9", 1, unbounded>];
constexpr auto silent = gbnf<"">[rest];

constexpr x3::rule<struct item_id> item{"item"};
constexpr x3::rule<struct list_id> list{"list"};
constexpr auto item_def = item = +lit("a") | list;
constexpr auto list_def = list = '[' >> *item >> ']';

constexpr auto json_value = json::value;
constexpr auto json_parts = json::object >> json::array >> json::string >> json::string_content >>
                            json::number >> json::literal >> json::space >> json::member<"key">[json::value];
constexpr auto python_value = python::value;
constexpr auto python_parts = python::dict >> python::list >> python::string >> python::literal;

}  // namespace

BOOST_AUTO_TEST_CASE(leaves_are_the_same_in_three_spellings) {
    BOOST_TEST(same<epsilon>("<- eps", [](builder& b) { return b.epsilon(); }));
    BOOST_TEST(same<at_start>("<- start", [](builder& b) { return b.start(); }));
    BOOST_TEST(same<at_end>("<- end", [](builder& b) { return b.end(); }));
    BOOST_TEST(same<failing>("<- fail", [](builder& b) { return b.fail(); }));
    BOOST_TEST(same<literal>(R"(<- "a\n\"\\\x01")", [](builder& b) { return b.literal("a\n\"\\\x01"); }));
    BOOST_TEST(
        same<characters>(R"(<- [^a-z\]\u00e9])", [](builder& b) { return b.chars("[^a-z\\]\xC3\xA9]"); }));
    BOOST_TEST(same<counted>("<- [a-z]{2,5}", [](builder& b) { return b.chars("a-z", 2, 5); }));
    BOOST_TEST(same<letter>("<- .", [](builder& b) { return b.any(); }));
    BOOST_TEST(same<white>(R"(<- [\x09-\x0d ]*)", [](builder& b) { return b.space(); }));
    BOOST_TEST(
        same<outer>(R"(<- refine([\x09-\x0d ]*, eps))", [](builder& b) { return b.optional_space(); }));
    BOOST_TEST(same<quoted>(R"(<- refine(([^'\\]+ / "\\" .)*,
                                         ([^'\\\x00-\x1f] / "\\" (['\\/bfnrt] / "u" [0-9a-fA-F]{4}))*))",
                            [](builder& b) { return b.string_content('\''); }));
    BOOST_TEST(
        same<in_brackets>(R"(<- "<" [^>]+ ">" / "[" [^\]]+ "]")", [](builder& b) { return b.marker(); }));
    BOOST_TEST(same<until_one>("<- until(\"</a>\")", [](builder& b) { return b.until({"</a>"}); }));
    BOOST_TEST(same<until_some>(R"(<- until("ab", "b", "abc"))",
                                [](builder& b) { return b.until({"ab", "b", "abc"}); }));
    BOOST_TEST(same<the_rest>("<- rest", [](builder& b) { return b.rest(); }));
    BOOST_TEST(same<texts>(R"(<- "get_all" / "get" / "put")",
                           [](builder& b) { return b.one_of({"get", "get_all", "put"}); }));
}

BOOST_AUTO_TEST_CASE(combinators_are_the_same_in_three_spellings) {
    BOOST_TEST(same<sequence>(R"(<- "a" [b] "c")", [](builder& b) {
        return b.sequence({b.literal("a"), b.chars("b"), b.literal("c")});
    }));
    BOOST_TEST(same<choice>(R"(<- "a" / "b" / "c")", [](builder& b) {
        return b.choice({b.literal("a"), b.literal("b"), b.literal("c")});
    }));
    BOOST_TEST(same<star>("<- \"ab\"*", [](builder& b) { return b.star(b.literal("ab")); }));
    BOOST_TEST(same<plus>("<- \"ab\"+", [](builder& b) { return b.plus(b.literal("ab")); }));
    BOOST_TEST(same<optional>("<- \"ab\"?", [](builder& b) { return b.optional(b.literal("ab")); }));
    BOOST_TEST(same<times>("<- \"ab\"{2,4}", [](builder& b) { return b.repeat(b.literal("ab"), 2, 4); }));
    BOOST_TEST(same<at_least>("<- \"ab\"{3,}", [](builder& b) { return b.repeat(b.literal("ab"), 3); }));
    BOOST_TEST(same<looks>(R"(<- &"a" !"ab")", [](builder& b) {
        return b.sequence({b.look(b.literal("a")), b.reject(b.literal("ab"))});
    }));
    BOOST_TEST(same<expected>(
        R"(<- "a" > "b")", [](builder& b) { return b.sequence({b.literal("a"), b.cut(), b.literal("b")}); }));
    BOOST_TEST(same<whole>(R"(<- atomic("a" "b" tag(1, rest)))", [](builder& b) {
        return b.atomic(b.sequence({b.literal("a"), b.literal("b"), b.tag(1u, b.rest())}));
    }));
    BOOST_TEST(same<captured>(R"(<- tag(4, "a" tag(2, until("b"))))", [](builder& b) {
        return b.tag(4u, b.sequence({b.literal("a"), b.tag(2u, b.until({"b"}))}));
    }));
    BOOST_TEST(same<recovered>(R"(<- recover("a" > "b", rest))", [](builder& b) {
        return b.recover(b.sequence({b.literal("a"), b.cut(), b.literal("b")}), b.rest());
    }));
    BOOST_TEST(same<two_readings>(R"(<- refine("a"*, "aa"))", [](builder& b) {
        return b.refine(b.star(b.literal("a")), b.literal("aa"));
    }));
    BOOST_TEST(same<of_schema>("<- schema(7, json-object)",
                               [](builder& b) { return b.schema(7, b.json_object()); }));
    BOOST_TEST(same<of_token>("<- token(151643, \"<|end|>\")",
                              [](builder& b) { return b.token(151'643, b.literal("<|end|>")); }));
    BOOST_TEST(same<of_gbnf>(R"(<- gbnf("[0-9]+ \"x\"", [0-9]+))", [](builder& b) {
        return b.gbnf("[0-9]+ \"x\"", b.chars("0-9", 1, unbounded));
    }));
    BOOST_TEST(same<silent>(R"(<- gbnf("", rest))", [](builder& b) { return b.gbnf("", b.rest()); }));
}

BOOST_AUTO_TEST_CASE(rules_that_need_each_other_are_the_same_in_three_spellings) {
    BOOST_TEST(
        (same<list, item_def, list_def>("list <- \"[\" item* \"]\"\nitem <- \"a\"+ / list", [](builder& b) {
            rule_id const l = b.declare("list");
            rule_id const i = b.declare("item");
            b.define(i, b.choice({b.plus(b.literal("a")), b.ref(l)}));
            b.define(l, b.sequence({b.literal("["), b.star(b.ref(i)), b.literal("]")}));
            return b.ref(l);
        })));
}

BOOST_AUTO_TEST_CASE(values_are_the_same_in_three_spellings) {
    BOOST_TEST(same<json_value>("<- json-value", [](builder& b) { return b.json_value(); }));
    BOOST_TEST(same<json_parts>(
        R"(<- json-object json-array json-string json-string-content json-number json-literal
              refine([ \t\n\r]*, eps) "\"" "key" "\"" refine([ \t\n\r]*, eps) ":" refine([ \t\n\r]*, eps) json-value)",
        [](builder& b) {
            return b.sequence({b.json_object(), b.json_array(), b.json_string(), b.json_string_content(),
                               b.json_number(), b.json_literal(), b.json_space(),
                               b.json_member("key", b.json_value())});
        }));
    BOOST_TEST(same<python_value>("<- python-value", [](builder& b) { return b.python_value(); }));
    BOOST_TEST(same<python_parts>("<- python-dict python-list python-string python-literal", [](builder& b) {
        return b.sequence({b.python_dict(), b.python_list(), b.python_string(), b.python_literal()});
    }));
}

BOOST_AUTO_TEST_CASE(a_rule_with_the_name_of_a_value_is_the_texts_own) {
    arena const a = parse("<- json-number\njson-number <- \"1\"").value();
    BOOST_TEST(matches(a, "1"));
    BOOST_TEST(!matches(a, "2"));
}

BOOST_AUTO_TEST_CASE(a_table_of_any_spelling_stands_inside_an_x3_expression) {
    auto const ends = [](auto const& expression, std::string_view text) {
        auto first = text.begin();
        bool const read = x3::parse(first, text.end(), expression);
        return read ? first - text.begin() : -1;
    };
    static constexpr auto lowered = lower<captured>();
    arena const read = parse("<- \"a\" until(\"b\")").value();
    builder b;
    arena const built = b.finish(b.sequence({b.literal("a"), b.until({"b"})})).value();
    for (arena_view const& table : {lowered.view(), read.view(), built.view()}) {
        BOOST_TEST(ends('(' >> table_parser(table) >> "b)", "(axyb)") == 6);
        BOOST_TEST(ends(*table_parser(table) >> "b", "axb") == 3);
        BOOST_TEST(ends(table_parser(table) | "x", "xb") == 1);
        BOOST_TEST(ends('(' >> table_parser(table) >> ")", "(axb)") == -1);
    }
}

BOOST_AUTO_TEST_SUITE_END()
