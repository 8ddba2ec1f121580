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
/// `functions_`, and where ids have lost their signs `functionsf0`), or without the namespace in front (`functions.`,
/// `default_api:`), of which as little as possible goes: `functions.a.b` is `a.b` before it is `b`; or the only one there
/// is, by a number alone.
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
    std::size_t const behind = numbered ? name.size() - number + 1 : 0;
    constexpr int most_namespaces = 8;  // one inside the other: a name may be as long as an answer
    std::size_t at = 0;
    for (int i = 0; i <= most_namespaces && at < name.size(); ++i) {
        std::string_view const rest = name.substr(at);
        for (std::size_t const end : {rest.size(), rest.size() - (std::min)(behind, rest.size())}) {
            if (find_tool(tools, rest.substr(0, end)) != nullptr) {
                return rest.substr(0, end);
            }
        }
        std::size_t const space = joined && at == 0 ? front.size() - 1 : rest.find_first_of(".:");
        at = space == std::string_view::npos ? name.size() : at + space + 1;
    }
    if (constexpr std::string_view word = "functions"; name.starts_with(word) && number > word.size()) {
        std::string_view const rest = name.substr(word.size());
        std::string_view const bare = rest.substr(rest.find_first_of(".:_") == 0 ? 1 : 0);
        for (std::size_t const end : {bare.size(), bare.size() - (name.size() - number)}) {
            if (find_tool(tools, bare.substr(0, end)) != nullptr) {
                return bare.substr(0, end);
            }
        }
    }
    return {};
}

}  // namespace parlance::chat::detail
