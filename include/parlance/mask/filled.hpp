// parlance/mask/filled.hpp - a mask, and what it says as a whole
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>
#include <span>

namespace parlance::mask {

/// What a mask says as a whole.
enum class filled : std::uint8_t {
    all,      // every token that exists is allowed
    some,     // see the bits
    limited,  // see the bits; a limit, see matcher::error(), left out tokens that the grammar may allow
    none,     // an end token was accepted, or a limit was reached
};

/// A mask that belongs to somebody else.
struct allowed_tokens {
    filled state = filled::none;
    std::span<std::uint32_t const> words{};
};

}  // namespace parlance::mask
