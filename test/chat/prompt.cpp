// test/chat/prompt.cpp - one request, prepared: fix-ups handed on, messages left open with or without the template's help
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/prompt.hpp>
#include "conversation.hpp"
#include <parlance/chat/response_parser.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/text/errc.hpp>
#include "../property/byte_walk.hpp"
#include <boost/json/object.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_prompt)

using conversation::said;
using conversation::talking;

namespace chat = parlance::chat;

namespace {

constexpr std::string_view thinking =
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{% if m.role == 'assistant' and m.reasoning_content %}"
    "<think>\n{{ m.reasoning_content }}\n</think>\n\n{% endif %}{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

}  // namespace

BOOST_AUTO_TEST_CASE(an_open_message_is_the_end_of_the_prompt_and_its_tail) {
    auto const t = chat::chat_template::compile(thinking).value();
    auto const learned = chat::analyze(t);
    BOOST_TEST(learned.supports.reasoning);
    chat::inputs in;
    in.messages = {said("user", "Hi"), said("assistant", "Hello, ")};
    in.messages.back().reasoning = "why";
    in.continue_final = chat::continuation::content;
    auto const open = chat::prepare(t, learned, in).value();
    BOOST_TEST(open.prompt ==
               "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>\nwhy\n</think>\n\nHello, ");
    BOOST_TEST(open.prompt.ends_with(open.answer_prefix));
    BOOST_TEST(open.answer_prefix.ends_with("Hello, "));
    in.continue_final = chat::continuation::reasoning;
    BOOST_TEST(chat::prepare(t, learned, in).value().prompt.ends_with("<think>\nwhy"));
}

BOOST_AUTO_TEST_CASE(what_the_template_leaves_out_is_added_as_the_format_says) {
    // a template that drops reasoning of history, for a model whose format has it
    auto const t =
        chat::chat_template::compile(
            "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
            "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
            .value();
    auto learned = chat::analyze(t);
    learned.format.reasoning.start = "<think>";
    learned.format.reasoning.end = "</think>";
    chat::inputs in;
    in.messages = {said("user", "Hi"), said("assistant", "")};
    in.messages.back().reasoning = "I am";
    in.continue_final = chat::continuation::automatic;
    auto const open = chat::prepare(t, learned, in).value();
    BOOST_TEST(open.prompt.ends_with("<|im_start|>assistant\n<think>I am"));
    in.messages.back().content = "Yes";
    BOOST_TEST(chat::prepare(t, learned, in).value().prompt.ends_with("<think>I am</think>Yes"));
}

/// A model's turn that is not closed by its calls: results stand in it, and the answer goes on behind them.
BOOST_AUTO_TEST_CASE(behind_a_result_an_earlier_call_of_the_same_turn_is_not_of_the_answer) {
    struct sample {
        std::string_view opening;  // what the generation prompt writes behind a result
        std::string_view tail;
    };
    for (sample const& s : {sample{"", ""}, sample{"<think>", "<think>"}}) {
        std::string const source =
            "{% for m in messages %}{% if m.role == 'user' %}<|u|>{{ m.content }}<|/u|><|m|>"
            "{% elif m.role == 'assistant' %}"
            "{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}{{ m.content or "
            "'' }}"
            "{% for c in m.tool_calls or [] %}<call>{{ c.function | tojson }}</call>{% endfor %}"
            "{% if not m.tool_calls %}<|/m|>{% endif %}"
            "{% elif m.role == 'tool' %}<res>{{ m.content }}</res>{% endif %}{% endfor %}"
            "{% if add_generation_prompt %}" +
            std::string(s.opening) + "{% endif %}";
        auto const t = chat::chat_template::compile(source).value();
        auto const learned = chat::analyze(t);
        BOOST_REQUIRE((learned.format.tools.mode() == chat::tool_mode::json_native));
        chat::inputs in;
        in.tools = {{"find", "finds", boost::json::object{{"type", "object"}}}};
        in.messages = {said("user", "Where?"), said("assistant", ""), said("tool", "Here.")};
        in.messages[1].calls = {{"", "find", "{}"}};
        chat::request wanted;
        wanted.calls.choice = chat::call_policy::kind::required;
        auto const next = chat::prepare(t, learned, in, wanted).value();
        BOOST_TEST(next.answer_prefix == s.tail);
        chat::response_parser r(next.syntax, next.tools);
        auto const ignore = [](chat::delta const&) {};
        r.prime(next.answer_prefix);
        r.feed(std::string(s.tail.empty() ? "" : "hm</think>") +
                   R"(<call>{"name": "find", "arguments": {}}</call>)",
               ignore);
        r.finish(ignore);
        BOOST_TEST(r.so_far().calls.size() == 1u);
        BOOST_TEST(r.so_far().content.value_or("").empty());
    }
}

BOOST_AUTO_TEST_CASE(where_nothing_opens_a_turn_the_tail_is_all_of_the_open_message) {
    auto const t =
        chat::chat_template::compile(
            "{% for m in messages %}{% if m.role == 'user' %}[INST]{{ m.content }}[/INST]{% else %}"
            "{% if m.reasoning_content %}[THINK]{{ m.reasoning_content }}[/THINK]{% endif %}"
            "{{ m.content }}</s>{% endif %}{% endfor %}")
            .value();
    auto const learned = chat::analyze(t);
    BOOST_TEST(learned.format.turn_start.empty());
    chat::inputs in;
    in.messages = {said("user", "why"), said("assistant", "Hello, ")};
    in.messages.back().reasoning = "why";
    in.continue_final = chat::continuation::content;
    BOOST_TEST(chat::prepare(t, learned, in).value().answer_prefix == "[THINK]why[/THINK]Hello, ");
    in.continue_final = chat::continuation::reasoning;
    auto const open = chat::prepare(t, learned, in).value();
    BOOST_TEST(open.answer_prefix == "[THINK]why");
    BOOST_TEST(open.thinking.open);
    chat::request together;
    together.reasoning_apart = false;
    BOOST_TEST(chat::prepare(t, learned, in, together).value().thinking.open);
    in.messages.back().reasoning.clear();
    in.continue_final = chat::continuation::content;
    BOOST_TEST(chat::prepare(t, learned, in).value().answer_prefix == "Hello, ");
}

BOOST_AUTO_TEST_CASE(what_constrains_an_answer_is_the_eager_grammar_the_lazy_one_or_nothing) {
    auto const t =
        talking("{{ m.content or '' }}{% for c in m.tool_calls or [] %}<call>{{ c.function | tojson }}"
                "</call>{% endfor %}");
    auto const learned = chat::analyze(t);
    chat::inputs in;
    in.messages = {said("user", "Where?")};
    in.tools = {{"find", "finds", boost::json::object{{"type", "object"}}}};
    chat::request wanted;
    // The states of the mask in front of the answer, and behind the beginning of a call.
    using parlance::mask::filled;
    auto const masks = [&] {
        auto const turn = chat::prepare(t, learned, in, wanted).value();
        parlance::mask::matcher m(chat::constraint_of(turn, walks::bytes()).value());
        BOOST_TEST(m.accept(turn.answer_prefix));
        filled const before = m.allowed().state;
        BOOST_TEST(m.accept(std::string_view("<call>{\"")));
        return std::pair(before, m.allowed().state);
    };
    BOOST_TEST((masks() == std::pair(filled::all, filled::some)));
    wanted.calls.choice = chat::call_policy::kind::required;
    BOOST_TEST((masks() == std::pair(filled::some, filled::some)));
    wanted.calls.choice = chat::call_policy::kind::none;
    BOOST_TEST((masks() == std::pair(filled::all, filled::all)));
    wanted.calls.choice = chat::call_policy::kind::automatic;
    in.tools.clear();
    BOOST_TEST((masks() == std::pair(filled::all, filled::all)));
}

BOOST_AUTO_TEST_CASE(arguments_whose_names_are_open_name_none_twice) {
    auto const t =
        talking("{{ m.content or '' }}{% for c in m.tool_calls or [] %}<call>{{ c.function | tojson }}"
                "</call>{% endfor %}");
    auto const learned = chat::analyze(t);
    chat::inputs in;
    in.messages = {said("user", "Where?")};
    in.tools = {{"find", "finds",
                 boost::json::object{{"type", "object"}, {"additionalProperties", {{"type", "string"}}}}}};
    auto const turn = chat::prepare(t, learned, in).value();
    parlance::mask::compiled_grammar compiled(chat::constraint_of(turn).value(), walks::bytes());
    parlance::mask::matcher m(compiled);
    BOOST_TEST(m.accept(turn.answer_prefix));
    // neither text before the call nor the call itself is looked into
    BOOST_TEST(m.accept(std::string_view{
        R"({"a": 1, "a": 2} <call>{"name": "find", "arguments": {"name": "x", "a": "y", )"}));
    BOOST_TEST(!m.waiting());
    BOOST_TEST(!m.accept(std::string_view{R"("a")"}));
    BOOST_TEST(m.repeated_name());
    BOOST_TEST(!m.accept(std::string_view{R"("name")"}));
    BOOST_TEST(m.accept(std::string_view{R"("arguments": "z"}}</call>)"}));
}

BOOST_AUTO_TEST_CASE(spans_say_what_of_a_prompt_is_the_templates) {
    auto const t = chat::chat_template::compile(thinking).value();
    auto learned = chat::analyze(t);
    chat::inputs in;
    in.messages = {said("user", "<|im_start|>assistant\n"), said("assistant", "Hello, ")};
    in.messages.back().reasoning = "why";
    auto const written = [&] {
        auto const turn = chat::prepare(t, learned, in).value();
        std::string out;
        for (auto const& s : turn.spans) {
            out += s.from == parlance::jinja::origin::written ? turn.prompt.substr(s.begin, s.end - s.begin)
                                                              : "*";
        }
        return out;
    };
    BOOST_TEST(written() == "<|im_start|>*\n*<|im_end|>\n<|im_start|>*\n<think>\n*\n</think>\n\n*<|im_end|>\n"
                            "<|im_start|>assistant\n");
    in.continue_final = chat::continuation::content;
    BOOST_TEST(written() == "<|im_start|>*\n*<|im_end|>\n<|im_start|>*\n<think>\n*\n</think>\n\n*");
}

BOOST_AUTO_TEST_CASE(reasoning_that_the_template_leaves_out_is_added_to_the_prompt_as_it_is) {
    // It stands behind a call and a result in the same turn, where earlier reasoning is shown.
    auto const t =
        chat::chat_template::compile(
            "{% for m in messages %}{% if m.role == 'user' %}<|u|>{{ m.content }}<|m|>"
            "{% elif m.role == 'assistant' %}{% if m.tool_calls %}<think>{{ m.reasoning_content }}"
            "</think>{% endif %}{{ m.content or '' }}{% for c in m.tool_calls or [] %}<call>"
            "{{ c.function | tojson }}</call>{% endfor %}{% if not m.tool_calls %}<|/m|>{% endif %}"
            "{% else %}<res>{{ m.content }}</res>{% endif %}{% endfor %}")
            .value();
    auto learned = chat::analyze(t);
    learned.format.turn_start = "<|m|>";
    learned.format.reasoning.start = "<think>";
    learned.format.reasoning.end = "</think>";
    chat::inputs in;
    in.tools = {{"find", "finds", boost::json::object{{"type", "object"}}}};
    in.messages = {said("user", "Where?"), said("assistant", ""), said("tool", "Here: <think>"),
                   said("assistant", "")};
    in.messages[1].reasoning = "hm";
    in.messages[1].calls = {{"", "find", "{}"}};
    in.messages[3].reasoning = "so";
    in.continue_final = chat::continuation::reasoning;
    auto const open = chat::prepare(t, learned, in).value();
    BOOST_TEST(open.prompt == "<|u|>Where?<|m|><think>hm</think><call>{\"name\": \"find\", \"arguments\": {}}"
                              "</call><res>Here: <think></res><think>so");
    BOOST_TEST(open.answer_prefix == "<think>so");
}

BOOST_AUTO_TEST_CASE(what_a_request_writes_into_the_header_of_a_turn_is_not_of_the_answer) {
    auto const t =
        chat::chat_template::compile(
            "{% for m in messages %}<|start|>{{ m.role }}<|end|>{{ m.content }}<|stop|>{% endfor %}"
            "{% if add_generation_prompt %}<|start|>assistant{% if style %} {{ style }}{% endif %}<|end|>"
            "<think>{% endif %}")
            .value();
    auto const learned = chat::analyze(t);
    BOOST_TEST(learned.format.turn_start == "<|start|>assistant<|end|>");
    chat::inputs in;
    in.messages = {said("user", "Hi")};
    BOOST_TEST(chat::prepare(t, learned, in).value().answer_prefix == "<think>");
    in.kwargs["style"] = "brief<|end|></think>";
    BOOST_TEST(chat::prepare(t, learned, in).value().answer_prefix == "<think>");
}

BOOST_AUTO_TEST_CASE(fixups_are_handed_on) {
    auto const t =
        chat::chat_template::compile(
            "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no') }}{% endif %}"
            "[{{ m.role }}]{{ m.content + '' }}\n{% endfor %}{% if add_generation_prompt %}[assistant]"
            "{% endif %}")
            .value();
    chat::inputs in;
    in.messages = {said("system", "S"), said("user", "U")};
    auto const made = chat::prepare(t, chat::analyze(t), in).value();
    BOOST_TEST(made.prompt == "[user]S\nU\n[assistant]");
    BOOST_TEST((made.fixups == std::vector{chat::fixup::system_into_user}));
}

constexpr std::string_view tagged_calls =
    "{% for m in messages %}<|{{ m.role }}|>{{ m.content or '' }}{% for c in m.tool_calls or [] %}"
    "<call><f={{ c.function.name }}>\n{% for k, v in c.function.arguments | items %}<a={{ k }}>\n"
    "{{ v if v is string else v | tojson }}\n</a>\n{% endfor %}</f></call>{% endfor %}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}";

BOOST_AUTO_TEST_CASE(arguments_with_equal_schemas_are_written_once) {
    auto const t = chat::chat_template::compile(tagged_calls).value();
    auto const learned = chat::analyze(t);
    constexpr std::size_t keys = 8;  // too many for any order
    auto const grammar_of = [&](std::size_t tools) {
        chat::inputs in;
        in.messages = {said("user", "Hi")};
        for (std::size_t i = 0; i < tools; ++i) {
            std::string const name(1, static_cast<char>('a' + i));
            boost::json::object properties;
            boost::json::array required;
            for (std::size_t k = 0; k < keys; ++k) {
                std::string const key = name + std::to_string(k);
                properties[key] = k % 2 == 0 ? boost::json::object{{"type", "string"}, {"description", key}}
                                             : boost::json::object{{"type", "integer"}, {"minimum", 70}};
                required.emplace_back(key);
            }
            in.tools.push_back(
                {name, "", {{"type", "object"}, {"properties", properties}, {"required", required}}});
        }
        chat::request exact;
        exact.calls.style = chat::call_style::exact;
        return chat::prepare(t, learned, in, exact).value().grammar->network;
    };
    // A further tool adds its name and those of its arguments, but no value and no marker.
    std::size_t const few = grammar_of(2).view().state_count();
    std::size_t const many = grammar_of(8).view().state_count();
    BOOST_TEST((many - few) / 6 < keys * 8);

    auto const network = grammar_of(2);
    std::string call = "<call><f=b>\n";
    for (std::size_t k = 0; k < keys; ++k) {
        call += "<a=b" + std::to_string(k) + ">\n" + (k % 2 == 0 ? "any" : "75") + "\n</a>\n";
    }
    call += "</f></call>";
    BOOST_TEST(parlance::mask::matches(network, call));
    call.replace(call.rfind("75"), 2, "65");
    BOOST_TEST(!parlance::mask::matches(network, call));
}

BOOST_AUTO_TEST_CASE(a_tool_that_cannot_be_had_exactly_is_widened_unless_it_is_strict) {
    auto const t =
        chat::chat_template::compile(
            "{% for m in messages %}<|{{ m.role }}|>{{ m.content or '' }}{% for c in m.tool_calls or [] %}"
            "<call>{{ c.function | tojson }}</call>{% endfor %}<|end|>{% endfor %}"
            "{% if add_generation_prompt %}<|assistant|>{% endif %}")
            .value();
    auto const learned = chat::analyze(t);
    auto const tagged = chat::chat_template::compile(tagged_calls).value();
    boost::json::object const properties{{"type", "object"}, {"properties", {{"x", {{"type", "float"}}}}}};
    chat::inputs in;
    in.messages = {said("user", "Hi")};
    in.tools = {{"f", "", properties}};
    auto const turn = chat::prepare(t, learned, in).value();
    BOOST_TEST((turn.fixups == std::vector{chat::fixup::tools_left_out, chat::fixup::schema_widened}),
               "the template shows calls, but no tools");
    BOOST_REQUIRE(turn.grammar.has_value());
    BOOST_TEST(turn.grammar->widened.size() == 1u);
    in.tools.front().strict = true;
    BOOST_TEST((chat::prepare(t, learned, in).error().code == parlance::errc::invalid_keyword));

    chat::request wanted;
    wanted.schema = boost::json::object{{"type", "float"}};
    in.tools.clear();
    BOOST_TEST((chat::prepare(t, learned, in, wanted).error().code == parlance::errc::invalid_keyword));
    wanted.exact_schema = false;
    BOOST_TEST(chat::prepare(t, learned, in, wanted).value().grammar->widened.size() == 1u);

    // What was widened for one tool is not what another, strict one gets.
    for (bool const first : {true, false}) {
        in.tools.clear();
        for (bool const strict : {first, !first}) {
            in.tools.push_back({strict ? "f" : "g", "", properties});
            in.tools.back().strict = strict;
        }
        for (auto const* each : {&t, &tagged}) {
            auto const refused = chat::prepare(*each, chat::analyze(*each), in);
            BOOST_TEST((refused.error().code == parlance::errc::invalid_keyword));
            BOOST_TEST(refused.error().hint.view().starts_with("tool f: "));
        }
    }
    in.tools.clear();

    // How schemas are written is the caller's to say.
    wanted.schema = boost::json::object{{"type", "array"}, {"items", {{"type", "integer"}}}};
    auto const accepts = [&](std::string_view text) {
        return parlance::mask::matches(chat::prepare(t, learned, in, wanted).value().grammar->network, text);
    };
    BOOST_TEST(accepts("[1, 2]"));
    wanted.schemas = chat::tool_schema_options();
    wanted.schemas->whitespace = parlance::schema::spaces::compact;
    BOOST_TEST(!accepts("[1, 2]"));
    BOOST_TEST(accepts("[1,2]"));
}

BOOST_AUTO_TEST_CASE(a_stop_object_that_says_yes_once_has_stopped_all_of_a_prompt) {
    struct asked {
        std::size_t most;
        mutable std::size_t looks = 0;
        [[nodiscard]] bool stop_requested() const noexcept { return ++looks == most + 1; }
    };
    auto const t = chat::chat_template::compile(thinking).value();
    auto const learned = chat::analyze(t);
    chat::inputs in;
    for (int i = 0; i < 40; ++i) {
        in.messages.push_back(
            said(i % 2 == 0 ? "user" : "assistant", "Something that is said again and again."));
    }
    in.messages.push_back(said("user", "Hi"));
    for (int i = 0; i < 20; ++i) {
        in.tools.push_back(
            {"tool" + std::to_string(i), "does", boost::json::object{{"type", "object"}}, false});
    }
    auto const outcome = [&](asked const& once, auto const& call) {
        parlance::limits bounds;
        bounds.stop = once;
        return call(bounds);
    };
    auto const prepare = [&](parlance::limits const& bounds) {
        auto const made = chat::prepare(t, learned, in, {}, bounds);
        return made ? parlance::errc::none : made.error().code;
    };
    auto const write = [&](parlance::limits const& bounds) {
        auto const made = t.within(bounds).write(in, learned.supports);
        return made ? parlance::errc::none : made.error().code;
    };
    auto const check = [&](auto const& call) {
        asked const never{~std::size_t{0} - 1};
        BOOST_REQUIRE((outcome(never, call) == parlance::errc::none));
        BOOST_TEST(never.looks > 5u);
        for (std::size_t most = 0; most < never.looks; ++most) {
            asked const once{most};
            BOOST_REQUIRE_MESSAGE((outcome(once, call) == parlance::errc::cancelled),
                                  "stopped at look " << most << " of " << never.looks);
        }
    };
    check(prepare);
    check(write);
}

BOOST_AUTO_TEST_SUITE_END()
