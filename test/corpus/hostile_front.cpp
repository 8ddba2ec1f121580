// test/corpus/hostile_front.cpp - conversations, tools, answers, formats, and what Hugging Face's configurations hold
// SPDX-License-Identifier: BSL-1.0
#include "../chat/analysis/own_templates.hpp"
#include "hostile.hpp"
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/anthropic.hpp>
#include <parlance/chat/anthropic_request.hpp>
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/check.hpp>
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/fitting.hpp>
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/hf/content.hpp>
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/hf/legacy/response_schema.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/hf/legacy/schema_response.hpp>
#include <parlance/hf/template_response.hpp>
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/openai_request.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/responses.hpp>
#include <parlance/chat/responses_request.hpp>
#include <parlance/chat/saved_dialect.hpp>
#include <parlance/chat/stop_matcher.hpp>
#include <parlance/chat/template_set.hpp>
#include <parlance/chat/to_response_template.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/peg/match.hpp>
#include <parlance/peg/parse.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/peg/save.hpp>
#include <parlance/rtn/from_peg.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace conform::hostile {
namespace {

using namespace parlance;

std::vector<chat::tool> two_tools() {
    return *chat::tools_from_openai(R"([
        {"type": "function", "function": {"name": "find", "parameters": {"type": "object", "required": ["city"],
         "properties": {"city": {"type": "string"}, "days": {"type": "integer"}, "near": {"type": "array"}}}}},
        {"type": "function", "function": {"name": "stop", "parameters": {}}}])");
}

chat::chat_template own_template(std::string_view source) {
    return *chat::chat_template::compile(own::written(own::around(source), own::tags), {"<s>", "</s>"});
}

/// Reads `answer` whole and byte by byte.
template <class Reader>
void read(trial const& t, std::string_view name, std::string_view answer, Reader const& make) {
    for (std::size_t const piece : {answer.size() + 1, std::size_t{1}}) {
        t.call(name, [&] {
            auto reader = make();
            auto const ignore = [](chat::delta const&) {};
            for (std::size_t at = 0; at < answer.size(); at += piece) {
                reader.feed(answer.substr(at, piece), ignore);
            }
            reader.finish(ignore);
            return std::string("ok");
        });
    }
}

void read_as(trial const& t, chat::format const& f, std::string_view answer,
             std::vector<chat::tool> const& tools = two_tools()) {
    result<chat::syntax> s = not_yet();
    if (t.make("chat::build_syntax", s, [&] { return chat::build_syntax(f, tools, {}, {}, t.bounds); })) {
        read(t, "chat::response_parser", answer, [&] { return chat::response_parser(*s, tools); });
    }
}

/// What was read, as each wire has it.
template <class Events>
void write(trial const& t, std::string_view name, chat::syntax const& s,
           std::vector<chat::tool> const& tools) {
    for (std::size_t const piece : {t.text.size() + 1, std::size_t{1}}) {
        t.call(name, [&] {
            Events events;
            std::size_t written = 0;
            auto const sink = [&](boost::json::object const& event) { written += event.size(); };
            auto const tell = [&](chat::delta const& d) { events.put(d, sink); };
            chat::response_parser reader(s, tools);
            events.begin(sink);
            for (std::size_t at = 0; at < t.text.size(); at += piece) {
                reader.feed(t.text.substr(at, piece), tell);
            }
            reader.finish(tell);
            events.end({}, sink);
            return std::string(written > 0 ? "ok" : "nothing");
        });
    }
}

void written(trial const& t) {
    std::vector<chat::tool> const tools = two_tools();
    for (own::family const& f : own::families) {
        auto const s = chat::build_syntax(chat::analyze(own_template(f.source)).format, tools);
        if (s) {
            write<chat::openai_chunks>(t, "chat::openai_chunks", *s, tools);
            write<chat::anthropic_events>(t, "chat::anthropic_events", *s, tools);
            write<chat::responses_events>(t, "chat::responses_events", *s, tools);
        }
    }
}

void answers(trial const& t) {
    for (chat::known::dialect const& d : chat::known::dialects) {
        read_as(t, d.make(), t.text);
    }
    for (own::family const& f : own::families) {
        read_as(t, chat::analyze(own_template(f.source)).format, t.text);
    }
    written(t);
}

/// Tools, and an answer or the arguments of a call.
void called(trial const& t) {
    result<std::vector<chat::tool>> tools = not_yet();
    if (!t.make("chat::tools_from_openai", tools,
                [&] { return chat::tools_from_openai(t.text, t.bounds); }) ||
        tools->empty()) {
        return;
    }
    for (chat::known::dialect const& d : chat::known::dialects) {
        read_as(t, d.make(), t.other, *tools);
    }
    t.call("chat::typed_arguments", [&] {
        return std::string(chat::typed_arguments(t.other, tools->front()).empty() ? "nothing" : "ok");
    });
}

void saved(trial const& t) {
    result<chat::saved_dialect> d = not_yet();
    if (t.make("chat::load_dialect", d, [&] { return chat::load_dialect(t.text, t.bounds); })) {
        read_as(t, d->learned.format, t.other);
        t.call("chat::save_dialect",
               [&] { return std::string(chat::save_dialect(d->learned).empty() ? "nothing" : "ok"); });
        t.call("chat::compare_dialects",
               [&] { return std::string(chat::compare_dialects(d->learned, {}).empty() ? "same" : "ok"); });
        chat::inputs in;
        in.messages.push_back({"user", "Is it cold?", {}, {}, {}, {}, {}});
        in.tools = two_tools();
        chat::chat_template const any = own_template(own::families[0].source);
        result<chat::prepared> turn = not_yet();
        t.make("chat::prepare", turn, [&] { return chat::prepare(any, d->learned, in, {}, t.bounds); });
        result<json::value> written = not_yet();
        t.make("chat::to_response_template", written,
               [&] { return chat::to_response_template(d->learned.format); });
    }
}

void format(trial const& t) {
    result<chat::format> f = not_yet();
    if (t.make("chat::format_of", f, [&] { return chat::format_of(t.text, t.bounds); })) {
        read_as(t, *f, t.other);
    }
}

void table(trial const& t) {
    result<peg::arena> a = not_yet();
    if (t.make("peg::parse", a, [&] { return peg::parse(t.text, t.bounds); })) {
        t.call("peg::match",
               [&] { return std::string(describe(peg::match(*a, t.other, peg::no_sink{}, t.bounds).why)); });
        result<std::string> printed = not_yet();
        t.make("peg::print", printed, [&] { return peg::print(*a, t.bounds); });
        std::string const saved = peg::save(*a);
        result<peg::arena> again = not_yet();
        t.make("peg::load", again, [&] { return peg::load(saved, t.bounds); });
        result<rtn::network> net = not_yet();
        t.make("rtn::network_from_peg", net, [&] { return rtn::network_from_peg(*a, t.bounds); });
    }
}

void prepared(trial const& t, chat::inputs const& in) {
    for (own::family const& f : own::families) {
        chat::chat_template const written = own_template(f.source);
        chat::dialect const learned = chat::analyze(written);
        chat::chat_template const within = written.within(t.bounds);
        result<chat::written_prompt> prompt = not_yet();
        t.make("chat_template::write", prompt, [&] { return within.write(in, learned.supports); });
        result<chat::syntax> s = not_yet();
        if (t.make("chat::build_syntax", s,
                   [&] { return chat::build_syntax(learned.format, in.tools, {}, {}, t.bounds); })) {
            result<chat::grammar> all = not_yet();
            t.make("chat::build_grammar", all,
                   [&] { return chat::build_grammar(*s, in.tools, {}, t.bounds); });
        }
        result<chat::prepared> turn = not_yet();
        if (t.make("chat::prepare", turn,
                   [&] { return chat::prepare(written, learned, in, {}, t.bounds); })) {
            result<mask::grammar> g = not_yet();
            t.make("chat::constraint_of", g, [&] { return chat::constraint_of(*turn, t.bounds); });
        }
    }
}

void conversation(trial const& t) {
    result<std::vector<chat::message>> m = not_yet();
    if (t.make("chat::messages_from_openai", m,
               [&] { return chat::messages_from_openai(t.text, t.bounds); })) {
        chat::inputs in;
        in.messages = *std::move(m);
        prepared(t, in);
    }
    if (auto messages = json::parse(t.text, t.bounds); messages && messages->is_array()) {
        t.call("chat::fit", [&] {
            chat::capabilities one_by_one;
            one_by_one.text_content = one_by_one.shows_calls = one_by_one.object_arguments = true;
            chat::fit(messages->get_array(), one_by_one);
            return std::string("ok");
        });
    }
}

void tools(trial const& t) {
    result<std::vector<chat::tool>> made = not_yet();
    if (t.make("chat::tools_from_openai", made, [&] { return chat::tools_from_openai(t.text, t.bounds); })) {
        chat::inputs in;
        in.messages.push_back({"user", "Is it cold?", {}, {}, {}, {}, {}});
        in.tools = *std::move(made);
        prepared(t, in);
    }
}

void wire(trial const& t) {
    result<chat::template_set> set = not_yet();
    t.make("chat::template_set", set, [&] { return chat::template_set::parse_config(t.text, t.bounds); });
    result<std::vector<chat::message>> m = not_yet();
    t.make("chat::messages_from_openai", m, [&] { return chat::messages_from_openai(t.text, t.bounds); });
    result<std::vector<chat::tool>> made = not_yet();
    t.make("chat::tools_from_openai", made, [&] { return chat::tools_from_openai(t.text, t.bounds); });
}

void learned(trial const& t) {
    result<chat::chat_template> made = not_yet();
    if (t.make("chat_template::compile", made,
               [&] { return chat::chat_template::compile(t.text, {"<s>", "</s>"}, t.bounds); })) {
        t.call("chat::analyze", [&] {
            chat::dialect const d = chat::analyze(*made, true, t.bounds);
            bool const done = d.ended.code == errc::none;
            return std::string(!done ? describe(d.ended.code) : d.notes.empty() ? "ok" : "ok, with notes");
        });
        t.call("chat::learn", [&] {
            chat::verified_analysis const learned = chat::learn(*made, t.bounds);
            errc const why = learned.result.ended.code;
            return std::string(why != errc::none ? describe(why) : "ok");
        });
        chat::dialect const supposed = chat::analyze(*made);
        t.call("chat::verify", [&] {
            return std::string(chat::verify(*made, supposed, t.bounds).empty() ? "nothing" : "ok");
        });
        t.call("chat_template::render_context", [&] {
            auto const text = made->within(t.bounds).render_context({{"messages", json::array()}});
            return std::string(text ? "ok" : describe(text.error().code));
        });
        chat::template_set all;
        result<void> added = not_yet();
        t.make("template_set::add", added, [&] { return all.add("default", t.text, {}, t.bounds); });
        t.call("chat_template::capabilities", [&] {
            return std::string(made->capabilities(t.bounds).text_content ? "ok" : "shows nothing");
        });
        chat::inputs in;
        in.messages.push_back({"user", "Is it cold?", {}, {}, {}, {}, {}});
        in.tools = two_tools();
        result<chat::prepared> turn = not_yet();
        t.make("chat::prepare", turn, [&] { return chat::prepare(*made, supposed, in, {}, t.bounds); });
    }
}

void requests(trial const& t) {
    result<chat::wire_request> r = not_yet();
    t.make("chat::openai_request", r, [&] { return chat::openai_request(t.text, t.bounds); });
    t.make("chat::anthropic_request", r, [&] { return chat::anthropic_request(t.text, t.bounds); });
    t.make("chat::responses_request", r, [&] { return chat::responses_request(t.text, t.bounds); });
}

void response_template(trial const& t) {
    result<hf::response_template> made = not_yet();
    if (t.make("hf::response_template", made,
               [&] { return hf::response_template::load(t.text, t.bounds); })) {
        read(t, "hf::template_response", t.other, [&] { return hf::template_response(*made); });
    }
}

void response_schema(trial const& t) {
    result<hf::response_schema> made = not_yet();
    if (t.make("hf::response_schema", made, [&] { return hf::response_schema::load(t.text, t.bounds); })) {
        t.call("hf::response_schema::parse", [&] {
            auto const read = made->parse(t.other);
            return std::string(read.diagnostics.empty() ? "ok" : describe(read.diagnostics.front().code));
        });
        read(t, "hf::schema_response", t.other, [&] { return hf::schema_response(*made); });
    }
}

/// A region's text, as each kind of content.
void content(trial const& t) {
    auto const line = std::make_shared<hf::content_format>();
    line->kind = hf::content_kind::json;
    line->allow_non_json = true;
    auto const tag = hf::regex::compile("<(?<key>[^>]+)>(?<value>.*?)</\\1>");
    for (auto const kind :
         {hf::content_kind::integer, hf::content_kind::number, hf::content_kind::boolean,
          hf::content_kind::json, hf::content_kind::xml_inline, hf::content_kind::kv_lines}) {
        for (bool const more : {false, true}) {
            hf::content_format how;
            how.kind = kind;
            if (kind == hf::content_kind::xml_inline) {
                how.tag = *tag;
            }
            how.merge = how.unquoted_keys = more;
            if (more) {
                how.value = line;
                how.string_delims = {{"<|", "|>"}, {"'", "'"}};
            }
            result<json::value> value = not_yet();
            t.make("hf::read_content", value, [&] { return hf::read_content(t.text, how, t.bounds); });
        }
    }
}

/// Texts that end an answer, one on each line, and the answer.
void stops(trial const& t) {
    std::vector<std::string> texts;
    for (std::string_view rest = t.text; !rest.empty();) {
        std::string_view const line = rest.substr(0, rest.find('\n'));
        texts.emplace_back(line);
        rest.remove_prefix((std::min)(line.size() + 1, rest.size()));
    }
    t.call("chat::stop_matcher", [&] {
        chat::stop_matcher ends(texts);
        std::size_t written = 0;
        for (std::size_t at = 0; at < t.other.size() && !ends.stopped(); ++at) {
            written += ends.feed(t.other.substr(at, 1)).size();
        }
        written += ends.finish().size();
        return std::string(ends.stopped() ? "stopped" : written == t.other.size() ? "ok" : "text is missing");
    });
    t.call("chat::stop_matcher: none counts", [&] {
        chat::stop_matcher ends(texts);
        std::size_t written = 0;
        for (std::size_t at = 0; at < t.other.size(); ++at) {
            written += ends.feed(t.other.substr(at, 1), 0).size();
        }
        written += ends.finish().size();
        return std::string(written == t.other.size() ? "ok" : "text is missing");
    });
}

void python_expression(trial const& t) {
    result<hf::regex> made = not_yet();
    if (t.make("hf::regex", made, [&] { return hf::regex::compile(t.text, t.bounds); })) {
        using verdict = hf::regex_match::verdict;
        t.call("hf::regex::search", [&] {
            work paid(t.bounds);
            return std::string(made->search(t.other, paid).is == verdict::limit ? "limit" : "ok");
        });
        t.call("hf::regex::search_partial", [&] {
            return std::string(made->search_partial(t.other).is == verdict::limit ? "limit" : "ok");
        });
        t.call("hf::regex::each", [&] {
            bool gave_up = false;
            work paid(t.bounds);
            made->each(t.other, paid, [&](hf::regex_match const& m) {
                gave_up = m.is == verdict::limit;
                return true;
            });
            return std::string(gave_up ? "limit" : "ok");
        });
    }
}

void query(trial const& t) {
    auto const document = json::parse(t.other.empty() ? std::string_view("null") : t.other);
    result<hf::jmespath> made = not_yet();
    result<json::value> found = not_yet();
    if (document && t.make("hf::jmespath", made, [&] { return hf::jmespath::compile(t.text, t.bounds); })) {
        t.make("hf::jmespath::search", found, [&] { return made->search(*document, t.bounds.stop); });
    }
}

}  // namespace

std::vector<kind> front_kinds() {
    return {{"answers", &answers},    {"format", &format},
            {"dialect", &saved},      {"peg", &table},
            {"msgs", &conversation},  {"tools", &tools},
            {"wire", &wire},          {"learn", &learned},
            {"request", &requests},   {"rt", &response_template},
            {"rs", &response_schema}, {"hfregex", &python_expression},
            {"jmes", &query},         {"content", &content},
            {"stops", &stops},        {"called", &called}};
}

}  // namespace conform::hostile
