// parlance/mask/detail/store/budget.hpp - what a store may use: memory as long as it lives, work in one call
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/store/config_id.hpp>
#include <parlance/mask/detail/store/meters.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/work.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace parlance::mask::detail {

/// Bytes and steps used so far, and why something failed.  All of it without a lock: threads that share a store share its
/// memory, so what one of them uses up the others lack; what a call spends is its own.
class budget {
public:
    budget(std::size_t bytes, std::uint64_t fuel) noexcept : most_bytes_(bytes), fuel_(fuel) {}

    /// Notes why failed_config is returned, and returns it.  A later failure of the call replaces an earlier one; that it was
    /// asked to stop is why it lacks fuel.
    PARLANCE_DECL config_id fail(errc why) noexcept;
    /// Why something of this thread's call failed, or, if nothing has, of the last call that did.
    [[nodiscard]] PARLANCE_DECL errc failure() noexcept;
    /// Whether a failure stays as it is however often it is tried again: the others are for want of fuel, time or memory.
    [[nodiscard]] static constexpr bool is_lasting(errc why) noexcept {
        return why != errc::out_of_fuel && why != errc::cancelled && why != errc::out_of_memory_budget;
    }

    /// Begins a call of this thread, which `asked` may stop, with a meter of its own.  Precondition: it is in no other.
    [[nodiscard]] meter& enter(stop_token asked) { return meters_.enter(asked); }
    /// limits::fuel counts from here on, and so much of it is spent.  A call that runs out of it fails, and what it has
    /// found stays, so that the next one comes further.
    PARLANCE_DECL void refuel(std::uint64_t spent = 0) noexcept;
    /// The same within a call: one that was asked to stop has none left.
    PARLANCE_DECL void go_on(std::uint64_t spent) noexcept;
    [[nodiscard]] PARLANCE_DECL std::uint64_t spent() noexcept;
    [[nodiscard]] std::uint64_t fuel() const noexcept { return fuel_; }
    void spend(std::uint64_t steps) noexcept { spend(meters_.mine(), steps); }
    [[nodiscard]] bool out_of_fuel() noexcept { return !may_go_on(meters_.mine()); }
    /// Why a call that is out of fuel is: because it was asked to stop, perhaps.
    [[nodiscard]] PARLANCE_DECL errc shortage() noexcept;
    /// Looks whether to stop, within what costs nothing by itself.
    PARLANCE_DECL void look() noexcept;
    /// A meter for what is made beside the store, as parts of a vocabulary are, whose cost is bounded by what they are made of:
    /// it counts nothing, and looks whether to stop.
    [[nodiscard]] PARLANCE_DECL work beside() noexcept;
    /// Whether such a meter was asked to stop: then there is nothing left to spend here either.
    PARLANCE_DECL bool is_stopped_by(work const& other) noexcept;
    /// Whether this call was asked to stop.
    [[nodiscard]] bool is_cancelled() noexcept { return meters_.mine().is_cancelled(); }
    /// Spends what is about to be done; false, and it fails, where that cannot be paid for.
    [[nodiscard]] bool pay(std::uint64_t steps) noexcept {
        meter& call = meters_.mine();
        return spend(call, steps) <= call.pause_at() || may_pay(call);
    }

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
    static std::uint64_t spend(meter& call, std::uint64_t steps) noexcept {
        std::uint64_t const now = call.so_far() + steps;
        call.spent.store(now, std::memory_order_relaxed);
        return now;
    }
    /// Whether there is fuel left.
    [[nodiscard]] bool may_go_on(meter& call) const noexcept {
        return call.so_far() <= call.pause_at() || look_up(call);
    }
    /// The same, where it is time to look at what may stop the call, or all is spent.
    [[nodiscard]] PARLANCE_DECL bool look_up(meter& call) const noexcept;
    /// The same; it fails where that is not so.
    [[nodiscard]] PARLANCE_DECL bool may_pay(meter& call) noexcept;

    std::atomic<std::size_t> most_bytes_;
    std::uint64_t fuel_;
    std::atomic<errc> last_failure_{errc::none};
    meters meters_;
    std::atomic<bool> full_{false};
    std::atomic<bool> near_limit_{false};
    std::atomic<std::size_t> used_{0};
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/store/impl/budget.ipp>
#endif
