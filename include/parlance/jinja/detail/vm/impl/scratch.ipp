// parlance/jinja/detail/vm/impl/scratch.ipp - definitions of what parlance/jinja/detail/vm/scratch.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>

namespace parlance::jinja {

void scratch_text::grow(std::size_t least) {
    constexpr std::size_t first = 64;
    std::size_t const room = (std::max)((std::max)(least, 2 * text_.capacity()), first);
    paid_.change(room + 1, [&] { paid_.heap().reserve(text_, room); });
}

void scratch_pieces::add() {
    heap_.charge(sizeof(scratch_text));
    others_.push_back(std::make_unique<scratch_text>(heap_));
    last_ = others_.back().get();
    last_->reserve(2 * length_of_a_piece);
}

std::string_view scratch_pieces::keep() {
    if (others_.empty()) {
        return heap_.keep(first_.view());
    }
    std::size_t size = first_.size();
    for (auto const& each : others_) {
        size += each->size();
    }
    char* const place = heap_.allocate(size);
    heap_.copy(place, first_.view().data(), first_.size());
    std::size_t at = first_.size();
    for (auto& each : others_) {
        heap_.copy(place + at, each->view().data(), each->size());
        at += each->size();
        each.reset();
    }
    return {place, size};
}

}  // namespace parlance::jinja
