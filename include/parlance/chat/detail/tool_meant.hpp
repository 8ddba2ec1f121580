// parlance/chat/detail/tool_meant.hpp - the tool that a call means under a name that is not quite its own
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/tool.hpp>
#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace parlance::chat::detail {

/// The tool that is meant by a name that none has: without the number behind it, which belongs to ids (`:0`, or `_0` behind
/// `functions_`), or without the namespace in front (`functions.`, `default_api:`); or the only one there is, by a number alone.
[[nodiscard]] inline std::string_view tool_meant(std::string_view name,
                                                 std::span<tool const> tools) noexcept {
    constexpr std::string_view front = "functions_";
    constexpr std::string_view digits = "0123456789";
    if (find_tool(tools, name) != nullptr) {
        return {};
    }
    std::size_t const number = name.find_last_not_of(digits) + 1;
    if (tools.size() == 1 && !name.empty() && number == 0) {
        return tools.data()->name;
    }
    bool const joined = name.starts_with(front);
    bool const numbered = number > 0 && number < name.size() && name[number - 1] == (joined ? '_' : ':');
    for (std::string_view const whole : {name, name.substr(0, numbered ? number - 1 : 0)}) {
        std::size_t const space = joined ? front.size() : whole.find_last_of(".:") + 1;
        for (std::string_view const meant : {whole, whole.substr((std::min)(space, whole.size()))}) {
            if (find_tool(tools, meant) != nullptr) {
                return meant;
            }
        }
    }
    return {};
}

}  // namespace parlance::chat::detail
