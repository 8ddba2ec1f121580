// test/corpus/conform_written.cpp - what models wrote well, the strict grammar of their dialect lets through, too
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include "templates.hpp"
#include <parlance/chat/check.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace conform {
namespace {

using namespace parlance;
namespace bj = boost::json;

/// Why the calls that were meant are none that the tools allow; empty where they are.
std::string not_allowed(bj::array const& calls, std::vector<chat::tool> const& tools) {
    for (bj::value const& each : calls) {
        bj::object const& call = each.get_object();
        chat::tool_call const meant{{}, text_at(call, "name"), text_at(call, "arguments")};
        if (auto const wrong = chat::check(meant, tools)) {
            return *wrong;
        }
        auto const* declared = json::member(chat::find_tool(tools, meant.name)->parameters, "properties");
        auto const arguments =
            json::parse(meant.arguments.empty() ? "{}" : std::string_view(meant.arguments));
        for (auto const& argument : arguments->get_object()) {
            if (declared == nullptr || json::member(*declared, argument.key()) == nullptr) {
                return "no tool declares " + std::string(argument.key());
            }
        }
    }
    return {};
}

}  // namespace

outcome check_written(bj::object const& row, settings const& s) {
    auto const known = learn(s.templates / text_at(row, "template"));
    auto const tools = tools_of(row);
    if (!known || !tools) {
        return outcome::failed(render(known ? tools.error() : known.error()));
    }
    auto const* partial = row.if_contains("is_partial");
    auto const* calls = row.at("expected").get_object().if_contains("tool_calls");
    bool const called = calls != nullptr && calls->is_array() && !calls->get_array().empty();
    if (tools->empty() || !called || (partial != nullptr && partial->is_bool() && partial->get_bool())) {
        return outcome::skipped("not a whole answer with calls");
    }
    if (auto const why = not_allowed(calls->get_array(), *tools); !why.empty()) {
        return outcome::skipped(why);
    }
    auto const table = chat::build_syntax(known->format, *tools);
    auto const grammar = table ? chat::build_grammar(*table, *tools) : result<chat::grammar>(table.error());
    if (!grammar) {
        return outcome::failed(render(grammar.error()));
    }
    std::string const text = text_at(row, "input");
    std::size_t best = 0;
    for (std::string const& trigger : grammar->triggers) {
        for (std::size_t at = text.find(trigger); at != std::string::npos; at = text.find(trigger, at + 1)) {
            mask::npda run{mask::network_machine{grammar->network}};
            std::size_t end = at;
            while (end < text.size() && run.accept(static_cast<std::uint8_t>(text[end]))) {
                ++end;
            }
            if (end == text.size() && run.can_stop()) {
                return outcome::passed();
            }
            best = std::max(best, end);
        }
    }
    return outcome::failed(text_at(row, "class") + ", " + text_at(row, "template") + ": " +
                           json::dump(bj::value(text.substr(0, best))) + " and then " +
                           json::dump(bj::value(text.substr(best))));
}

}  // namespace conform
