// test/fuzz/chat_answer.cpp - any answer, read as any of some hundred dialects: every cut tells the same story, and what a server
// sends of it is JSON
// SPDX-License-Identifier: BSL-1.0
//
// The input is DIALECT ANSWER: one byte, and the model's text.  Marks stand for the words of the dialect, so that they are
// found: \x01 opens reasoning and \x02 ends it, \x03 begins calls, \x04 begins a call, \x05 stands between its pieces
// in their order, \x06 ends a call and \x07 all of them.
#include "../chat/analysis/own_templates.hpp"
#include "chat_answers.hpp"
#include <parlance/chat/analysis/learn.hpp>
#include <parlance/chat/anthropic.hpp>
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/responses.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace chat = parlance::chat;
using fuzzing::tools;

/// A dialect, made once: reading is all that a run does.
struct reader {
    chat::format format;
    chat::syntax syntax;
};

std::vector<reader> const& readers() {
    static std::vector<reader> const all = [] {
        std::vector<chat::format> formats;
        auto const learned = [&](std::string const& source) {
            if (auto const t = chat::chat_template::compile(source, {"<s>", "</s>"})) {
                formats.push_back(chat::learn(*t).result.format);
            }
        };
        for (own::family const& f : own::families) {
            for (auto const* markers : {&own::tags, &own::bars, &own::brackets, &own::wide}) {
                learned(own::written(own::around(f.source), *markers));
            }
        }
        for (own::stranger const& s : own::unseen()) {
            learned(s.source);
        }
        for (chat::known::dialect const& d : chat::known::dialects) {
            formats.push_back(d.make());
        }
        std::vector<reader> out;
        for (chat::format const& f : formats) {
            for (bool const apart : {true, false}) {
                if (auto s = chat::build_syntax(f, tools(), {}, {apart, false})) {
                    out.push_back({f, *std::move(s)});
                }
            }
        }
        return out;
    }();
    return all;
}

std::string in_words_of(chat::format const& f, std::string_view answer) {
    std::string out;
    std::size_t next = 0;
    for (char const c : answer) {
        switch (c) {
        case '\x01': out += f.reasoning.start; break;
        case '\x02': out += f.reasoning.end; break;
        case '\x03': out += f.tools.lead + f.tools.calls.open; break;
        case '\x04':
            out += f.tools.calls.item_open;
            next = 0;
            break;
        case '\x05':
            while (next < f.tools.call.size() && f.tools.call[next].is != chat::piece::kind::text) {
                ++next;
            }
            out += next < f.tools.call.size() ? f.tools.call[next++].text : f.tools.arguments.item_open;
            break;
        case '\x06': out += f.tools.calls.item_close; break;
        case '\x07': out += f.tools.calls.close; break;
        default: out += c;
        }
    }
    return out;
}

/// What a server sends of it, in pieces as they come.
template <class Events>
void send(chat::syntax const& s, std::string_view answer) {
    constexpr std::size_t piece = 3;
    Events events;
    auto const sink = [](boost::json::object const& event) {
        if (!parlance::json::parse(parlance::json::dump(event))) {
            std::abort();
        }
    };
    auto const tell = [&](chat::delta const& d) { events.put(d, sink); };
    chat::response_parser reader(s, tools());
    events.begin(sink);
    for (std::size_t at = 0; at < answer.size(); at += piece) {
        reader.feed(answer.substr(at, piece), tell);
    }
    reader.finish(tell);
    events.end({}, sink);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    constexpr std::size_t longest = 300;
    if (size < 2 || size > longest) {
        return 0;
    }
    reader const& as = readers()[data[0] % readers().size()];
    std::string_view const input(reinterpret_cast<char const*>(data) + 1, size - 1);
    std::string const answer = in_words_of(as.format, input);
    fuzzing::demand_laws(chat::response_parser(as.syntax, tools()), answer);
    send<chat::openai_chunks>(as.syntax, answer);
    send<chat::anthropic_events>(as.syntax, answer);
    send<chat::responses_events>(as.syntax, answer);
    return 0;
}
