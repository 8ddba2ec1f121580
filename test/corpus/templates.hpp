// test/corpus/templates.hpp - what the rows about chat templates share
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/tool.hpp>
#include <boost/json.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace conform {

/// A string field, empty where there is none.
inline std::string text_at(boost::json::object const& row, std::string_view key) {
    auto const* v = row.if_contains(key);
    return v != nullptr && v->is_string() ? std::string(v->get_string()) : std::string();
}

/// The tools of a row.
inline parlance::result<std::vector<parlance::chat::tool>> tools_of(boost::json::object const& row) {
    auto const* list = row.if_contains("tools");
    if (list == nullptr || !list->is_array()) {
        return std::vector<parlance::chat::tool>{};
    }
    return parlance::chat::tools_from_openai(*list);
}

/// A text that begins with what the generation prompt writes, behind what opens the turn.
inline std::string without_header(std::string text, parlance::chat::format const& f) {
    std::size_t const at = f.turn_start.empty() ? std::string::npos : text.find(f.turn_start);
    if (at != std::string::npos) {
        text.erase(0, at + f.turn_start.size());
    }
    return text;
}

/// What is learned of the template in this file; each file is analysed once.
parlance::result<parlance::chat::dialect> learn(std::filesystem::path const& path);

}  // namespace conform
