// test/corpus/arguments.hpp - arguments compared as JSON, numbers by their text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/message.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <map>
#include <string>
#include <string_view>

namespace conform {

/// JSON text without the white space outside strings: numbers are compared by their text.
inline std::string compact(std::string_view json) {
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
            for (++at; text[at] != '"'; at += text[at] == '\\' ? 2 : 1) {}
            ++at;
            auto const parsed = parlance::json::parse(text.substr(begin, at - begin));
            return parsed ? parlance::json::dump(*parsed) : std::string(text.substr(begin, at - begin));
        }
        while (at < text.size() && text[at] != ',' && text[at] != '}' && text[at] != ']') {
            ++at;
        }
        return std::string(text.substr(begin, at - begin));
    }
};

inline bool same_arguments(std::string_view expected, std::string_view got, bool partial) {
    std::string const a = compact(expected);
    std::string const b = compact(got);
    if (partial) {
        return a.starts_with(b) || b.starts_with(a);
    }
    if (!parlance::json::parse(a) || !parlance::json::parse(b)) {
        return a == b;
    }
    return reader{a}.value() == reader{b}.value();
}

inline std::string show(parlance::chat::message const& m) {
    std::string out = "content " + parlance::json::dump(boost::json::value(m.content.value_or("")));
    out += ", reasoning " + parlance::json::dump(boost::json::value(m.reasoning));
    for (auto const& c : m.calls) {
        out += ", call " + c.id + " " + c.name + "(" + c.arguments + ")";
    }
    return out;
}

}  // namespace conform
