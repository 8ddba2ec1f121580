// test/chat/json_mender.cpp - what models write into JSON strings, mended in any pieces
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_json_mender)

namespace detail = parlance::chat::detail;

namespace {

struct row {
    std::string_view text;
    std::string_view mended;
};

row const rows[] = {
    {R"({"a": [1, "b\n\"\\\/"], "c": {}})", R"({"a": [1, "b\n\"\\\/"], "c": {}})"},
    {"[\"a\nb\tc\x01\"]\n", R"(["a\nb\tc\u0001"])"
                            "\n"},
    {R"(["\x \' \u12 \u12G4"])", R"(["\\x \\' \\u12 \\u12G4"])"},
    {R"(["\ud83d\ude00 \ud83d \ude00 \ud83d\ud83d\ude00 \ud83dx \uD83D\n"])",
     R"(["\ud83d\ude00 \ufffd \ufffd \ufffd\ud83d\ude00 \ufffdx \ufffd\n"])"},
    {R"(["\ud83d"])", R"(["\ufffd"])"},
    {R"({'a': 'it\'s "x"', 'b': [True, False, None,], "c": "N, 'T'"  , })",
     R"({"a": "it's \"x\"", "b": [true, false, null], "c": "N, 'T'"   })"},
    {R"([1,  2 ,{"a":1,}])", R"([1,  2 ,{"a":1}])"},
    {"[\"\xC3\xA9 \xFF \xC3\"]", "[\"\xC3\xA9 \xEF\xBF\xBD \xEF\xBF\xBD\"]"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(strings_are_mended_and_nothing_else_is_touched) {
    for (row const& r : rows) {
        for (std::size_t cut = 0; cut <= r.text.size(); ++cut) {
            if (parlance::utf8::unfinished(r.text.substr(0, cut)) != 0) {
                continue;
            }
            detail::json_mender mender;
            std::string out;
            auto const keep = [&](std::string_view piece) { out.append(piece); };
            mender.put(r.text.substr(0, cut), keep);
            mender.put(r.text.substr(cut), keep);
            mender.close(keep);
            BOOST_TEST(out == r.mended);
        }
        BOOST_TEST(parlance::json::parse(r.mended).has_value(), r.mended);
    }
}

BOOST_AUTO_TEST_CASE(what_needs_no_mending_comes_out_in_one_piece) {
    for (std::string_view const text : {R"({"a": [1, true, {"b": null}], "c": "x, ]", "d": {}})", R"([ ])",
                                        R"({"a" : -1.5e3 , "b" : false})"}) {
        detail::json_mender mender;
        std::vector<std::string> pieces;
        mender.put(text, [&](std::string_view piece) { pieces.emplace_back(piece); });
        BOOST_TEST_REQUIRE(pieces.size() == 1u, text);
        BOOST_TEST(pieces[0] == text);
    }
}

BOOST_AUTO_TEST_CASE(what_was_held_comes_out_at_the_end) {
    detail::json_mender mender;
    std::string out;
    auto const keep = [&](std::string_view piece) { out.append(piece); };
    mender.put("\"\\ud83d\\u", keep);
    BOOST_TEST(out == "\"");
    mender.close(keep);
    BOOST_TEST(out == "\"\\ud83d\\u");
}

BOOST_AUTO_TEST_SUITE_END()
