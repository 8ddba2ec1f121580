// parlance/vocab/detail/impl/bytes.ipp - definitions of what parlance/vocab/detail/bytes.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/detail/bytes.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::vocab::detail {

diagnostic file_error(errc code, std::size_t at, note hint) noexcept {
    note const where = note("at byte ").append_number(at);
    return {code, {at, 1, 1}, 0, hint.empty() ? where : hint.append(", ").append(where.view())};
}

void file_cursor::fail(errc code, note hint) noexcept {
    if (ok()) {
        error_ = file_error(code, at_, hint);
    }
    at_ = bytes_.size();
}

std::string_view file_cursor::take(std::uint64_t count) noexcept {
    if (++unasked_ % between_looks == 0 && stop_.stop_requested()) {
        fail(errc::cancelled);
        return {};
    }
    if (count > left()) {
        fail(errc::truncated_file);
        return {};
    }
    at_ += static_cast<std::size_t>(count);
    return bytes_.substr(at_ - static_cast<std::size_t>(count), static_cast<std::size_t>(count));
}

bool file_cursor::fits(std::uint64_t count, std::size_t size) noexcept {
    if (count > left() / size) {
        fail(errc::truncated_file);
    }
    return ok();
}

std::uint64_t file_cursor::number(std::size_t size) noexcept {
    std::string_view const raw = take(size);
    std::uint64_t value = 0;
    for (std::size_t i = raw.size(); i-- > 0;) {
        value = (value << 8) | static_cast<std::uint8_t>(raw[i]);
    }
    return value;
}

std::string with_spaces(std::string_view text) {
    constexpr std::string_view mark = "\xE2\x96\x81";
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        bool const here = text.substr(i, 3) == mark;
        out.push_back(here ? ' ' : text[i]);
        i += here ? 3 : 1;
    }
    return out;
}

}  // namespace parlance::vocab::detail
