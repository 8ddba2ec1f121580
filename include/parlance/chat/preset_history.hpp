// parlance/chat/preset_history.hpp - conversations for known prompt formats: checked, counted, and shortened to what fits
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/chat/preset.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <string_view>
#include <vector>

namespace parlance::chat {

/// Why a message is not valid; success when it is.
[[nodiscard]] PARLANCE_DECL result<void> validate_message(preset_message const& m);

/// Why a conversation is not an optional system message, then user and assistant in turn, the user last.
[[nodiscard]] PARLANCE_DECL result<void> validate_conversation(std::vector<preset_message> const& messages);

/// A rough count where no tokenizer is at hand: four bytes to a token.
[[nodiscard]] constexpr std::size_t estimate_tokens(std::string_view text) noexcept {
    return text.size() / 4;
}

/// The system messages and as many of the latest others as fit.
///
/// count             tokens of a text
/// most              tokens of all messages kept; the system messages are kept even when they alone need more
/// begin_with_user   drop an answer at the front whose question did not fit
template <class Count>
[[nodiscard]] std::vector<preset_message> truncate(std::vector<preset_message> const& messages,
                                                   std::size_t most, Count count,
                                                   bool begin_with_user = false) {
    std::size_t used = 0;
    for (preset_message const& m : messages) {
        used += m.role == "system" ? count(m.content) : 0;
    }
    std::size_t first = messages.size();
    for (std::size_t i = messages.size(); i-- > 0;) {
        if (messages[i].role == "system") {
            continue;
        }
        std::size_t const tokens = count(messages[i].content);
        if (used > most || tokens > most - used) {
            break;
        }
        used += tokens;
        first = i;
    }
    bool dropping = begin_with_user;
    std::vector<preset_message> out;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        preset_message const& m = messages[i];
        dropping = dropping && !(i >= first && m.role == "user");
        if (m.role == "system" || (i >= first && !dropping)) {
            out.push_back(m);
        }
    }
    return out;
}

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/preset_history.ipp>
#endif
