// parlance/mask/batch.hpp - the masks of a batch, one row each
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/matcher.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::mask {

/// Rows of masks, one behind the other.
///
/// words   row r begins at word r * stride
/// stride  words from one row to the next; those behind the mask are set to zero
struct rows {
    std::span<std::uint32_t> words{};
    std::size_t stride = 0;

    [[nodiscard]] constexpr std::size_t size() const noexcept {
        return stride == 0 ? 0 : words.size() / stride;
    }
    /// Precondition: r < size().
    [[nodiscard]] constexpr std::span<std::uint32_t> row(std::size_t r) const noexcept {
        return words.subspan(r * stride, stride);
    }
};

/// Fills row i from matcher i; nullptr stands for a sequence without a grammar, and its row becomes all ones.
///
/// states   what each row says as a whole; empty, or as many as there are matchers
/// returns  the number of rows that are not filled::all, and so have to be applied
/// errors   a row that does not exist, or is too short, is too_small, with errc::mask_too_small in its matcher's error()
/// cost     that of matcher::fill(), row after row; rows may also be filled by several threads, one matcher each
PARLANCE_DECL std::size_t fill(std::span<matcher* const> batch, rows const& out,
                               std::span<filled> states = {}) noexcept;

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/batch.ipp>
#endif
