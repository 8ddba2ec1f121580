// test/corpus/conform_function_calls.cpp - answers of models that are known by name
// SPDX-License-Identifier: BSL-1.0
#include "arguments.hpp"
#include "conform.hpp"
#include "templates.hpp"
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/known/routes.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <string>
#include <string_view>

namespace conform {
namespace {

using namespace parlance;
namespace bj = boost::json;

/// The message of `text` in pieces of `step` bytes, and whether the deltas say the same.
chat::message read(chat::syntax const& s, std::vector<chat::tool> const& tools, std::string_view text,
                   std::size_t step, bool ended, bool& lawful) {
    chat::response_parser r(s, tools);
    std::string said;
    auto const sink = [&](chat::delta const& d) {
        if (d.kind == chat::delta_kind::content) {
            said += d.text;
        }
    };
    for (std::size_t i = 0; i < text.size(); i += step) {
        r.feed(text.substr(i, step), sink);
    }
    if (ended) {
        r.finish(sink);
    }
    lawful = said == r.so_far().content.value_or("");
    return r.so_far();
}

}  // namespace

outcome check_function_calls(bj::object const& row, settings const&) {
    auto const tools = tools_of(row);
    if (!tools) {
        return outcome::failed(render(tools.error()));
    }
    std::vector<chat::tool> named = *tools;
    if (named.empty()) {
        named.push_back({"any", "", bj::object{}});
    }
    auto const known = chat::known::format_of(text_at(row, "model"));
    chat::format const f = known.value_or(chat::format{});
    auto const table = chat::build_syntax(f, named);
    if (!table) {
        return outcome::failed(render(table.error()));
    }
    std::string const text = text_at(row, "input");
    bool const partial = row.at("partial").get_bool();
    bool lawful = false;
    bool lawful_by_byte = false;
    chat::message const got = read(*table, named, text, text.size() + 1, !partial, lawful);
    chat::message const by_byte = read(*table, named, text, 1, !partial, lawful_by_byte);
    if (!lawful || !lawful_by_byte || !(got == by_byte)) {
        return outcome::failed("pieces tell another story: " + show(got) + "\n    " + show(by_byte));
    }
    if (partial) {
        return outcome::passed();
    }
    bj::object const& wanted = row.at("expected").get_object();
    bool same = text_at(wanted, "content") == chat::analysis::strip(got.content.value_or("")) &&
                text_at(wanted, "reasoning_content") == chat::analysis::strip(got.reasoning);
    auto const* calls = wanted.if_contains("tool_calls");
    std::size_t const count = calls != nullptr && calls->is_array() ? calls->get_array().size() : 0;
    same = same && count == got.calls.size();
    for (std::size_t i = 0; same && i < count; ++i) {
        bj::object const& call = calls->get_array()[i].get_object();
        bj::object const& function = call.at("function").get_object();
        same = text_at(call, "id") == got.calls[i].id && text_at(function, "name") == got.calls[i].name &&
               same_arguments(text_at(function, "arguments"), got.calls[i].arguments, false);
    }
    return same ? outcome::passed()
                : outcome::failed("expected " + json::dump(row.at("expected")) + "\n    got " + show(got));
}

}  // namespace conform
