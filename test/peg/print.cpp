#include <parlance/peg/print.hpp>
#include <parlance/peg/build.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(peg_print)

using namespace parlance;
using namespace parlance::peg;

BOOST_AUTO_TEST_CASE(parentheses_stand_only_where_they_are_needed) {
    builder b;
    auto const text = [&](node_id e) { return print(b.finish(e).value()).value(); };
    node_id const x = b.literal("x");
    node_id const y = b.literal("y");
    BOOST_TEST(text(b.sequence({b.choice({x, y}), x})) == "<- (\"x\" / \"y\") \"x\"\n");
    BOOST_TEST(text(b.choice({b.sequence({x, y}), x})) == "<- \"x\" \"y\" / \"x\"\n");
    BOOST_TEST(text(b.star(b.sequence({x, y}))) == "<- (\"x\" \"y\")*\n");
    BOOST_TEST(text(b.star(b.plus(x))) == "<- (\"x\"+)*\n");
    BOOST_TEST(text(b.repeat(b.chars("a-z", 2, 3), 4, 5)) == "<- ([a-z]{2,3}){4,5}\n");
    BOOST_TEST(text(b.look(b.reject(b.optional(x)))) == "<- &!\"x\"?\n");
    BOOST_TEST(text(b.repeat(b.look(x), 3, 3)) == "<- (&\"x\"){3}\n");
    BOOST_TEST(text(b.repeat(x, 2)) == "<- \"x\"{2,}\n");
    BOOST_TEST(text(b.tag(3, b.choice({x, y}))) == "<- tag(3, \"x\" / \"y\")\n");
}

BOOST_AUTO_TEST_CASE(bytes_are_readable_or_escaped) {
    builder b;
    auto const text = [&](node_id e) { return print(b.finish(e).value()).value(); };
    BOOST_TEST(text(b.literal("caf\xC3\xA9 \xEF\xBD\x9C \"\\\x01\xFF\n")) ==
               "<- \"caf\xC3\xA9 \xEF\xBD\x9C \\\"\\\\\\x01\\xff\\n\"\n");
    BOOST_TEST(text(b.chars("\\]\\[\\-\\^\\\\\\n\\x01\xC3\xA9\\U0001F600")) ==
               "<- [\\x01\\n\\-\\[-\\^\xC3\xA9\\U0001f600]\n");
    BOOST_TEST(text(b.any()) == "<- .\n");
}

BOOST_AUTO_TEST_CASE(names_that_are_words_of_the_notation_are_quoted) {
    builder b;
    b.name_tag(4, "the tag");
    node_id const e = b.sequence(
        {b.rule("rest", b.literal("r")), b.rule("tag", b.tag(4, b.literal("t"))), b.rule("1st", b.rest())});
    BOOST_TEST(print(b.finish(e).value()).value() ==
               "tag 'the tag' = 4\n<- 'rest' 'tag' '1st'\n'rest' <- \"r\"\n'tag' <- tag('the tag', "
               "\"t\")\n'1st' <- rest\n");
}

BOOST_AUTO_TEST_CASE(shared_parts_are_written_out_within_a_limit) {
    builder b;
    node_id e = b.literal("x");
    for (int i = 0; i < 60; ++i) {
        e = b.sequence({b.reject(e), b.look(e)});
    }
    BOOST_TEST((print(b.finish(e).value()).error().code == errc::output_too_large));
    node_id deep = b.literal("x");
    for (int i = 0; i < 100'000; ++i) {
        deep = b.look(deep);
    }
    BOOST_TEST((print(b.finish(deep).value()).error().code == errc::nested_too_deep));
}

BOOST_AUTO_TEST_CASE(one_expression_of_a_table_is_written_by_itself) {
    builder b;
    node_id const inner = b.rule("inner", b.choice({b.literal("a"), b.chars("0-9", 2, 3)}));
    arena const a = b.finish(b.sequence({inner, b.star(b.sequence({b.literal(","), inner}))})).value();
    BOOST_TEST(print(a.view(), a.root).value() == "inner (\",\" inner)*");
    BOOST_TEST(print(a.view(), a.rules[0].root).value() == "\"a\" / [0-9]{2,3}");
    limits few;
    few.output_bytes = 10;
    BOOST_TEST((print(a.view(), a.root, few).error().code == errc::output_too_large));
    struct {
        static bool stop_requested() noexcept { return true; }
    } const now;
    limits stopped;
    stopped.stop = now;
    node_id const many = b.sequence(std::vector<node_id>(5'000, b.choice({inner, b.literal("x")})));
    arena const large = b.finish(many).value();
    BOOST_TEST((print(large.view(), large.root, stopped).error().code == errc::cancelled));
    BOOST_TEST(print(large.view(), large.root).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
