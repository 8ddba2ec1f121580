// parlance/jinja/detail/vm/fuel.hpp - elementary steps of one rendering, and the question whether to stop
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <algorithm>
#include <cstdint>

namespace parlance::jinja {

/// Elementary steps, of some ten nanoseconds each: whoever touches n of anything pays for n before.
class fuel {
public:
    /// The limits must outlive this.
    explicit fuel(parlance::limits const& bounds) noexcept : bounds_(bounds), left_(bounds.steps) {}

    /// Throws out_of_fuel when there are none left, and cancelled when the caller asked to stop.
    PARLANCE_HOT void spend(std::uint64_t steps = 1) {
        if (steps > at_hand_) [[unlikely]] {
            refuel(steps);
        }
        at_hand_ -= steps;
    }

private:
    static constexpr std::uint64_t between_looks = 2500;

    /// Makes at least `steps` steps available.
    PARLANCE_DECL void refuel(std::uint64_t steps);

    parlance::limits const& bounds_;
    std::uint64_t left_;
    std::uint64_t at_hand_ = 0;  // of them: what can be spent before the next look at stop
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/fuel.ipp>
#endif
