// parlance/mask/detail/way_set.hpp - the ways that closing has met, each item once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/detail/config.hpp>
#include <parlance/mask/detail/pool.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::mask::detail {

/// A way found while closing: the ticks it made in the slot.
struct way {
    item at;
    std::uint8_t ticks = 0;
};

/// Looks few ways through and hashes many.  For one thread.
class way_set {
public:
    [[nodiscard]] std::size_t size() const noexcept { return ways_.size(); }
    void clear() noexcept { ways_.clear(); }

    /// Notes a way and keeps the fewest ticks; false when it was there with no more ticks.  `differs` becomes true when
    /// it was there with others.
    [[nodiscard]] bool note(way const w, bool& differs) {
        std::size_t const at = ways_.size() < few ? scan(w.at) : probe(w.at);
        if (at == ways_.size()) {
            ways_.push_back(w);
            return true;
        }
        if (ways_[at].ticks == w.ticks) {
            return false;
        }
        differs = true;
        bool const better = w.ticks < ways_[at].ticks;
        ways_[at].ticks = std::min(ways_[at].ticks, w.ticks);
        return better;
    }

private:
    static constexpr std::size_t few = 24;

    [[nodiscard]] std::size_t scan(item const i) const noexcept {
        std::size_t at = 0;
        while (at < ways_.size() && ways_[at].at != i) {
            ++at;
        }
        return at;
    }
    /// The same by hashing; the place of an item that is not there is taken for it.
    [[nodiscard]] std::size_t probe(item const i) {
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
    [[nodiscard]] std::size_t cell_for(item const i) const noexcept {
        std::size_t at = static_cast<std::size_t>(mix(mix(5, i.state), i.stack) >> 20) & (cells_.size() - 1);
        while (cells_[at] != 0 && ways_[cells_[at] - 1].at != i) {
            at = (at + 1) & (cells_.size() - 1);
        }
        return at;
    }

    std::vector<way> ways_;
    std::vector<std::uint32_t> cells_;  // 1 + index of a way, or 0
};

}  // namespace parlance::mask::detail
