// parlance/chat/detail/tool_meant.hpp - the tool that a call means under a name that is not quite its own
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/tool.hpp>
#include <cstddef>
#include <span>
#include <string_view>

namespace parlance::chat::detail {

/// The tool that is meant by a name that none has: without `functions.` in front, or `:0` behind, which belong to ids; or
/// the only one there is, by a number alone.
[[nodiscard]] inline std::string_view tool_meant(std::string_view name,
                                                 std::span<tool const> tools) noexcept {
    constexpr std::string_view front = "functions.";
    if (find_tool(tools, name) != nullptr) {
        return {};
    }
    if (tools.size() == 1 && !name.empty() && name.find_first_not_of("0123456789") == name.npos) {
        return tools.data()->name;
    }
    name.remove_prefix(name.starts_with(front) ? front.size() : 0);
    std::size_t const colon = name.find_last_not_of("0123456789");
    bool const numbered = colon != std::string_view::npos && colon + 1 < name.size() && name[colon] == ':';
    for (std::string_view const meant : {name, name.substr(0, numbered ? colon : 0)}) {
        if (find_tool(tools, meant) != nullptr) {
            return meant;
        }
    }
    return {};
}

}  // namespace parlance::chat::detail
