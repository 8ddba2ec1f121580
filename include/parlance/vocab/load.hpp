// parlance/vocab/load.hpp - a model's vocabulary from its file or folder, in any format
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/file_path.hpp>
#include <parlance/vocab/open.hpp>
#include <parlance/vocab/tokenizer_info.hpp>
#include <string_view>

namespace parlance::vocab {

/// What load() looks for in a folder, the best first; of several of one extension, the first by name.
inline constexpr std::string_view tokenizer_files[] = {
    "tokenizer.json", "tekken.json", "tokenizer.model", "*.model", "*.tiktoken", "*.gguf",
};

/// Reads a vocabulary of any format: tokenizer.json, tekken.json, tiktoken ranks, a SentencePiece model or GGUF, by
/// the file's content and not by its name; of a folder, the first of `tokenizer_files` that is there.
///
/// Of the files beside it these are read, too, unless it is GGUF, which says all itself: tokenizer_config.json,
/// generation_config.json, special_tokens_map.json, added_tokens.json (where tokenizer_config.json lists no added
/// tokens, and not for tokenizer.json, which has its own), chat_template.json, chat_template.jinja.
///
/// errors  those of open(), read_hf_json(), read_tekken() and read_hf_config(); cannot_open, too, where a folder
///         has no tokenizer.  Of a file that the caller did not name, its name is in the hint
/// cost    linear, with a JSON document in memory
[[nodiscard]] PARLANCE_RARE result<tokenizer_info> load(file_path path, load_options const& options = {},
                                                        limits const& bounds = {});

}  // namespace parlance::vocab

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/load.ipp>
#endif
