// example/command/learned_parts.hpp - what a page about a template is made of, and its modes in plain words
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "railroad.hpp"
#include <parlance/chat/format.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace learned {

using namespace parlance;

/// A text in pieces: what two renders share, and what each has alone.
struct span {
    enum class kind { shared, left, right, plain } is = kind::plain;
    std::string text;
};

/// One entry of a section: a name, a text, and whether that is good news.
struct entry {
    enum class mood { none, good, bad, grey, warn } is = mood::none;
    std::string name;
    std::vector<span> text;
};

struct section {
    std::string title;
    std::string about;
    std::vector<entry> entries;
    bool folded = false;
};

/// facts  what was found, in a few words each
/// dot    the parser as a graph for Graphviz; gbnf  the grammar of calls; both empty where there is none
/// call   diagrams of how tools are called, each with its name
struct page {
    std::string title;
    std::vector<std::string> facts;
    std::vector<section> sections;
    std::string dot;
    std::string gbnf;
    std::vector<std::pair<std::string, command::railroad::shape>> call{};
};

[[nodiscard]] inline entry plain(std::string name, std::string text, entry::mood is = entry::mood::none) {
    return {is, std::move(name), {{span::kind::plain, std::move(text)}}};
}

// The modes in plain words.
[[nodiscard]] inline std::string_view in_words(chat::reasoning_mode m) {
    constexpr std::string_view words[] = {"no reasoning",
                                          "reasoning between markers",
                                          "reasoning up to a marker",
                                          "the prompt opens the reasoning",
                                          "the prompt opens or closes the reasoning",
                                          "reasoning only in front of calls"};
    return words[static_cast<std::size_t>(m)];
}
[[nodiscard]] inline std::string_view in_words(chat::content_mode m) {
    constexpr std::string_view words[] = {"content as it is", "content between markers",
                                          "content between markers behind reasoning"};
    return words[static_cast<std::size_t>(m)];
}
[[nodiscard]] inline std::string_view in_words(chat::tool_mode m) {
    constexpr std::string_view words[] = {"no calls", "calls as JSON objects",
                                          "calls as a name in a tag, and JSON",
                                          "calls as a name and arguments in tags"};
    return words[static_cast<std::size_t>(m)];
}

/// A mode's name as reports and saved dialects have it, in plain words; other text as it is.
[[nodiscard]] inline std::string in_words(std::string_view part, chat::format const& f,
                                          std::string_view text) {
    std::size_t const end = (std::min)(text.find(','), text.size());
    std::string_view const plain = part == "reasoning" ? in_words(f.reasoning.mode)
                                   : part == "content" ? in_words(f.content.mode)
                                   : part == "tools"   ? in_words(f.tools.mode())
                                                       : std::string_view{};
    return plain.empty() ? std::string(text)
                         : std::string(plain)
                               .append(text.substr(end))
                               .append(" (")
                               .append(text.substr(0, end))
                               .append(")");
}

}  // namespace learned
