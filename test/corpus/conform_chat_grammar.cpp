// test/corpus/conform_chat_grammar.cpp - what a peer's grammar must accept, ours accepts for the same inputs
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include "templates.hpp"
#include <parlance/chat/response_parser.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

/// Where a lazy grammar begins to read: at its first trigger.
std::size_t trigger_in(std::string_view text, std::vector<std::string> const& triggers) {
    std::size_t at = std::string::npos;
    for (std::string const& trigger : triggers) {
        at = std::min(at, text.find(trigger));
    }
    return at;
}

/// The tools that a text calls, with the arguments that it gives them, typed as they are there.
std::vector<chat::tool> tools_in(std::string const& text, chat::format const& f) {
    // Any name will do for reading; what needs a name in front to be a call at all is not read.
    std::vector<chat::tool> const any{{"-", "", bj::object{}}};
    auto const table = chat::build_syntax(f, any);
    if (!table) {
        return {};
    }
    chat::response_policy policy;
    policy.accept_unknown = true;
    chat::response_parser r(*table, any, policy);
    auto const ignore = [](chat::delta const&) {};
    r.feed(text, ignore);
    r.finish(ignore);
    std::vector<chat::tool> out;
    for (chat::tool_call const& call : r.so_far().calls) {
        auto const arguments = json::parse(call.arguments);
        if (!arguments || !arguments->is_object() || chat::find_tool(out, call.name) != nullptr) {
            continue;
        }
        bj::object properties;
        bj::array required;
        for (auto const& [key, value] : arguments->get_object()) {
            char const* const type = value.is_string()   ? "string"
                                     : value.is_bool()   ? "boolean"
                                     : value.is_number() ? "number"
                                     : value.is_array()  ? "array"
                                     : value.is_object() ? "object"
                                                         : "null";
            bj::object property{{"type", type}};
            if (value.is_array()) {
                property["items"] = true;
            } else if (value.is_object()) {
                property["additionalProperties"] = true;
            }
            properties[key] = std::move(property);
            required.emplace_back(key);
        }
        out.push_back({call.name, "",
                       bj::object{{"type", "object"}, {"properties", properties}, {"required", required}}});
    }
    return out;
}

/// Of a row whose inputs are not here: its grammar, compiled by us, accepts its texts; and so does the grammar that is
/// made for tools such as the text calls.
outcome check_without_inputs(bj::object const& row, settings const& s) {
    auto const table = gbnf::compile(text_at(row, "grammar"));
    if (!table) {
        return outcome::failed(render(table.error()));
    }
    auto const network = rtn::from_gbnf(table->view());
    if (!network) {
        return outcome::failed(render(network.error()));
    }
    bool const lazy = row.at("grammar_lazy").get_bool();
    auto const known = learn(s.templates / std::string(row.at("templates").at(0).get_string()));
    if (!known) {
        return outcome::failed(render(known.error()));
    }
    for (auto const& accept : row.at("accepts").get_array()) {
        std::string const text = text_at(accept.get_object(), "text");
        bool const peer = accept.at("peer_accepts").get_bool();
        if (mask::matches(*network, text) != peer) {
            return outcome::failed("its own grammar, read by us: " + json::dump(bj::value(text)));
        }
        auto const tools = lazy ? tools_in(text, known->format) : std::vector<chat::tool>{};
        if (tools.empty()) {
            continue;
        }
        auto const syntax = chat::build_syntax(known->format, tools);
        auto const ours =
            syntax ? chat::build_grammar(*syntax, tools) : result<chat::grammar>(syntax.error());
        if (!ours) {
            return outcome::failed(render(ours.error()));
        }
        std::size_t const at = trigger_in(text, ours->triggers);
        if (!mask::matches(ours->network, text.substr(at == std::string::npos ? 0 : at))) {
            return outcome::failed("not accepted for tools such as it calls: " + json::dump(bj::value(text)));
        }
    }
    return outcome::passed();
}

}  // namespace

outcome check_chat_grammar(bj::object const& row, settings const& s) {
    auto const found = inputs_of(s).find(text_at(row, "grammar_id"));
    if (found == inputs_of(s).end()) {
        return check_without_inputs(row, s);
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
            std::size_t const at = trigger_in(text, grammar->triggers);
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
