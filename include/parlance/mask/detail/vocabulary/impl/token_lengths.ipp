// parlance/mask/detail/vocabulary/impl/token_lengths.ipp - definitions of what parlance/mask/detail/vocabulary/token_lengths.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/vocabulary/token_lengths.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/concept.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

void token_lengths::begin(std::size_t tokens) {
    size_ = tokens;
    lengths_.assign(words_for(tokens), planes{});
    long_.clear();
    rather_long_.clear();
}

void token_lengths::set(vocab::token_id id, std::uint32_t length) {
    std::uint32_t const kept = length <= most_in_bits ? length : unknown;
    for (unsigned k = 0; k < bits; ++k) {
        lengths_[id / 32][k] |= ((kept >> k) & 1u) << (id % 32);
    }
    if (length > listed) {
        (kept == unknown ? long_ : rather_long_).push_back({id, length});
    }
}

void token_lengths::end() {
    for (vec<long_token>* const list : {&long_, &rather_long_}) {
        list->shrink_to_fit();
        std::sort(list->begin(), list->end(),
                  [](long_token const& a, long_token const& b) { return a.id < b.id; });
    }
}

std::size_t token_lengths::memory() const noexcept {
    return lengths_.size() * sizeof(planes) + (long_.size() + rather_long_.size()) * sizeof(long_token);
}

std::uint32_t token_lengths::of(vocab::token_id id) const noexcept {
    std::uint32_t length = 0;
    for (unsigned k = 0; k < bits; ++k) {
        length |= ((lengths_[id / 32][k] >> (id % 32)) & 1u) << k;
    }
    if (length != unknown) {
        return length;
    }
    return std::lower_bound(long_.begin(), long_.end(), id,
                            [](long_token const& t, std::uint32_t wanted) { return t.id < wanted; })
        ->points;
}

std::uint32_t token_lengths::longest_of(token_set const& tokens) const noexcept {
    std::uint32_t out = 0;
    if (tokens.empty()) {
        return out;
    }
    token_part const all = tokens.part();
    if (all.ids != 0) {
        for (std::size_t i = 0; i < all.ids; ++i) {
            out = (std::max)(out, of(all.data[i]));
        }
        return out;
    }
    for (vec<long_token> const* const list : {&long_, &rather_long_}) {
        for (long_token const& t : *list) {
            out = t.points > out && tokens.holds(t.id) ? t.points : out;
        }
        if (out != 0) {
            return out;
        }
    }
    for (std::size_t w = 0; w < lengths_.size(); ++w) {
        for (std::uint32_t left = 0; (left = all.data[w] & longer_than(lengths_[w], out)) != 0;) {
            out = of(static_cast<vocab::token_id>(w * 32 + static_cast<unsigned>(std::countr_zero(left))));
        }
    }
    return out;
}

void token_lengths::drop_long(array_ref<std::uint32_t> words, std::uint32_t most) const {
    if (most >= listed) {
        each_long(most, [&](std::uint32_t id) { words[id / 32] &= ~(std::uint32_t{1} << (id % 32)); });
        return;
    }
    for (std::size_t w = 0; w < lengths_.size(); ++w) {
        words[w] &= ~longer_than(lengths_[w], most);
    }
}

std::uint32_t token_lengths::longer_than(planes const& lengths, std::uint32_t most) noexcept {
    std::uint32_t longer = 0;
    std::uint32_t equal = ~std::uint32_t{0};  // in the bits above
    for (unsigned k = bits; k-- > 0;) {
        std::uint32_t const bit = ((most >> k) & 1u) != 0 ? ~std::uint32_t{0} : 0;
        longer |= equal & lengths[k] & ~bit;
        equal &= ~(lengths[k] ^ bit);
    }
    return longer;
}

}  // namespace parlance::mask::detail
