// parlance/mask/detail/store/impl/way_set.ipp - definitions of what parlance/mask/detail/store/way_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/store/way_set.hpp>
#include <parlance/mask/detail/store/config.hpp>
#include <parlance/mask/detail/store/pool.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

std::size_t way_set::place_of(item const i) {
    std::size_t const at = ways_.size() < few ? scan(i) : probe(i);
    if (at == ways_.size()) {
        ways_.push_back({i, 0});
    }
    return at;
}

bool way_set::holds(item const i) const noexcept {
    return ways_.size() <= few ? scan(i) < ways_.size() : cells_[cell_for(i)] != 0;
}

bool way_set::note(way const w, bool& differs) {
    std::size_t const before = ways_.size();
    std::size_t const at = place_of(w.at);
    if (at == before) {
        ways_[at].increments = w.increments;
        return true;
    }
    if (ways_[at].increments == w.increments) {
        return false;
    }
    differs = true;
    bool const better = w.increments < ways_[at].increments;
    ways_[at].increments = (std::min)(ways_[at].increments, w.increments);
    return better;
}

std::size_t way_set::scan(item const i) const noexcept {
    std::size_t at = 0;
    while (at < ways_.size() && ways_[at].at != i) {
        ++at;
    }
    return at;
}

std::size_t way_set::probe(item const i) {
    if (ways_.size() == few || ways_.size() * 2 > cells_.size()) {
        std::size_t const size = ways_.size() == few ? 256 : cells_.size() * 4;
        cells_.assign(size, 0);
        for (std::size_t k = 0; k < ways_.size(); ++k) {
            cells_[cell_for(ways_[k].at)] = static_cast<std::uint32_t>(k + 1);
        }
    }
    std::size_t const cell = cell_for(i);
    if (cells_[cell] == 0) {
        cells_[cell] = static_cast<std::uint32_t>(ways_.size() + 1);
        return ways_.size();
    }
    return cells_[cell] - 1;
}

std::size_t way_set::cell_for(item const i) const noexcept {
    std::size_t at = static_cast<std::size_t>(mix(mix(5, i.state), i.stack) >> 20) & (cells_.size() - 1);
    while (cells_[at] != 0 && ways_[cells_[at] - 1].at != i) {
        at = (at + 1) & (cells_.size() - 1);
    }
    return at;
}

}  // namespace parlance::mask::detail
