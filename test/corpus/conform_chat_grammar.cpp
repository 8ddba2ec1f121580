// test/corpus/conform_chat_grammar.cpp - what a peer's grammar must accept, ours accepts for the same inputs
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include "templates.hpp"
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/mask/npda.hpp>
#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <string_view>

namespace conform {
namespace {

using namespace parlance;
namespace bj = boost::json;

/// The first case of chat/cases with each grammar's id.
std::map<std::string, bj::object> const& inputs_of(settings const& s) {
    static std::map<std::string, bj::object> const all = [&] {
        std::map<std::string, bj::object> out;
        std::ifstream in(s.corpus / "chat" / "cases.jsonl");
        for (std::string line; std::getline(in, line);) {
            auto row = json::parse(line);
            if (row && row->is_object() && !text_at(row->get_object(), "grammar_id").empty()) {
                out.emplace(text_at(row->get_object(), "grammar_id"), row->get_object());
            }
        }
        return out;
    }();
    return all;
}

}  // namespace

outcome check_chat_grammar(bj::object const& row, settings const& s) {
    auto const found = inputs_of(s).find(text_at(row, "grammar_id"));
    if (found == inputs_of(s).end()) {
        return outcome::skipped("no case with these inputs");
    }
    bj::object const& inputs = found->second;
    auto const known = learn(s.templates / text_at(inputs, "template"));
    auto const tools = tools_of(inputs);
    if (!known || !tools) {
        return outcome::failed(render(known ? tools.error() : known.error()));
    }
    bj::object const& options = inputs.at("options").get_object();
    auto const* schema = options.if_contains("json_schema");
    bool const json = schema != nullptr && schema->is_object();
    chat::call_policy policy;
    policy.parallel = options.at("parallel_tool_calls").get_bool();
    if (text_at(options, "tool_choice") == "required") {
        policy.choice = chat::call_policy::kind::required;
        policy.content = true;
    }
    auto const table = chat::build_syntax(known->format, *tools, policy, {true, json});
    if (!table) {
        return outcome::failed(render(table.error()));
    }
    auto const grammar =
        chat::build_grammar(*table, *tools, policy, {}, chat::tool_schema_options(), json ? schema : nullptr);
    if (!grammar) {
        return outcome::failed(render(grammar.error()));
    }
    for (auto const& accept : row.at("accepts").get_array()) {
        std::string text = text_at(accept.get_object(), "text");
        if (grammar->lazy) {
            std::size_t at = std::string::npos;
            for (std::string const& trigger : grammar->triggers) {
                at = std::min(at, text.find(trigger));
            }
            if (at == std::string::npos && chat::has_call_marker(known->format)) {
                return outcome::failed("our trigger " + table->trigger + " is not in " +
                                       json::dump(bj::value(text)));
            }
            text.erase(0, at == std::string::npos ? 0 : at);
        } else {
            text = without_header(text, known->format);
        }
        if (!mask::matches(grammar->network, text)) {
            return outcome::failed("not accepted: " + json::dump(bj::value(text)));
        }
    }
    return outcome::passed();
}

}  // namespace conform
