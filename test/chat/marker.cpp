// test/chat/marker.cpp - what counts as a marker
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/marker.hpp>
#include <boost/test/unit_test.hpp>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_marker)

namespace chat = parlance::chat;

BOOST_AUTO_TEST_CASE(tags_and_capital_brackets_are_markers_and_json_is_not) {
    struct {
        std::string_view text;
        std::size_t length;
    } const rows[] = {
        {"<tool_call>x", 11},
        {"</think>", 8},
        {"<|im_end|>\n", 10},
        {"<｜tool▁sep｜>", 18},
        {"[TOOL_CALLS]{", 12},
        {"[/INST]", 7},
        {"[unused11][", 10},
        {"[unused]", 0},
        {"[unused variable]", 0},
        {"[unused_1]", 0},
        {"[unused1 a]", 0},
        {"[unused1", 0},
        {"[BEGIN FINAL RESPONSE]", 22},
        {"<function=name>", 15},
        {"<a b=\"c\">", 9},
        {"", 0},
        {"<", 0},
        {"<>", 0},
        {"< b>", 0},
        {"<=>", 0},
        {"<a\nb>", 0},
        {"<a<b>", 0},
        {"[1, 2]", 0},
        {"[{\"a\"", 0},
        {"[]", 0},
        {"[\"A\"]", 0},
        {"[a]", 0},
        {"x<a>", 0},
        {"[TOOL", 0},
        {"<open", 0},
        {"]<]any[>[<tag>x", 14},
        {"<|open|>tool name=\"a\"<|gt|>x", 27},
        {"<|close|>tool<|gt|>x", 19},
        {"<|open|>tool name=\"", 0},
        {"<|open|><|gt|>", 0},
        {"<|open|>a\nb<|gt|>", 0},
        {"<|open|>a<b>", 0},
        {"]<]any[>[</tag>", 15},
        {"]<]any[>[text", 0},
        {"]<][>[<tag>", 0},
        {"], <b>", 0},
    };
    for (auto const& row : rows) {
        BOOST_TEST(chat::marker_length(row.text) == row.length, row.text);
    }
}

BOOST_AUTO_TEST_CASE(a_marker_is_at_most_96_bytes_long) {
    std::string const inside(94, 'x');
    BOOST_TEST(chat::marker_length("<" + inside + ">") == 96u);
    BOOST_TEST(chat::marker_length("<" + inside + "x>") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
