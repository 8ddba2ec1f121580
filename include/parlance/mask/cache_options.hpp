// parlance/mask/cache_options.hpp - what a compiled grammar keeps, and what its masks leave out
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>

namespace parlance::mask {

struct cache_options {
    std::size_t bytes = std::size_t{64}
                        << 20;  // for configurations and masks; when used up, all are forgotten
    /// Masks leave out a token where no sequence of tokens completes the text behind it: with a vocabulary that has no
    /// token for some byte, a grammar over bytes has such places.  Costs nothing where every byte that the grammar asks
    /// for is a token by itself; false where the masks are to say what the grammar says.
    bool no_dead_ends = true;
};

}  // namespace parlance::mask
