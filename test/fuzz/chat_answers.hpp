// test/fuzz/chat_answers.hpp - what the fuzz targets of answers share: two tools, and the laws that every answer keeps
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "../chat/laws.hpp"
#include <parlance/chat/response_parser.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/parse.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace fuzzing {

inline std::vector<parlance::chat::tool> const& tools() {
    static std::vector<parlance::chat::tool> const made{
        {"find", "finds", *parlance::json::parse(R"({"type": "object", "required": ["city"], "properties": {
            "city": {"type": "string"}, "days": {"type": "integer"}, "near": {"type": "array"}}})")},
        {"stop", "", boost::json::object{}}};
    return made;
}

/// Aborts where a cut of `text` tells `fresh` another story.
inline void demand_laws(parlance::chat::response_parser const& fresh, std::string_view text) {
    laws::trial how;
    how.cuts = false;
    how.random = 2;
    std::string const broken = laws::first_broken(fresh, text, how);
    if (!broken.empty()) {
        std::fprintf(stderr, "%s\n", broken.c_str());
        std::abort();
    }
}

}  // namespace fuzzing
