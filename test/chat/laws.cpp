// test/chat/laws.cpp - the laws of answers, on every family of formats; and that breaking one is noticed
// SPDX-License-Identifier: BSL-1.0
#include "laws.hpp"
#include "formats.hpp"
#include <parlance/chat/hold.hpp>
#include <parlance/chat/response_parser.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_laws)

namespace chat = parlance::chat;

namespace {

struct family {
    std::string_view name;
    chat::format format;
    std::vector<std::string> markup;
    std::vector<std::string_view> texts;
    std::vector<std::string_view> mentions{};  // a marker that no call follows is text: it is content
};

std::vector<family> families() {
    return {
        {"JSON between markers",
         formats::thinking(formats::json_in_tags()),
         {"<tool_call>", "</tool_call>", "<think>", "</think>"},
         {"<think>\nhm < </think\n</think>\n\nHello\n<tool_call>\n{\"name\": \"get_weather\", \"arguments\": "
          "{\"city\": \"caf\xC3\xA9 \xF0\x9F\x98\x80 \\u00e9\", \"n\": -1.50e3}}\n</tool_call> bye",
          "<tool_call>{\"arguments\":{\"a\":[{\"b\":\"}\"}]},\"x\":1,\"name\":\"zz\"}</tool_call>\n"
          "<tool_call>{\"name\":\"stop\"}</tool_call>",
          "<tool_call>{\"name\":\"stop\",\"arguments\":\"{\\\"k\\\": \\\"\\\\u00e9\\\"}\"}</tool_call>",
          "text <tool_cal then <tool_call>{\"nam\": 1}</tool_call> and on",
          "a <tool_call>{\"name\":\"f\",\"arguments\":{\"x\":\"cut of", "<tool_call>{\"name\":\"f\",\"argum",
          "a <tool_call>{\"name\":\"f\",\"arguments\":{\"x\": tru", "", "<", "<tool_call", "<think>only",
          "<tool_call>{\"name\":\"f\",\"arguments\":{\"x\":1} oops }</tool_call>\xE2\x82",
          "<think>\n\xE2\x82 </think>bad \xFF\xC3 bytes"},
         {"bad \xFF\xC3 bytes <tool_call>\xE2\x82</tool_call>"}},
        {"JSON array",
         formats::json_array_with_ids(),
         {"[CALLS]"},
         {"Hi [CALLS][{\"name\": \"stop\", \"arguments\": {}, \"id\": \"x1\"} , {\"id\": \"x2\", \"name\": "
          "\"stop\", \"arguments\": {\"n\": 2}}]",
          "plain [CALL", "[CALLS][{\"name\":\"a\",\"arguments\":{\"k\":[[[[]]]]},\"id\":\"1\"}] trailing",
          "[CALLS][{\"name\":3", "[CALLS][{\"name\":\"a\",\"arguments\":{\"k\":\"unfin"},
         {"[CALLS][]"}},
        {"JSON alone",
         formats::bare_json(),
         {},
         {"{\"name\": \"stop\", \"parameters\": {\"n\": 1}}", "{\"name\": \"Bob\", \"age\": 3}",
          "Use {braces}", "{\"type\": \"function\", \"name\": \"stop\", \"parameters\": {\"n\": \"x"}},
        {"name in the tag",
         formats::name_in_tag(),
         {"</call>", "</calls>"},
         {"a<calls><call:stop#i1>{\"n\": 1}</call><call:stop#i2>{}</call></calls>", "<calls><call:sto",
          "<calls> no"},
         {"a<calls><call:stop#i1>{\"n\": 1} x</call>b"}},
        {"tagged arguments",
         formats::tagged(),
         {"<tool_call>", "<function=", "<parameter="},
         {"Let me.\n<tool_call>\n<function=get_weather>\n<parameter=city>\nPa\"r\xC3\xA9\nis\n</parameter>\n"
          "<parameter=n>\n42\n</parameter>\n</function>\n</tool_call>",
          "<tool_call>\n<function=f>\n<parameter=code>\nif (a < b) {\n  </param\n}\n</parameter>\n</function>"
          "\n</tool_call>tail",
          "<tool_call><function=stop></function></tool_call>", "<tool_call><function=f><parameter=x>1",
          "<tool_call><function=f><parameter=x>\n{\"a\": [1, None]}\n</parameter>"},
         {"<tool_call>oops"}},
        {"key-value tags",
         formats::key_value_tags(),
         {"<tool_call>", "<arg_key>", "<arg_value>"},
         {"ok<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>1 < 2</arg_value>\n<arg_key>n</"
          "arg_key>\n<arg_value>True</arg_value>\n</tool_call>\n<tool_call>stop\n</tool_call>",
          "no call <tool", "<tool_call>f<arg_key>a</arg_key>x", "<tool_call>f\n<arg_key>a</ar"}},
        {"pythonic",
         formats::pythonic(),
         {"<|calls|>", "<|/calls|>"},
         {"a <|calls|>[stop(n=1, s='x\\'y', c={\"k\": [True, None]}), stop()]<|/calls|>",
          "<|calls|>[not a call] text", "<|calls|>[stop(a=1", "<|calls|>[stop(a=1, b=)]<|/calls|>",
          "[stop(a=1)]"}},
        {"channels",
         formats::channels(),
         {"<|channel|>", "<|message|>", "<|end|>"},
         {"<|channel|>analysis<|message|>think<|end|><|start|>assistant<|channel|>commentary "
          "to=functions.stop <|constrain|>json<|message|>{\"a\":1}<|call|>",
          "<|channel|>final<|message|>Hi <|en d", "<|channel|>odd header", "no header at all",
          "<|channel|>commentary to=functions.stop<|message|>{\"a\":"}},
        {"whole calls only",
         formats::whole_calls_only(),
         {},
         {"a\n<tool_call>\n{\"name\": \"stop\", \"arguments\": {\"n\": 1}}\n</tool_call>b",
          "a <tool_call>{\"name\": \"stop\", \"arguments\": {\"n\": 1}} and on",
          "<tool_call>{\"name\": \"stop"}},
    };
}

/// A reader that is right, and breaks one law when it is told to.
struct broken_reader {
    enum class fault { none, forgets, doubles, splits, holds, opens, not_json, nameless } is = fault::none;
    chat::message said{};
    std::string text{};
    std::size_t pieces = 0;

    [[nodiscard]] std::size_t held() const { return is == fault::holds ? text.size() : 0; }
    [[nodiscard]] chat::message const& so_far() const { return said; }
    void feed(std::string_view bytes, auto&& sink) {
        text.append(bytes);
        if (is == fault::splits && ++pieces == 3) {
            return;
        }
        said.content = said.content.value_or("").append(bytes);
        sink(chat::delta{
            chat::delta_kind::content, 0, is == fault::forgets ? bytes.substr(1) : bytes, {}, true});
        if (is == fault::doubles) {
            sink(chat::delta{chat::delta_kind::content, 0, bytes, {}, true});
        }
    }
    void finish(auto&& sink) {
        if (is == fault::opens || is == fault::not_json || is == fault::nameless) {
            said.calls.push_back({"", is == fault::nameless ? "" : "f", "{"});
            sink(chat::delta{chat::delta_kind::call_begin, 0, said.calls[0].name, {}, true});
            sink(chat::delta{chat::delta_kind::arguments, 0, "{", {}, true});
            if (is != fault::opens) {
                sink(chat::delta{chat::delta_kind::call_end, 0, {}, {}, is == fault::not_json});
            }
        }
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(laws_hold_for_every_family_of_formats) {
    auto const tools = formats::tools();
    for (family const& f : families()) {
        auto const s = chat::build_syntax(f.format, tools);
        BOOST_REQUIRE(s);
        chat::response_parser const fresh(*s, tools);
        auto const check = [&](std::string_view text, laws::trial const& how) {
            if (auto const broken = laws::first_broken(fresh, text, how); !broken.empty()) {
                BOOST_ERROR(f.name << ", " << text << ": " << broken);
            }
        };
        auto const check_all = [&](std::string_view text, std::vector<std::string> const& markup) {
            // White space and the longest name come on top.
            std::size_t const blank = static_cast<std::size_t>(
                std::ranges::count_if(text, [](char c) { return c == ' ' || c == '\n'; }));
            auto const bound = chat::max_hold(f.format);
            auto const hold = bound ? std::optional(*bound + blank + 11) : std::nullopt;
            check(text, {.finished = true, .hold = hold, .markup = markup});
            check(text, {.finished = false, .hold = hold, .markup = markup});
            for (std::size_t n = 0; n < text.size(); ++n) {
                check(text.substr(0, n), {.pairs = 0, .random = 1, .markup = markup});
            }
        };
        for (std::string_view const text : f.texts) {
            check_all(text, f.markup);
        }
        for (std::string_view const text : f.mentions) {
            check_all(text, {});
        }
    }
}

BOOST_AUTO_TEST_CASE(a_broken_law_is_noticed) {
    using fault = broken_reader::fault;
    auto const broken = [](fault is) {
        return laws::first_broken(broken_reader{is}, "some text", {.hold = 4});
    };
    BOOST_TEST(broken(fault::none) == "");
    for (fault const is : {fault::forgets, fault::doubles, fault::splits, fault::holds, fault::opens,
                           fault::not_json, fault::nameless}) {
        BOOST_TEST(broken(is) != "", static_cast<int>(is));
    }
    BOOST_TEST(laws::first_broken(broken_reader{}, "a <tag>", {.markup = {"<tag>"}}) != "");
}

BOOST_AUTO_TEST_SUITE_END()
