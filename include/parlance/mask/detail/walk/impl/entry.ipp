// parlance/mask/detail/walk/impl/entry.ipp - definitions of what parlance/mask/detail/walk/entry.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/entry.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/store/store.hpp>
#include <parlance/mask/detail/vocabulary/slice.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/text/array_ref.hpp>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

void mask_entry::write(array_ref<std::uint32_t> words) const {
    bool first = true;
    mask_entry const* e = this;
    for (; e != nullptr; e = e->rest) {
        if (std::uint32_t const* const known = e->whole[0].load(std::memory_order_acquire);
            known != nullptr) {
            put(words, {known, 0}, first);
            break;
        }
        for (token_part const part : e->parts) {
            put(words, part, first);
        }
    }
    if (first) {
        std::fill(words.begin(), words.end(), 0u);
    }
    bitmask out{words};
    for (mask_entry const* n = this; n != e; n = n->rest) {
        for (std::uint32_t const token : n->ids) {
            out.set(token);
        }
    }
}

void mask_entry::put(array_ref<std::uint32_t> words, token_part const part, bool& first) {
    if (first && part.ids == 0) {
        std::copy_n(part.data, words.size(), words.begin());
    } else {
        if (first) {
            std::fill(words.begin(), words.end(), 0u);
        }
        part.add_to(words);
    }
    first = false;
}

}  // namespace parlance::mask::detail
