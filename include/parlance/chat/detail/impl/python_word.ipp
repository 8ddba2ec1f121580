// parlance/chat/detail/impl/python_word.ipp - definitions of what parlance/chat/detail/python_word.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/python_word.hpp>
#include <parlance/json/parse.hpp>
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <system_error>
#include <utility>

namespace parlance::chat::detail {

std::string_view json_of_constant(std::string_view word) noexcept {
    return word == "True" ? "true" : word == "False" ? "false" : word == "None" ? "null" : "";
}

std::string json_of_number(std::string_view word) {
    constexpr std::string_view decimal = "0123456789";
    std::string out(word.starts_with('-') ? "-" : "");
    word.remove_prefix(word.starts_with('-') || word.starts_with('+') ? 1 : 0);
    word.remove_prefix(word.starts_with(' ') ? 1 : 0);
    std::string digits;
    std::copy_if(word.begin(), word.end(), std::back_inserter(digits), [](char c) { return c != '_'; });
    for (auto const& [prefix, base] : {std::pair{"0x", 16}, {"0o", 8}, {"0b", 2}}) {
        if (digits.starts_with(prefix)) {
            std::uint64_t number = 0;
            char const* const end = digits.data() + digits.size();
            auto const read = std::from_chars(digits.data() + 2, end, number, base);
            return read.ec == std::errc() && read.ptr == end ? out + std::to_string(number) : std::string();
        }
    }
    while (digits.size() > 1 && digits[0] == '0' && decimal.find(digits[1]) != decimal.npos) {
        digits.erase(0, 1);
    }
    std::size_t const point = (std::min)(digits.find('.'), digits.size());
    if (digits.find_first_of(decimal) > point + 1) {
        return {};  // nothing before or behind the point
    }
    if (point < digits.size() && digits.find_first_of(decimal, point) != point + 1) {
        digits.insert(point + 1, 1, '0');
    }
    out.append(point == 0 ? "0" : "").append(digits);
    return json::parse(out) ? out : std::string();
}

bool is_string_prefix(std::string_view word) noexcept {
    auto const raw = std::ranges::count_if(word, [](char c) { return c == 'r' || c == 'R'; });
    auto const others =
        std::ranges::count_if(word, [](char c) { return c == 'b' || c == 'B' || c == 'f' || c == 'F'; });
    bool const old = word == "u" || word == "U";
    return old || (raw <= 1 && others <= 1 && !word.empty() &&
                   raw + others == static_cast<std::ptrdiff_t>(word.size()));
}

}  // namespace parlance::chat::detail
