// parlance/vocab/ending.hpp - which special tokens end a turn, by how they are spelled
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/list.hpp>

namespace parlance::vocab {

/// Spellings under which published models end their text or their turn.  Files name one such token, runtimes
/// stop at all of them.
inline constexpr std::string_view ending_texts[] = {
    "</s>",
    "<eos>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|eot|>",
    "<|eom|>",
    "<|im_end|>",
    "<|end|>",
    "<|return|>",
    "<|call|>",
    "<|flush|>",
    "<|calls|>",
    "<end_of_turn>",
    "<turn|>",
    "<|eos|>",
    "<|END_OF_TURN_TOKEN|>",
    "<|end_of_turn|>",
    "<|endofturn|>",
    "<end_of_utterance>",
    "<EOT>",
    "[EOS]",
    "[EOT]",
    "<\xEF\xBD\x9C"
    "end\xE2\x96\x81of\xE2\x96\x81sentence\xEF\xBD\x9C>",
};

[[nodiscard]] constexpr bool is_ending_text(std::string_view text) noexcept {
    for (std::string_view const ending : ending_texts) {
        if (text == ending) {
            return true;
        }
    }
    return false;
}

/// Marks the special tokens in `tokens` that are spelled so.  Where <|return|> and <|call|> exist (harmony),
/// <|end|> only ends a message, and more may follow.
inline void mark_endings(list_builder& tokens) {
    bool returns = false;
    bool calls = false;
    std::vector<token_id> ends;
    std::vector<token_id> ends_of_message;
    for (token_id id = 0; id < tokens.size(); ++id) {
        token_kind const kind = tokens.kind(id);
        if (kind != token_kind::control && kind != token_kind::user_defined) {
            continue;
        }
        std::string_view const text = tokens.text(id);
        returns = returns || text == "<|return|>";
        calls = calls || text == "<|call|>";
        if (is_ending_text(text)) {
            (text == "<|end|>" ? ends_of_message : ends).push_back(id);
        }
    }
    for (token_id const id : ends) {
        tokens.end(id);
    }
    for (token_id const id : ends_of_message) {
        if (!(returns && calls)) {
            tokens.end(id);
        }
    }
}

}  // namespace parlance::vocab
