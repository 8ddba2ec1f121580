// parlance/mask/detail/vocabulary/impl/token_set.ipp - definitions of what parlance/mask/detail/vocabulary/token_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/count_ones.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::mask::detail {

void token_part::add_to(array_ref<std::uint32_t> words) const noexcept {
    bitmask out{words};
    if (ids == 0) {
        out.add(data);
        return;
    }
    for (std::size_t i = 0; i < ids; ++i) {
        out.set(data[i]);
    }
}

std::uint32_t token_part::word(std::size_t at) const noexcept {
    if (ids == 0) {
        return data[at];
    }
    std::uint32_t out = 0;
    for (auto const* id = std::lower_bound(data, data + ids, 32 * at); id != data + ids && *id / 32 == at;
         ++id) {
        out |= std::uint32_t{1} << (*id % 32);
    }
    return out;
}

bool token_part::any(std::size_t words) const noexcept {
    return ids != 0 || std::any_of(data, data + words, [](std::uint32_t w) { return w != 0; });
}

token_set::token_set(vec<std::uint32_t> words) {
    std::size_t const most = words.size() / 4;
    std::size_t count = 0;
    for (std::size_t w = 0; w < words.size() && count <= most; ++w) {
        count += words[w] != 0 ? static_cast<std::size_t>(count_ones(words[w])) : 0;
    }
    if (count > most) {
        dense_ = true;
        data_ = std::move(words);
        return;
    }
    data_.reserve(count);
    for (std::size_t w = 0; w < words.size(); ++w) {
        for (std::uint32_t bits = words[w]; bits != 0; bits &= bits - 1) {
            data_.push_back(static_cast<std::uint32_t>(32 * w) +
                            static_cast<std::uint32_t>(std::countr_zero(bits)));
        }
    }
}

bool token_set::holds(std::uint32_t id) const noexcept {
    return dense_ ? ((data_[id / 32] >> (id % 32)) & 1u) != 0
                  : std::binary_search(data_.begin(), data_.end(), id);
}

}  // namespace parlance::mask::detail
