// parlance/mask/detail/vocabulary/how_often.hpp - how often something was asked for lately, kept in little memory
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Counts by hash, also of what is not kept (a count-min sketch that is halved now and then, as in TinyLFU: Einziger,
/// Friedman, Manes, "TinyLFU: A Highly Efficient Cache Admission Policy", 2017).  So what many ask for stays although in
/// between a few ask for very much.  A count may be too high, and is at most 255.
class how_often {
public:
    /// Whether all counts have been halved.
    bool note(std::uint64_t hash) noexcept {
        for (std::size_t row = 0; row < rows; ++row) {
            std::uint8_t& c = counts_[row][place(hash, row)];
            c = static_cast<std::uint8_t>(c + (c != 0xFF));
        }
        if (++noted_ < most_noted) {
            return false;
        }
        noted_ /= 2;
        for (auto& row : counts_) {
            for (std::uint8_t& c : row) {
                c = static_cast<std::uint8_t>(c / 2);
            }
        }
        return true;
    }
    [[nodiscard]] std::uint8_t of(std::uint64_t hash) const noexcept {
        std::uint8_t out = 0xFF;
        for (std::size_t row = 0; row < rows; ++row) {
            out = (std::min)(out, counts_[row][place(hash, row)]);
        }
        return out;
    }

private:
    static constexpr std::size_t rows = 2;
    static constexpr std::size_t width = 16384;
    static constexpr std::size_t most_noted = width;

    [[nodiscard]] static std::size_t place(std::uint64_t hash, std::size_t row) noexcept {
        return static_cast<std::size_t>((hash ^ (hash >> 31)) * (0x9E37'79B9'7F4A'7C15u + 2 * row) >> 40) %
               width;
    }

    std::array<std::array<std::uint8_t, width>, rows> counts_{};
    std::size_t noted_ = 0;
};

}  // namespace parlance::mask::detail
