// parlance/vocab/tiktoken.hpp - vocabularies of tiktoken files: OpenAI, Whisper, Llama 3 and 4, Qwen, Kimi
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/token_list.hpp>
#include <span>
#include <string_view>

namespace parlance::vocab {

/// A special token; the files do not have them.
struct named_token {
    std::string_view text;
    token_id id = 0;
    token_kind kind = token_kind::control;  // user_defined for those that are text: <tool_call>
};

/// What has to be known besides the file.
///
/// specials  tokens that the file leaves out; one replaces a token of the file with its id
/// ends      ids that end the text, besides specials that are spelled like one (see ending.hpp)
/// logits    width of the model's output, 0 when it is the number of tokens
struct tiktoken_extra {
    std::span<named_token const> specials{};
    std::span<token_id const> ends{};
    std::size_t logits = 0;
};

/// Reads lines `base64 rank`; the rank is the id, and ids without a line are holes.
///
/// errors  malformed_file and duplicate_token_id with line and column; too_many_tokens, empty_vocabulary, cancelled
/// cost    linear
[[nodiscard]] PARLANCE_RARE result<token_list>
read_tiktoken(std::string_view text, tiktoken_extra const& extra = {}, limits const& bounds = {});

}  // namespace parlance::vocab

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/tiktoken.ipp>
#endif
