// test/chat/schema_slot.cpp - what a table asks of schemas, and what a policy lets through
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/schema_slot.hpp>
#include "formats.hpp"
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/mask/npda.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_schema_slot)

namespace chat = parlance::chat;
using chat::call_policy;
using chat::call_style;
using chat::raw_text;
using chat::schema_slot;

namespace {

std::vector<schema_slot> slots(chat::format const& f, chat::reading how = {}) {
    call_policy exact;
    exact.style = call_style::exact;
    return chat::build_syntax(f, formats::tools(), exact, how).value().schemas;
}

/// Those of an argument; of all arguments of a tool where `key` is empty.
std::vector<schema_slot> of(std::vector<schema_slot> all, std::size_t tool, std::string_view key) {
    std::erase_if(all, [&](schema_slot const& s) { return s.tool != tool || s.key != key; });
    return all;
}

bool has(std::vector<std::string> const& texts, std::string_view text) {
    return std::ranges::find(texts, text) != texts.end();
}

/// Whether a grammar of this policy writes a text, with everything in front of it.
bool writes(chat::format const& f, call_policy const& policy, std::string_view text) {
    auto const tools = formats::tools();
    auto const s = chat::build_syntax(f, tools, policy).value();
    return parlance::mask::matches(chat::build_grammar(s, tools, policy).value().network, text);
}

}  // namespace

BOOST_AUTO_TEST_CASE(by_choice_is_lenient_where_the_model_may_choose) {
    using kind = call_policy::kind;
    for (kind const choice : {kind::none, kind::automatic, kind::required}) {
        for (call_style const style : {call_style::by_choice, call_style::exact, call_style::lenient}) {
            call_policy p;
            p.choice = choice;
            p.style = style;
            bool const lenient =
                style == call_style::lenient || (style == call_style::by_choice && choice == kind::automatic);
            BOOST_TEST(p.is_lenient() == lenient);
        }
    }
    BOOST_TEST(call_policy{}.is_lenient(), "nothing is asked for: the model may choose");
}

BOOST_AUTO_TEST_CASE(a_lenient_style_writes_what_an_exact_one_does_and_more) {
    struct {
        chat::format f;
        std::string exact;
        std::string other;
    } const samples[] = {
        {formats::json_in_tags(), "<tool_call>\n{\"name\": \"stop\", \"arguments\": {}}\n</tool_call>",
         "<tool_call>\n{\"name\": \"stop\", \"parameters\": {}}\n</tool_call>"},
        {formats::tagged(),
         "<tool_call>\n<function=get_weather>\n<parameter=city>\nBern\n</parameter>\n</function>\n</"
         "tool_call>",
         "<tool_call>\n<function=get_weather>\n<parameter=city>\nBern\n</parameter>\n</parameter>\n</"
         "function>\n"
         "</tool_call>"},
        {formats::tagged(), "<tool_call>\n<function=stop>\n</function>\n</tool_call>",
         "<function=stop>\n</function>\n</tool_call>"},
    };
    call_policy p;
    for (auto const& sample : samples) {
        for (auto const choice : {call_policy::kind::automatic, call_policy::kind::required}) {
            p.choice = choice;
            for (call_style const style : {call_style::exact, call_style::lenient, call_style::by_choice}) {
                p.style = style;
                BOOST_TEST(writes(sample.f, p, sample.exact), sample.exact);
                BOOST_TEST(writes(sample.f, p, sample.other) == p.is_lenient(), sample.other);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(the_object_of_all_arguments_has_no_key) {
    for (auto const& make : {formats::json_in_tags, formats::json_array_with_ids, formats::name_in_tag}) {
        auto const all = slots(make());
        BOOST_TEST(all.size() == 2u);
        for (std::size_t tool = 0; tool < 2; ++tool) {
            auto const one = of(all, tool, "");
            BOOST_REQUIRE(one.size() == 1u);
            BOOST_TEST((one[0].raw == raw_text::never));
            BOOST_TEST((one[0].ends == nullptr));
            BOOST_TEST(!one[0].encoded);
            BOOST_TEST(!one[0].schema.has_value());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_tagged_value_says_what_ends_it_and_what_would_be_read_as_its_end) {
    auto const all = slots(formats::tagged());
    BOOST_TEST(of(all, 1, "").empty(), "a tool without arguments asks nothing");
    for (std::string_view const key : {"city", "n"}) {
        auto const one = of(all, 0, key);
        BOOST_REQUIRE((one.size() == 1u && one[0].ends != nullptr));
        BOOST_TEST((one[0].raw == raw_text::either), "a string raw, anything else JSON");
        chat::text_ends const& ends = *one[0].ends;
        BOOST_TEST(has(ends.until, "</parameter>"));
        BOOST_TEST(!ends.without.empty());
        for (std::string const& text : ends.without) {
            BOOST_TEST(!has(ends.until, text), text);
        }
    }
    BOOST_TEST((of(all, 0, "city")[0].ends == of(all, 0, "n")[0].ends), "what ends alike has it in common");
}

BOOST_AUTO_TEST_CASE(a_string_in_quotes_of_the_dialect_ends_at_them) {
    auto const all = slots(formats::noted());
    auto const city = of(all, 0, "city");  // in the dialect's quotes, or in JSON's
    BOOST_REQUIRE(city.size() == 2u);
    auto const raw = std::ranges::find(city, raw_text::only, &schema_slot::raw);
    BOOST_REQUIRE((raw != city.end()));
    BOOST_REQUIRE((raw->ends != nullptr));
    BOOST_TEST((raw->ends->until == std::vector<std::string>{"<q>"}));
    BOOST_TEST((std::ranges::count(city, raw_text::never, &schema_slot::raw) == 1));
    auto const n = of(all, 0, "n");
    BOOST_REQUIRE(n.size() == 1u);
    BOOST_TEST((n[0].raw == raw_text::never));
}

BOOST_AUTO_TEST_CASE(arguments_in_a_string_are_encoded_and_the_schema_of_an_answer_is_of_no_tool) {
    chat::format f = formats::json_in_tags();
    std::ranges::find(f.tools.call, chat::piece::kind::arguments, &chat::piece::is)->is =
        chat::piece::kind::encoded;
    for (schema_slot const& s : slots(f)) {
        BOOST_TEST(s.encoded);
    }
    call_policy exact;
    exact.choice = call_policy::kind::required;
    exact.style = call_style::exact;
    BOOST_TEST(writes(f, exact, R"(<tool_call>
{"name": "get_weather", "arguments": "{\"city\": \"Bern\"}"}
</tool_call>)"));

    BOOST_TEST(of(slots(formats::tagged()), schema_slot::answer, "").empty());
    auto const answer = of(slots(formats::tagged(), {.json = true}), schema_slot::answer, "");
    BOOST_REQUIRE(answer.size() == 1u);
    BOOST_TEST((answer[0].raw == raw_text::never));
}

BOOST_AUTO_TEST_CASE(part_of_an_argument_has_its_own_schema) {
    chat::format const f = formats::pythonic();
    std::vector<chat::tool> const tools{{"find", "",
                                         parlance::json::parse(R"({"type": "object", "properties": {
             "near": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}}})")
                                             .value()}};
    call_policy exact;
    exact.style = call_style::exact;
    auto const all = chat::build_syntax(f, tools, exact).value().schemas;
    boost::json::value const item = boost::json::object{{"type", "string"}, {"enum", {"a", "b"}}};
    BOOST_TEST((std::ranges::any_of(all, [&](schema_slot const& s) {
        return s.tool == 0 && s.key == "near" && s.schema == item && s.raw == raw_text::only &&
               s.ends != nullptr && has(s.ends->until, "'");
    })));
}

BOOST_AUTO_TEST_SUITE_END()
