// parlance/mask/detail/remaining/impl/unread_tokens.ipp - definitions of what parlance/mask/detail/remaining/unread_tokens.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/unread_tokens.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/view.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

vec<std::uint32_t> unread_tokens::words_of(mask_entry const& mask) const {
    vec<std::uint32_t> words(words_for(index_.size()));
    mask.write(words);
    return words;
}

vec<vocab::token_id> unread_tokens::longer(array_ref<std::uint32_t> words, std::size_t bytes) const {
    bitmask const allowed{words};
    vec<vocab::token_id> out;
    for (vocab::token_id const id : index_.long_tokens()) {
        if (index_.tokens().bytes(id).size() >= bytes && allowed.test(id)) {
            out.push_back(id);
        }
    }
    return out;
}

}  // namespace parlance::mask::detail
