// parlance/mask/detail/store/budget.hpp - what a store may use: memory as long as it lives, work in one call
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/store/config_id.hpp>
#include <parlance/text/errc.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Bytes and steps used so far, and why something failed.  All of it atomic and without a lock: threads that share a
/// store share its budget, so what one of them uses up the others lack.
class budget {
public:
    budget(std::size_t bytes, std::uint64_t fuel) noexcept : most_bytes_(bytes), fuel_(fuel) {}

    /// Notes why failed_config is returned, and returns it.  A later failure replaces an earlier one.
    PARLANCE_DECL config_id fail(errc why) noexcept;
    [[nodiscard]] errc failure() const noexcept { return failure_.load(std::memory_order_relaxed); }
    /// Whether a failure stays as it is however often it is tried again: the others are for want of fuel or memory.
    [[nodiscard]] static constexpr bool is_lasting(errc why) noexcept {
        return why != errc::out_of_fuel && why != errc::out_of_memory_budget;
    }

    /// Begins a call: limits::fuel counts from here on.  A call that runs out of it fails, and what it has found stays,
    /// so that the next one comes further.
    PARLANCE_DECL void refuel() noexcept;
    /// The same for a call that has spent so much elsewhere, or keeps it for later.
    PARLANCE_DECL void refuel(std::uint64_t spent) noexcept;
    [[nodiscard]] std::uint64_t spent() const noexcept { return spent_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t fuel() const noexcept { return fuel_; }
    void spend(std::uint64_t steps) noexcept { spent_.fetch_add(steps, std::memory_order_relaxed); }
    [[nodiscard]] bool out_of_fuel() const noexcept { return spent_.load(std::memory_order_relaxed) > fuel_; }
    /// Spends what is about to be done; false, and it fails, where that cannot be paid for.
    [[nodiscard]] PARLANCE_DECL bool pay(std::uint64_t steps) noexcept;

    /// Counts memory, of the store or of what belongs to it.
    PARLANCE_DECL void charge(std::size_t bytes) noexcept;
    /// Bytes in use, masks included.
    [[nodiscard]] std::size_t bytes() const noexcept { return used_.load(std::memory_order_relaxed); }
    /// Whether less than half of the bytes are in use.
    [[nodiscard]] PARLANCE_DECL bool is_roomy() const noexcept;
    /// Whether the bytes are used up, so that the store should be replaced.
    [[nodiscard]] bool full() const noexcept { return full_.load(std::memory_order_relaxed); }
    /// Whether some place came so near to a limit that masks have to be made by reading each token as accept() does: a
    /// text is read in all its ways at once, while a mask is made of parts, each of which may be within a limit that
    /// all of them together are not.
    [[nodiscard]] bool is_near_limit() const noexcept { return near_limit_.load(std::memory_order_relaxed); }
    void come_near_limit() noexcept { near_limit_.store(true, std::memory_order_relaxed); }

    /// Makes room for as much again as there is now.
    PARLANCE_DECL void extend() noexcept;

private:
    std::atomic<std::size_t> most_bytes_;
    std::uint64_t fuel_;
    std::atomic<errc> failure_{errc::none};
    std::atomic<bool> full_{false};
    std::atomic<bool> near_limit_{false};
    std::atomic<std::size_t> used_{0};
    std::atomic<std::uint64_t> spent_{0};  // since refuel(), by whatever thread
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/budget.ipp>
#endif
