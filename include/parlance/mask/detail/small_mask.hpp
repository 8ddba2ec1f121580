// parlance/mask/detail/small_mask.hpp - words for masks of a few tokens, one after the other
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/entry.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::mask::detail {

/// A matcher's own words.  A mask is written by taking back the bits of the one before, not by clearing
/// everything. A copy begins with none.
class small_mask_words {
public:
    small_mask_words() = default;
    small_mask_words(small_mask_words const&) noexcept {}
    small_mask_words(small_mask_words&&) noexcept = default;
    small_mask_words& operator=(small_mask_words const&) noexcept { return *this; }
    small_mask_words& operator=(small_mask_words&&) noexcept = default;

    /// The mask of `e` in `size` words; nothing for nullptr.
    std::span<std::uint32_t const> write(std::size_t size, mask_entry const* e, bool ending,
                                         std::span<std::uint32_t const> ends) {
        if (words_.size() != size) {
            words_.assign(size, 0);
            set_.clear();
        }
        bitmask bits{words_};
        for (std::uint32_t const id : set_) {
            bits.reset(id);
        }
        set_.clear();
        auto const add = [&](std::uint32_t id) {
            bits.set(id);
            set_.push_back(id);
        };
        if (e != nullptr) {
            e->each_id(add);
        }
        if (ending) {
            std::for_each(ends.begin(), ends.end(), add);
        }
        return words_;
    }

private:
    std::vector<std::uint32_t> words_;
    std::vector<std::uint32_t> set_;
};

}  // namespace parlance::mask::detail
