// parlance/text/spelling.hpp - whether a name may be another one, misspelled
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance {

/// The edits that make `right` of `wrong`: bytes inserted, left out or replaced, and neighbours that changed places
/// (optimal string alignment).  `different` where there are more than one for every four letters: "foo" is not "root"
/// misspelled.  Names of more than 64 bytes are always different.
///
/// cost  the product of the sizes, or nothing where these differ much
inline constexpr std::size_t different = 3;
[[nodiscard]] constexpr std::size_t misspelling(std::string_view wrong, std::string_view right) noexcept {
    constexpr std::size_t longest = 64;
    std::size_t const shorter = (std::min)(wrong.size(), right.size());
    std::size_t const longer = (std::max)(wrong.size(), right.size());
    if (longer > longest || longer - shorter >= different) {
        return different;
    }
    auto const letters = [](std::string_view text) {
        std::uint64_t out = 0;
        for (char const c : text) {
            out |= std::uint64_t{1} << (static_cast<unsigned char>(c) % 64);
        }
        return out;
    };
    if (std::popcount(letters(wrong) ^ letters(right)) >= static_cast<int>(2 * different)) {
        return different;  // an edit takes one letter away and brings one at most
    }
    std::size_t rows[3][longest + 1]{};  // of the bytes of `wrong`: two back, one back, and this one
    for (std::size_t j = 0; j <= right.size(); ++j) {
        rows[0][j] = j;
    }
    for (std::size_t i = 1; i <= wrong.size(); ++i) {
        auto& row = rows[i % 3];
        auto const& last = rows[(i + 2) % 3];
        row[0] = i;
        for (std::size_t j = 1; j <= right.size(); ++j) {
            bool const same = wrong[i - 1] == right[j - 1];
            row[j] = (std::min)({last[j - 1] + (same ? 0 : 1), last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && wrong[i - 1] == right[j - 2] && wrong[i - 2] == right[j - 1]) {
                row[j] = (std::min)(row[j], rows[(i + 1) % 3][j - 2] + 1);
            }
        }
    }
    std::size_t const edits = rows[wrong.size() % 3][right.size()];
    return edits < different && 4 * edits <= shorter ? edits : different;
}

}  // namespace parlance
