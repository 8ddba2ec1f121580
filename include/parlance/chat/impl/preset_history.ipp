// parlance/chat/impl/preset_history.ipp - definitions of what parlance/chat/preset_history.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/preset_history.hpp>

namespace parlance::chat {

result<void> validate_message(preset_message const& m) {
    for (std::string_view const role : {"system", "user", "assistant", "function"}) {
        if (m.role == role) {
            return {};
        }
    }
    return diagnostic{errc::invalid_message, {}, 0, note("no such role: ").append(m.role)};
}

result<void> validate_conversation(std::vector<preset_message> const& messages) {
    auto const refuse = [](std::string_view why, std::size_t i) -> result<void> {
        return diagnostic{
            errc::invalid_message, {}, 0, note(why).append(" (message ").append_number(i).append(")")};
    };
    std::size_t const begin = !messages.empty() && messages[0].role == "system" ? 1 : 0;
    for (std::size_t i = begin; i < messages.size(); ++i) {
        if (auto const valid = validate_message(messages[i]); !valid) {
            return valid;
        }
        std::string_view const expected = (i - begin) % 2 == 0 ? "user" : "assistant";
        if (messages[i].role != expected) {
            return refuse(
                expected == "user" ? "a user message is due here" : "an assistant message is due here", i);
        }
    }
    if (messages.size() == begin) {
        return refuse("there is no user message", messages.size());
    }
    if (messages.back().role != "user") {
        return refuse("the last message must be the user's", messages.size() - 1);
    }
    return {};
}

}  // namespace parlance::chat
