// test/corpus/conform_written.cpp - what models wrote well, the strict grammar of their dialect lets through, too
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include "templates.hpp"
#include <parlance/chat/check.hpp>
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
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

/// Whether behind one of the triggers all of the text may be written; `best` is what may be.
bool may_be_written(chat::grammar const& grammar, std::string const& text, std::size_t& best) {
    for (std::string const& trigger : grammar.triggers) {
        for (std::size_t at = text.find(trigger); at != std::string::npos; at = text.find(trigger, at + 1)) {
            mask::npda run{mask::network_machine{grammar.network}};
            std::size_t end = at;
            while (end < text.size() && run.accept(static_cast<std::uint8_t>(text[end]))) {
                ++end;
            }
            best = std::max(best, end);
            if (end == text.size() && run.can_stop()) {
                return true;
            }
        }
    }
    return false;
}

/// Why a grammar does well to refuse a text from `best` on, or what it lacks, by what the difference is.
std::string_view argument(chat::format const& f, std::string_view text, std::size_t best) {
    chat::tool_format const& t = f.tools;
    // The marker, or the white space in front of one, that the grammar stopped in.
    std::size_t const marker = std::min(text.rfind('<', best), text.size());
    bool const inside = text.find('>', marker) >= best;
    std::string_view const at = text.substr(inside ? marker : best);
    auto const begins_as = [&](std::string_view markup) {
        auto const core = chat::detail::split(markup).core;
        return !core.empty() && at.starts_with(core);
    };
    if (best == text.size()) {
        return "a closing marker is missing: so do calls end that were cut off";
    }
    if (begins_as(t.arguments.item_open)) {
        return "a closing marker is missing in front of an argument: it could be part of the value";
    }
    if (chat::detail::bare_values(t)) {
        return "the dialect quotes values";
    }
    if (begins_as(t.arguments.item_close)) {
        return "a closing marker stands twice";
    }
    if (best == 0) {
        return "what opens calls is missing";
    }
    if (text[best] == '{' || text[best] == '[') {
        return "objects where the dialect writes calls otherwise";
    }
    return std::string_view(" \t\n").find(text[best]) != std::string_view::npos
               ? "JSON has this white space from no template: the bounds of schema::options"
               : "a value that is not as its schema or its markup says";
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
    if (may_be_written(*grammar, text, best)) {
        return outcome::passed();
    }
    return outcome::failed(std::string(argument(known->format, text, best)) + "; " +
                           text_at(row, "template") + ": " + json::dump(bj::value(text.substr(0, best))) +
                           " and then " + json::dump(bj::value(text.substr(best))));
}

}  // namespace conform
