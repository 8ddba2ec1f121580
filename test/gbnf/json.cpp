// test/gbnf/json.cpp - the JSON grammar is RFC 8259: all of it, and nothing else
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/json.hpp>
#include <parlance/gbnf/check.hpp>
#include <parlance/mask/npda/element_machine.hpp>
#include <boost/test/unit_test.hpp>
#include <random>

BOOST_AUTO_TEST_SUITE(gbnf_json)

namespace {

using namespace parlance;

static_assert(gbnf::valid(gbnf::json));
static_assert(gbnf::check(gbnf::json).clean());
static_assert(gbnf::json.view().find("value") && gbnf::json.view().find("string"));
static_assert(mask::matches(gbnf::json, R"({"a":-2.5})"));
static_assert(!mask::matches(gbnf::json, "[1,]"));

/// A reader of RFC 8259 of its own making: whether all of `text` is one JSON text.
class checker {
public:
    static bool accepts(std::string_view text) {
        checker c{text};
        c.space();
        return c.value(0) && (c.space(), c.rest_.empty()) && utf8::is_valid(text);
    }

private:
    explicit checker(std::string_view text) : rest_(text) {}
    bool eat(char c) {
        bool const here = !rest_.empty() && rest_.front() == c;
        rest_.remove_prefix(here ? 1 : 0);
        return here;
    }
    bool eat(std::string_view word) {
        bool const here = rest_.starts_with(word);
        rest_.remove_prefix(here ? word.size() : 0);
        return here;
    }
    void space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n\r"), rest_.size())); }
    bool digits() {
        std::size_t const n = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
        rest_.remove_prefix(n);
        return n > 0;
    }
    bool value(int depth) {
        if (depth > 50) {
            return false;
        }
        if (eat('{')) {
            return items('}', [&] { return string() && (space(), eat(':')) && (space(), value(depth + 1)); });
        }
        if (eat('[')) {
            return items(']', [&] { return value(depth + 1); });
        }
        if (rest_.starts_with('"')) {
            return string();
        }
        return eat("true") || eat("false") || eat("null") || number();
    }
    template <class F>
    bool items(char close, F&& item) {
        space();
        if (eat(close)) {
            return true;
        }
        do {
            space();
            if (!item()) {
                return false;
            }
            space();
        } while (eat(','));
        return eat(close);
    }
    bool string() {
        if (!eat('"')) {
            return false;
        }
        while (!rest_.empty()) {
            if (eat('"')) {
                return true;
            }
            if (eat('\\')) {
                if (eat('u')) {
                    if (rest_.size() < 4 || rest_.find_first_not_of("0123456789abcdefABCDEF") < 4) {
                        return false;
                    }
                    rest_.remove_prefix(4);
                } else if (rest_.empty() ||
                           std::string_view{"\"\\/bfnrt"}.find(rest_[0]) == std::string_view::npos) {
                    return false;
                } else {
                    rest_.remove_prefix(1);
                }
            } else if (static_cast<unsigned char>(rest_[0]) < 0x20) {
                return false;
            } else {
                rest_.remove_prefix(1);
            }
        }
        return false;
    }
    bool number() {
        eat('-');
        if (!eat('0') && !digits()) {
            return false;
        }
        if (eat('.') && !digits()) {
            return false;
        }
        if (eat('e') || eat('E')) {
            if (!eat('+')) {
                eat('-');
            }
            return digits();
        }
        return true;
    }
    std::string_view rest_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_json_and_what_is_not) {
    std::string_view const good[] = {
        "0",
        "-0",
        "1e5",
        "-1.5E-7",
        "[]",
        "{}",
        " \t\r\n[ ] ",
        "\"\"",
        "null",
        "[[[[]]]]",
        "\"\x7F\"",
        "{\"a\":1,\"a\":2}",
        "{ \"\" : { } , \"b\" : [ 1 , 2 ] }",
        "\"\\ud800\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "\"é😀\"",
    };
    std::string_view const bad[] = {
        "",
        " ",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "--1",
        "[1,]",
        "[,]",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "[1 2]",
        "'a'",
        "\"\n\"",
        "\"\t\"",
        "\"\\x41\"",
        "\"\\u12\"",
        "\"",
        "tru",
        "True",
        "nul",
        "[",
        "]",
        "[1]]",
        "1 1",
        "NaN",
        "//",
        "\"\xC3\"",
        "\"\xED\xA0\x80\"",
        "\"\xF5\x80\x80\x80\"",
        "\"\xC0\x80\"",
        "\xEF\xBB\xBF[]",
        "\v1",
        "\"\\\"",
    };
    for (std::string_view const text : good) {
        BOOST_TEST(mask::matches(gbnf::json, text), text);
        BOOST_TEST(checker::accepts(text), text);
    }
    for (std::string_view const text : bad) {
        BOOST_TEST(!mask::matches(gbnf::json, text), text);
        BOOST_TEST(!checker::accepts(text), text);
    }
    BOOST_TEST(!mask::matches(gbnf::json, (std::string_view{"\"\0\"", 3})));
}

BOOST_AUTO_TEST_CASE(agrees_with_a_reader_on_random_texts) {
    constexpr std::string_view pieces[] = {"{",       "}",  "[",  "]",    ":",  ",",    "\"",      "\"a\"",
                                           "\"\\n\"", "1",  "0",  "-",    ".5", "e3",   "true",    "null",
                                           " ",       "\n", "\\", "\x01", "é",  "\xC3", "{\"k\":", ",\"k\":"};
    std::mt19937 random{3};
    std::size_t accepted = 0;
    for (int round = 0; round < 40'000; ++round) {
        std::string text;
        for (std::size_t n = random() % 9; n > 0; --n) {
            text += pieces[random() % std::size(pieces)];
        }
        bool const expected = checker::accepts(text);
        accepted += expected;
        BOOST_REQUIRE_MESSAGE(mask::matches(gbnf::json, text) == expected, text);
    }
    BOOST_TEST(accepted > 500u);
}

BOOST_AUTO_TEST_SUITE_END()
