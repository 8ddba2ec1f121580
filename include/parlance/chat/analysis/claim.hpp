// parlance/chat/analysis/claim.hpp - one thing that must hold if a format was learned rightly
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::chat {

enum class verdict : std::uint8_t {
    proven,
    refuted,
    not_applicable,  // the template cannot write such a message, or leaves out what the claim is about
    ambiguous,       // the template's own fault: it writes the same text for another message
};

[[nodiscard]] constexpr std::string_view to_string(verdict v) noexcept {
    constexpr std::string_view names[] = {"proven", "refuted", "not applicable", "ambiguous"};
    return names[static_cast<std::size_t>(v)];
}

/// One thing that must hold if the format was learned rightly.
///
/// wrote  the assistant's part as the template wrote it; empty where it wrote none
/// read   what was read from it, where that is not what was meant
/// why    not applicable: the reason; proven: a condition, where there is one
struct claim {
    std::string what;
    verdict is = verdict::not_applicable;
    std::string wrote;
    std::string read;
    std::string why;
};

}  // namespace parlance::chat
