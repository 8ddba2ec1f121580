// parlance/vocab/ending.hpp - which special tokens end a turn, by how they are spelled
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/vocab/token_list.hpp>
#include <string_view>

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

/// Marks the special tokens in `tokens` that are spelled so.  Where <|return|> and <|call|> exist (harmony), or <|flush|>
/// and <|calls|>, <|end|> only ends a message, and more may follow.
PARLANCE_DECL void mark_endings(token_list_builder& tokens);

}  // namespace parlance::vocab

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/ending.ipp>
#endif
