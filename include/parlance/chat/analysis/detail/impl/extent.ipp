// parlance/chat/analysis/detail/impl/extent.ipp - definitions of what parlance/chat/analysis/detail/extent.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/detail/extent.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/result.hpp>

namespace parlance::chat::analysis::detail {

extent bracketed(std::string_view text, std::size_t open, std::string_view quotes) {
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

extent object_at(std::string_view text, std::size_t open) {
    extent const all = bracketed(text, open, "\"");
    return all.found() && json::parse(all.in(text)) ? all : extent{};
}

/// Whether byte `inside` stands in a list within the object that begins in front of it.
PARLANCE_DECL bool in_list(std::string_view object, std::size_t inside) {
    bool quoted = false;
    std::size_t lists = 0;
    for (std::size_t i = 0; i < inside; ++i) {
        char const c = object[i];
        i += quoted && c == '\\';
        quoted = c == '"' ? !quoted : quoted;
        lists += !quoted && c == '[';
        lists -= !quoted && c == ']' && lists > 0;
    }
    return lists > 0;
}

extent object_around(std::string_view text, std::size_t inside, std::size_t from, stop_asker asked) {
    constexpr std::size_t as_rows = 128;  // one that is no object
    for (std::size_t open = text.find('{', from); open < inside && asked.next(as_rows);
         open = text.find('{', open + 1)) {
        extent const found = bracketed(text, open, "\"");
        if (found.found() && found.end > inside && !in_list(found.in(text), inside - open) &&
            json::parse(found.in(text))) {
            return found;
        }
    }
    return {};
}

extent string_around(std::string_view text, std::size_t inside, std::size_t from) {
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

extent dictionary_around(std::string_view text, std::size_t inside, std::size_t from) {
    std::size_t const open = text.rfind('{', inside);
    if (open == std::string_view::npos || open < from || text.substr(open, 2) != "{'") {
        return {};
    }
    extent const all = bracketed(text, open, "\"'");
    return all.found() && all.end > inside ? all : extent{};
}

}  // namespace parlance::chat::analysis::detail
