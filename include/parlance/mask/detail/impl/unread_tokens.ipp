// parlance/mask/detail/impl/unread_tokens.ipp - definitions of what parlance/mask/detail/unread_tokens.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/unread_tokens.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/entry.hpp>
#include <parlance/mask/detail/index_data.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/view.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

vec<vocab::token_id> unread_tokens::longer(mask_entry const& mask, std::size_t bytes) const {
    vec<std::uint32_t> words(words_for(index_.size()));
    mask.write(words);
    vec<vocab::token_id> out;
    for (std::size_t w = 0; w < words.size(); ++w) {
        for (std::uint32_t bits = words[w]; bits != 0; bits &= bits - 1) {
            auto const id =
                static_cast<vocab::token_id>(32 * w + static_cast<std::size_t>(std::countr_zero(bits)));
            if (index_.tokens().bytes(id).size() >= bytes) {
                out.push_back(id);
            }
        }
    }
    auto const length = [&](vocab::token_id id) { return index_.tokens().bytes(id).size(); };
    std::sort(out.begin(), out.end(), [&](vocab::token_id a, vocab::token_id b) {
        return length(a) != length(b) ? length(a) < length(b) : a < b;
    });
    return out;
}

}  // namespace parlance::mask::detail
