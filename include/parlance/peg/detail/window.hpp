// parlance/peg/detail/window.hpp - the part of the input that is at hand
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <string_view>

namespace parlance::peg::detail {

/// Bytes [base, base + text.size()) of the input; `last` when nothing follows.
struct window {
    std::string_view text{};
    std::size_t base = 0;
    bool last = false;
    [[nodiscard]] constexpr std::size_t end() const noexcept { return base + text.size(); }
};

}  // namespace parlance::peg::detail
