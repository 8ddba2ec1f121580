// parlance/mask/detail/walk/impl/collector.ipp - definitions of what parlance/mask/detail/walk/collector.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/walk/collector.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/detail/vocabulary/slice.hpp>
#include <parlance/mask/detail/vocabulary/token_set.hpp>
#include <parlance/text/array_ref.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

void token_collector::begin(std::size_t tokens, bool needs) {
    ids_.clear();
    parts_.clear();
    needs_.clear();
    loops_.clear();
    keeps_needs_ = needs;
    dense_ = false;
    tokens_ = tokens;
    most_ = tokens / 32;  // as many as take the memory of a mask
}

void token_collector::add(std::uint32_t id, std::uint32_t need) {
    if (keeps_needs_) {
        ids_.push_back(id);
        needs_.push_back(need);
        return;
    }
    if (dense_) {
        words_[id / 32] |= std::uint32_t{1} << (id % 32);
        return;
    }
    ids_.push_back(id);
    if (ids_.size() > most_) {
        become_dense();
    }
}

void token_collector::add(array_ref<std::uint32_t const> ids) {
    if (!dense_ && ids_.size() + ids.size() <= most_) {
        ids_.insert(ids_.end(), ids.begin(), ids.end());
        return;
    }
    become_dense();
    std::uint32_t* const words = words_.data();
    for (std::uint32_t const id : ids) {
        words[id / 32] |= std::uint32_t{1} << (id % 32);
    }
}

void token_collector::add_part(token_set const& kept, slice const& of) {
    if (!kept.empty()) {
        parts_.push_back(kept.part());
        parts_.back().of = &of;
    }
}

void token_collector::add_parts(array_ref<token_part const> kept) {
    parts_.insert(parts_.end(), kept.begin(), kept.end());
}

array_ref<std::uint32_t> token_collector::open_words() {
    become_dense();
    return words_;
}

void token_collector::remove(std::uint32_t id) {
    become_dense();
    words_[id / 32] &= ~(std::uint32_t{1} << (id % 32));
}

void token_collector::become_dense() {
    if (dense_) {
        return;
    }
    dense_ = true;
    words_.assign(words_for(tokens_), 0u);
    for (std::uint32_t const id : ids_) {
        words_[id / 32] |= std::uint32_t{1} << (id % 32);
    }
    ids_.clear();
}

}  // namespace parlance::mask::detail
