// test/chat/json_mender.cpp - what models write into JSON strings, mended in any pieces
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

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
    {R"(["\x \' \u12 \u12G4"])", R"(["\\x ' \\u12 \\u12G4"])"},
    {R"(["\ud83d\ude00 \ud83d \ude00 \ud83d\ud83d\ude00 \ud83dx \uD83D\n"])",
     R"(["\ud83d\ude00 \ufffd \ufffd \ufffd\ud83d\ude00 \ufffdx \ufffd\n"])"},
    {R"(["\ud83d"])", R"(["\ufffd"])"},
    {R"({'a': 'it\'s "x"', 'b': [True, False, None,], "c": "N, 'T'"  , })",
     R"({"a": "it's \"x\"", "b": [true, false, null], "c": "N, 'T'"   })"},
    {R"({'it's': 'it's' , 'b':'a''b'})", R"({"it's": "it's", "b":"a''b"})"},
    {R"({a: 'x', b_c :[True, true ,null,-1, None], $d-1: {null: 1e5},})",
     R"({"a": "x", "b_c" :[true, true ,null,-1, null], "$d-1": {"null": 1e5}})"},
    {R"([1,  2 ,{"a":1,}])", R"([1,  2 ,{"a":1}])"},
    {R"({"a": 01, "b":+1,"c" : [.5,-.5, 0x1F ,00.50,-0b11, 0o17]})",
     R"({"a": 1, "b":1,"c" : [0.5,-0.5, 31 ,0.50,-3, 15]})"},
    {R"([0, -0,0.0, -0.5e-1,0e+1,10, 100,-12 ,1e-05])", R"([0, -0,0.0, -0.5e-1,0e+1,10, 100,-12 ,1e-05])"},
    {R"({"a": "01", "+": "0x1", b: -7})", R"({"a": "01", "+": "0x1", "b": -7})"},
    {"[\"\xC3\xA9 \xFF \xC3\"]", "[\"\xC3\xA9 \xEF\xBF\xBD \xEF\xBF\xBD\"]"},
};

/// What becomes of a text that comes in two pieces.
std::string mended(detail::json_mender mender, std::string_view text, std::size_t cut) {
    std::string out;
    mender.put(text.substr(0, cut), out);
    mender.put(text.substr(cut), out);
    mender.close(out);
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(strings_are_mended_and_nothing_else_is_touched) {
    for (row const& r : rows) {
        for (std::size_t cut = 0; cut <= r.text.size(); ++cut) {
            if (parlance::utf8::unfinished(r.text.substr(0, cut)) != 0) {
                continue;
            }
            BOOST_TEST(mended(detail::json_mender(), r.text, cut) == r.mended);
        }
        BOOST_TEST(parlance::json::parse(r.mended).has_value(), r.mended);
    }
}

BOOST_AUTO_TEST_CASE(a_comma_stays_in_front_of_its_white_space_however_much_that_is) {
    for (std::size_t const blanks : {62U, 63U, 64U, 65U, 200U}) {
        std::string const list = "[1," + std::string(blanks, ' ') + "2]";
        for (std::size_t cut = 0; cut <= list.size(); ++cut) {
            BOOST_TEST(mended(detail::json_mender(), list, cut) == list);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_notation_becomes_json_in_any_pieces) {
    detail::notation const python{"(", ")", "=", {}, true, true};
    detail::notation const marked{"{", "}", ":", "<|q|>", true, false};
    struct {
        detail::notation const& of;
        std::string_view text;
        std::string_view json;
    } const all[] = {
        {python, R"((a=1, b='it\'s "x"', c=(True, None,), d={'k': [two words, "\x41\u00e9"]}))",
         R"({"a": 1 , "b": "it's \"x\"" , "c": [true , null] , "d": {"k":  ["two words" , "\u0041\u00e9"]}})"},
        {python, "(a='\\ud83d', b='\\\n\\q')", R"({"a": "\ufffd" , "b": "\\q"})"},
        {python, "(a='it's', b='a' \"b\", c='''d'e''', d='',, e='f\"')",
         R"({"a": "it's" , "b": "ab" , "c": "d'e" , "d": "" , "e": "f\""})"},
        {marked, "{n:<|q|>a \"b\"\n<|q|>,o:{it's:[true,<]}}",
         R"({"n": "a \"b\"\n", "o": {"it's": [true, "<"]}})"},
        {marked, "{n:<|q|>a<|q|> o:[<|q|>b<|q|> <|q|>c<|q|>],<|q|>p<|q|>:1}",
         "{\"n\": \"a\" , \"o\": [\"b\" , \"c\"], \"p\": 1}"},
        {marked, "(n=<|q|>a=b<|q|>,o={k:[x=y]},p=true)", R"({"n": "a=b", "o": {"k": ["x=y"]}, "p": true})"},
        {marked, "{'n':'a, } \"b',o:it's,p:['it's']}", R"({"n": "a, } \"b", "o": "it's", "p": ["it's"]})"},
    };
    for (auto const& each : all) {
        for (std::size_t cut = 0; cut <= each.text.size(); ++cut) {
            BOOST_TEST(mended(detail::json_mender(each.of), each.text, cut) == each.json);
        }
        BOOST_TEST(parlance::json::parse(each.json).has_value(), each.json);
    }
}

// Between members that has to be a key, and no more text.
BOOST_AUTO_TEST_CASE(a_missing_comma_is_added_only_in_front_of_items_and_keys) {
    detail::notation const marked{"{", "}", ":", "<|q|>", true, false};
    std::pair<std::string_view, std::string_view> const all[] = {
        {"{n:<|q|>a<|q|><|q|>b<|q|>}", R"({"n": "a""b"})"},
        {"{n:<|q|>a<|q|> b}", R"({"n": "a" "b"})"},
        {"{n:<|q|>a<|q|>{b:1}}", R"({"n": "a"{"b": 1}})"},
        {"{n:<|q|>a<|q|>b:1}", R"({"n": "a", "b": 1})"},
        {"{n:[<|q|>a<|q|><|q|>b<|q|> c],o:{k:<|q|>d<|q|> l:{}} p:1}",
         R"({"n": ["a", "b" , "c"], "o": {"k": "d" , "l": {}} "p": 1})"},
    };
    for (auto const& [text, json] : all) {
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            BOOST_TEST(mended(detail::json_mender(marked), text, cut) == json);
        }
    }
}

BOOST_AUTO_TEST_CASE(arguments_without_a_name_have_those_of_the_parameters_in_their_order) {
    detail::notation const python{"(", ")", "=", {}, true, true};
    auto const parameters = boost::json::parse(R"({"city": {}, "days": {}, "on": {}})").get_object();
    std::pair<std::string_view, std::string_view> const all[] = {
        {"('Bern', 3, on=True)", R"({"city": "Bern" , "days": 3 , "on": true})"},
        {"([1, 'a'], {'k': 'v', 'l': (2,)})", R"({"city": [1 , "a"] , "days": {"k":  "v" , "l":  [2]}})"},
        {R"(("city": 'a' 'b', 'days': 1))", R"({"city":  "ab" , "days":  1})"},
        {"(True)", R"({"city": true})"},
        {R"(('''a'b''', r'\d\'', u=r"\\"))", R"({"city": "a'b" , "days": "\\d\\'" , "u": "\\\\"})"},
        {R"((f"a{b}", b'\n', on=Rb"\d"))", R"({"city": "a{b}" , "days": "\n" , "on": "\\d"})"},
        {R"((u'a', [F"""b"c"""], on={'k': fr'\w'}))",
         R"({"city": "a" , "days": ["b\"c"] , "on": {"k":  "\\w"}})"},
        {"()", "{}"},
        {"(**{'city': 'Bern', \"days\": {'k': 3}})", R"({"city":  "Bern" , "days":  {"k":  3}})"},
        {"('Bern', **{'days': 3}, on=[1])", R"({"city": "Bern" , "days":  3 , "on": [1]})"},
        {"(** {})", "{}"},
        {"(00.5, 07, on=[08, -01])", R"({"city": 0.5 , "days": 7 , "on": [8 , -1]})"},
    };
    for (auto const& [text, json] : all) {
        for (std::size_t cut = 0; cut <= text.size(); ++cut) {
            BOOST_TEST(mended(detail::json_mender(python, &parameters), text, cut) == json);
        }
        BOOST_TEST(parlance::json::parse(json).has_value(), json);
    }
    // Where nobody knows the function, or it takes no more, what is left has no name: it is no JSON, and no whole call.
    auto const unknown = mended(detail::json_mender(python), "('Bern')", 0);
    BOOST_TEST(!parlance::json::parse(unknown).has_value(), unknown);
    auto const more = mended(detail::json_mender(python, &parameters), "(1, 2, 3, 4)", 0);
    BOOST_TEST(!parlance::json::parse(more).has_value(), more);
}

BOOST_AUTO_TEST_CASE(zeros_in_front_of_digits_are_some_of_a_text) {
    detail::notation const python{"(", ")", "=", {}, true, true};
    auto const parameters =
        boost::json::parse(R"({"zip": {"type": "string"}, "day": {"type": "integer"}})").get_object();
    for (std::string_view const text : {"(zip=0123, day=07)", "(0123, 07)"}) {
        std::string const got = mended(detail::json_mender(python, &parameters), text, 0);
        BOOST_TEST(got.find(R"("zip": "0123")") != got.npos, got);
        BOOST_TEST(got.find(R"("day": 7)") != got.npos, got);
    }
}

BOOST_AUTO_TEST_CASE(what_was_held_comes_out_at_the_end) {
    detail::json_mender mender;
    std::string out;
    mender.put("\"\\ud83d\\u", out);
    BOOST_TEST(out == "\"");
    mender.close(out);
    BOOST_TEST(out == "\"\\ud83d\\u");
}

// A word that was begun may go on, and a comma calls for more.
BOOST_AUTO_TEST_CASE(of_a_notation_that_was_cut_off_nothing_undecided_comes_out) {
    detail::notation const python{"(", ")", "=", {}, true, true};
    for (auto const& [text, json] : {std::pair<std::string_view, std::string_view>{"(a=12", "{\"a\": "},
                                     {"(a=1,", "{\"a\": 1"},
                                     {"(a='x\\", "{\"a\": \"x"},
                                     {"(a='x' ", "{\"a\": \"x"},
                                     {"('x", "{"}}) {
        auto const parameters = boost::json::parse(R"({"a": {}})").get_object();
        detail::json_mender mender(python, &parameters);
        std::string out;
        mender.put(text, out);
        mender.close(out, false);
        BOOST_TEST(out == json);
    }
}

BOOST_AUTO_TEST_SUITE_END()
