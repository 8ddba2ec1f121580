// example/command/templates.cpp - parlance render, parse and lint: a chat template at work
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/array.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace command {

using namespace parlance;

namespace {

/// A request in OpenAI's shape as what a template is given.  Errors: invalid_message, json_type.
result<chat::inputs> inputs_of(json::value const& request) {
    chat::inputs in;
    json::value const* const messages = json::member(request, "messages");
    if (messages == nullptr) {
        return diagnostic{errc::invalid_message, {}, 0, "the request has no messages"};
    }
    auto read = chat::messages_from_openai(*messages);
    if (!read) {
        return read.error();
    }
    in.messages = *std::move(read);
    if (json::value const* const tools = json::member(request, "tools");
        tools != nullptr && !tools->is_null()) {
        auto all = chat::tools_from_openai(*tools);
        if (!all) {
            return all.error();
        }
        in.tools = *std::move(all);
    }
    if (json::value const* const each = json::member(request, "chat_template_kwargs");
        each && each->is_object()) {
        in.kwargs = each->get_object();
    }
    if (json::value const* const each = json::member(request, "documents"); each && each->is_array()) {
        in.documents = each->get_array();
    }
    if (json::value const* const each = json::member(request, "add_generation_prompt");
        each && each->is_bool()) {
        in.add_generation_prompt = each->get_bool();
    }
    return in;
}

constexpr std::string_view name_of(chat::delta_kind kind) noexcept {
    switch (kind) {
    case chat::delta_kind::reasoning: return "reasoning";
    case chat::delta_kind::content: return "content";
    case chat::delta_kind::call_begin: return "call_begin";
    case chat::delta_kind::arguments: return "arguments";
    case chat::delta_kind::call_end: return "call_end";
    case chat::delta_kind::malformed: return "malformed";
    }
    return "";
}

}  // namespace

status render_prompt(arguments const& given, output const& out) {
    auto const t = open_template(given.given[0], out);
    auto const source = read_text(given.given[1]);
    if (!t || !source) {
        return t ? out.fail(source.error(), {}, given.given[1]) : status::failed;
    }
    auto const request = json::parse(source->text);
    if (!request) {
        return out.fail(request.error(), source->text, source->name);
    }
    auto const in = inputs_of(*request);
    if (!in) {
        return out.fail(in.error(), {}, source->name);
    }
    auto const written = t->write(*in, t->capabilities(), {.origins = true});
    if (!written) {
        out.fail(written.error(), written.error().at.offset > 0 ? t->source() : std::string_view{},
                 given.given[0]);
        return status::no;
    }
    if (out.json()) {
        boost::json::array segments, fixups;
        for (jinja::span const& each : written->spans) {
            segments.push_back(
                boost::json::object{{"from", each.from == jinja::origin::input ? "request" : "template"},
                                    {"text", written->text.substr(each.begin, each.end - each.begin)}});
        }
        for (chat::fixup const each : written->fixups) {
            fixups.emplace_back(std::string(describe(each)));
        }
        out.write(boost::json::object{
            {"prompt", written->text}, {"segments", std::move(segments)}, {"fixups", std::move(fixups)}});
    } else if (given.has("segments")) {
        for (jinja::span const& each : written->spans) {
            bool const asked = each.from == jinja::origin::input;
            out.line(asked ? "-- request" : "-- template", ink::dim);
            out.line(std::string_view(written->text).substr(each.begin, each.end - each.begin),
                     asked ? ink::green : ink::none);
        }
    } else {
        out.print(written->text);
    }
    return status::yes;
}

status parse_answer(arguments const& given, output const& out) {
    auto const t = open_template(given.given[0], out);
    auto const answer = read_text(given.given[1]);
    if (!t || !answer) {
        return t ? out.fail(answer.error(), {}, given.given[1]) : status::failed;
    }
    chat::inputs in;
    in.messages.push_back({"user", "", {}, {}, {}, {}, {}});
    if (auto const path = given.value("tools")) {
        auto const text = read_text(*path);
        auto const parsed = text ? json::parse(text->text) : result<json::value>(text.error());
        json::value const* const inside =
            parsed ? json::member(*parsed, "tools") : nullptr;  // of a whole request
        auto tools = parsed ? chat::tools_from_openai(inside != nullptr ? *inside : *parsed)
                            : result<std::vector<chat::tool>>(parsed.error());
        if (!tools) {
            bool const placed = text && !parsed;  // what is no tool is named by its JSON Pointer
            return out.fail(tools.error(), placed ? std::string_view(text->text) : std::string_view{}, *path);
        }
        in.tools = *std::move(tools);
    } else {
        in.tools = {
            {"tool", "", boost::json::object{}}};  // calls are read where there are tools, of whatever name
    }
    auto const turn = chat::prepare(*t, chat::learn(*t).result, in);
    if (!turn) {
        return out.fail(turn.error(), {}, given.given[0]);
    }
    chat::response_parser reader(turn->syntax, turn->tools);
    boost::json::array deltas;
    auto const show = [&](chat::delta const& d) {
        if (given.has("deltas")) {
            deltas.push_back(
                boost::json::object{{"kind", std::string(name_of(d.kind))}, {"text", std::string(d.text)}});
        }
    };
    reader.prime(turn->answer_prefix);
    for (char const& c : answer->text) {  // as a stream would bring them
        reader.feed({&c, 1}, show);
    }
    reader.finish(show);
    boost::json::object shown{{"message", chat::to_openai(reader.so_far())}};
    if (!reader.malformed().empty()) {
        shown["malformed"] = std::string(reader.malformed());
    }
    if (given.has("deltas")) {
        shown["deltas"] = std::move(deltas);
    }
    out.write(shown);
    return reader.malformed().empty() ? status::yes : status::no;
}

status lint(arguments const& given, output const& out) {
    auto const t = open_template(given.given[0], out);
    if (!t) {
        return status::failed;
    }
    auto const learned = chat::learn(*t);
    boost::json::array findings;
    auto const find = [&](std::string_view kind, std::string_view what, std::string_view why) {
        if (out.json()) {
            findings.push_back(boost::json::object{
                {"kind", std::string(kind)}, {"what", std::string(what)}, {"why", std::string(why)}});
        } else {
            out.print(std::string(kind) + ": ", kind == "raised" ? ink::yellow : ink::red);
            out.line(std::string(what) + (why.empty() ? "" : ": " + std::string(why)));
        }
    };
    bool clean = true;
    for (chat::claim const& each : learned.claims) {
        if (each.is == chat::verdict::ambiguous) {
            find("ambiguous", each.what, each.why);
        } else if (each.is == chat::verdict::refuted) {
            find("not read back", each.what, each.why);
        } else {
            continue;
        }
        clean = false;
        if (!out.json() && !each.read.empty()) {
            out.line("    written: " + each.wrote + "\n    read:    " + each.read, ink::dim);
        }
    }
    auto const& can = learned.result.supports;
    for (auto const& [has, what] :
         {std::pair{can.system_role, "system messages are lost"},
          {!can.tools || can.shows_calls, "tools are shown, and calls in the history are lost"},
          {!can.shows_calls || can.content_in_call, "content beside calls is lost"}}) {
        if (!has) {
            find("loses", what, {});
            clean = false;
        }
    }
    std::set<std::string> told;
    for (diagnostic const& each : learned.result.raised) {
        std::string text(describe(each.code));
        if (told.insert(text.append(each.hint.empty() ? "" : ": ").append(each.hint.view())).second) {
            find("raised", text, {});
        }
    }
    if (out.json()) {
        out.write(boost::json::object{{"clean", clean}, {"findings", std::move(findings)}});
    } else if (clean) {
        out.line(given.given[0] + ": nothing found", ink::green);
    }
    return clean ? status::yes : status::no;
}

}  // namespace command
