#include <parlance/text/diagnostic.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(text_diagnostic)

using parlance::diagnose;
using parlance::errc;
using parlance::note;
using parlance::render;

static_assert(note("abc").append("d").append_number(120).view() == "abcd120");
static_assert(note().empty() && note().append_number(0).view() == "0");
static_assert(diagnose(errc::unclosed_group, "ab\n(c", 3) ==
              parlance::diagnostic{errc::unclosed_group, {3, 2, 1}, 0, {}});

static_assert(parlance::note_at("/a/0", "no").view() == "/a/0: no" &&
              parlance::note_at("", "no").view() == "no");

BOOST_AUTO_TEST_CASE(a_note_that_does_not_fit_ends_at_a_code_point_and_in_dots) {
    std::string text;
    while (text.size() < 2 * note::capacity) {
        text += "\xE2\x96\x81";
    }
    for (std::size_t offset = 0; offset < 3; ++offset) {
        note const n = note(std::string(offset, 'x')).append(text);
        BOOST_TEST(n.view().ends_with("..."));
        BOOST_TEST(n.view().size() <= note::capacity);
        BOOST_TEST(parlance::utf8::is_valid(n.view()));
    }
}

BOOST_AUTO_TEST_CASE(the_caret_stands_under_the_place) {
    std::string_view const source = "one\ntwo (three\nfour";
    BOOST_TEST(render(diagnose(errc::unclosed_group, source, 8, 6, "rule two"), source, "x.gbnf") ==
               "x.gbnf:2:5: error: this group is never closed (rule two)\n"
               "    two (three\n"
               "        ^~~~~~");
}

BOOST_AUTO_TEST_CASE(the_caret_counts_code_points_and_keeps_tabs) {
    std::string_view const source = "\t\xC3\xA9(";
    BOOST_TEST(render(diagnose(errc::unclosed_group, source, 3), source) ==
               "1:4: error: this group is never closed\n"
               "    \t\xC3\xA9(\n"
               "    \t ^");
}

BOOST_AUTO_TEST_CASE(without_a_source_there_is_one_line) {
    BOOST_TEST(render({errc::out_of_fuel}) == "error: more steps needed than the limit");
    BOOST_TEST(render({errc::out_of_fuel}, {}, "t.jinja") ==
               "t.jinja: error: more steps needed than the limit");
    BOOST_TEST(render(diagnose(errc::unclosed_group, "ab\n(c", 3), {}, "x") ==
               "x:2:1: error: this group is never closed");
}

BOOST_AUTO_TEST_CASE(the_member_says_what_the_function_says) {
    std::string_view const source = "one\ntwo (three";
    parlance::diagnostic const d = diagnose(errc::unclosed_group, source, 8, 1, "rule two");
    BOOST_TEST(d.render() == "2:5: error: this group is never closed (rule two)");
    BOOST_TEST(d.render() == render(d));
    BOOST_TEST(d.render(source) ==
               "2:5: error: this group is never closed (rule two)\n    two (three\n        ^");
    BOOST_TEST(d.render(source, "x.gbnf") == render(d, source, "x.gbnf"));
    BOOST_TEST(d.render({}, "x.gbnf") == "x.gbnf:2:5: error: this group is never closed (rule two)");
}

BOOST_AUTO_TEST_CASE(the_end_of_the_source_is_a_place) {
    BOOST_TEST(render(diagnose(errc::unclosed_group, "(a", 9), "(a") ==
               "1:3: error: this group is never closed\n    (a\n      ^");
}

BOOST_AUTO_TEST_CASE(a_long_line_is_shown_around_the_caret) {
    std::string const source = std::string(500, 'a') + "(" + std::string(500, 'b');
    std::string const shown = render(diagnose(errc::unclosed_group, source, 500), source);
    BOOST_TEST(shown.size() < 300u);
    std::size_t const first = shown.find('\n');
    std::size_t const second = shown.find('\n', first + 1);
    BOOST_TEST(shown[first + 1 + (shown.find('^') - second - 1)] == '(');
}

BOOST_AUTO_TEST_SUITE_END()
