// parlance/mask/filled.hpp - a mask, and what it says as a whole
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>
#include <span>

namespace parlance::mask {

/// What a mask says as a whole: which tokens may come next, or why none can.  A loop that samples goes on while
/// has_tokens() says so; what stands behind `limited` ends it.
enum class filled : std::uint8_t {
    all,      // every token that exists is allowed
    some,     // see the bits
    limited,  // see the bits; a limit, see matcher::error(), left out tokens that the grammar may allow
    none,     // no token goes on: the vocabulary does not spell what the grammar asks for next
    ended,    // the text is complete: an end token was accepted, or there is none and nothing may follow
    failed,  // nothing is known, see matcher::error(): a limit was reached, memory ran out, or the matcher is empty
    too_small,  // the caller's words are too few for the vocabulary; nothing was written
};

/// Whether some token may come next.
[[nodiscard]] constexpr bool has_tokens(filled state) noexcept { return state <= filled::limited; }

/// A mask that belongs to somebody else.
struct allowed_tokens {
    filled state = filled::none;
    std::span<std::uint32_t const> words{};
};

}  // namespace parlance::mask
