// parlance/vocab/gguf.hpp - the vocabulary in a GGUF file
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/detail/bytes.hpp>
#include <parlance/vocab/list.hpp>
#include <filesystem>
#include <string_view>
#include <vector>

namespace parlance::vocab {

/// Reads the tokenizer out of the metadata of a GGUF file, version 2 or 3.  Tensors are not looked at.
///
/// bytes   the file, or its beginning up to the end of the metadata
/// errors  truncated_file, malformed_file, unsupported_file (version, byte order, tokenizer model), each with
///         the byte offset; too_many_tokens
/// cost    linear in the metadata; nothing is allocated for a count before the bytes it promises are seen
/// source  https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
[[nodiscard]] PARLANCE_DECL result<list> read_gguf(std::string_view bytes, limits const& bounds = {});

/// The same for a file, which is mapped, so that of a large model only the metadata is read.  It must not
/// shrink meanwhile.
/// errors  those, and unsupported_file when it cannot be opened
[[nodiscard]] PARLANCE_DECL result<list> open_gguf(std::filesystem::path const& path,
                                                   limits const& bounds = {});

namespace detail {

/// Walks the key-value pairs and remembers where those of the tokenizer are.
class gguf_reader {
public:
    gguf_reader(std::string_view bytes, limits const& bounds) : bytes_(bytes), in_(bytes), bounds_(bounds) {}

    PARLANCE_DECL result<list> run();

private:
    enum type : std::uint32_t {
        u8_type,
        i8_type,
        u16_type,
        i16_type,
        u32_type,
        i32_type,
        f32_type,
        bool_type,
        string_type,
        array_type,
        u64_type,
        i64_type,
        f64_type
    };
    enum class spelling : std::uint8_t { unknown, byte_level, pieces, escapes };

    /// An array that is still in the file.
    struct array {
        bool present = false;
        std::size_t first = 0;
        std::uint64_t count = 0;
    };
    static constexpr int most_nested = 4;

    [[nodiscard]] static constexpr std::size_t size_of(std::uint32_t t) noexcept {
        constexpr std::uint8_t sizes[] = {1, 1, 2,  2, 4, 4, 4,
                                          1, 8, 12, 8, 8, 8};  // at least, for the last words
        return t < std::size(sizes) ? sizes[t] : 0;
    }

    PARLANCE_DECL void header();

    std::string_view string() { return in_.take(in_.u64()); }

    PARLANCE_DECL void pair();
    PARLANCE_DECL void expect(bool condition);
    PARLANCE_DECL void skip(std::uint32_t kind);
    PARLANCE_DECL void elements(std::uint32_t kind, std::uint64_t count, int depth);

    [[nodiscard]] PARLANCE_DECL static spelling spelling_of(std::string_view model) noexcept;

    PARLANCE_DECL result<list> build();

    /// `kind` is llama.cpp's: 0 undefined, 1 normal, 2 unknown, 3 control, 4 user defined, 5 unused, 6 byte.
    PARLANCE_DECL void add(list_builder& out, std::string_view text, std::uint32_t kind);

    [[nodiscard]] PARLANCE_DECL static std::string unescaped(std::string_view text);

    std::string_view bytes_;
    file_cursor in_;
    limits bounds_;
    std::uint64_t pairs_ = 0;
    array tokens_;
    array types_;
    std::string_view model_;
    spelling spelling_ = spelling::unknown;
    std::vector<token_id> ends_;
    std::string scratch_;
};

}  // namespace detail

}  // namespace parlance::vocab

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/vocab/impl/gguf.ipp>
#endif
