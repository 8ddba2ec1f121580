// parlance/vocab/detail/file_format.hpp - which format a tokenizer's file is in, by its content
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/detail/mapped_file.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::vocab::detail {

/// pointer  what Git LFS leaves in place of a file that was not fetched
enum class file_format : std::uint8_t { unknown, empty, pointer, gguf, json, tiktoken, sentencepiece };

/// Looks at no more than the first line that is not empty.
[[nodiscard]] PARLANCE_RARE file_format format_of(std::string_view bytes) noexcept;

/// unsupported_file, for a pointer.
[[nodiscard]] PARLANCE_RARE diagnostic pointer_error() noexcept;

/// How large a tokenizer's file may be: limits.file_bytes, and GGUF, of which the metadata is read, as large as it is.
[[nodiscard]] PARLANCE_RARE std::size_t most_bytes(mapped_file const& file, limits const& bounds) noexcept;

/// Ids a text of `bytes` bytes may name: one for every four bytes, as an entry takes more, and room for holes; at most
/// limits.tokens.  So a few bytes cannot ask for the memory of a million tokens.
[[nodiscard]] constexpr limits limits_of_text(limits bounds, std::size_t bytes) noexcept {
    constexpr std::size_t holes = 65'536;
    bounds.tokens = bounds.tokens < holes + bytes / 4 ? bounds.tokens : holes + bytes / 4;
    return bounds;
}

/// Whether the file is open, there, and of no more than `most` bytes.
/// errors  cannot_open, unsupported_file for a pointer, source_too_large
[[nodiscard]] PARLANCE_RARE result<void> check_file(mapped_file const& file, std::size_t most);

}  // namespace parlance::vocab::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/detail/impl/file_format.ipp>
#endif
