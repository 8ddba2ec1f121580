// parlance/mask/impl/batch.ipp - definitions of what parlance/mask/batch.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/batch.hpp>
#include <parlance/mask/matcher.hpp>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace parlance::mask {

namespace detail {

/// Fills row i of a batch, which need not exist.
inline filled fill_row(std::span<matcher* const> batch, std::size_t i, rows const& out,
                       std::span<filled> states) noexcept {
    std::span<std::uint32_t> const row = i < out.size() ? out.row(i) : std::span<std::uint32_t>{};
    filled state = filled::all;
    if (batch[i] != nullptr) {
        state = batch[i]->fill(row);
    } else {
        std::fill(row.begin(), row.end(), ~std::uint32_t{0});
    }
    if (i < states.size()) {
        states[i] = state;
    }
    return state;
}

}  // namespace detail

std::size_t fill(std::span<matcher* const> batch, rows const& out, std::span<filled> states) noexcept {
    std::size_t restricted = 0;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        restricted += detail::fill_row(batch, i, out, states) != filled::all;
    }
    return restricted;
}

std::size_t fill(std::span<matcher* const> batch, rows const& out, std::span<filled> states, executor run) {
    std::atomic<std::size_t> restricted = 0;
    run(batch.size(), [&](std::size_t i) {
        restricted.fetch_add(detail::fill_row(batch, i, out, states) != filled::all,
                             std::memory_order_relaxed);
    });
    return restricted;
}

}  // namespace parlance::mask
