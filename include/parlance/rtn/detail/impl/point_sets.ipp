// parlance/rtn/detail/impl/point_sets.ipp - definitions of what parlance/rtn/detail/point_sets.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/detail/point_sets.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::rtn::detail {

point_sets::number point_sets::add(vec<code_points> const& set) {
    bool const ascii = set.size() == 1 && set[0].low == set[0].high && set[0].low < 0x80;
    if (ascii && ascii_.empty()) {
        ascii_.assign(0x80, 0);
    }
    if (ascii && ascii_[set[0].low] != 0) {
        return ascii_[set[0].low] - 1;
    }
    key_.clear();
    for (code_points const r : set) {
        key_.push_back(r.low);
        key_.push_back(r.high);
    }
    if (auto const* const known = numbers_.find(key_); known != nullptr) {
        return known->value;
    }
    sets_.push_back(set);
    if (ascii) {
        ascii_[set[0].low] = static_cast<number>(sets_.size());
    }
    return numbers_.try_emplace(key_, static_cast<number>(sets_.size() - 1)).at.value;
}

void point_sets::free(function_ref<void()> look) {
    constexpr std::size_t between_looks = 128;
    numbers_.free(look);
    for (; !sets_.empty(); sets_.pop_back()) {
        if (sets_.size() % between_looks == 0) {
            look();
        }
    }
}

int point_sets::compare(number a, number b) const noexcept {
    if (a == b) {
        return 0;
    }
    vec<code_points> const& x = sets_[a];
    vec<code_points> const& y = sets_[b];
    std::size_t i = 0;
    while (i < x.size() && i < y.size() && x[i] == y[i]) {
        ++i;
    }
    if (i == x.size() || i == y.size()) {
        return x.size() < y.size() ? -1 : 1;
    }
    return x[i].low != y[i].low ? (x[i].low < y[i].low ? -1 : 1) : x[i].high < y[i].high ? -1 : 1;
}

}  // namespace parlance::rtn::detail
