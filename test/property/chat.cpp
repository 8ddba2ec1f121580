// test/property/chat.cpp - laws of every template: what a grammar writes is read, and every split reads the same
// SPDX-License-Identifier: BSL-1.0
#include "../chat/analysis/templates.hpp"
#include "../chat/every_dialect.hpp"
#include "byte_walk.hpp"
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/check.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/text/errc.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_chat)

namespace chat = parlance::chat;

namespace {

std::vector<chat::tool> tools() {
    auto const find =
        parlance::json::parse(R"({"type": "object", "required": ["city", "days"], "properties": {
        "city": {"type": "string", "maxLength": 12}, "days": {"type": "integer"}, "exact": {"type": "boolean"},
        "unit": {"enum": ["C", "F"]}, "tags": {"type": "array"}, "more": {"type": "object"},
        "near": {"type": "array", "items": {"type": "number"}, "maxItems": 3}}})");
    auto const stop = parlance::json::parse(R"({"type": "object", "properties": {}})");
    return {{"find_weather", "", find.value()}, {"stop.all-2", "", stop.value()}};
}

chat::message read(chat::syntax const& s, std::vector<chat::tool> const& with, std::string_view text,
                   std::size_t step, std::string& deltas, std::string& malformed) {
    chat::response_parser r(s, with);
    auto const sink = [&](chat::delta const& d) {
        deltas += d.kind == chat::delta_kind::content || d.kind == chat::delta_kind::reasoning ||
                          d.kind == chat::delta_kind::arguments
                      ? d.text
                      : std::string_view{};
    };
    for (std::size_t i = 0; i < text.size(); i += step) {
        r.feed(text.substr(i, step), sink);
    }
    r.finish(sink);
    malformed = r.malformed();
    return r.so_far();
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_a_grammar_writes_is_read_as_calls_that_satisfy_the_schemas) {
    auto const with = tools();
    std::mt19937 random(11);
    std::size_t whole = 0;
    for (auto const& t : corpus::templates()) {
        chat::format const& f = t.result.format;
        if (f.tools.mode() == chat::tool_mode::none) {
            continue;
        }
        for (chat::call_style const style : {chat::call_style::exact, chat::call_style::lenient})
            BOOST_TEST_CONTEXT(t.name << ", style " << static_cast<int>(style)) {
                chat::call_policy policy;
                policy.style = style;
                auto const s = chat::build_syntax(f, with, policy);
                BOOST_REQUIRE_MESSAGE(bool(s), (s ? "" : render(s.error())));
                auto const g = chat::build_grammar(*s, with, policy);
                BOOST_REQUIRE_MESSAGE(bool(g), (g ? "" : render(g.error())));
                walks::walker writes(g->network);
                for (int i = 0; i < 8; ++i) {
                    auto const walked = writes.walk(random);
                    BOOST_REQUIRE(walked);
                    std::string const& text = *walked;
                    if (text.empty()) {
                        continue;
                    }
                    ++whole;
                    std::string deltas;
                    std::string malformed;
                    chat::message const m = read(*s, with, text, text.size(), deltas, malformed);
                    BOOST_TEST(!m.calls.empty(), text);
                    BOOST_TEST(malformed.empty(), text);
                    BOOST_TEST(chat::analysis::strip(m.content.value_or("")).empty(), text);
                    for (auto const& call : m.calls) {
                        chat::tool const* const tool = chat::find_tool(with, call.name);
                        BOOST_REQUIRE_MESSAGE(tool != nullptr, text);
                        auto const value = parlance::json::parse(call.arguments);
                        BOOST_REQUIRE_MESSAGE(bool(value), text + "\n" + call.arguments);
                        BOOST_TEST(bool(parlance::schema::validate(tool->parameters, *value)),
                                   text + "\n" + call.arguments);
                    }
                    std::string by_byte;
                    chat::message const again = read(*s, with, text, 1, by_byte, malformed);
                    BOOST_TEST((m == again), text);
                    BOOST_TEST(deltas == by_byte);
                }
            }
    }
    BOOST_TEST((corpus::templates().empty() || whole > 100));
}

namespace {

/// Tools with schemas as tools have them, of which strings, lists and objects are narrowed in each way that is usual.
class random_tools {
public:
    explicit random_tools(unsigned seed) : random_(seed) {}

    chat::tool tool(std::string name) {
        constexpr char const* plain[] = {"city", "max_count", "where-to", "x"};
        constexpr char const* odd[] = {"x y", "a:b", "it's", "a>b"};
        char const* const* const names = below(3) == 0 ? odd : plain;
        boost::json::object properties;
        boost::json::array required;
        for (int i = below(4); i >= 0; --i) {
            properties[names[i]] = schema(2);
            if (below(2) == 0) {
                required.emplace_back(names[i]);
            }
        }
        return {std::move(name), "",
                boost::json::object{{"type", "object"}, {"properties", properties}, {"required", required}}};
    }
    chat::call_policy policy() {
        chat::call_policy out;
        out.style = below(2) == 0 ? chat::call_style::exact : chat::call_style::lenient;
        out.choice = below(2) == 0 ? chat::call_policy::kind::automatic : chat::call_policy::kind::required;
        return out;
    }
    std::mt19937& engine() { return random_; }

private:
    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

    boost::json::value scalar() {
        constexpr std::string_view all[] = {
            R"({"type": "string"})",
            R"({"type": "string", "enum": ["north", "south west", "it's", "a\"b"]})",
            R"({"enum": ["x", "y z", 3, null, true]})",
            R"({"enum": ["1", 2, "true", false, "null"]})",
            R"({"type": ["string", "integer"], "pattern": "^[0-9]+$", "minimum": 100})",
            R"({"type": "string", "pattern": "^[A-Z]{2,3}-[0-9]+$"})",
            R"({"type": "string", "format": "date"})",
            R"({"type": "string", "minLength": 1, "maxLength": 5})",
            R"({"type": "integer", "minimum": -3, "maximum": 120})",
            R"({"type": "number"})",
            R"({"type": "boolean"})",
            R"({"const": "fixed value"})",
            R"({"type": ["string", "null"]})",
            R"({"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "null"}]})",
            R"({"anyOf": [{"type": "integer"}, {"type": "string"}]})",
            R"({"oneOf": [{"type": "boolean"}, {"type": "string", "maxLength": 3}]})",
            R"({"type": "null"})"};
        return parlance::json::parse(all[below(static_cast<int>(std::size(all)))]).value();
    }
    boost::json::value schema(int depth) {
        int const kind = depth == 0 ? 0 : below(8);
        if (kind < 5) {
            return scalar();
        }
        if (kind == 5) {
            boost::json::object out{{"type", "array"}, {"items", schema(depth - 1)}};
            if (below(3) == 0) {
                out["maxItems"] = 2;
            }
            return out;
        }
        if (kind == 6) {
            constexpr char const* names[] = {"k", "long name", "it's"};
            boost::json::object properties;
            for (int i = below(3); i >= 0; --i) {
                properties[names[i]] = schema(depth - 1);
            }
            return boost::json::object{{"type", "object"}, {"properties", properties}, {"required", {"k"}}};
        }
        return boost::json::object{{"anyOf", {schema(depth - 1), boost::json::object{{"type", "null"}}}}};
    }

    std::mt19937 random_;
};

/// Dialects of one's own, in which little or nothing stands between a value and what follows it.
constexpr char const* homemade[] = {
    R"(root <- "<<call " tag(call, name ("\n" key " := " value)*) "\n<<end>>")",
    R"(root <- "[[" tag(call, name "]]" ("\n- " key ": " value)*) "\n[[/]]")",
    R"(root <- "<" tag(call, name (" " key "=\"" value "\"")*) "/>")",
    R"(root <- "@" tag(call, name ("|" key "=" json-value)*) "@")",
    R"(root <- "<do>" tag(call, name ("; " key " = " value)*) "</do>")",
    R"(root <- "<c>" tag(call, name ("\t" key "\t" value)*) "</c>")"};

}  // namespace

BOOST_AUTO_TEST_CASE(what_a_grammar_writes_of_any_tool_is_read_as_it_was_meant) {
    auto dialects = laws::every_dialect({});
    for (char const* const each : homemade) {
        auto const f = chat::format_of(each);
        BOOST_REQUIRE_MESSAGE(bool(f), each << (f ? "" : ": " + render(f.error())));
        dialects.push_back({each, *f});
    }
    constexpr unsigned rounds = 4;
    std::size_t whole = 0;
    for (unsigned seed = 1; seed <= rounds; ++seed) {
        random_tools make(seed);
        bool const odd = seed % 2 == 0;
        std::vector<chat::tool> const with{make.tool(odd ? "look up" : "find"),
                                           make.tool(odd ? "ns:tool" : "stop.all-2")};
        for (auto const& d : dialects) {
            if (d.format.tools.mode() == chat::tool_mode::none) {
                continue;
            }
            chat::call_policy const policy = make.policy();
            auto const s = chat::build_syntax(d.format, with, policy);
            auto const g =
                s ? chat::build_grammar(*s, with, policy) : parlance::result<chat::grammar>(s.error());
            bool const own = d.name.starts_with("root");
            if (!g && (g.error().code == parlance::errc::not_lowerable ||
                       (own && g.error().code == parlance::errc::unsatisfiable_schema))) {
                BOOST_TEST_MESSAGE(d.name << ", seed " << seed << ": " << render(g.error()));
                continue;  // a name or a value that has no spelling there
            }
            BOOST_REQUIRE_MESSAGE(bool(g), d.name << ": " << (g ? "" : render(g.error())));
            walks::walker writes(g->network);
            for (int i = 0; i < 4; ++i) {
                auto const text = writes.walk(make.engine());
                BOOST_REQUIRE(text);
                std::string deltas;
                std::string malformed;
                if (text->empty()) {
                    continue;
                }
                ++whole;
                chat::message const m = read(*s, with, *text, text->size(), deltas, malformed);
                BOOST_TEST_CONTEXT(d.name << ", seed " << seed << ": " << *text) {
                    BOOST_TEST(!m.calls.empty());
                    BOOST_TEST(malformed.empty());
                    for (auto const& call : m.calls) {
                        chat::tool const* const tool = chat::find_tool(with, call.name);
                        auto const value = parlance::json::parse(call.arguments);
                        bool const valid = tool != nullptr && call.whole && value &&
                                           parlance::schema::validate(tool->parameters, *value);
                        BOOST_TEST(valid, call.name + " " + call.arguments);
                    }
                    std::string by_byte;
                    BOOST_TEST((read(*s, with, *text, 1, by_byte, malformed) == m));
                    BOOST_TEST(deltas == by_byte);
                }
            }
        }
    }
    BOOST_TEST(whole > 100u);
}

namespace {

/// Two arguments that are texts, one that may be anything, and some within others.
std::vector<chat::tool> tools_of_texts() {
    auto const put = parlance::json::parse(R"({"type": "object", "required": ["a"], "properties": {
        "a": {"type": "string"}, "b": {"type": "string", "maxLength": 80}, "any": {},
        "either": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}}})");
    auto const nest = parlance::json::parse(R"({"type": "object", "required": ["o"], "properties": {
        "o": {"type": "object", "required": ["s"], "properties": {"s": {"type": "string"}}},
        "l": {"type": "array", "items": {"type": "string"}}}})");
    return {{"put", "", put.value()}, {"nest", "", nest.value()}};
}

/// The markers of all dialects, as models might quote them, and what else ends one thing or another.
std::vector<std::string> quoted_markup(std::vector<laws::dialect> const& dialects) {
    std::vector<std::string> out{"\n",
                                 " ",
                                 "\"",
                                 "\"}",
                                 "}}",
                                 "]",
                                 "</a>",
                                 "<a>",
                                 "a=",
                                 "b: ",
                                 "```",
                                 "null",
                                 "</param>",
                                 "</invoke>",
                                 "<param=b>",
                                 "</tool>",
                                 "\n<parameter=b>",
                                 "<b>\n",
                                 "<arg_key>b",
                                 "</arg_key>",
                                 "<",
                                 "</tool_call>"};
    for (laws::dialect const& d : dialects) {
        out.insert(out.end(), d.format.preserved.begin(), d.format.preserved.end());
    }
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(markup_that_values_and_thoughts_quote_is_read_as_it_was_meant) {
    auto const with = tools_of_texts();
    auto const dialects = laws::every_dialect({});
    auto const all = quoted_markup(dialects);
    std::mt19937 random(7);
    std::size_t whole = 0;
    for (laws::dialect const& d : dialects) {
        if (d.format.tools.mode() == chat::tool_mode::none) {
            continue;
        }
        std::vector<std::string> words = d.format.preserved;  // its own half of the time
        for (std::size_t i = words.size(); i > 0; --i) {
            words.push_back(all[random() % all.size()]);
        }
        words.insert(words.end(), {"\n", "</a>", "<b>", "</param>", "</invoke>"});
        for (chat::call_style const style : {chat::call_style::exact, chat::call_style::lenient}) {
            chat::call_policy policy;
            policy.style = style;
            auto const s = chat::build_syntax(d.format, with, policy);
            BOOST_REQUIRE_MESSAGE(bool(s), d.name << (s ? "" : render(s.error())));
            auto const g = chat::build_grammar(*s, with, policy);
            BOOST_REQUIRE_MESSAGE(bool(g), d.name << (g ? "" : render(g.error())));
            walks::walker writes(g->network);
            for (int i = 0; i < 6; ++i) {
                auto const text = writes.walk(random, {}, words);
                BOOST_REQUIRE(text);
                if (text->empty()) {
                    continue;
                }
                ++whole;
                std::string deltas;
                std::string malformed;
                chat::message const m = read(*s, with, *text, text->size(), deltas, malformed);
                BOOST_TEST_CONTEXT(d.name << ", style " << static_cast<int>(style) << ": " << *text) {
                    BOOST_TEST(!m.calls.empty());
                    BOOST_TEST(malformed.empty(), malformed);
                    std::string const content = m.content.value_or("");
                    BOOST_TEST(chat::analysis::strip(content).empty(), content);
                    for (auto const& call : m.calls) {
                        auto const wrong = chat::check(call, with);
                        BOOST_TEST(!wrong, wrong.value_or(""));
                    }
                    std::string by_byte;
                    BOOST_TEST((read(*s, with, *text, 1, by_byte, malformed) == m));
                    BOOST_TEST(deltas == by_byte);
                }
            }
        }
    }
    BOOST_TEST(whole > 300u);
}

BOOST_AUTO_TEST_CASE(no_template_shows_calls_that_are_not_read_back) {
    std::size_t calling = 0;
    for (auto const& t : corpus::templates()) {
        calling += t.result.supports.shows_calls;
    }
    BOOST_TEST((corpus::templates().empty() || calling >= 50));
}

BOOST_AUTO_TEST_SUITE_END()
