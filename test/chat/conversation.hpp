// test/chat/conversation.hpp - messages, and templates that write them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/message.hpp>
#include <parlance/chat/template.hpp>
#include <string>
#include <string_view>

namespace conversation {

inline parlance::chat::message said(char const* role, char const* text) {
    parlance::chat::message m;
    m.role = role;
    m.content = text;
    return m;
}

/// A template of turns `<|role|>…<|end|>` with this in place of an assistant's turn.
inline parlance::chat::chat_template talking(std::string_view answer, std::string_view opening = {}) {
    return parlance::chat::chat_template::compile(
               "{% for m in messages %}<|{{ m.role }}|>{% if m.role == 'assistant' %}" + std::string(answer) +
               "{% else %}{{ m.content }}{% endif %}<|end|>{% endfor %}"
               "{% if add_generation_prompt %}<|assistant|>" +
               std::string(opening) + "{% endif %}")
        .value();
}

}  // namespace conversation
