// test/hf/response_schema.cpp
// SPDX-License-Identifier: BSL-1.0
#include <parlance/hf/legacy/response_schema.hpp>
#include "../../looks.hpp"
#include "../../measured.hpp"
#include <parlance/hf/response_reader.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(hf_legacy_response_schema)

namespace {

using namespace parlance;
using namespace parlance::hf;

response_schema load(std::string_view spec) {
    return response_schema::load(json::parse(spec).value()).value();
}

/// The message that the schema's template makes of the pieces; keys in order.
std::string streamed(response_schema const& s, std::vector<std::string_view> const& pieces) {
    response_reader r(*s.as_template());
    auto const ignore = [](region_event const&) {};
    for (std::string_view const piece : pieces) {
        r.feed(piece, ignore);
    }
    json::dump_options sorted;
    sorted.sort_keys = true;
    return json::dump(*r.finish(ignore), sorted);
}
std::string whole(response_schema const& s, std::string_view text) {
    json::dump_options sorted;
    sorted.sort_keys = true;
    return json::dump(s.parse(text).value, sorted);
}

std::vector<std::string_view> bytes_of(std::string_view text) {
    std::vector<std::string_view> out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        out.push_back(text.substr(i, 1));
    }
    return out;
}

/// Every split in two, byte by byte and at random: all give what the schema gives for the whole.
void check_every_split(response_schema const& s, std::string_view text, std::mt19937& random) {
    std::string const expected = whole(s, text);
    BOOST_TEST_CONTEXT(text) {
        BOOST_TEST(streamed(s, {text}) == expected);
        BOOST_TEST(streamed(s, bytes_of(text)) == expected);
        for (std::size_t cut = 1; cut < text.size(); ++cut) {
            BOOST_TEST(streamed(s, {text.substr(0, cut), text.substr(cut)}) == expected);
        }
        for (std::size_t first = 1; first < text.size() && text.size() < 24; ++first) {
            for (std::size_t second = first + 1; second < text.size(); ++second) {
                BOOST_TEST(streamed(s, {text.substr(0, first), text.substr(first, second - first),
                                        text.substr(second)}) == expected);
            }
        }
        for (int round = 0; round < 8; ++round) {
            std::vector<std::string_view> pieces;
            for (std::string_view rest = text; !rest.empty();) {
                std::size_t const size = std::min<std::size_t>(1 + random() % 9, rest.size());
                pieces.push_back(rest.substr(0, size));
                rest.remove_prefix(size);
            }
            BOOST_TEST(streamed(s, pieces) == expected);
        }
    }
}

constexpr std::string_view cohere = R"j({"type": "object", "properties": {
    "role": {"const": "assistant"},
    "content": {"type": "string", "x-regex": "<\\|START_RESPONSE\\|>(.*?)(?:<\\|END_RESPONSE\\|>|$)"},
    "thinking": {"type": "string", "x-regex": "<\\|START_THINKING\\|>(.*?)(?:<\\|END_THINKING\\|>|$)"},
    "tool_calls": {"type": "array", "x-regex": "<\\|START_ACTION\\|>(.*?)(?:<\\|END_ACTION\\|>|$)", "x-parser": "json",
        "x-parser-args": {"transform": "[*].{type: 'function', function: {name: tool_name, arguments: parameters}}"}}}})j";

constexpr std::string_view pairs = R"j({"type": "object", "properties": {
    "thinking": {"type": "string", "x-regex": "<t>\\s*(.*?)\\s*</t>"},
    "content": {"type": "string", "x-regex": "<c>(.*?)(?:</c>|<e>|$)"},
    "n": {"type": "integer", "x-regex": "<n>(.*?)</n>"},
    "tool_calls": {"type": "array", "x-regex-iterator": "<f>(.*?)</f>",
                   "items": {"type": "object", "x-parser": "json",
                             "x-parser-args": {"transform": "{type: 'function', function: @}"}}},
    "channels": {"type": "array", "x-regex-iterator": "<h> (to=.*?:.*?)(?:</h>|$)", "items": {"type": "object",
        "properties": {"name": {"type": "string", "x-regex": "^to=(\\w+)"},
                       "args": {"type": "object", "x-regex-key-value": "<(?P<key>\\w+)=(?P<value>.*?)>"}}}}}})j";

}  // namespace

BOOST_AUTO_TEST_CASE(every_mistake_is_placed_by_a_pointer) {
    struct {
        char const* spec;
        char const* pointer;
        errc code = errc::invalid_response_schema;
    } const rows[] = {
        {"[]", ""},
        {R"j({"type": "null"})j", "/type"},
        {R"j({"type": ["string"]})j", "/type"},
        {R"j({"x-mapping": {}})j", "/x-mapping"},
        {R"j({"x-regex-to-dict": "a"})j", "/x-regex-to-dict"},
        {R"j({"x-mapping-regex": {}})j", "/x-mapping-regex"},
        {R"j({"x-regex": 1})j", "/x-regex"},
        {R"j({"x-regex": "(a"})j", "/x-regex", errc::regex_syntax},
        {R"j({"x-regex": "a"})j", "/x-regex"},
        {R"j({"x-regex": "(a)(b)"})j", "/x-regex"},
        {R"j({"type": "object", "x-regex-iterator": "(a)"})j", "/x-regex-iterator"},
        {R"j({"type": "array", "x-regex-iterator": "a"})j", "/x-regex-iterator"},
        {R"j({"type": "array", "x-regex-key-value": "(?P<key>a)(?P<value>b)"})j", "/x-regex-key-value"},
        {R"j({"type": "object", "x-regex-key-value": "(?P<key>a)"})j", "/x-regex-key-value"},
        {R"j({"type": "object", "x-regex-key-value": "(?P<value>a)"})j", "/x-regex-key-value"},
        {R"j({"x-regex-substitutions": "a"})j", "/x-regex-substitutions"},
        {R"j({"x-regex-substitutions": [["a", "b"], ["c"]]})j", "/x-regex-substitutions/1"},
        {R"j({"x-regex-substitutions": [["a", 1]]})j", "/x-regex-substitutions/0/1"},
        {R"j({"x-regex-substitutions": [["[", "b"]]})j", "/x-regex-substitutions/0/0", errc::regex_syntax},
        {R"j({"x-regex-substitutions": [["a", "\\1"]]})j", "/x-regex-substitutions/0/1", errc::regex_syntax},
        {R"j({"x-parser": "xml"})j", "/x-parser"},
        {R"j({"x-parser": "json", "x-parser-args": []})j", "/x-parser-args"},
        {R"j({"x-parser": "json", "x-parser-args": {"allow_non_json": 1}})j",
         "/x-parser-args/allow_non_json"},
        {R"j({"x-parser": "json", "x-parser-args": {"transform": 1}})j", "/x-parser-args/transform"},
        {R"j({"x-parser": "json", "x-parser-args": {"transform": "a["}})j", "/x-parser-args/transform",
         errc::jmespath_syntax},
        {R"j({"properties": 1})j", "/properties"},
        {R"j({"properties": {"a/b~": {"type": 1}}})j", "/properties/a~1b~0/type"},
        {R"j({"required": "a"})j", "/required"},
        {R"j({"required": ["a", 1]})j", "/required/1"},
        {R"j({"additionalProperties": 1})j", "/additionalProperties"},
        {R"j({"additionalProperties": {"x-parser": "y"}})j", "/additionalProperties/x-parser"},
        {R"j({"items": []})j", "/items"},
        {R"j({"prefixItems": {}})j", "/prefixItems"},
        {R"j({"prefixItems": [{}, {"type": 1}]})j", "/prefixItems/1/type"},
    };
    for (auto const& row : rows) {
        auto const s = response_schema::load(json::parse(row.spec).value());
        BOOST_TEST_CONTEXT(row.spec) {
            BOOST_REQUIRE(!s);
            std::string_view const hint = s.error().hint.view();
            // the root's pointer is empty, and not written
            BOOST_TEST((hint[0] == '/' ? hint.substr(0, hint.find(':')) : "") == row.pointer);
            BOOST_TEST((s.error().code == row.code));
        }
    }
    json::value nested = json::object{};
    for (int i = 0; i < 40; ++i) {
        nested = json::object{{"items", std::move(nested)}};
    }
    BOOST_TEST(response_schema::load(nested).has_value());
    nested = json::object{{"items", std::move(nested)}};
    BOOST_TEST((response_schema::load(nested).error().code == errc::nested_too_deep));
}

BOOST_AUTO_TEST_CASE(what_is_copied_for_each_item_and_what_shapes_it_has_the_limits_of_the_reading) {
    limits small;
    small.fuel = 1'000'000;
    small.allocated_bytes = 100'000;
    auto const why = [&](json::value const& spec, std::string_view text, limits const& bounds) {
        auto const made = response_schema::load(spec, bounds).value().parse_strict(text);
        return made ? errc::none : made.error().code;
    };
    std::string list = "[1";
    for (int i = 1; i < 200; ++i) {
        list += ",1";
    }
    list += "]";
    json::array const long_one(100, json::value(0));
    json::value const constants =
        json::object{{"x-parser", "json"}, {"type", "array"}, {"items", json::object{{"const", long_one}}}};
    BOOST_TEST((why(constants, list, {}) == errc::none));
    BOOST_TEST((why(constants, list, small) == errc::out_of_memory_budget));
    json::object shaped;
    for (int i = 0; i < 40; ++i) {
        shaped["p" + std::to_string(i)] =
            json::object{{"x-parser", "json"}, {"x-parser-args", json::object{{"transform", "[*].[@, @]"}}}};
    }
    small.allocated_bytes = limits{}.allocated_bytes;
    json::value const each = json::object{{"type", "object"}, {"properties", shaped}};
    BOOST_TEST((why(each, list, {}) == errc::none));
    BOOST_TEST((why(each, list, small) == errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(a_value_is_copied_once_however_deep_the_objects_around_it_are) {
    auto const wanted = [&](std::size_t depth) {
        std::string value = "[[0]";
        for (int i = 1; i < 1000; ++i) {
            value += ",[0]";
        }
        value += "]";
        json::value spec = json::object{};
        for (std::size_t i = 0; i < depth; ++i) {
            value = "{\"a\":" + value + "}";
            spec = json::object{{"type", "object"}, {"properties", json::object{{"a", std::move(spec)}}}};
        }
        spec.get_object()["x-parser"] = "json";
        auto const s = response_schema::load(spec).value();
        std::size_t const before = measured::calls;
        BOOST_TEST(json::dump(s.parse_strict(value).value()).size() > 2000U);
        return measured::calls - before;
    };
    std::size_t const flat = wanted(1);
    BOOST_TEST(wanted(21) < flat + 21 * 40);
}

BOOST_AUTO_TEST_CASE(what_is_copied_or_told_of_a_value_is_paid_for) {
    limits small;
    small.allocated_bytes = 20'000;
    std::string list = "[1";
    for (int i = 1; i < 1000; ++i) {
        list += ",1";
    }
    list += "]";
    auto const spec =
        json::parse(R"j({"type": "object", "x-parser": "json", "properties": {"a": {}}})j").value();
    auto const s = response_schema::load(spec, small).value();
    BOOST_TEST((s.parse_strict("{\"a\":" + list + "}").error().code == errc::out_of_memory_budget));
    BOOST_TEST((s.parse_strict("{\"b\":" + list + "}").error().code == errc::out_of_memory_budget));
    auto const told = s.parse(list);  // no object
    BOOST_REQUIRE(told.diagnostics.size() == 1U);
    BOOST_TEST((told.diagnostics[0].code == errc::response_mismatch));
    BOOST_TEST(told.unread[0].empty());
    BOOST_TEST(response_schema::load(spec).value().parse(list).unread[0].size() == 3 * 1000U);
}

BOOST_AUTO_TEST_CASE(names_that_are_looked_up_in_each_item_are_paid_for) {
    limits small;
    small.fuel = 1'000'000;
    auto const why = [&](json::object item, std::string_view each, limits const& bounds) {
        item["type"] = "object";
        json::value const spec =
            json::object{{"x-parser", "json"}, {"type", "array"}, {"items", std::move(item)}};
        std::string text = "[";
        for (int i = 0; i < 1000; ++i) {
            text.append(each).append(",");
        }
        text.back() = ']';
        auto const made = response_schema::load(spec, bounds).value().parse_strict(text);
        return made ? errc::none : made.error().code;
    };
    json::object properties;
    for (int i = 0; i < 500; ++i) {
        properties["p" + std::to_string(i)] = json::object{};
    }
    BOOST_TEST((why({{"properties", properties}}, "{}", {}) == errc::none));
    BOOST_TEST((why({{"properties", properties}}, "{}", small) == errc::out_of_fuel));
    json::array const required(500, json::value("a"));
    BOOST_TEST((why({{"required", required}}, R"({"a":1})", {}) == errc::none));
    BOOST_TEST((why({{"required", required}}, R"({"a":1})", small) == errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(members_that_nobody_declared_are_told_from_the_others_in_one_walk) {
    auto const s = load(
        R"j({"x-parser": "json", "type": "object", "properties": {"c": {"const": 1}, "b": {"type": "integer"},
        "n": {}, "d": {"x-parser": "json", "default": 2}}, "additionalProperties": {"type": "string"}})j");
    BOOST_TEST(json::dump(s.parse_strict(R"({"z": "Z", "b": 3, "c": 9, "y": "Y"})").value()) ==
               R"({"c": 1, "b": 3, "d": 2, "z": "Z", "y": "Y"})");
}

BOOST_AUTO_TEST_CASE(groups_that_a_replacement_names_are_paid_for_where_they_are_empty) {
    std::string many;
    for (int i = 0; i < 1000; ++i) {
        many += "\\1";
    }
    json::array substitutions;
    substitutions.push_back(json::array{"(z?)", json::value(many)});
    json::value const spec = json::object{{"type", "string"}, {"x-regex-substitutions", substitutions}};
    std::string const text(400, 'a');
    BOOST_TEST(response_schema::load(spec).value().parse_strict(text).value().as_string().size() ==
               text.size());
    limits small;
    small.fuel = 1'000'000;
    BOOST_TEST(
        (response_schema::load(spec, small).value().parse_strict(text).error().code == errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(text_is_never_an_error_and_strictly_what_the_reference_raises) {
    auto const s = load(R"j({"type": "object", "properties": {"role": {"const": "assistant"},
        "n": {"type": "integer", "x-regex": "<n>(.*?)</n>"}, "j": {"x-regex": "<j>(.*?)</j>", "x-parser": "json"}}})j");
    std::string_view const text = "<n>many</n><j>{</j>";
    auto const kept = s.parse(text);
    BOOST_TEST(json::dump(kept.value) == R"({"role": "assistant"})");
    BOOST_REQUIRE(kept.diagnostics.size() == 2U);
    BOOST_TEST(kept.unread == (std::vector<std::string>{"many", "{"}), boost::test_tools::per_element());
    BOOST_TEST((s.parse_strict(text).error().code == errc::response_mismatch));
    auto const lost = load(R"j({"type": "object", "x-regex": "<a>(?P<content>.*)</a>",
                               "properties": {"role": {"const": "assistant"}, "content": {"type": "string"}}})j");
    BOOST_TEST(json::dump(lost.parse("no such thing").value) ==
               R"({"role": "assistant", "content": "no such thing"})");
    BOOST_TEST(lost.parse_strict("no such thing")->is_null());
}

BOOST_AUTO_TEST_CASE(one_that_was_moved_from_reads_as_before) {
    response_schema s = load(R"({"type": "string", "x-regex": "<(.*)>"})");
    response_schema const other = std::move(s);
    BOOST_TEST(whole(s, "<a>") == "\"a\"");  // NOLINT: that is what is asked
    BOOST_TEST(whole(other, "<a>") == "\"a\"");
}

BOOST_AUTO_TEST_CASE(substitutions_cannot_grow_without_bound) {
    std::string spec = R"j({"type": "string", "x-regex-substitutions": [)j";
    for (int i = 0; i < 60; ++i) {
        spec += R"j(["(x)", "\\1\\1"],)j";
    }
    spec.back() = ']';
    limits few;
    few.output_bytes = 1000;
    auto const s = response_schema::load(json::parse(spec + "}").value(), few).value();
    BOOST_TEST((s.parse_strict("x").error().code == errc::output_too_large));
}

BOOST_AUTO_TEST_CASE(the_shapes_that_stream) {
    struct {
        char const* regex;
        bool streams;
    } const rows[] = {
        {"<a>(.*?)</a>", true},
        {"<a>(.*?)(?:</a>|$)", true},
        {"<a>(.*?)(?:</a>|<b>)", true},
        {"<a>(.*?)$", true},
        {"<a>(.*)", true},
        {"<a>(.*)$", true},
        {"<a>\\n(.*?)\\n?<\\/a>", true},
        {"<a>\\s*(.*?)\\s*(?:</a>|\\Z)", true},
        {"\\<\\|a\\|\\>(.*?)\\<", true},
        {"<a> (to=x\\..*?<m>.*?)(?:</a>|$)", true},
        {"\xE2\x96\x81(.*?)\xEF\xBD\x9C", true},
        {"<a>(.*)</a>", false},        // greedy: the last end counts
        {"<a>(.+?)</a>", false},       // an end at once is none
        {"<a>\\s*(.*?) </a>", false},  // the white space could be either's
        {"(.*?)</a>", false},
        {"<a>(.*?)", false},
        {"<a>([^<]*)</a>", false},
        {"<a>(?P<x>.*?)</a>", false},
        {"(?i)<a>(.*?)</a>", false},
        {"<a>(.*?)(?=</a>)", false},
        {"<a*>(.*?)</a>", false},
        {"<\\w>(.*?)</a>", false},
        {"<a>(.*?)(?:</a>|b+)", false},
    };
    for (auto const& row : rows) {
        json::value spec = json::parse(R"j({"type": "object", "properties": {"c": {}}})j").value();
        spec.at("properties").at("c").as_object()["x-regex"] = row.regex;
        auto const s = response_schema::load(spec);
        BOOST_TEST_CONTEXT(row.regex) {
            BOOST_REQUIRE(s);
            BOOST_TEST(s->streamable() == row.streams);
            for (auto const& f :
                 s->streamable() ? s->as_template()->fields() : std::vector<template_field>()) {
                BOOST_TEST(f.open->linear());
                BOOST_TEST((!f.close || f.close->linear()), "no delimiter goes through PCRE2");
            }
        }
    }
    for (
        char const* const other :
        {R"j({"type": "string", "x-regex": "<a>(.*?)</a>"})j", R"j({"type": "object"})j",
         R"j({"type": "object", "properties": {"content": {"type": "string"}}})j",
         R"j({"type": "object", "properties": {"role": {"const": "assistant"}}})j",
         R"j({"type": "object", "x-parser": "json", "properties": {"c": {"x-regex": "<a>(.*?)</a>"}}})j",
         R"j({"type": "object", "properties": {"c": {"x-regex-substitutions": [["a", "b"]], "x-regex": "<a>(.*?)</a>"}}})j"}) {
        BOOST_TEST(!load(other).streamable(), other);
    }
    BOOST_TEST(load(cohere).streamable());
    BOOST_TEST(load(pairs).streamable());
}

BOOST_AUTO_TEST_CASE(what_streams_gives_the_message_of_the_schema) {
    struct {
        std::string_view schema;
        char const* text;
        char const* message;
    } const rows[] = {
        {cohere, "<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>Hi<|END_RESPONSE|>",
         R"({"content": "Hi", "role": "assistant", "thinking": "hm"})"},
        {cohere, "<|START_THINKING|>hm\n", R"({"role": "assistant", "thinking": "hm"})"},
        {cohere, "<|START_ACTION|>[{\"tool_name\": \"f\", \"parameters\": {}}]<|END_ACTION|>",
         R"({"role": "assistant", "tool_calls": [{"function": {"arguments": {}, "name": "f"}, "type": "function"}]})"},
        {cohere, "<|START_ACTION|>[{\"tool_name\"", R"({"role": "assistant"})"},
        {pairs, "<t> a </t><c>one</c><c>two", R"({"content": "one", "thinking": "a"})"},
        {pairs, "<t>open <c>one</c>", R"({"content": "one"})"},
        {pairs, "<n> 7 </n><n>8</n>", R"({"n": 7})"},
        {pairs, "<n>x</n>", "{}"},
        {pairs, "<c></c>", R"({"content": ""})"},
        {pairs, "<f>{\"name\": 1}</f><f>{</f><f>{}",
         R"({"tool_calls": [{"function": {"name": 1}, "type": "function"}]})"},
        {pairs, "<f>{</f>", R"({"tool_calls": []})"},
        {pairs, "<h> to=f <h> to=g:<a=1><b=2></h><h> to=k:",
         R"({"channels": [{"args": {"a": "1", "b": "2"}, "name": "f"}, {"name": "k"}]})"},
    };
    std::mt19937 random(3);
    for (auto const& row : rows) {
        auto const s = load(row.schema);
        BOOST_TEST(whole(s, row.text) == row.message);
        check_every_split(s, row.text, random);
    }
}

BOOST_AUTO_TEST_CASE(texts_at_random_give_the_message_of_the_schema) {
    std::mt19937 random(11);
    auto const s = load(pairs);
    // regions that may be left open stand last, so that no region begins inside another
    char const* const parts[] = {
        "<t>a </t>", "<t>\n",   "<n>1</n>",           "<n>x</n>", "<f>{}</f>", "<f>{</f>",
        "b",         "<c>c<e>", "<c>\xC3\xA9</c>",    "</t>",     "\n",        "<f>[1]</f>",
        "<",         "<n></n>", "<h> to=f:<a=1></h>", "</f>",     "<t></t>",   "<h"};
    char const* const lasts[] = {"", "<c>end", "<h> to=g:<a=", "<t>open", "<f>{", "<c>\n", "<h> to"};
    for (int round = 0; round < 60; ++round) {
        std::string text;
        for (auto n = random() % 9; n > 0; --n) {
            text += parts[random() % std::size(parts)];
        }
        text += lasts[random() % std::size(lasts)];
        bool const inside = text.find("<t>\n") != text.npos && text.find("</t>") != text.npos;
        if (!inside) {
            check_every_split(s, text, random);
        }
    }
}

BOOST_AUTO_TEST_CASE(schemas_of_the_corpus_that_stream_give_the_same_message_for_every_split) {
    std::string const corpus = PARLANCE_CORPUS;
    std::ifstream in(corpus + "/response/schema-cases.jsonl");
    if (corpus.empty() || !in) {
        BOOST_TEST_MESSAGE("no corpus");
        return;
    }
    std::mt19937 random(5);
    std::size_t streams = 0;
    std::size_t rows = 0;
    for (std::string line; std::getline(in, line); ++rows) {
        auto const row = json::parse(line).value();
        auto const s = response_schema::load(row.at("schema"));
        if (s && s->streamable()) {
            ++streams;
            check_every_split(*s, json::text_of(row.at("input")), random);
        }
    }
    BOOST_TEST_MESSAGE(streams << " of " << rows << " cases have a schema that streams");
    BOOST_TEST(streams > 0U);
}

BOOST_AUTO_TEST_CASE(a_megabyte_of_unclosed_thinking_is_read_right_or_told) {
    std::string const text = "<think>" + std::string(std::size_t{1} << 20, 'x');
    auto const plain = load(R"j({"type": "object", "properties": {
        "thinking": {"type": "string", "x-regex": "<think>(.*?)(?:</think>|$)"},
        "content": {"type": "string", "x-regex": "<c>(.*?)</c>"}}})j");
    auto const kept = plain.parse(text);
    BOOST_TEST(kept.diagnostics.empty());
    BOOST_TEST((kept.value == json::value(json::object{{"thinking", std::string_view(text).substr(7)}})));
    auto const around = load(R"j({"type": "object", "properties": {"content": {"type": "string"}},
        "x-regex": "^(?:<think>(?:(?!</think>)[\\s\\S])*</think>)?(?P<content>(?:(?!<tool_call>)[\\s\\S])*?)(?=(?:<tool_call>|$))"})j");
    auto const given_up = around.parse(text);
    BOOST_REQUIRE(given_up.diagnostics.size() == 1U);
    BOOST_TEST((given_up.diagnostics[0].code == errc::regex_budget));
    BOOST_TEST((given_up.unread[0] == text));
    BOOST_TEST((given_up.value == json::value(json::object{{"content", text}})),
               "the raw text is the content");
    BOOST_TEST((around.parse_strict(text).error().code == errc::regex_budget));
}

BOOST_AUTO_TEST_CASE(text_is_the_text_of_a_schema) {
    using parlance::hf::response_schema;
    BOOST_TEST((response_schema::load("{").error().code == parlance::errc::json_syntax));
    BOOST_TEST((response_schema::load("\"text\"").error().code == parlance::errc::invalid_response_schema));
}

BOOST_AUTO_TEST_CASE(what_is_kept_lives_in_memory_of_its_own) {
    auto const s = [] {
        boost::json::monotonic_resource storage;
        auto const spec =
            json::parse(R"({"type": "object", "properties": {"role": {"const": ["assistant", {"k": 1}]},
            "c": {"type": "object", "x-parser": "json", "properties": {"d": {"default": ["a long text of its own"]}}}}})",
                        {}, &storage);
        return response_schema::load(*spec).value();
    }();
    BOOST_TEST((s.parse_strict("{}").value() == json::parse(R"({"role": ["assistant", {"k": 1}],
        "c": {"d": ["a long text of its own"]}})")
                                                    .value()));
}

BOOST_AUTO_TEST_CASE(at_whichever_look_it_is_asked_to_stop_it_says_that_it_was_cancelled) {
    std::string properties;
    std::string required;
    for (int i = 0; i < 60; ++i) {
        std::string const name = (i == 0 ? "\"p" : ", \"p") + std::to_string(i) + "\"";
        required += name;
        properties += name + R"(: {"type": "string", "default": ["a", 1], "x-regex": "<)" +
                      std::to_string(i) + R"(>(.*?)</t>"})";
    }
    std::string const spec = R"({"type": "object", "required": [)" + required + R"(], "properties": {)" +
                             properties + R"(, "role": {"const": "assistant"}}})";
    BOOST_TEST(response_schema::load(spec).value().streamable());
    auto const said = stopped_at_each_look([&](limits const& bounds) {
        auto const s = response_schema::load(spec, bounds);
        return s ? errc::none : s.error().code;
    });
    BOOST_TEST(said.size() > 20U);
    BOOST_TEST(std::count(said.begin(), said.end(), errc::cancelled) == std::ptrdiff_t(said.size()));
}

BOOST_AUTO_TEST_SUITE_END()
