// test/property/response.cpp - the laws of answers on formats and texts made from random numbers
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/analysis/learn.hpp>
#include "../chat/laws.hpp"
#include <parlance/chat/hold.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_response)

namespace chat = parlance::chat;

namespace {

class maker {
public:
    explicit maker(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t n) { return random_() % n; }
    bool chance(std::size_t of) { return below(of) == 0; }
    template <std::size_t N>
    std::string one_of(std::string_view const (&texts)[N]) {
        return std::string(texts[below(N)]);
    }

    chat::format format() {
        static constexpr std::string_view opens[] = {"<call>", "<call>\n", "[CALL]", "<|a b|>", "<c"};
        static constexpr std::string_view closes[] = {"</call>", "\n</call>", "", "<|end|>", "]"};
        static constexpr std::string_view gaps[] = {"", "\n", ", ", ";"};
        chat::format f;
        switch (below(4)) {
        case 0: break;
        case 1: f.reasoning = {chat::reasoning_mode::tag_based, "<think>", "</think>"}; break;
        case 2: f.reasoning = {chat::reasoning_mode::tag_based, "<think>\n", "\n</think>\n\n", true}; break;
        default: f.reasoning = {chat::reasoning_mode::delimiter, "", "</think>"}; break;
        }
        f.strict = chance(6);
        auto& t = f.tools;
        t.calls = {chance(3) ? "<calls>" : "", one_of(opens), one_of(closes), one_of(gaps), ""};
        if (!t.calls.open.empty()) {
            t.calls.close = "</calls>";
        }
        t.parallel = true;
        chat::piece const name{chat::piece::kind::name, ""};
        chat::piece const id{chat::piece::kind::id, ""};
        chat::piece const arguments{chat::piece::kind::arguments, ""};
        auto const text = [](char const* s) { return chat::piece{chat::piece::kind::text, s}; };
        switch (below(4)) {
        case 0:
            t.call = {text("{\"name\": \""), name, text("\", \"arguments\": "), arguments, text("}")};
            if (chance(2)) {
                t.call.back() = text(", \"id\": \"");
                t.call.insert(t.call.end(), {id, text("\"}")});
            }
            break;
        case 1: t.call = {name, text("|"), arguments}; break;
        case 2:
            t.call = {name, arguments};
            t.arguments = {"(", "", "", ", ", ")"};
            t.values = {{text("="), {chat::piece::kind::python}}};
            break;
        default:
            t.call = {name, arguments};
            t.arguments = {">", "<p=", "</p>", "", ""};
            t.values = {{text(">"), {chat::piece::kind::value}}};
            if (chance(2)) {
                chat::analysis::toggle_lines(t);
            }
            if (chance(4)) {
                chat::analysis::toggle_strings(t);
            }
            if (chance(3)) {
                t.values.insert(t.values.begin(), {text(">"),
                                                   {chat::piece::kind::open, "<!["},
                                                   {chat::piece::kind::string},
                                                   {chat::piece::kind::close, "]!>"}});
            }
        }
        if (chance(3)) {
            t.lead = "\n";
        }
        if (chance(4)) {
            f.made_id = "call_";
        }
        return f;
    }

    /// Pieces of calls and prose, in an order that may make sense.
    std::string text(chat::format const& f) {
        static constexpr std::string_view words[] = {
            "Hello ",
            "a < b",
            "\n",
            " ",
            "f",
            "get",
            "{",
            "}",
            "{\"name\": \"get\", \"arguments\": {\"a\": 1}}",
            "{\"name\": \"f\", \"arguments\": {\"a\": \"x\\ny\", \"b\": [true, -1.5]}}",
            "|{\"a\": \"\xC3\xA9\"}",
            "(a=1, b='x')",
            "(a=)",
            ">",
            "<p=a>",
            "<p=n>",
            "1.50",
            "</p>",
            "<p=a>\n12\n</p>",
            "<![",
            "]!>",
            "\"parameters\": {\"a\": 2}",
            "\xC3",
            "\xFF",
            "\"",
            "\\",
            "\\u12",
            "<",
            "</",
            "think>",
            "<think>",
            "</think>",
            "None",
            "{\"a\": [1, {\"b\": \"",
            "\xF0\x9F\x98\x80",
            "tru",
            ", "};
        std::string out;
        for (std::size_t n = below(12); n > 0; --n) {
            switch (below(6)) {
            case 0: out += f.tools.calls.open + f.tools.calls.item_open; break;
            case 1: out += f.tools.calls.item_close; break;
            case 2:
                out += f.tools.calls.item_open;
                out += chance(2) ? "get" : "f";
                break;
            default: out += one_of(words); break;
            }
        }
        return out;
    }

    /// What may be taken for a name or an id, or is white space.
    static std::size_t longest_word(std::string_view text) {
        std::size_t longest = 0;
        std::size_t blank = 0;
        std::size_t run = 0;
        for (char const c : text) {
            bool const space = c == ' ' || c == '\n';
            blank += space;
            run = space || c == '"' || c == '\'' || c == '{' || c == '}' ? 0 : run + 1;
            longest = std::max(longest, run);
        }
        return 2 * longest + blank;
    }

private:
    std::mt19937 random_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(laws_hold_for_any_format_and_any_text) {
    std::vector<chat::tool> const tools{
        {"get", "",
         parlance::json::parse(
             R"({"type": "object", "properties": {"a": {"type": "string"}, "n": {"type": "number"}}})")
             .value()},
        {"f", "", boost::json::object{}}};
    std::size_t read = 0;
    std::size_t called = 0;
    for (unsigned seed = 0; seed < 400; ++seed) {
        maker make(seed);
        chat::format const f = make.format();
        auto const s = chat::build_syntax(f, tools);
        if (!s) {
            continue;
        }
        chat::response_policy policy;
        policy.accept_unknown = !make.chance(3);
        policy.close_at_end = make.chance(3);
        policy.bad_call = make.chance(3) ? chat::stray_text::content : chat::stray_text::malformed;
        policy.text_after = make.chance(3) ? chat::stray_text::malformed : chat::stray_text::content;
        chat::response_parser const fresh(*s, tools, policy);
        for (int i = 0; i < 8; ++i) {
            std::string const text = make.text(f);
            // White space and names come on top; nothing else does.
            auto const bound = chat::max_hold(f);
            auto const hold = bound ? std::optional(*bound + make.longest_word(text)) : std::nullopt;
            laws::trial const how{.pairs = 60, .random = 4, .finished = !make.chance(4), .hold = hold};
            if (auto const broken = laws::first_broken(fresh, text, how); !broken.empty()) {
                BOOST_ERROR("seed " << seed << ", " << boost::json::value(text) << ": " << broken);
            }
            ++read;
            chat::response_parser r = fresh;
            r.feed(text, [&](chat::delta const& d) { called += d.kind == chat::delta_kind::call_begin; });
        }
    }
    BOOST_TEST(read > 2000u);
    BOOST_TEST(called > 100u);
}

BOOST_AUTO_TEST_SUITE_END()
