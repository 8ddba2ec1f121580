// parlance/vocab/hf_json.hpp - the vocabulary in a Hugging Face tokenizer.json
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/hf_config.hpp>
#include <parlance/vocab/token_list.hpp>
#include <cstddef>
#include <string_view>

namespace parlance::vocab::detail {

/// The same for what is parsed already, of a text of `bytes` bytes.
[[nodiscard]] PARLANCE_RARE result<token_list>
hf_tokens(json::value const& tokenizer, hf_config const& config, std::size_t bytes, limits const& bounds);

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

/// Reads a tokenizer.json: byte-level BPE, BPE and Unigram with U+2581 for spaces and <0xE4> for bytes,
/// WordPiece.  How a token becomes bytes is what its `decoder` says; what the decoder does to the first token
/// of a text is left to the runtime.  Added tokens are literal text and override the model's: control where
/// `special`, else user_defined.
///
/// errors  json_syntax and its kin with their place; malformed_file with what is wrong as a hint;
///         unsupported_file for decoders we do not know; duplicate_token_id, too_many_tokens, cancelled
/// cost    linear, with the whole document in memory
[[nodiscard]] PARLANCE_RARE result<token_list>
read_hf_json(std::string_view tokenizer, hf_extra const& extra = {}, limits const& bounds = {});

}  // namespace parlance::vocab

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/hf_json.ipp>
#endif
