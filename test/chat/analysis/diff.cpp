// test/chat/analysis/diff.cpp - what two renders share, and lists from what stands around their items
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/analysis/diff.hpp>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_analysis_diff)

namespace chat = parlance::chat;
using namespace parlance::chat::analysis;

BOOST_AUTO_TEST_CASE(a_difference_never_cuts_a_marker_or_a_code_point) {
    struct {
        std::string_view a, b, prefix, left, right, suffix;
    } const rows[] = {
        {"same", "same", "same", "", "", ""},
        {"", "x", "", "", "x", ""},
        {"abcX", "abdX", "ab", "c", "d", "X"},
        {"<think>a", "<thank>a", "", "<think>", "<thank>", "a"},
        {"x</a>", "x</b>", "x", "</a>", "</b>", ""},
        {"<tag>1</tag>", "<tag>2</tag>", "<tag>", "1", "2", "</tag>"},
        {"é", "è", "", "é", "è", ""},
        {"[A]b[C]", "[A]c[D]", "[A]", "b[C]", "c[D]", ""},
        {"{\"a\": 1}", "{\"a\": 2}", "{\"a\": ", "1", "2", "}"},
        {"aa", "aaa", "aa", "", "a", ""},
    };
    for (auto const& row : rows) {
        difference const d = compare(row.a, row.b);
        BOOST_TEST(d.prefix == row.prefix, row.a);
        BOOST_TEST(d.left == row.left, row.a);
        BOOST_TEST(d.right == row.right, row.a);
        BOOST_TEST(d.suffix == row.suffix, row.a);
    }
}

BOOST_AUTO_TEST_CASE(the_four_parts_always_make_the_two_texts) {
    std::mt19937 random(7);
    std::string_view const words[] = {"<a>", "<b>", "x", "y", "é", "[A]", "\n", "<", ">"};
    auto const text = [&] {
        std::string out;
        for (auto n = random() % 8; n > 0; --n) {
            out += words[random() % std::size(words)];
        }
        return out;
    };
    for (int i = 0; i < 2000; ++i) {
        std::string const a = text();
        std::string const b = text();
        difference const d = compare(a, b);
        BOOST_TEST(std::string(d.prefix) + std::string(d.left) + std::string(d.suffix) == a);
        BOOST_TEST(std::string(d.prefix) + std::string(d.right) + std::string(d.suffix) == b);
    }
}

BOOST_AUTO_TEST_CASE(a_list_is_known_from_what_stands_before_between_and_after_its_items) {
    struct {
        std::string_view before, between, after;
        chat::list_shape shape;
    } const rows[] = {
        {"<call>", "</call>\n<call>", "</call>", {"", "<call>", "</call>", "\n", ""}},
        {"<all><call>", "</call><call>", "</call></all>", {"<all>", "<call>", "</call>", "", "</all>"}},
        {"[TOOLS][", ", ", "]", {"[TOOLS][", "", "", ", ", "]"}},
        {"[\n    ", ",\n    ", "\n]", {"[", "\n    ", "", ",", "\n]"}},
        {"[CALL]", "[CALL]", "", {"", "[CALL]", "", "", ""}},
        {"", "", "", {}},
    };
    for (auto const& row : rows) {
        chat::list_shape const shape = solve_list(row.before, row.between, row.after);
        BOOST_TEST((shape == row.shape), row.before);
        BOOST_TEST(shape.open + shape.item_open == row.before);
        BOOST_TEST(shape.item_close + shape.separator + shape.item_open == row.between);
        BOOST_TEST(shape.item_close + shape.close == row.after);
    }
}

BOOST_AUTO_TEST_CASE(markers_are_found_in_order_and_once) {
    auto const found = markers_of("a<b>[1]<c d>\n[END]<b></b>");
    std::vector<std::string> const wanted{"<b>", "<c d>", "[END]", "</b>"};
    BOOST_TEST(found == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(strip_takes_white_space_from_both_ends_only) {
    BOOST_TEST(strip(" \t\r\na b\n ") == "a b");
    BOOST_TEST(strip(" \n").empty());
    BOOST_TEST(strip("").empty());
}

BOOST_AUTO_TEST_SUITE_END()
