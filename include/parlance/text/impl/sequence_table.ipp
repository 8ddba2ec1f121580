// parlance/text/impl/sequence_table.ipp - definitions of what parlance/text/sequence_table.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/sequence_table.hpp>
#include <parlance/text/array_ref.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/paid_resize.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
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
        limits enough;
        enough.fuel = (std::numeric_limits<std::uint64_t>::max)();
        work unlimited{enough};
        static_cast<void>(grow(unlimited));
    }
}

bool sequence_table::add(std::uint32_t number, work& spent) {
    slots_[at_] = {round_, hash_, number};
    return ++used_ * 2 <= slots_.size() || grow(spent);
}

std::uint32_t sequence_table::hash_of(array_ref<std::uint32_t const> words) const noexcept {
    std::uint64_t h = words.size() ^ seed_;
    for (std::uint32_t const w : words) {
        h = (h ^ w) * 0x9E37'79B9'7F4A'7C15u;
        h ^= h >> 29;
    }
    return static_cast<std::uint32_t>(h ^ (h >> 32));
}

bool sequence_table::grow(work& spent) {
    constexpr std::uint64_t steps_of_a_slot = 4;
    vec<slot> larger;
    if (!paid_resize(larger, slots_.size() * 2, spent)) {
        return false;
    }
    paid_rounds each(spent, steps_of_a_slot);
    for (slot const& s : slots_) {
        if (!each.next()) {
            return false;
        }
        if (s.round != round_) {
            continue;
        }
        std::size_t at = s.hash & (larger.size() - 1);
        while (larger[at].round == round_) {
            at = (at + 1) & (larger.size() - 1);
        }
        larger[at] = s;
    }
    slots_ = std::move(larger);
    return true;
}

}  // namespace parlance
