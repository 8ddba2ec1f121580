// parlance/mask/detail/names/json_spaces.hpp - white space between the tokens of JSON (RFC 8259, section 2)
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>
#include <string_view>

namespace parlance::mask::detail {

inline constexpr std::string_view json_spaces = " \t\r\n";

[[nodiscard]] constexpr bool is_json_space(std::uint8_t byte) noexcept {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

}  // namespace parlance::mask::detail
