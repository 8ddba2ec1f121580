// test/corpus/conform_chat.cpp - one answer in the dialect of a real template, read whole or cut off
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include "templates.hpp"
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/response.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/json/parse.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace conform {
namespace {

using namespace parlance;
namespace bj = boost::json;

/// JSON text without the white space outside strings: numbers are compared by their text.
std::string compact(std::string_view json) {
    std::string out;
    bool quoted = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        char const c = json[i];
        if (!quoted && (c == ' ' || c == '\n' || c == '\t' || c == '\r')) {
            continue;
        }
        out.push_back(c);
        if (quoted && c == '\\' && i + 1 < json.size()) {
            out.push_back(json[++i]);
        } else if (c == '"') {
            quoted = !quoted;
        }
    }
    return out;
}


/// Reads compact JSON again with members in the order of their keys, numbers as written, strings unescaped.
struct reader {
    std::string_view text;
    std::size_t at = 0;
    std::string value() {
        char const c = text[at];
        if (c == '{' || c == '[') {
            ++at;
            std::map<std::string, std::string> members;
            std::string items;
            while (text[at] != '}' && text[at] != ']') {
                if (c == '{') {
                    std::string const key = value();
                    ++at;  // the colon
                    members[key] = value();
                } else {
                    items += value() + ",";
                }
                at += text[at] == ',';
            }
            ++at;
            for (auto const& [key, v] : members) {
                items += key + ":" + v + ",";
            }
            return c + items + (c == '{' ? "}" : "]");
        }
        std::size_t const begin = at;
        if (c == '"') {
            for (++at; text[at] != '"'; at += text[at] == '\\' ? 2 : 1) {
            }
            ++at;
            auto const parsed = json::parse(text.substr(begin, at - begin));
            return parsed ? json::dump(*parsed) : std::string(text.substr(begin, at - begin));
        }
        while (at < text.size() && text[at] != ',' && text[at] != '}' && text[at] != ']') {
            ++at;
        }
        return std::string(text.substr(begin, at - begin));
    }
};

bool same_arguments(std::string_view expected, std::string_view got, bool partial) {
    std::string const a = compact(expected);
    std::string const b = compact(got);
    if (partial) {
        return a.starts_with(b) || b.starts_with(a);
    }
    if (!json::parse(a) || !json::parse(b)) {
        return a == b;
    }
    return reader{a}.value() == reader{b}.value();
}

std::string show(chat::message const& m) {
    std::string out = "content " + json::dump(bj::value(m.content.value_or("")));
    out += ", reasoning " + json::dump(bj::value(m.reasoning));
    for (auto const& c : m.calls) {
        out += ", call " + c.id + " " + c.name + "(" + c.arguments + ")";
    }
    return out;
}

}  // namespace

result<chat::analysis_result> learn(std::filesystem::path const& path) {
    static std::map<std::string, chat::analysis_result> known;
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
    bool const partial = row.contains("is_partial") && row.at("is_partial").is_bool() && row.at("is_partial").get_bool();

    chat::response r(*table, *tools);
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
    bool const same_text = chat::analysis::strip(content) == chat::analysis::strip(got.content.value_or("")) &&
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
    outcome out = same ? outcome::passed()
                       : outcome::failed("expected " + json::dump(row.at("expected")) + "\n    got " + show(got));
    out.tally.emplace_back("byte-exact content and reasoning",
                           content == got.content.value_or("") && reasoning == got.reasoning);
    return out;
}

}  // namespace conform
