// parlance/text/impl/sequence_table.ipp - definitions of what parlance/text/sequence_table.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/sequence_table.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance {

void sequence_table::clear() noexcept {
    if (++round_ == 0) {
        slots_.assign(slots_.size(), slot{});
        round_ = 1;
    }
    used_ = 0;
}

void sequence_table::add(std::uint32_t number) {
    slots_[at_] = {round_, hash_, number};
    if (++used_ * 2 > slots_.size()) {
        grow();
    }
}

std::uint32_t sequence_table::hash_of(array_ref<std::uint32_t const> words) const noexcept {
    std::uint64_t h = words.size() ^ seed_;
    for (std::uint32_t const w : words) {
        h = (h ^ w) * 0x9E37'79B9'7F4A'7C15u;
        h ^= h >> 29;
    }
    return static_cast<std::uint32_t>(h ^ (h >> 32));
}

void sequence_table::grow() {
    vec<slot> const old = std::move(slots_);
    slots_.assign(old.size() * 2, slot{});
    for (slot const& s : old) {
        if (s.round != round_) {
            continue;
        }
        std::size_t at = s.hash & (slots_.size() - 1);
        while (slots_[at].round == round_) {
            at = (at + 1) & (slots_.size() - 1);
        }
        slots_[at] = s;
    }
}

}  // namespace parlance
