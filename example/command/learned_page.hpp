// example/command/learned_page.hpp - all that is learned of one chat template, as a page to be printed in any form
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "call_diagram.hpp"
#include "learned_parts.hpp"
#include <parlance/chat/analysis/meter.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/peg/graphviz.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace learned {

using namespace parlance;

/// The phases: each compares two conversations that differ in one thing.
[[nodiscard]] inline section phases(chat::chat_template const& t, chat::capabilities const& can) {
    using chat::analysis::scene;
    namespace needle = chat::analysis::needle;
    chat::analysis::meter budget(t, {});
    chat::analysis::probe p(t, budget, can);
    p.form() = can.form;
    std::string const content(needle::content);
    std::string const reasoning(needle::reasoning);
    auto const call = [](bool second, std::size_t arguments, char const* id = nullptr) {
        auto c = chat::analysis::probe_call(second, arguments);
        c.id = id != nullptr ? id : c.id;
        return c;
    };
    auto const argument = [&](std::string_view key, std::string_view value) {
        auto c = call(false, 0);
        c.arguments = "{\"" + std::string(key) + "\": \"" + std::string(value) + "\"}";
        return c;
    };
    auto const said = [&](std::optional<std::string> text, std::string thought,
                          std::vector<chat::tool_call> calls) {
        scene s;
        s.content = !text && can.blank_content ? std::optional<std::string>("") : std::move(text);
        s.reasoning = std::move(thought);
        s.calls = std::move(calls);
        return s;
    };
    auto const prompted = [](bool thinking) {
        scene s;
        s.turn = false;
        s.generation = true;
        s.kwargs["enable_thinking"] = thinking;
        return s;
    };
    struct phase {
        char const* name;
        scene left;
        scene right;
    };
    phase const all[] = {
        {"R1: without and with reasoning", said(content, {}, {}), said(content, reasoning, {})},
        {"R2: thinking off and on", prompted(false), prompted(true)},
        {"R3: reasoning before content and before a call", said(content, reasoning, {}),
         said({}, reasoning, {call(false, 1)})},
        {"C1: content and a call", said(content, {}, {}), said({}, {}, {call(false, 1)})},
        {"T1: content without and with a call", said(content, {}, {}), said(content, {}, {call(false, 1)})},
        {"T2: one call and two", said({}, {}, {call(false, 1)}),
         said({}, {}, {call(false, 1), call(true, 1)})},
        {"T3: one tool and another", said({}, {}, {call(false, 1, "callidaz1")}),
         said({}, {}, {call(true, 1, "callidaz1")})},
        {"T4: one argument and another", said({}, {}, {argument(needle::first_key, needle::first_value)}),
         said({}, {}, {argument(needle::second_key, needle::first_value)})},
        {"T4: one value and another", said({}, {}, {argument(needle::first_key, needle::first_value)}),
         said({}, {}, {argument(needle::first_key, needle::second_value)})},
        {"T5: one argument and two", said({}, {}, {call(false, 1)}), said({}, {}, {call(false, 2)})},
        {"T6: no argument and one", said({}, {}, {call(false, 0)}), said({}, {}, {call(false, 1)})},
        {"T7: one id and another", said({}, {}, {call(false, 1)}),
         said({}, {}, {call(false, 1, "callidbz2")})}};
    section out{"Phases",
                "what the template writes for two conversations that differ in one thing: what the first has "
                "alone, and what the "
                "second has alone; words such as ANSWERzqc are the probe's",
                {},
                false};
    for (phase const& each : all) {
        auto const left = p.render(each.left);
        auto const right = p.render(each.right);
        if (!left || !right) {
            out.entries.push_back(plain(each.name,
                                        "the template raised: " + std::string(render(p.errors().back())),
                                        entry::mood::grey));
            continue;
        }
        auto const d = chat::analysis::compare(*left, *right);
        if (d.left.empty() && d.right.empty()) {
            out.entries.push_back(plain(each.name, "no difference", entry::mood::grey));
            continue;
        }
        constexpr std::size_t shown = 60;  // bytes of what is shared, to the next code point
        auto const inside = [](std::string_view text, std::size_t at) {
            return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
        };
        std::size_t from = d.prefix.size() - std::min(d.prefix.size(), shown);
        std::size_t to = std::min(d.suffix.size(), shown);
        while (inside(d.prefix, from)) {
            ++from;
        }
        while (inside(d.suffix, to)) {
            ++to;
        }
        std::string_view const before = d.prefix.substr(from);
        entry e{entry::mood::none, each.name, {}};
        e.text = {
            {span::kind::shared, (before.size() < d.prefix.size() ? "…" : "") + std::string(before)},
            {span::kind::left, std::string(d.left)},
            {span::kind::right, std::string(d.right)},
            {span::kind::shared, std::string(d.suffix.substr(0, to)) + (d.suffix.size() > to ? "…" : "")}};
        out.entries.push_back(std::move(e));
    }
    return out;
}

[[nodiscard]] inline section capabilities(chat::capabilities const& c) {
    section out{"Capabilities", "what the template does with what it is given", {}, false};
    for (auto const& [name, has] : {std::pair{"system messages", c.system_role},
                                    {"developer messages", c.developer_role},
                                    {"content as text", c.text_content},
                                    {"content as parts", c.typed_content},
                                    {"tools", c.tools},
                                    {"calls in history", c.shows_calls},
                                    {"several calls", c.parallel_calls},
                                    {"arguments as an object", c.object_arguments},
                                    {"arguments as text", c.text_arguments},
                                    {"content beside calls", c.content_in_call},
                                    {"reasoning", c.reasoning},
                                    {"reasoning of earlier turns", c.reasoning_kept}}) {
        out.entries.push_back(plain(name, has ? "yes" : "no", has ? entry::mood::good : entry::mood::grey));
    }
    if (!c.thinking_switch.empty()) {
        out.entries.push_back(plain("switch of thinking", c.thinking_switch, entry::mood::good));
    }
    return out;
}

[[nodiscard]] inline section verification(std::vector<chat::claim> const& claims) {
    section out{"Verification", "messages that were not learned from, rendered and read back", {}, false};
    for (chat::claim const& c : claims) {
        constexpr entry::mood moods[] = {entry::mood::good, entry::mood::bad, entry::mood::grey,
                                         entry::mood::warn};
        std::string text(to_string(c.is));
        text += c.why.empty() ? "" : ": " + c.why;
        text += c.read.empty() ? "" : "\nwritten: " + c.wrote + "\nread: " + c.read;
        out.entries.push_back(plain(c.what, std::move(text), moods[static_cast<std::size_t>(c.is)]));
    }
    return out;
}

/// `text` with the places of `words` told from the rest, each looked for behind the one before.
[[nodiscard]] inline std::vector<span> highlighted(std::string_view text,
                                                   std::vector<std::string> const& words) {
    std::vector<span> out;
    for (std::string const& word : words) {
        std::size_t const at = word.empty() ? std::string_view::npos : text.find(word);
        if (at == std::string_view::npos) {
            continue;
        }
        out.push_back({span::kind::shared, std::string(text.substr(0, at))});
        out.push_back({span::kind::right, word});
        text.remove_prefix(at + word.size());
    }
    out.push_back({span::kind::shared, std::string(text)});
    return out;
}

/// One answer with all that the template can write: reasoning, content, a call.
[[nodiscard]] inline section answer(chat::chat_template const& t, chat::dialect const& learned,
                                    chat::inputs const& base) {
    section out{
        "Answer",
        "an answer as the template writes it: the message's own words marked, the rest is the format's",
        {},
        false};
    chat::inputs in = base;
    in.add_generation_prompt = false;
    auto const before = t.write(in, learned.supports);
    std::vector<chat::tool_call> const calls{{"abcdefgh1", "get_weather", R"({"city": "Bern", "days": 3})"}};
    struct {
        char const* content;
        char const* reasoning;
        bool calls;
    } const tries[] = {{"Let me look.", "They ask for the weather.", true},
                       {"", "They ask for the weather.", true},
                       {"Let me look.", "", true},
                       {"", "", true},
                       {"It is 4 degrees.", "They ask for the weather.", false},
                       {"It is 4 degrees.", "", false}};
    for (auto const& each : tries) {
        if (each.calls && !learned.supports.shows_calls) {
            continue;
        }
        in.messages.push_back({"assistant",
                               each.content,
                               {},
                               each.reasoning,
                               each.calls ? calls : std::vector<chat::tool_call>{},
                               {},
                               {}});
        auto const text = t.write(in, learned.supports);
        in.messages.pop_back();
        if (!before || !text) {
            continue;
        }
        auto const d = chat::analysis::compare(before->text, text->text);
        std::string_view const said(d.right);
        if (said.find(each.reasoning) == said.npos || said.find(each.content) == said.npos) {
            continue;  // left out by the template: less is tried
        }
        std::vector<std::string> words{each.reasoning, each.content};
        if (each.calls) {
            words.insert(words.end(), {"get_weather", "city", "Bern", "days", "3"});
        }
        std::sort(words.begin(), words.end(),
                  [&](auto const& a, auto const& b) { return said.find(a) < said.find(b); });
        out.entries.push_back({entry::mood::none, "", highlighted(said, words)});
        return out;
    }
    out.entries.push_back(plain("", "the template writes no answer", entry::mood::grey));
    return out;
}

/// What was learned, place by place.
[[nodiscard]] inline section format(chat::dialect const& learned, std::size_t tried) {
    section out{"Format",
                "how answers are written, learned from " + std::to_string(learned.renders) + " renders" +
                    (tried > 1 ? ", the best of " + std::to_string(tried) + " readings" : "") +
                    "; bos_token and eos_token are <s> and </s> here",
                {},
                false};
    std::string const text = chat::report(learned);
    std::string part;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t const end = std::min(text.find('\n', begin), text.size());
        std::string const line = text.substr(begin, end - begin);
        begin = end + 1;
        if (!line.starts_with("  ")) {
            part = line.substr(0, line.find(' '));
            if (part != line) {
                out.entries.push_back(plain(
                    part, in_words(part, learned.format, line.substr(part.size() + 1)), entry::mood::good));
            }
            continue;
        }
        std::size_t const quote = std::min(line.find('"'), line.size());
        std::string const name = line.substr(2, line.find_last_not_of(' ', quote - 1) - 1);
        out.entries.push_back(plain(part + ": " + name, line.substr(quote)));
    }
    return out;
}

/// Prompts as engines would ask for them.
[[nodiscard]] inline section scenarios(chat::chat_template const& t, chat::dialect const& learned,
                                       chat::inputs const& base) {
    section out{"Prompts", "the same question under different wishes", {}, true};
    chat::inputs alone = base;
    alone.tools.clear();
    chat::inputs history = base;
    history.messages.push_back(
        {"assistant", {}, {}, {}, {{"abcdefgh1", "get_weather", R"({"city": "Bern"})"}}, {}, {}});
    history.messages.push_back({"tool", "4 degrees", {}, {}, {}, "abcdefgh1", "get_weather"});
    chat::inputs open = base;
    open.messages.push_back({"assistant", "In Bern it is ", {}, {}, {}, {}, {}});
    open.continue_final = chat::continuation::content;
    chat::request silent;
    silent.thinking = false;
    for (auto const& [name, in, wanted] : {std::tuple{"a question", alone, chat::request{}},
                                           {"with tools", base, chat::request{}},
                                           {"without thinking", base, silent},
                                           {"after a call", history, chat::request{}},
                                           {"an answer that was begun", open, chat::request{}}}) {
        auto const p = chat::prepare(t, learned, in, wanted);
        out.entries.push_back(p ? plain(name, p->prompt) : plain(name, render(p.error()), entry::mood::grey));
    }
    return out;
}

/// Everything, for a question and two tools.
[[nodiscard]] inline page inspect(std::string title, chat::chat_template const& t) {
    page out{std::move(title), {}, {}, {}, {}};
    auto const [learned, claims, tried] = chat::learn(t);
    chat::format const& f = learned.format;
    out.facts = {std::string(in_words(f.reasoning.mode)), std::string(in_words(f.content.mode)),
                 std::string(in_words(f.tools.mode()))};
    if (f.tools.parallel) {
        out.facts.emplace_back("several calls");
    }
    chat::inputs in;
    in.messages.push_back({"user", "Is it cold in Bern?", {}, {}, {}, {}, {}});
    in.tools = {{"get_weather", "The weather at a place",
                 *json::parse(R"({"type": "object", "required": ["city"], "properties": {
                     "city": {"type": "string", "description": "where"},
                     "days": {"type": "integer", "description": "how far"}}, "additionalProperties": false})")},
                {"stop", "Ends the talk", *json::parse(R"({"type": "object", "properties": {}})")}};
    out.sections = {answer(t, learned, in)};
    out.call = call_diagrams(f);
    if (!out.call.empty()) {
        out.sections.push_back(
            {"Call", "how tools are called: what is in quotes is written as it stands", {}, false});
    }
    out.sections.insert(out.sections.end(), {format(learned, tried), verification(claims),
                                             phases(t, learned.supports), capabilities(learned.supports)});
    if (!learned.raised.empty()) {
        section raised{
            "Raised",
            "what the template refused while it was probed; a refusal shows nothing, and harms nothing",
            {},
            true};
        std::set<std::string> told;
        for (diagnostic const& d : learned.raised) {
            if (std::string text = render(d); told.insert(text).second) {
                raised.entries.push_back(plain("", std::move(text), entry::mood::grey));
            }
        }
        out.sections.push_back(std::move(raised));
    }
    auto const p = chat::prepare(t, learned, in);
    if (!p) {
        out.sections.push_back(
            {"Request", "", {plain("not prepared", render(p.error()), entry::mood::bad)}, false});
        return out;
    }
    out.dot = peg::graphviz(p->syntax.message.view(), out.title);
    section request{"Request", "what an engine gets for this question and two tools", {}, false};
    auto const list = [](std::vector<std::string> const& texts) {
        std::string all;
        for (std::string const& text : texts) {
            all += json::dump(boost::json::value(text)) + " ";
        }
        return all.empty() ? "none" : all;
    };
    request.entries = {plain("stops", list(p->stops)), plain("preserved tokens", list(p->preserved)),
                       plain("grammar", !p->grammar        ? "none"
                                        : p->grammar->lazy ? "lazy: it waits for a trigger"
                                                           : "eager")};
    if (p->grammar && p->grammar->lazy) {
        request.entries.push_back(plain("trigger words", list(p->trigger.words)));
        request.entries.push_back(plain("trigger tokens", list(p->trigger.tokens)));
        request.entries.push_back(plain("trigger pattern", p->trigger.pattern));
    }
    if (!p->thinking.start.empty()) {
        request.entries.push_back(plain("reasoning markers", list({p->thinking.start, p->thinking.end})));
    }
    request.entries.push_back(plain("end of the prompt", list({p->answer_prefix})));
    out.sections.push_back(std::move(request));
    out.sections.push_back(scenarios(t, learned, in));
    if (auto const parser = peg::print(p->syntax.message.view())) {
        out.sections.push_back(
            {"Parser", "the table that reads answers, printed", {plain("", *parser)}, true});
    }
    if (p->grammar) {
        auto const gbnf = rtn::to_gbnf(p->grammar->network);
        out.gbnf = gbnf ? *gbnf : std::string();
        out.sections.push_back(
            {"Grammar",
             "what the calls of the two tools may be, as GBNF",
             {gbnf ? plain("", *gbnf) : plain("", render(gbnf.error()), entry::mood::grey)},
             true});
    }
    return out;
}

}  // namespace learned
