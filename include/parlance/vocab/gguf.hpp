// parlance/vocab/gguf.hpp - the vocabulary in a GGUF file
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/file_path.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/tokenizer_info.hpp>
#include <string_view>

namespace parlance::vocab::detail {

/// What read_gguf() reads, with the texts beside the tokens.
[[nodiscard]] PARLANCE_RARE result<tokenizer_info> gguf_info(std::string_view bytes, limits const& bounds);

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

/// Reads the tokenizer out of the metadata of a GGUF file, version 2 or 3.  Tensors are not looked at.
///
/// bytes   the file, or its beginning up to the end of the metadata
/// errors  truncated_file, malformed_file, unsupported_file (version, byte order, tokenizer model), each with
///         the byte offset; too_many_tokens, cancelled
/// cost    linear in the metadata; nothing is allocated for a count before the bytes it promises are seen
/// source  https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
[[nodiscard]] PARLANCE_RARE result<token_list> read_gguf(std::string_view bytes, limits const& bounds = {});

/// The same for a file, which is mapped, so that of a large model only the metadata is read.  It must not
/// shrink meanwhile.
/// errors  those, and cannot_open
[[nodiscard]] PARLANCE_RARE result<token_list> open_gguf(file_path path, limits const& bounds = {});

}  // namespace parlance::vocab

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/gguf.ipp>
#endif
