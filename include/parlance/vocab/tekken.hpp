// parlance/vocab/tekken.hpp - the vocabulary in Mistral's tekken.json
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/token_list.hpp>
#include <string_view>

namespace parlance::vocab::detail {

/// What read_tekken() reads, of what is parsed already.
[[nodiscard]] PARLANCE_RARE result<token_list> tekken_tokens(json::value const& root, limits const& bounds);

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

/// Special tokens of files that list none (before v11), by id.
inline constexpr std::string_view tekken_specials[] = {
    "<unk>",
    "<s>",
    "</s>",
    "[INST]",
    "[/INST]",
    "[AVAILABLE_TOOLS]",
    "[/AVAILABLE_TOOLS]",
    "[TOOL_RESULTS]",
    "[/TOOL_RESULTS]",
    "[TOOL_CALLS]",
    "[IMG]",
    "<pad>",
    "[IMG_BREAK]",
    "[IMG_END]",
    "[PREFIX]",
    "[MIDDLE]",
    "[SUFFIX]",
    "[SYSTEM_PROMPT]",
    "[/SYSTEM_PROMPT]",
    "[TOOL_CONTENT]",
};

/// Reads a tekken.json.  Special tokens come first, then the first default_vocab_size -
/// default_num_special_tokens entries of `vocab`, whose bytes are token_bytes; special ids that are not
/// listed are fillers.
///
/// errors  json_syntax and its kin with their place; malformed_file with what is wrong as a hint;
///         duplicate_token_id, too_many_tokens, cancelled
/// cost    linear, with the whole document in memory
[[nodiscard]] PARLANCE_RARE result<token_list> read_tekken(std::string_view text, limits const& bounds = {});

}  // namespace parlance::vocab

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/tekken.ipp>
#endif
