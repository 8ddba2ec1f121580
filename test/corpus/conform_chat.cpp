// test/corpus/conform_chat.cpp - one answer in the dialect of a real template, read whole or cut off
// SPDX-License-Identifier: BSL-1.0
#include "arguments.hpp"
#include "conform.hpp"
#include "templates.hpp"
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

namespace conform {
namespace {

using namespace parlance;
namespace bj = boost::json;

/// In what way two texts that are the same when stripped are not the same: which of them has more white space, and where.
std::string white_space(std::string_view what, std::string_view expected, std::string_view got) {
    if (expected == got) {
        return {};
    }
    auto const front = [](std::string_view text) {
        return text.substr(0, text.find_first_not_of(" \t\r\n"));
    };
    auto const back = [](std::string_view text) {
        std::size_t const last = text.find_last_not_of(" \t\r\n");
        return last == std::string_view::npos ? std::string_view{} : text.substr(last + 1);
    };
    std::string out;
    for (auto const& [where, wanted, has] :
         {std::tuple{"in front of", front(expected), front(got)}, {"behind", back(expected), back(got)}}) {
        if (wanted != has) {
            out.append(out.empty() ? "" : ", ").append(where).append(" ").append(what).append(": expected ");
            out.append(json::dump(bj::value(wanted))).append(", got ").append(json::dump(bj::value(has)));
        }
    }
    return out;
}

}  // namespace

result<chat::dialect> learn(std::filesystem::path const& path) {
    static std::map<std::string, chat::dialect> known;
    if (auto const found = known.find(path.string()); found != known.end()) {
        return found->second;
    }
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        return diagnostic{errc::unsupported_file, {}, 0, note("cannot open ").append(path.string())};
    }
    std::string const source(std::istreambuf_iterator<char>(in), {});
    auto const compiled = chat::chat_template::compile(source);
    if (!compiled) {
        return compiled.error();
    }
    return known.emplace(path.string(), chat::analyze(*compiled)).first->second;
}

outcome check_chat(bj::object const& row, settings const& s) {
    auto const known = learn(s.templates / text_at(row, "template"));
    if (!known) {
        return outcome::failed(render(known.error()));
    }
    auto const tools = tools_of(row);
    if (!tools) {
        return outcome::failed(render(tools.error()));
    }
    bj::object const& options = row.at("options").get_object();
    chat::reading how;
    how.reasoning_apart = text_at(options, "reasoning_format") != "none";
    how.json = options.contains("json_schema") && options.at("json_schema").is_object();
    auto const table = chat::build_syntax(known->format, *tools, {}, how);
    if (!table) {
        return outcome::failed(render(table.error()));
    }
    bool const partial =
        row.contains("is_partial") && row.at("is_partial").is_bool() && row.at("is_partial").get_bool();

    chat::response_parser r(*table, *tools);
    std::string const tail = without_header(text_at(row, "generation_prompt"), known->format);
    // What the prompt has begun is part of the expected message.
    auto const ignore = [](chat::delta const&) {};
    r.feed(tail, ignore);
    r.feed(text_at(row, "input"), ignore);
    if (!partial) {
        r.finish(ignore);
    }
    chat::message const& got = r.so_far();

    bj::object const& wanted = row.at("expected").get_object();
    std::string const content = text_at(wanted, "content");
    std::string const reasoning = text_at(wanted, "reasoning_content");
    bool const same_text =
        chat::analysis::strip(content) == chat::analysis::strip(got.content.value_or("")) &&
        chat::analysis::strip(reasoning) == chat::analysis::strip(got.reasoning);
    bool same = same_text;
    auto const* calls = wanted.if_contains("tool_calls");
    std::size_t const count = calls != nullptr && calls->is_array() ? calls->get_array().size() : 0;
    same = same && count == got.calls.size();
    for (std::size_t i = 0; same && i < count; ++i) {
        bj::object const& call = calls->get_array()[i].get_object();
        std::string const id = text_at(call, "id");
        same = text_at(call, "name") == got.calls[i].name && (id.empty() || id == got.calls[i].id) &&
               same_arguments(text_at(call, "arguments"), got.calls[i].arguments, partial);
    }
    outcome out =
        same ? outcome::passed()
             : outcome::failed("expected " + json::dump(row.at("expected")) + "\n    got " + show(got));
    bool const exact = content == got.content.value_or("") && reasoning == got.reasoning;
    out.tally.emplace_back("byte-exact content and reasoning", exact);
    if (!exact && same) {
        out.tally.emplace_back("not exact, " + text_at(row, "template") + ": white space " +
                                   white_space("content", content, got.content.value_or("")) +
                                   white_space("reasoning", reasoning, got.reasoning),
                               true);
    }
    return out;
}

}  // namespace conform
