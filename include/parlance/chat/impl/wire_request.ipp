// parlance/chat/impl/wire_request.ipp - definitions of what parlance/chat/wire_request.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/wire_request.hpp>
#include <parlance/chat/detail/request_node.hpp>
#include <algorithm>

namespace parlance::chat {

void detail::add_unread(wire_request& out, request_node const& at,
                        std::initializer_list<std::string_view> known) {
    if (!at.is_object()) {
        return;
    }
    for (auto const& member : at.object()) {
        std::string_view const key = member.key();
        if (!member.value().is_null() && std::ranges::find(known, key) == known.end()) {
            out.unread.push_back(at.member(key).path().substr(1));
        }
    }
}

void detail::add_unread_choice(wire_request& out, request_node const& choice) {
    std::string const type = choice.is_object() ? choice.type() : std::string();
    if (type == "allowed_tools") {
        add_unread(out, choice, {"type", "allowed_tools", "mode", "tools"});
        add_unread(out, choice.member(type), {"mode", "tools"});
        return;
    }
    add_unread(out, choice, {"type", "function", "name", "disable_parallel_tool_use"});
    add_unread(out, choice.member("function"), {"name"});
}

}  // namespace parlance::chat
