// parlance/vocab/sentencepiece.hpp - the vocabulary in a SentencePiece model
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/tokenizer_info.hpp>
#include <string_view>

namespace parlance::vocab::detail {

/// What read_sentencepiece() reads, with the texts beside the tokens.
[[nodiscard]] PARLANCE_RARE result<tokenizer_info>
sentencepiece_info(std::string_view bytes, std::size_t logits, limits const& bounds);

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

/// Reads a tokenizer.model: pieces in the order of their ids.  U+2581 is a space, also at the beginning of a
/// piece; whether the first token of a text loses it is the runtime's affair.
///
/// logits  width of the model's output, 0 when it is the number of pieces
/// errors  truncated_file, malformed_file with the byte offset; unsupported_file when there are no pieces;
///         too_many_tokens, cancelled
/// cost    linear
/// source  https://github.com/google/sentencepiece/blob/master/src/sentencepiece_model.proto
[[nodiscard]] PARLANCE_RARE result<token_list>
read_sentencepiece(std::string_view bytes, std::size_t logits = 0, limits const& bounds = {});

}  // namespace parlance::vocab

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/sentencepiece.ipp>
#endif
