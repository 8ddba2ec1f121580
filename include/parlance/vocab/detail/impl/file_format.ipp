// parlance/vocab/detail/impl/file_format.ipp - definitions of what parlance/vocab/detail/file_format.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/detail/file_format.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/detail/base64.hpp>
#include <parlance/vocab/detail/mapped_file.hpp>
#include <algorithm>
#include <string_view>

namespace parlance::vocab::detail {

file_format format_of(std::string_view bytes) noexcept {
    if (bytes.empty()) {
        return file_format::empty;
    }
    if (bytes.starts_with("GGUF")) {
        return file_format::gguf;
    }
    if (bytes.starts_with("version https://git-lfs.github.com/spec/v1")) {
        return file_format::pointer;
    }
    std::string_view const text = bytes.substr((std::min)(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
    if (text.starts_with('{')) {
        return file_format::json;
    }
    std::string_view const line = text.substr(0, text.find_first_of("\r\n"));
    std::size_t const space = line.find(' ');
    bool const token = space != std::string_view::npos && space > 0 && space % 4 == 0 &&
                       std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(space),
                                   [](char c) { return c == '=' || base64_digit(c) >= 0; });
    if (token && line.find_first_not_of("0123456789", space + 1) == std::string_view::npos) {
        return file_format::tiktoken;
    }
    // protobuf: the pieces come first, each a field of number 1 that has a length
    return bytes.starts_with('\n') ? file_format::sentencepiece : file_format::unknown;
}

diagnostic pointer_error() noexcept {
    return {errc::unsupported_file, {}, 0, "a Git LFS pointer: 'git lfs pull' fetches the file itself"};
}

std::size_t most_bytes(mapped_file const& file, limits const& bounds) noexcept {
    return format_of(file.bytes()) == file_format::gguf ? file.bytes().size() : bounds.file_bytes;
}

result<void> check_file(mapped_file const& file, std::size_t most) {
    if (!file.is_open()) {
        return file.error();
    }
    if (format_of(file.bytes()) == file_format::pointer) {
        return pointer_error();
    }
    if (file.bytes().size() > most) {
        return diagnostic{errc::source_too_large, {}, 0, note{"limits.file_bytes is "}.append_number(most)};
    }
    return {};
}

}  // namespace parlance::vocab::detail
