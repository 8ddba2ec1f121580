// parlance/jinja/detail/vm/fuel.hpp - elementary steps of one rendering, and the question whether to stop
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

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

    /// What was paid for as a whole takes so many steps now: looks whether to stop as often as if they were paid for here.
    void pass(std::uint64_t steps) {
        if (steps > at_hand_) [[unlikely]] {
            refuel(0);
        } else {
            at_hand_ -= steps;
            left_ += steps;
        }
    }

    /// Does `count` of what was paid for as a whole, `of_a_step` of them in a step, with looks in between:
    /// part(begin, end), one behind the other, until it returns false where it returns something.
    template <class Part>
    void in_parts(std::size_t count, std::size_t of_a_step, Part part) {
        std::size_t const most = in_a_part * of_a_step;
        for (std::size_t begin = 0; begin < count;) {
            std::size_t const end = count - begin > most ? begin + most : count;
            if constexpr (std::is_void_v<decltype(part(begin, end))>) {
                part(begin, end);
            } else if (!part(begin, end)) {
                return;
            }
            begin = end;
            if (begin < count) {
                pass(in_a_part);
            }
        }
    }

    /// Asks whether to stop, for what takes long at the end of a call: the answer changes nothing any more.
    PARLANCE_DECL void look() noexcept;

    static constexpr std::uint32_t in_a_part = 500;  // steps

private:
    static constexpr std::uint64_t between_looks = 500;

    /// Makes at least `steps` steps available.
    PARLANCE_DECL void refuel(std::uint64_t steps);

    parlance::limits const& bounds_;
    std::uint64_t left_;
    std::uint64_t at_hand_ = 0;  // of them: what can be spent before the next look at stop
};

/// Looks on the way through a loop that was paid for as a whole:
///     for (paid_ahead each(steps, 4); i < n; i += length(i)) { each.reached(i); ... }
class paid_ahead {
public:
    /// of_a_step  items that take a step
    paid_ahead(fuel& steps, std::size_t of_a_step) noexcept
        : steps_(steps), at_once_(fuel::in_a_part * of_a_step), next_(at_once_) {}

    /// Item `i` is next.
    void reached(std::size_t i) {
        if (i >= next_) [[unlikely]] {
            next_ = i + at_once_;
            steps_.pass(fuel::in_a_part);
        }
    }

private:
    fuel& steps_;
    std::size_t at_once_;
    std::size_t next_;
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/fuel.ipp>
#endif
