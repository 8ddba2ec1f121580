// example/inspected.hpp - all that is learned of one chat template, as a page to be printed in any form
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/peg/graphviz.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace inspected {

using namespace parlance;

/// A text in pieces: what two renders share, and what each has alone.
struct span {
    enum class kind { shared, left, right, plain } is = kind::plain;
    std::string text;
};

/// One entry of a section: a name, a text, and whether that is good news.
struct entry {
    enum class mood { none, good, bad, grey, warn } is = mood::none;
    std::string name;
    std::vector<span> text;
};

struct section {
    std::string title;
    std::string about;
    std::vector<entry> entries;
    bool folded = false;
};

struct page {
    std::string title;
    std::vector<section> sections;
    std::string dot;
};

[[nodiscard]] inline entry plain(std::string name, std::string text, entry::mood is = entry::mood::none) {
    return {is, std::move(name), {{span::kind::plain, std::move(text)}}};
}

/// The phases: each compares two conversations that differ in one thing.
[[nodiscard]] inline section phases(chat::chat_template const& t, chat::message_form form) {
    using chat::analysis::scene;
    namespace needle = chat::analysis::needle;
    chat::analysis::probe p(t);
    p.form() = form;
    std::string const content(needle::content);
    std::string const reasoning(needle::reasoning);
    auto const call = [](bool second, std::size_t arguments, char const* id = nullptr) {
        auto c = chat::analysis::probe_call(second, arguments);
        c.id = id != nullptr ? id : c.id;
        return c;
    };
    auto const said = [&](std::optional<std::string> text, std::string thought,
                          std::vector<chat::tool_call> calls) {
        scene s;
        s.content = std::move(text);
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
        {"T5: one argument and two", said({}, {}, {call(false, 1)}), said({}, {}, {call(false, 2)})},
        {"T6: no argument and one", said({}, {}, {call(false, 0)}), said({}, {}, {call(false, 1)})},
        {"T7: one id and another", said({}, {}, {call(false, 1)}),
         said({}, {}, {call(false, 1, "callidbz2")})}};
    section out{
        "Phases", "what the template writes for two conversations that differ in one thing", {}, false};
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
        constexpr std::size_t shown = 60;  // bytes of what is shared
        std::string_view const before = d.prefix.substr(d.prefix.size() - std::min(d.prefix.size(), shown));
        entry e{entry::mood::none, each.name, {}};
        e.text = {{span::kind::shared, (before.size() < d.prefix.size() ? "…" : "") + std::string(before)},
                  {span::kind::left, std::string(d.left)},
                  {span::kind::right, std::string(d.right)},
                  {span::kind::shared,
                   std::string(d.suffix.substr(0, shown)) + (d.suffix.size() > shown ? "…" : "")}};
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

/// Prompts as engines would ask for them.
[[nodiscard]] inline section scenarios(chat::chat_template const& t, chat::analysis_result const& learned,
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
    page out{std::move(title), {}, {}};
    auto const [learned, claims, tried] = chat::learn(t);
    section format{"Format",
                   "how answers are written, learned from " + std::to_string(learned.renders) + " renders" +
                       (tried > 1 ? ", the best of " + std::to_string(tried) + " readings" : ""),
                   {},
                   false};
    format.entries.push_back(plain("", chat::report(learned)));
    out.sections = {std::move(format), verification(claims), phases(t, learned.supports.form),
                    capabilities(learned.supports)};

    chat::inputs in;
    in.messages.push_back({"user", "Is it cold in Bern?", {}, {}, {}, {}, {}});
    in.tools = {{"get_weather", "The weather at a place",
                 *json::parse(R"({"type": "object", "required": ["city"], "properties": {
                     "city": {"type": "string", "description": "where"},
                     "days": {"type": "integer", "description": "how far"}}, "additionalProperties": false})")},
                {"stop", "Ends the talk", *json::parse(R"({"type": "object", "properties": {}})")}};
    auto const p = chat::prepare(t, learned, in, chat::request{});
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
        return all;
    };
    request.entries = {plain("stops", list(p->stops)), plain("preserved tokens", list(p->preserved)),
                       plain("grammar", !p->grammar        ? "none"
                                        : p->grammar->lazy ? "lazy"
                                                           : "eager"),
                       plain("triggers", list(p->trigger.words)),
                       plain("trigger pattern", p->trigger.pattern)};
    out.sections.push_back(std::move(request));
    out.sections.push_back(scenarios(t, learned, in));
    if (auto const parser = peg::print(p->syntax.message.view())) {
        out.sections.push_back(
            {"Parser", "the table that reads answers, printed", {plain("", *parser)}, true});
    }
    if (p->grammar) {
        auto const gbnf = rtn::to_gbnf(p->grammar->network);
        out.sections.push_back(
            {"Grammar",
             "what the calls of the two tools may be, as GBNF",
             {gbnf ? plain("", *gbnf) : plain("", render(gbnf.error()), entry::mood::grey)},
             true});
    }
    return out;
}

}  // namespace inspected
