// test/chat/entry_points.cpp - conversations from outside: failing allocations, a small stack, a stop
// SPDX-License-Identifier: BSL-1.0
//
// The names in the table are those of test/entry_points.py, which compares it with the public headers.
#include "../entry_points.hpp"
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/answer_turn.hpp>
#include <parlance/chat/anthropic_request.hpp>
#include <parlance/chat/check.hpp>
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/openai_request.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/responses_request.hpp>
#include <parlance/chat/saved_dialect.hpp>
#include <parlance/chat/stop_matcher.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/chat/template_set.hpp>
#include <parlance/chat/to_response_template.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_entry_points)

using namespace parlance;
using namespace entry_points;

std::string template_text() {
    return "{% if tools %}{{ tools | tojson }}{% endif %}{% for m in messages %}<|{{ m.role }}|>"
           "{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}{{ m.content or "
           "'' }}"
           "{% for c in m.tool_calls or [] %}<call>{{ c.function | tojson }}</call>{% endfor %}<|end|>{% "
           "endfor %}"
           "{% if add_generation_prompt %}<|assistant|>{% endif %}";
}
std::string deep_template() {
    return nested(100, "{% if messages %}", "{{ " + nested(45, "(", "messages[0].content", ")") + " }}",
                  "{% endif %}");
}
std::string long_template() {
    return template_text() + "{% for i in range(90000) %}{% set x = i %}{% endfor %}";
}
std::string quoted(std::string_view text) { return boost::json::serialize(boost::json::value(text)); }

chat::chat_template compiled(std::string_view source) {
    return made(chat::chat_template::compile(source, {"<s>", "</s>"}));
}
chat::chat_template const& usual_template() {
    static chat::chat_template const t = compiled(template_text());
    return t;
}
chat::dialect const& usual_dialect() {
    static chat::dialect const d = chat::analyze(usual_template());
    return d;
}

std::string tools_text(std::string_view parameters) {
    return R"([{"type": "function", "function": {"name": "find", "description": "d", "parameters": )" +
           std::string(parameters) + "}}]";
}
std::string usual_tools() {
    return tools_text(R"({"type": "object", "required": ["city"], "properties": {"city": {"type": "string"},
        "days": {"type": "integer", "minimum": 1}, "where": {"enum": ["a", "b"]}}})");
}
std::string deep_tools() {
    return tools_text(R"({"type": "object", "required": ["a"], "properties": {"a": )" +
                      nested(90, R"({"type": "array", "items": )", "{}", "}") + "}}");
}
std::string long_tools() {
    return tools_text(R"({"type": "object", "required": ["a"], "properties": {"a": {"allOf": [)" +
                      times(300, R"({"type": "string", "pattern": "(a|b)*a(a|b){3}"},)") + "{}]}}}");
}

std::string many_tools() {
    std::string out;
    for (int i = 0; i < 20; ++i) {
        out.append(out.empty() ? "[" : ", ").append(R"({"type": "function", "function": {"name": "find)");
        out.append(std::to_string(i))
            .append(R"(", "parameters": )")
            .append(
                R"({"type": "object", "properties": )"
                R"({"city": {"type": "string"}, "days": {"type": "integer"}, "near": {"type": "array"}}}}})");
    }
    return out + "]";
}
/// These lines as the text of a dialect: behind its head, with their hash.
std::string saved(std::string const& lines) {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325;  // FNV-1a
    for (char const c : lines) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01B3;
    }
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
    return std::string("parlance-dialect 2 ") + digits + "\n" + lines;
}

std::string usual_messages() {
    return R"([{"role": "system", "content": "be brief"}, {"role": "user", "content": [{"type": "text", "text": "hi"}]},
        {"role": "assistant", "content": "well", "reasoning_content": "so", "tool_calls": [{"id": "c1", "type": "function",
         "function": {"name": "find", "arguments": "{\"city\": \"Bern\"}"}}]},
        {"role": "tool", "tool_call_id": "c1", "content": "rain"}, {"role": "user", "content": "and?"}])";
}
std::string messages_with(std::string_view arguments) {
    return R"([{"role": "user", "content": "hi"}, {"role": "assistant", "tool_calls": [{"id": "c1", "type": "function",
        "function": {"name": "find", "arguments": )" +
           quoted(arguments) + "}}]}, {\"role\": \"user\", \"content\": \"and?\"}]";
}
std::string deep_messages() { return messages_with(R"({"a": )" + nested(190, "[", "1", "]") + "}"); }

std::string long_messages() {
    return "[" + times(5000, R"({"role": "user", "content": "hi"},)") +
           R"({"role": "user", "content": "hi"}])";
}

std::string request_text(std::string_view messages, std::string_view tools) {
    return R"({"model": "m", "messages": )" + std::string(messages) + R"(, "tools": )" + std::string(tools) +
           R"(, "tool_choice": "auto", "stop": ["x"], "response_format": {"type": "json_schema", "json_schema":
           {"name": "n", "schema": {"type": "object"}}}})";
}
std::string deep_request() { return request_text(deep_messages(), deep_tools()); }
std::string anthropic_text(std::string_view schema) {
    return R"({"model": "m", "max_tokens": 10, "system": "s", "messages": [{"role": "user", "content": "hi"},
        {"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "tool_use", "id": "c1", "name": "find",
         "input": {"city": "Bern"}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1",
         "content": "rain"}]}], "tools": [{"name": "find", "input_schema": )" +
           std::string(schema) + "}]}";
}
std::string responses_text(std::string_view schema) {
    return R"({"model": "m", "instructions": "s", "input": [{"role": "user", "content": "hi"},
        {"type": "function_call", "call_id": "c1", "name": "find", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": "rain"}], "tools": [{"type": "function", "name": "find",
        "parameters": )" +
           std::string(schema) + "}]}";
}
std::string usual_schema() { return R"({"type": "object", "properties": {"city": {"type": "string"}}})"; }
std::string deep_schema() { return nested(90, R"({"type": "array", "items": )", "{}", "}"); }

std::string usual_answer() {
    return R"(<think>it may rain</think>Let me see.<call>{"name": "find", "arguments": {"city": "Bern", "days": 2}}</call>)";
}
std::string deep_answer() {
    return R"(<call>{"name": "find", "arguments": {"city": )" + nested(20'000, "[", "1", "]") + "}}</call>";
}

chat::inputs inputs_of(std::string_view messages, std::string_view tools) {
    chat::inputs in;
    in.messages = made(chat::messages_from_openai(messages));
    in.tools = made(chat::tools_from_openai(tools));
    return in;
}
chat::request required() { return {.calls = {.choice = chat::call_policy::kind::required}}; }
chat::prepared turn_of(std::string_view tools) {
    return made(
        chat::prepare(usual_template(), usual_dialect(), inputs_of(usual_messages(), tools), required()));
}

/// Every byte, and one token that ends.
mask::token_index const& byte_tokens() {
    static mask::token_index const all = [] {
        vocab::token_list_builder bytes;
        for (unsigned b = 0; b < 256; ++b) {
            bytes.add(std::string(1, static_cast<char>(b)));
        }
        bytes.add("<|end|>", vocab::token_kind::control);
        bytes.end(256);
        return made(mask::token_index::build(made(std::move(bytes).finish())));
    }();
    return all;
}

entry const entries[] = {
    {"chat/template.hpp compile",
     [](auto in, auto& b) { return code_of(chat::chat_template::compile(in, {}, b)); }, template_text,
     deep_template, [] { return times(1000, "{{ 1 }}"); }},
    {"chat/template.hpp render",
     [](auto in, auto& b) {
         return code_of(usual_template().within(b).render(inputs_of(in, usual_tools())));
     },
     usual_messages, deep_messages, long_messages},
    {"chat/template.hpp write",
     [](auto in, auto& b) {
         return code_of(
             usual_template().within(b).write(inputs_of(in, usual_tools()), usual_dialect().supports));
     },
     usual_messages, deep_messages, long_messages},
    {"chat/template.hpp render_context",
     [](auto in, auto& b) {
         return code_of(usual_template().within(b).render_context({{"messages", made(json::parse(in))}}));
     },
     usual_messages, deep_messages, long_messages},
    {"chat/template.hpp capabilities",
     [](auto in, auto& b) {
         static_cast<void>(compiled(in).capabilities(b));
         return errc::none;
     },
     template_text, deep_template, nullptr},
    {"chat/template_set.hpp parse_config",
     [](auto in, auto& b) { return code_of(chat::template_set::parse_config(in, b)); },
     [] {
         return R"({"eos_token": {"content": "</s>"}, "chat_template": [{"name": "default", "template": "a"},
             {"name": "tool_use", "template": "{{ messages }}"}]})" +
                std::string();
     },
     [] { return R"({"chat_template": "a", "x": )" + nested(190, "[", "1", "]") + "}"; }, long_messages},
    {"chat/template_set.hpp add",
     [](auto in, auto& b) { return code_of(chat::template_set().add("default", in, {}, b)); }, template_text,
     deep_template, [] { return times(1000, "{{ 1 }}"); }},
    {"chat/analysis/analyze.hpp analyze",
     [](auto in, auto& b) { return told(chat::analyze(compiled(in), true, b).ended.code); }, template_text,
     deep_template, long_template},
    {"chat/analysis/learn.hpp learn",
     [](auto in, auto& b) { return told(chat::learn(compiled(in), b).result.ended.code); }, template_text,
     deep_template, long_template},
    {"chat/analysis/verify.hpp verify",
     [](auto in, auto& b) {
         static_cast<void>(chat::verify(compiled(in), usual_dialect(), b));
         return errc::none;
     },
     template_text, deep_template, nullptr},
    {"chat/format_of.hpp format_of", [](auto in, auto& b) { return code_of(chat::format_of(in, b)); },
     [] {
         return std::string(
             R"j(<- ("<think>" reasoning "</think>")? content? "<call>" tag(call, name arguments) "</call>")j");
     },
     [] { return "<- " + nested(180, "(", "content", ")"); },
     [] { return "<- content " + times(5000, "\"a\" "); }},
    {"chat/saved_dialect.hpp load_dialect",
     [](auto in, auto& b) {
         auto const d = chat::load_dialect(in, b);
         return d && !chat::compare_dialects(d->learned, usual_dialect()).empty() ? errc::invalid_message
                                                                                  : code_of(d);
     },
     [] { return chat::save_dialect(usual_dialect(), template_text()); },
     [] { return saved("reasoning.start = " + nested(190, "[", "1", "]") + "\n"); },
     [] { return saved("reasoning.start = [" + times(30'000, "1,") + "1]\n"); }},
    {"chat/to_response_template.hpp to_response_template",
     [](auto in, auto&) {
         auto const d = chat::load_dialect(in);
         return d ? code_of(chat::to_response_template(d->learned.format)) : code_of(d);
     },
     [] { return chat::save_dialect(usual_dialect(), template_text()); }, nullptr, nullptr},
    {"chat/tool.hpp tools_from_openai",
     [](auto in, auto& b) { return code_of(chat::tools_from_openai(in, b)); }, usual_tools, deep_tools,
     long_messages},
    {"chat/openai.hpp messages_from_openai",
     [](auto in, auto& b) { return code_of(chat::messages_from_openai(in, b)); }, usual_messages,
     deep_messages, long_messages},
    {"chat/openai_request.hpp openai_request",
     [](auto in, auto& b) { return code_of(chat::openai_request(in, b)); },
     [] { return request_text(usual_messages(), usual_tools()); }, deep_request,
     [] { return request_text(long_messages(), usual_tools()); }},
    {"chat/anthropic_request.hpp anthropic_request",
     [](auto in, auto& b) { return code_of(chat::anthropic_request(in, b)); },
     [] { return anthropic_text(usual_schema()); }, [] { return anthropic_text(deep_schema()); },
     [] { return R"({"max_tokens": 10, "messages": )" + long_messages() + "}"; }},
    {"chat/responses_request.hpp responses_request",
     [](auto in, auto& b) { return code_of(chat::responses_request(in, b)); },
     [] { return responses_text(usual_schema()); }, [] { return responses_text(deep_schema()); },
     [] { return R"({"input": )" + long_messages() + "}"; }},
    {"chat/syntax.hpp build_syntax",
     [](auto in, auto& b) {
         return code_of(
             chat::build_syntax(usual_dialect().format, made(chat::tools_from_openai(in)), {}, {}, b));
     },
     usual_tools, deep_tools, many_tools},
    {"chat/grammar.hpp build_grammar",
     [](auto in, auto& b) {
         std::vector<chat::tool> const tools = made(chat::tools_from_openai(in));
         chat::syntax const s = made(chat::build_syntax(usual_dialect().format, tools));
         return code_of(chat::build_grammar(s, tools, {}, b));
     },
     usual_tools, deep_tools, long_tools},
    {"chat/prompt.hpp prepare",
     [](auto in, auto& b) {
         return code_of(chat::prepare(usual_template(), usual_dialect(), inputs_of(usual_messages(), in),
                                      required(), b));
     },
     usual_tools, deep_tools, long_tools},
    {"chat/constraint.hpp constraint_of",
     [](auto in, auto& b) { return code_of(chat::constraint_of(turn_of(in), b)); }, usual_tools, deep_tools,
     many_tools},
    {"chat/answer_turn.hpp begin",
     [](auto in, auto& b) {
         chat::prepared const turn = turn_of(in);
         auto t = chat::answer_turn::begin(turn, byte_tokens(), {}, b);
         if (!t) {
             return t.error().code;
         }
         for (char const c : std::string_view("<call>")) {
             if (!t->accept(static_cast<unsigned char>(c), [](chat::delta const&) {})) {
                 return errc::out_of_memory_budget;  // nothing else stands in its way
             }
         }
         static_cast<void>(t->allowed());
         t->finish([](chat::delta const&) {});
         return errc::none;
     },
     usual_tools, deep_tools, nullptr},
    {"chat/stop_matcher.hpp stop_matcher",
     [](auto in, auto&) {
         std::string const texts[] = {"so.", "rain", std::string(in.substr(0, 40))};
         chat::stop_matcher stops(texts);
         std::string written;
         for (std::size_t at = 0; at < in.size() && !stops.stopped(); ++at) {
             written += stops.feed(in.substr(at, 1));
         }
         written += stops.finish();
         return written.size() > in.size() ? errc::invalid_message : errc::none;
     },
     usual_answer, deep_answer, nullptr},
    {"chat/response_parser.hpp response_parser",
     [](auto in, auto& b) {
         static std::vector<chat::tool> const tools = made(chat::tools_from_openai(usual_tools()));
         static chat::syntax const s = made(chat::build_syntax(usual_dialect().format, tools));
         auto const ignore = [](chat::delta const&) {};
         chat::response_parser r(s, tools, {}, b);
         r.feed(in.substr(0, in.size() / 2), ignore);
         r.feed(in.substr(in.size() / 2), ignore);
         r.finish(ignore);
         chat::message m = r.so_far();
         chat::type_arguments(m, tools);
         for (chat::tool_call const& c : m.calls) {
             static_cast<void>(chat::check(c, tools));
         }
         return errc::none;
     },
     usual_answer, deep_answer, nullptr},
};

BOOST_AUTO_TEST_CASE(an_allocation_that_fails_throws_and_the_next_call_is_as_before) {
    fail_allocations(entries);
}
BOOST_AUTO_TEST_CASE(what_is_nested_fits_a_small_stack) { nest(entries); }
BOOST_AUTO_TEST_CASE(a_call_that_is_asked_to_stop_is_cancelled) { stop(entries); }
BOOST_AUTO_TEST_CASE(a_call_looks_whether_to_stop) { print_looks(entries); }

// what the stores of masks are made of, which these tests fail and the hostile runner counts
BOOST_AUTO_TEST_CASE(reserved_space_is_counted_as_it_is_touched_and_fails_as_other_memory_does) {
    constexpr std::align_val_t align{64};
    constexpr std::size_t space = std::size_t{64} << 20;
    constexpr std::size_t used = std::size_t{1} << 20;
    constexpr std::size_t counted = measured::sanitized ? 0 : used;
    std::size_t const before = measured::touched();
    void* const made = ::operator new(space, align);
    std::memset(made, 1, used);
    BOOST_TEST(measured::touched_since(before) == counted);
    ::operator delete(made, align);
    BOOST_TEST(measured::touched_since(before) == counted);
    measured::until_failure = 0;
    BOOST_CHECK_THROW(static_cast<void>(::operator new(space, align)), std::bad_alloc);
    measured::until_failure = 0;
    BOOST_TEST(::operator new(space, align, std::nothrow) == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
