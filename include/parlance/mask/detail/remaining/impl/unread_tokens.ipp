// parlance/mask/detail/remaining/impl/unread_tokens.ipp - definitions of what parlance/mask/detail/remaining/unread_tokens.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/remaining/unread_tokens.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/mutex.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/vocabulary/index_data.hpp>
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/view.hpp>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

unread_tokens::ids unread_tokens::between(mask_entry const& most, mask_entry const& fewer) {
    std::uint64_t const key = (std::uint64_t{most.id} << 32) | fewer.id;
    {
        detail::lock_guard const lock(mutex_);
        if (auto const* const found = between_.find(key); found != nullptr) {
            return found->value;
        }
    }
    vec<std::uint32_t> const allowed = words_of(most);
    vec<std::uint32_t> const still = words_of(fewer);
    vec<vocab::token_id> made;
    budget_.spend(allowed.size() / 16);
    for (std::size_t w = 0; w < allowed.size() && made.size() <= most_read; ++w) {
        for (std::uint32_t bits = allowed[w] & ~still[w]; bits != 0; bits &= bits - 1) {
            made.push_back(
                static_cast<vocab::token_id>(32 * w + static_cast<std::size_t>(std::countr_zero(bits))));
        }
    }
    detail::lock_guard const lock(mutex_);
    auto const [kept, is_new] = between_.try_emplace(key, std::move(made));
    if (is_new) {
        budget_.charge(kept.value.size() * sizeof(vocab::token_id) + 64);
    }
    return kept.value;
}

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
