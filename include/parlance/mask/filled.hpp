// parlance/mask/filled.hpp - a mask, and what it says as a whole
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstdint>
#include <span>

namespace parlance::mask {

/// What a mask says as a whole: which tokens may come next, or why none can.  A loop that samples goes on while
/// has_tokens() says so; what stands behind `limited` ends it.
///
/// `limited` is about what could not be found out within limits::fuel, or another limit.  Where masks are made, tokens that
/// the grammar may allow are left out.  Where they are looked through afterwards, for what cannot be completed within
/// matcher::remaining() or with the tokens that there are, none is: the mask is the grammar's own, and may have tokens
/// behind which there is no end, or none in time.
enum class filled : std::uint8_t {
    all,      // every token that exists is allowed
    some,     // see the bits
    limited,  // see the bits; a limit was met, see matcher::error(): tokens may be missing, or be late
    none,  // no token goes on: the vocabulary does not spell what the grammar asks for next, or what it asks for has been
           // there, and may not come twice
    ended,  // the text is complete: an end token was accepted, or there is none and nothing may follow
    failed,  // nothing is known, see matcher::error(): a limit was reached, memory ran out, or the matcher is empty
    too_small,  // the caller's words are too few for the vocabulary; nothing was written
};

/// Whether some token may come next.
[[nodiscard]] constexpr bool has_tokens(filled state) noexcept { return state <= filled::limited; }

/// A mask that belongs to somebody else.
///
/// id  masks over one token_index (and its copies) that have the same id are the same, whatever grammar they are of and as long
///     as the index lives: who keeps them on a device by their ids has to send these only.  The other way round it is so as a
///     rule: the same mask may have several ids, and gets another when very many others were asked for meanwhile.  0: it is
///     this matcher's alone, as where names, items or a budget took tokens away
struct allowed_tokens {
    filled state = filled::none;
    std::span<std::uint32_t const> words{};
    std::uint32_t id = 0;
};

}  // namespace parlance::mask
