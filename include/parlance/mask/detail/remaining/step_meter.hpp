// parlance/mask/detail/remaining/step_meter.hpp - steps of one call, and the question whether to stop
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <cstdint>

namespace parlance::mask::detail {

/// Counts what a call spends beside what the store counts, and looks now and then whether it is to stop: then the budget of
/// the store is used up.  For one thread at a time.
class step_meter {
public:
    explicit step_meter(budget& of) noexcept : of_(of) {}

    /// Begins a call.
    void begin() noexcept { spent_ = look_at_ = 0; }
    void spend(std::uint64_t steps) noexcept {
        spent_ += steps;
        if (spent_ >= look_at_) {
            look();
        }
    }
    /// So many steps are spent, at least.
    void spend_all(std::uint64_t steps) noexcept { spent_ = spent_ > steps ? spent_ : steps; }
    /// Since begin().
    [[nodiscard]] std::uint64_t spent() const noexcept { return spent_; }
    PARLANCE_DECL void look() noexcept;
    /// Whether the call was asked to stop.
    [[nodiscard]] bool is_cancelled() const noexcept { return of_.is_cancelled(); }

private:
    budget& of_;
    std::uint64_t spent_ = 0;
    std::uint64_t look_at_ = 0;  // what is spent when it is time to
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/remaining/impl/step_meter.ipp>
#endif
