// parlance/mask/batch.hpp - the masks of a batch, one row each
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/text/function_ref.hpp>
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
/// cost     that of matcher::fill(), row after row
PARLANCE_DECL std::size_t fill(std::span<matcher* const> batch, rows const& out,
                               std::span<filled> states = {}) noexcept;

/// Calls its second argument with each number below the first, once, in whatever order and on whatever threads, and returns
/// when all calls have: a loop, or what a pool of threads has for this.
using executor = function_ref<void(std::size_t, function_ref<void(std::size_t)>)>;

/// The same over the caller's threads, a task for each row.
///
/// run     that it throws is passed on; rows whose tasks did not run are as they were
/// threads Precondition: no matcher stands in the batch twice, for each belongs to one thread at a time.  What matchers of
///         one compiled grammar find out they share: a mask that is made already is not made again
PARLANCE_DECL std::size_t fill(std::span<matcher* const> batch, rows const& out, std::span<filled> states,
                               executor run);

}  // namespace parlance::mask

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/impl/batch.ipp>
#endif
