// parlance/text/position.hpp - where in a text something happened
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <string_view>

namespace parlance {

/// A place in a text.  `offset` counts bytes from 0; `line` and `column` count from 1, columns in bytes.
struct position {
    std::size_t offset = 0;
    std::size_t line = 1;
    std::size_t column = 1;
    friend constexpr bool operator==(position const&, position const&) = default;
};

/// The position of byte `offset` of `text`; an offset past the end means the end.  Linear in `offset`.
[[nodiscard]] constexpr position locate(std::string_view text, std::size_t offset) noexcept {
    position at;
    for (std::size_t const end = offset < text.size() ? offset : text.size(); at.offset < end; ++at.offset) {
        bool const newline = text[at.offset] == '\n';
        at.column = newline ? 1 : at.column + 1;
        at.line += newline;
    }
    return at;
}

}  // namespace parlance
