// parlance/chat/analysis/extent.hpp - where objects stand in a rendered call
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/parse.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::chat::analysis {

/// Bytes [begin, end) of a text.
struct extent {
    std::size_t begin = std::string_view::npos;
    std::size_t end = std::string_view::npos;
    [[nodiscard]] bool found() const noexcept { return begin != std::string_view::npos; }
    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// What the bracket at `open` encloses, it and its counterpart included; strings stand in any of `quotes`.
[[nodiscard]] inline extent bracketed(std::string_view text, std::size_t open, std::string_view quotes) {
    std::size_t depth = 0;
    char quote = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        char const c = text[i];
        if (quote != 0) {
            i += c == '\\';
            quote = c == quote ? '\0' : quote;
        } else if (quotes.find(c) != std::string_view::npos) {
            quote = c;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && depth > 0 && --depth == 0) {
            return {open, i + 1};
        }
    }
    return {};
}

/// The JSON object that begins with the `{` at `open`; not found when the text between is not JSON.
[[nodiscard]] inline extent object_at(std::string_view text, std::size_t open) {
    extent const all = bracketed(text, open, "\"");
    return all.found() && json::parse(all.in(text)) ? all : extent{};
}

/// The outermost JSON object that contains byte `inside`.
[[nodiscard]] inline extent object_around(std::string_view text, std::size_t inside, std::size_t from = 0) {
    for (std::size_t open = text.find('{', from); open < inside; open = text.find('{', open + 1)) {
        if (extent const found = object_at(text, open); found.found() && found.end > inside) {
            return found;
        }
    }
    return {};
}

/// The JSON string, quotes included, that holds the JSON of an object which contains byte `inside`.
[[nodiscard]] inline extent string_around(std::string_view text, std::size_t inside, std::size_t from = 0) {
    std::size_t const open = text.rfind("\"{", inside);
    if (open == std::string_view::npos || open < from) {
        return {};
    }
    for (std::size_t i = open + 1; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            extent const all{open, i + 1};
            auto const held = json::parse(all.in(text));
            bool const object = held && held->is_string() && json::parse(json::text_of(*held));
            return object && all.end > inside ? all : extent{};
        }
    }
    return {};
}

/// The innermost Python dictionary that contains byte `inside`: braces, and strings in single quotes.
[[nodiscard]] inline extent dictionary_around(std::string_view text, std::size_t inside,
                                              std::size_t from = 0) {
    std::size_t const open = text.rfind('{', inside);
    if (open == std::string_view::npos || open < from || text.substr(open, 2) != "{'") {
        return {};
    }
    extent const all = bracketed(text, open, "\"'");
    return all.found() && all.end > inside ? all : extent{};
}

}  // namespace parlance::chat::analysis
