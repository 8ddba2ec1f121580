// parlance/jinja/detail/vm/impl/scratch.ipp - definitions of what parlance/jinja/detail/vm/scratch.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <algorithm>
#include <cstddef>

namespace parlance::jinja {

void scratch_text::grow(std::size_t least) {
    constexpr std::size_t first = 64;
    std::size_t const room = (std::max)((std::max)(least, 2 * text_.capacity()), first);
    paid_.change(room + 1, [&] { paid_.heap().reserve(text_, room); });
}

}  // namespace parlance::jinja
