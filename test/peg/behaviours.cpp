// test/peg/behaviours.cpp - what users of a comparable parser rely on, one by one
// SPDX-License-Identifier: BSL-1.0
#include <parlance/peg/build.hpp>
#include <parlance/peg/check.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/peg/parse.hpp>
#include <parlance/peg/save.hpp>
#include <parlance/peg/stream.hpp>
#include <parlance/peg/tree.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(peg_behaviours)

// The numbers are those of a list of behaviours that the tests of llama.cpp's PEG parser ask for.  A behaviour that is
// tested here has its number in the name of its case.  "Lenient" is a stream that is not finished, "strict" a finished
// one.  The others:
//
// Tested elsewhere
//   28      peg_save, peg_spellings: every table is saved and loaded, printed and read back
//   29, 30  rtn_from_peg, gbnf_print: a table is lowered to a network, and that is what is printed as GBNF; white space
//           is written by the format (refine), there is no rule `space` that every grammar has
//   33      peg_build: rules_come_in_the_order_of_first_use_and_unused_ones_vanish; chat/grammar.hpp: triggers
//   34, 35  rtn_from_peg: of_two_readings_the_one_for_grammars_is_written, schema_nodes_are_the_callers; raw values
//           under string schemas: chat/schema_slot.hpp
//   36, 37  chat_response: an_answer_gives_content_reasoning_and_calls (with what the prompt has begun)
//   38      corpus kind chat, rows with reasoning_format none (chat::reading::reasoning_apart)
//   39, 40  chat_laws, chat_response: JSON, tagged and mixed calls; corpus kinds chat and function-calls
//   41      chat_response: a_name_that_was_cut_off_is_no_call
//   42      chat_laws: laws_hold_for_every_family_of_formats; property_response
//   43      chat_typed_value; chat_response: an_answer_gives_content_reasoning_and_calls
//   44      chat_response: a_missing_end_is_left_open_or_closed (closing is the caller's choice)
//   46      bench/stream: reading as it arrives, beside reading all again
//
// Superseded: the parser is total, never reads again what it has told, and its grammars are exact
//   5       There a sequence or choice that fails shows no nodes, so that a message shrinks to nothing.  Here events that
//           were told are final; what failed is told as such: five_superseded_...
//   9       There bytes that are no UTF-8 fail, or end the text.  Here they are characters: nine_superseded_...
//   12      There raw control characters pass as they are.  Here they are read by the parser, never written by a
//           grammar, and mended on the way out (chat_json_mender): behaviour_12_...
//   14      There `until` ends before a text that may become its delimiter, and a final "<" is lost.  Here it waits, and
//           at the end of input the text is content: fourteen_superseded_...
//   31      There the grammar of `until` also accepts texts with the delimiter.  Here it is the exact complement:
//           rtn_from_peg: until_is_everything_before_its_delimiter_and_nothing_else
//   32      There the grammar of strings allows "\ " and raw line ends.  Here it writes standard JSON: peg_build:
//           values_are_read_generously_and_written_strictly
//   8, 18   in part: characters and repetitions that could go on are "success" there, and wait here while the stream is
//           open; once it is finished they are the same: behaviour_8_...
//   30      in part, as above

using namespace parlance;
using namespace parlance::peg;

namespace {

enum class is { success, fail, more };

/// What an unfinished stream makes of the text: complete already, failed, or waiting.
std::pair<is, std::size_t> lenient(arena_view table, std::string_view text) {
    stream s(table);
    s.feed(text, no_sink{});
    if (!s.ended()) {
        return {is::more, text.size()};
    }
    return {s.result().complete() ? is::success : is::fail, s.result().end};
}
/// What a finished stream makes of it.
std::pair<is, std::size_t> strict(arena_view table, std::string_view text) {
    outcome const o = match(table, text);
    return {o.complete() ? is::success : is::fail, o.end};
}
arena table(std::string_view text) { return parse(text).value(); }

struct row {
    char const* grammar;
    std::string_view text;
    is lenient;
    is strict;
    std::size_t end = 0;  // of a success
};

void check(std::vector<row> const& rows) {
    for (row const& r : rows) {
        arena const a = table(r.grammar);
        auto const [soft, soft_end] = lenient(a, r.text);
        auto const [hard, hard_end] = strict(a, r.text);
        BOOST_TEST((soft == r.lenient), r.grammar << " on '" << r.text << "', while it may go on");
        BOOST_TEST((hard == r.strict), r.grammar << " on '" << r.text << "', at its end");
        BOOST_TEST((hard != is::success || hard_end == r.end), r.grammar << " on '" << r.text << "' ends");
        BOOST_TEST((soft != is::success || soft_end == r.end), r.grammar << " on '" << r.text << "' ends");
    }
}

std::vector<branch> tree_of(arena_view a, std::string_view text, bool finished,
                            delivery when = delivery::provisional) {
    stream s(a, {}, when);
    recorder told;
    s.feed(text, told);
    if (finished) {
        s.finish(told);
    }
    return told.tree();
}

}  // namespace

BOOST_AUTO_TEST_CASE(behaviours_1_2_a_text_is_read_or_refused_or_awaits_more_and_only_an_open_one_awaits) {
    check({{"<- \"ab\" end", "ab", is::more, is::success, 2},
           {"<- \"ab\"", "ab", is::success, is::success, 2},
           {"<- \"ab\"", "a", is::more, is::fail},
           {"<- \"ab\"", "b", is::fail, is::fail}});
}

BOOST_AUTO_TEST_CASE(behaviour_3_tags_make_nodes_with_begin_end_text_children_and_whether_they_are_open) {
    arena const a = table("<- tag(1, \"a\" tag(2, until(\">\")) \">\")");
    auto const whole = tree_of(a, "abc>", true);
    BOOST_REQUIRE(whole.size() == 2u);
    BOOST_TEST((whole[0].tag == 1 && whole[0].begin == 0 && whole[0].end == 4 && whole[0].text == "a>"));
    BOOST_TEST((whole[1].tag == 2 && whole[1].parent == 0 && whole[1].begin == 1 && whole[1].end == 3));
    BOOST_TEST((whole[1].text == "bc" && !whole[0].open));
    auto const begun = tree_of(a, "abc", false);
    BOOST_REQUIRE(begun.size() == 2u);
    BOOST_TEST((begun[0].open && begun[1].open && begun[1].text == "bc"));
}

BOOST_AUTO_TEST_CASE(behaviour_4_nothing_of_an_atomic_part_is_seen_before_it_is_whole) {
    arena const a = table("<- atomic(tag(1, \"a\" \"b\") \"c\")");
    BOOST_TEST(tree_of(a, "ab", false).empty());
    BOOST_TEST(tree_of(a, "abc", false).size() == 1u);
    check({{"<- atomic(\"a\" \"b\")", "a", is::more, is::fail}});
}

BOOST_AUTO_TEST_CASE(five_superseded_what_was_told_stays_when_the_text_fails_later) {
    arena const a = table("<- tag(1, [a-z]+) > \"!\" tag(2, rest)");
    auto const told = tree_of(a, "abc?", true, delivery::final_only);
    BOOST_REQUIRE(told.size() == 1u);
    BOOST_TEST(told[0].text == "abc");
    BOOST_TEST((match(a, "abc?") == outcome{outcome::verdict::failed, 3}));
}

BOOST_AUTO_TEST_CASE(behaviour_6_a_literal_waits_at_the_end_of_its_text) {
    check({{"<- \"hello\"", "hello", is::success, is::success, 5},
           {"<- \"hello\"", "hel", is::more, is::fail},
           {"<- \"hello\"", "help", is::fail, is::fail}});
}

BOOST_AUTO_TEST_CASE(behaviour_7_classes_have_ranges_negation_escapes_and_code_points) {
    check({{"<- [a-z]", "m", is::success, is::success, 1},
           {"<- [^a-z]", "m", is::fail, is::fail},
           {"<- [a\\-z]", "-", is::success, is::success, 1},
           {"<- [a\\-z]", "m", is::fail, is::fail},
           {"<- [a-]", "-", is::success, is::success, 1},
           {"<- [\\n\\t\\r\\\\\\]\\[\\x41\\u00e9\\U0001F600]{7}", "\n\t\r\\][A", is::success, is::success, 7},
           {"<- [\\u4e00-\\u9fff]+ end", "\xE4\xBD\xA0\xE5\xA5\xBD", is::more, is::success, 6},
           {"<- [\\U0001F600-\\U0001F64F]", "\xF0\x9F\x98\x80", is::success, is::success, 4},
           {"<- [a-z\\u00e9]{3}", "a\xC3\xA9z", is::success, is::success, 4}});
    builder b;
    BOOST_TEST((b.chars("a-z", 1, unbounded) == b.chars("[a-z]", 1, unbounded)));
}

BOOST_AUTO_TEST_CASE(behaviour_8_characters_that_may_go_on_wait_and_are_complete_at_the_end) {
    check({{"<- [0-9]+", "12", is::more, is::success, 2},
           {"<- [0-9]+", "12x", is::success, is::success, 2},
           {"<- [0-9]{2}", "12", is::success, is::success, 2},
           {"<- [0-9]{3}", "12", is::more, is::fail}});
}

BOOST_AUTO_TEST_CASE(nine_superseded_bytes_that_are_no_code_point_are_characters_and_cut_ones_are_awaited) {
    check({{"<- .", "\xC3", is::more, is::success, 1},
           {"<- . .", "\xFF\xFE", is::success, is::success, 2},
           {"<- [^a] \"!\"", "\x80!", is::success, is::success, 2},
           {"<- [a-z]", "\xFF", is::fail, is::fail},
           {"<- until(\"!\") \"!\"", "a\xC3\x28\xFF!", is::success, is::success, 5}});
}

BOOST_AUTO_TEST_CASE(behaviour_10_any_is_one_code_point_and_space_never_fails) {
    check({{"<- . end", "\xE2\x82\xAC", is::more, is::success, 3}, {"<- .", "", is::more, is::fail}});
    builder b;
    arena const space = b.finish(b.sequence({b.space(), b.literal("x")})).value();
    BOOST_TEST(matches(space, "x"));
    BOOST_TEST(matches(space, " \t\n\v\f\rx"));
}

BOOST_AUTO_TEST_CASE(behaviour_11_start_is_offset_0_and_end_is_the_end_of_all_input) {
    check({{"<- start \"a\"", "a", is::success, is::success, 1},
           {"<- \"a\" start", "a", is::fail, is::fail},
           {"<- \"a\" end", "ab", is::fail, is::fail},
           {"<- \"a\" end", "a", is::more, is::success, 1}});
}

BOOST_AUTO_TEST_CASE(behaviour_12_a_string_goes_up_to_its_quote_which_escapes_hide) {
    for (char const quote : {'"', '\''}) {
        builder b;
        std::string const q(1, quote);
        arena const a = b.finish(b.sequence({b.string_content(quote), b.literal(q)})).value();
        BOOST_TEST(matches(a, "a\\" + q + "b\\\\\\n\\u00e9" + q));
        BOOST_TEST(matches(a, q));
        BOOST_TEST(matches(a, "raw\nline" + q));
        BOOST_TEST(!matches(a, "open\\" + q));
        BOOST_TEST((lenient(a, "open\\").first == is::more));
    }
}

BOOST_AUTO_TEST_CASE(behaviour_13_until_stops_at_the_first_of_its_delimiters_and_leaves_it) {
    check({{"<- until(\"</a>\")", "x</a>y", is::success, is::success, 1},
           {"<- until(\"</a>\")", "xyz", is::more, is::success, 3},
           {"<- until(\"ab\", \"b\")", "xxab", is::success, is::success, 2},
           {"<- until(\"abc\", \"b\")", "xab!", is::success, is::success, 2},
           {"<- rest", "a</a>", is::more, is::success, 5}});
}

BOOST_AUTO_TEST_CASE(fourteen_superseded_what_may_become_a_delimiter_is_held_and_is_text_at_the_end) {
    arena const a = table("<- tag(1, until(\"<call>\"))");
    BOOST_TEST(tree_of(a, "if a <", false)[0].text == "if a ");
    BOOST_TEST(tree_of(a, "if a <", true)[0].text == "if a <");
    BOOST_TEST(tree_of(a, "if a <ca b", true)[0].text == "if a <ca b");
}

BOOST_AUTO_TEST_CASE(behaviour_15_epsilon_always_succeeds) {
    check({{"<- eps", "", is::success, is::success, 0}, {"<- eps", "x", is::success, is::success, 0}});
}

BOOST_AUTO_TEST_CASE(behaviour_16_a_sequence_fails_with_its_first_failure_and_waits_with_what_it_has) {
    check({{"<- \"begin\" \"end\"", "begin", is::more, is::fail},
           {"<- \"begin\" \"end\"", "beginend", is::success, is::success, 8},
           {"<- \"<think>\" \"</think>\"", "<think></", is::more, is::fail},
           {"<- \"<think>\" \"</think>\"", "<think>I am", is::fail, is::fail}});
    auto const seen = tree_of(table("<- tag(1, \"a\") tag(2, \"b\")"), "a", false);
    BOOST_TEST(seen.size() == 2u);
}

BOOST_AUTO_TEST_CASE(behaviour_17_a_choice_takes_the_first_that_does_not_fail) {
    check({{"<- \"option1\" / \"option2\"", "opt", is::more, is::fail},
           {"<- \"good\" / \"better\"", "best", is::fail, is::fail},
           {"<- \"a\" / \"ab\"", "ab", is::success, is::success, 1}});
}

BOOST_AUTO_TEST_CASE(behaviour_18_a_repetition_is_greedy_stops_at_an_empty_turn_and_waits_with_its_item) {
    check({{"<- \"xy\"*", "xyx", is::more, is::success, 2},
           {"<- \"ab\"+", "aba", is::more, is::success, 2},
           {"<- \"ab\"*", "ab", is::more, is::success, 2},
           {"<- (\"a\"?)*", "aab", is::success, is::success, 2},
           {"<- \"ab\"{2}", "abab", is::success, is::success, 4},
           {"<- \"ab\"+", "x", is::fail, is::fail}});
}

BOOST_AUTO_TEST_CASE(behaviour_19_an_optional_part_may_be_missing) {
    check({{"<- \"hello\" \" world\"?", "hello", is::more, is::success, 5},
           {"<- \"hello\" \" world\"?", "hello ", is::more, is::success, 5},
           {"<- \"hello\" \" world\"?", "hello world", is::success, is::success, 11},
           {"<- \"hello\" \" world\"?", "hello!", is::success, is::success, 5}});
}

BOOST_AUTO_TEST_CASE(behaviour_20_predicates_read_nothing_and_wait_with_their_part) {
    check({{"<- &\"ab\" \"a\"", "ab", is::success, is::success, 1},
           {"<- &\"ab\" \"a\"", "a", is::more, is::fail},
           {"<- !\"ab\" \"a\"", "ac", is::success, is::success, 1},
           {"<- !\"ab\" \"a\"", "a", is::more, is::success, 1},
           {"<- !\"ab\" \"a\"", "ab", is::fail, is::fail}});
}

BOOST_AUTO_TEST_CASE(behaviour_21_white_space_between_parts_is_a_part) {
    builder b;
    arena const a = b.finish(b.sequence({b.literal("a"), b.space(), b.literal("b")})).value();
    BOOST_TEST(matches(a, "ab"));
    BOOST_TEST(matches(a, "a \n b"));
}

BOOST_AUTO_TEST_CASE(behaviour_22_rules_may_be_used_before_they_are_defined_and_inside_themselves) {
    char const* const value = "value <- [0-9]+ / \"[\" value \"]\"";
    check({{value, "1]", is::success, is::success, 1},
           {value, "[1]", is::success, is::success, 3},
           {value, "[[[3]]]", is::success, is::success, 7},
           {value, "[[", is::more, is::fail},
           {value, "[a]", is::fail, is::fail}});
}

BOOST_AUTO_TEST_CASE(behaviour_23_a_marker_is_text_in_brackets) {
    builder b;
    arena const a = b.finish(b.marker()).value();
    for (std::string_view const text : {"<tool_call>", "[TOOL_CALLS]", "<|a b|>"}) {
        BOOST_TEST(matches(a, text));
    }
    for (std::string_view const text : {"<>", "tool", "<open", "[]"}) {
        BOOST_TEST(!matches(a, text));
    }
}

BOOST_AUTO_TEST_CASE(behaviour_24_json_values_of_all_kinds_with_white_space) {
    char const* const json = "<- json-value end";
    std::string_view const whole = "{ \"a\" : [ 1, -2.5e3, true, false, null, \"x\\\"y\" ], \"b\": {} }";
    check({{json, whole, is::more, is::success, whole.size()},
           {json, "{\"name\": \"test\", ", is::more, is::fail},
           {json, "[1, 2, ", is::more, is::fail},
           {json, "{\"a\": {\"b\": ", is::more, is::fail},
           {json, "{a: 1}", is::fail, is::fail}});
}

BOOST_AUTO_TEST_CASE(behaviour_25_a_member_is_a_key_and_a_value) {
    builder b;
    arena const a = b.finish(b.json_member("name", b.json_string())).value();
    BOOST_TEST((strict(a, "\"name\" : \"x\"") == std::pair{is::success, std::size_t{12}}));
    BOOST_TEST((lenient(a, "\"name\": \"x").first == is::more));
    BOOST_TEST((lenient(a, "[]").first == is::fail));
}

BOOST_AUTO_TEST_CASE(behaviour_26_json_refuses_single_quotes_unless_its_strings_are_defined_otherwise) {
    check({{"<- json-value", "{'a': 1}", is::fail, is::fail},
           {"<- python-value", "{'a': \"b\"}", is::success, is::success, 10},
           {"<- json-value\njson-string <- python-string", "{'a': \"b\"}", is::success, is::success, 10}});
}

BOOST_AUTO_TEST_CASE(behaviour_27_python_values_are_dicts_lists_strings_numbers_and_constants) {
    std::string_view const whole =
        "{'a': [True, None, 'it\\'s \"q\"', \"it's\", '\\u00e9', '\xC3\xA9'], \"b\": 1}";
    check({{"<- python-value", whole, is::success, is::success, whole.size()},
           {"<- python-value", "true ", is::fail, is::fail},
           {"<- python-value", "null ", is::fail, is::fail},
           {"<- python-value", "{'a': ", is::more, is::fail},
           {"<- python-value", "'open", is::more, is::fail}});
}

BOOST_AUTO_TEST_CASE(behaviour_45_tags_are_looked_up_and_the_last_of_a_name_counts) {
    arena const a = table("tag key = 1 <- (tag(key, [a-z]+) \";\"?)*");
    std::string last;
    for (branch const& b : tree_of(a, "ab;cd;ef", true)) {
        if (a.view().name_of(b.tag) == "key") {
            last = b.text;
        }
    }
    BOOST_TEST(last == "ef");
    // A search is a format that reads what stands in front.
    arena const anywhere = table("<- (!\"<\" .)* \"<\" tag(1, until(\">\")) \">\"");
    BOOST_TEST(tree_of(anywhere, "text <tag> more", true).at(0).text == "tag");
    BOOST_TEST(tree_of(anywhere, "text <ta", false).at(0).text == "ta");
}

BOOST_AUTO_TEST_SUITE_END()
