// parlance/mask/detail/vocabulary/impl/byte_classes.ipp - definitions of what parlance/mask/detail/vocabulary/byte_classes.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/vocabulary/byte_classes.hpp>
#include <parlance/mask/detail/automaton/automaton.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <parlance/text/array_ref.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace parlance::mask::detail {

byte_classifier::found byte_classifier::classify(automaton const& code, array_ref<item const> items) {
    cut(code, items);
    for (std::size_t i = 0; i < items.size(); ++i) {
        tell_apart(code.bytes_of(items[i].state), static_cast<std::uint32_t>(i));
    }
    return keep();
}

void byte_classifier::cut(automaton const& code, array_ref<item const> items) {
    std::array<std::uint64_t, 4> begins{1};
    auto const mark = [&](unsigned byte) {
        if (byte < 256) {
            begins[byte / 64] |= std::uint64_t{1} << (byte % 64);
        }
    };
    for (item const i : items) {
        for (byte_edge const& e : code.bytes_of(i.state)) {
            mark(e.low);
            mark(e.high + 1u);
        }
    }
    runs_ = 0;
    for (unsigned word = 0; word < 4; ++word) {
        for (std::uint64_t bits = begins[word]; bits != 0; bits &= bits - 1) {
            first_[runs_++] =
                static_cast<std::uint16_t>(64 * word + static_cast<unsigned>(std::countr_zero(bits)));
        }
    }
    first_[runs_] = 256;
    std::fill_n(class_.begin(), runs_, 0u);
    divided_.assign(1, {});
}

void byte_classifier::tell_apart(array_ref<byte_edge const> edges, std::uint32_t item) {
    std::size_t run = 0;
    for (byte_edge const& e : edges) {
        run = first_[run] <= e.low ? run : 0;
        for (; first_[run] < e.low; ++run) {}
        for (; first_[run] <= e.high; ++run) {
            std::uint32_t const from = class_[run];
            if (divided_[from].item != item || divided_[from].target != e.target) {
                divided_[from] = {item, e.target, static_cast<std::uint32_t>(divided_.size())};
                divided_.push_back({});
            }
            class_[run] = divided_[from].part;
        }
    }
}

byte_classifier::found byte_classifier::keep() {
    constexpr std::uint32_t unnumbered = 0xFFFF'FFFF;
    number_.assign(divided_.size(), unnumbered);
    unsigned classes = 0;
    byte_classes made;
    std::uint64_t hash = 12;
    for (std::size_t run = 0; run < runs_; ++run) {
        std::uint32_t& number = number_[class_[run]];
        number = number == unnumbered ? classes++ : number;
        std::fill(made.begin() + first_[run], made.begin() + first_[run + 1],
                  static_cast<std::uint8_t>(number));
        hash = mix(hash, (std::uint64_t{first_[run]} << 32) | number);
    }
    found out{nullptr, classes, number_[0] == unnumbered ? classes : number_[0], 0};
    std::uint32_t const known = ids_.find(hash, [&](std::uint32_t id) { return *kept_[id] == made; });
    if (known != id_table::none) {
        out.of = kept_[known];
        return out;
    }
    out.memory = sizeof(byte_classes) + sizeof(void*) + 16;
    out.of = new (arena_.take<byte_classes>(1)) byte_classes(made);
    kept_.push_back(out.of);  // there before it can be found
    ids_.add(hash, static_cast<std::uint32_t>(kept_.size() - 1));
    return out;
}

}  // namespace parlance::mask::detail
