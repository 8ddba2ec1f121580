// test/corpus/conform_constraint.cpp - a good answer is one that the constraint lets through and no stop cuts off
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include "templates.hpp"
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/vocab/token_list.hpp>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace conform {
namespace {

using namespace parlance;
namespace bj = boost::json;

/// A vocabulary of single bytes, the last token ends the text.
mask::token_index const& bytes() {
    static mask::token_index const made = [] {
        vocab::token_list_builder all;
        for (int b = 0; b < 256; ++b) {
            char const c = static_cast<char>(b);
            all.add(std::string_view(&c, 1), vocab::token_kind::byte);
        }
        all.add("<end>", vocab::token_kind::control);
        all.end(256);
        return mask::token_index::build(std::move(all).finish().value()).value();
    }();
    return made;
}

chat::request request_of(bj::object const& row) {
    chat::request out;
    std::string const choice = text_at(row, "tool_choice");
    out.calls.choice = choice == "required" ? chat::call_policy::kind::required
                       : choice == "none"   ? chat::call_policy::kind::none
                                            : chat::call_policy::kind::automatic;
    out.calls.parallel = row.at("parallel_tool_calls").get_bool();
    if (auto const* thinking = row.if_contains("enable_thinking");
        thinking != nullptr && thinking->is_bool()) {
        out.thinking = thinking->get_bool();
    }
    return out;
}

/// How many bytes the constraint takes before it refuses one; all of them where it refuses none.
std::size_t taken(mask::matcher& m, std::string_view text) {
    std::size_t at = 0;
    while (at < text.size() && m.accept(text.substr(at, 1))) {
        ++at;
    }
    return at;
}

/// What is wrong with how the constraint takes an answer; empty for nothing.
std::string refused(chat::prepared const& turn, std::string_view input, std::string_view end) {
    auto const constraint = chat::constraint_of(turn, bytes());
    if (!constraint) {
        return render(constraint.error());
    }
    mask::matcher m(*constraint);
    if (!m.accept(turn.answer_prefix)) {
        return "the prompt's own end is refused: " + json::dump(bj::value(turn.answer_prefix));
    }
    if (turn.grammar && turn.grammar->lazy && !m.waiting()) {
        return "the prompt's own end sets the grammar off: " + json::dump(bj::value(turn.answer_prefix));
    }
    if (std::size_t const at = taken(m, input); at < input.size()) {
        return "refused at byte " + std::to_string(at) + ": " + json::dump(bj::value(input.substr(0, at))) +
               " and then " + json::dump(bj::value(input.substr(at)));
    }
    if (m.can_stop() || (!end.empty() && taken(m, end) == end.size() && m.can_stop())) {
        return {};
    }
    return "all is taken, but it may not end there, nor behind " + json::dump(bj::value(end));
}

}  // namespace

outcome check_constraint(bj::object const& row, settings const& s) {
    std::ifstream in(s.templates / text_at(row, "template"), std::ios::binary);
    auto const compiled = chat::chat_template::compile(std::string(std::istreambuf_iterator<char>(in), {}));
    if (!in || !compiled) {
        return outcome::failed(in ? render(compiled.error()) : "cannot open the template");
    }
    auto const learned = learn(s.templates / text_at(row, "template"));
    auto const tools = tools_of(row);
    auto const messages = chat::messages_from_openai(row.at("messages"));
    if (!learned || !tools || !messages) {
        return outcome::failed(render(!learned ? learned.error()
                                      : !tools ? tools.error()
                                               : messages.error()));
    }
    chat::inputs given;
    given.messages = *messages;
    given.tools = *tools;
    auto const turn = chat::prepare(*compiled, *learned, given, request_of(row));
    if (!turn) {
        return outcome::failed(render(turn.error()));
    }
    std::string const input = text_at(row, "input");
    for (auto const& wanted : row.at("expect").get_array()) {
        if (wanted == "accepted") {
            if (auto const why = refused(*turn, input, text_at(row, "end")); !why.empty()) {
                return outcome::failed(why);
            }
        } else if (wanted == "no stop inside") {
            for (std::string const& stop : turn->stops) {
                if (input.find(stop) != std::string::npos) {
                    return outcome::failed("the stop " + json::dump(bj::value(stop)) +
                                           " is inside the answer");
                }
            }
        } else {
            return outcome::failed("no such expectation: " + json::dump(wanted));
        }
    }
    return outcome::passed();
}

}  // namespace conform
