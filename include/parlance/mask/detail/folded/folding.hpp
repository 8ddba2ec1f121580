// parlance/mask/detail/folded/folding.hpp - bytes that are taken for one another
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <array>
#include <cstdint>

namespace parlance::mask::detail {

/// Digits, letters of one case, or of both, and bytes that continue a code point in UTF-8, are one byte each; so are those
/// that begin one of two bytes, and those that begin one of three whose second byte may be any.
struct folding {
    bool folds = false;
    bool cases = false;  // letters of both cases are one
    bool leads = false;  // bytes that begin code points are folded as well

    /// The first and the last of bytes that follow each other; none where the first is greater.
    struct run {
        std::uint8_t low = 1;
        std::uint8_t high = 0;
    };
    using runs_of = std::array<run, 2>;

    /// The bytes that `byte` stands for, if it does for more than itself.
    [[nodiscard]] constexpr runs_of runs(std::uint8_t byte) const noexcept {
        constexpr run small_letters{'a', 'z'};
        constexpr run capitals{'A', 'Z'};
        switch (folds ? byte : 0) {
        case small_letter: return {small_letters, cases ? capitals : run{}};
        case capital: return {cases ? run{} : capitals, run{}};
        case digit: return {run{'0', '9'}, run{}};
        case continuation: return {run{0x80, 0xBF}, run{}};
        case lead_of_two: return {leads ? run{0xC2, 0xDF} : run{}, run{}};
        case lead_of_three: return leads ? runs_of{run{0xE1, 0xEC}, run{0xEE, 0xEF}} : runs_of{};
        default: return {};
        }
    }
    /// Whether a byte stands for others.
    [[nodiscard]] constexpr bool is_kind(std::uint8_t byte) const noexcept {
        run const first = runs(byte)[0];
        return first.low <= first.high;
    }
    /// The byte that stands for `byte`.
    [[nodiscard]] constexpr std::uint8_t folded(std::uint8_t byte) const noexcept {
        for (std::uint8_t const kind :
             {small_letter, capital, digit, continuation, lead_of_two, lead_of_three}) {
            for (run const r : runs(kind)) {
                if (r.low <= byte && byte <= r.high) {
                    return kind;
                }
            }
        }
        return byte;
    }
    /// Below four, and another one for each way to fold.
    [[nodiscard]] constexpr unsigned number() const noexcept {
        return unsigned{cases} | unsigned{leads} << 1;
    }

private:
    static constexpr std::uint8_t small_letter = 'n';
    static constexpr std::uint8_t capital = 'N';
    static constexpr std::uint8_t digit = '5';
    static constexpr std::uint8_t continuation = 0x80;
    static constexpr std::uint8_t lead_of_two = 0xC4;
    static constexpr std::uint8_t lead_of_three = 0xE4;
};

}  // namespace parlance::mask::detail
