// parlance/vocab/open.hpp - a vocabulary from a file of any format that needs no JSON
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/file_path.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/tokenizer_info.hpp>
#include <span>
#include <string_view>

namespace parlance::vocab {

/// What the files do not say; it wins over what they do.
///
/// specials  special tokens: ranks of tiktoken come without; one replaces the token with its id
/// ends      ids that end the text, besides those that the files name and specials that are spelled like one
/// logits    width of the model's output, 0 when it is the number of tokens
struct load_options {
    std::span<named_token const> specials{};
    std::span<token_id const> ends{};
    std::size_t logits = 0;
};

/// Reads GGUF, tiktoken ranks or a SentencePiece model, whichever the bytes are.
///
/// errors  those of read_gguf(), read_tiktoken() and read_sentencepiece(); truncated_file where there are no bytes;
///         unsupported_file for anything else: JSON, which load() of vocab/load.hpp reads, and what Git LFS leaves
///         in place of a file that was not fetched; source_too_large: a template of more than limits.template_bytes
[[nodiscard]] PARLANCE_RARE result<tokenizer_info>
read(std::string_view bytes, load_options const& options = {}, limits const& bounds = {});

/// The same for a file, by its content and not by its name.  It is mapped, so that of a large model only the
/// metadata is read, and must not shrink meanwhile.
///
/// errors  those; cannot_open with the system's reason; source_too_large: more than limits.file_bytes, and not GGUF
[[nodiscard]] PARLANCE_RARE result<tokenizer_info> open(file_path path, load_options const& options = {},
                                                        limits const& bounds = {});

}  // namespace parlance::vocab

namespace parlance::vocab::detail {

/// `found` and what the caller says besides.
[[nodiscard]] PARLANCE_RARE result<tokenizer_info>
with_options(tokenizer_info found, load_options const& options, limits const& bounds);

}  // namespace parlance::vocab::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/open.ipp>
#endif
