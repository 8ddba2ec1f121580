// parlance/text/work.hpp - what a call has spent of what its limits allow
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance {

/// The meter of one call, or of several that share a budget: limits.fuel steps, limits.allocated_bytes bytes, and now and
/// then a look at whether the caller has asked to stop.  Whoever touches n of anything pays for n before.
class work {
public:
    explicit constexpr work(limits const& bounds) noexcept
        : steps_(bounds.fuel), bytes_(bounds.allocated_bytes), ask_at_(bounds.fuel), stop_(bounds.stop) {}

    /// A meter for what is bounded by itself: it only looks whether to stop.
    explicit constexpr work(stop_token asked) noexcept
        : steps_(~std::uint64_t{0}), bytes_(~std::size_t{0}), ask_at_(steps_), stop_(asked) {}

    /// Pays for steps of about a nanosecond each.  False, once and for all, when they cannot be paid for, or when the
    /// caller asked to stop: see why().
    [[nodiscard]] constexpr bool spend(std::uint64_t steps) {
        if (steps > steps_) {
            return give_up(errc::out_of_fuel);
        }
        steps_ -= steps;
        return steps_ > ask_at_ || ask();
    }

    /// Pays for bytes that are about to be held; false when they cannot be paid for.
    [[nodiscard]] constexpr bool hold(std::size_t bytes) noexcept {
        if (bytes > bytes_) {
            return give_up(errc::out_of_memory_budget);
        }
        bytes_ -= bytes;
        return true;
    }
    /// Bytes that were paid for are free again.
    constexpr void release(std::size_t bytes) noexcept { bytes_ += bytes; }

    /// No more than `steps` are left from now on.
    constexpr void keep(std::uint64_t steps) noexcept {
        steps_ = steps < steps_ ? steps : steps_;
        ask_at_ = ask_at_ < steps_ ? ask_at_ : steps_;
    }

    /// A meter of its own with a share of what is left, for what may fail and be tried in another way; see settle().
    [[nodiscard]] constexpr work share(unsigned of) const noexcept {
        work out = *this;
        out.steps_ /= of;
        out.bytes_ /= of;
        out.ask_at_ = (ask_at_ < out.steps_) ? ask_at_ : out.steps_;
        out.of_ = nullptr;  // what fails may be tried in another way
        return out;
    }
    /// Pays for the steps of a share, and for its bytes unless it failed; false as well where it was asked to stop.
    [[nodiscard]] constexpr bool settle(work const& part, unsigned of) {
        if (part.why_ == errc::cancelled) {
            return give_up(errc::cancelled);
        }
        return spend(steps_ / of - part.steps_) &&
               (part.why_ != errc::none || hold(bytes_ / of - part.bytes_));
    }

    /// Looks now whether to stop; false where that is so, or where something could not be paid for.
    [[nodiscard]] constexpr bool look() { return ask(); }

    /// A meter that only looks whether to stop, for what was paid for with something else.  Where it is asked to, this one is
    /// given up, too; it must live as long.
    [[nodiscard]] constexpr work only_looks() noexcept {
        work out(stop_);
        out.of_ = this;
        return out;
    }

    [[nodiscard]] constexpr std::uint64_t left() const noexcept { return steps_; }
    [[nodiscard]] constexpr std::size_t bytes_left() const noexcept { return bytes_; }
    /// out_of_fuel, out_of_memory_budget or cancelled; none as long as everything could be paid for.
    [[nodiscard]] constexpr errc why() const noexcept { return why_; }
    /// The same as an error.
    [[nodiscard]] diagnostic error(std::string_view what) const { return {why_, {}, 0, note(what)}; }

private:
    static constexpr std::uint64_t between_looks = 2'000;

    constexpr bool give_up(errc why) noexcept {
        why_ = why_ == errc::none ? why : why_;
        steps_ = 0;
        bytes_ = 0;
        return of_ == nullptr ? false : of_->give_up(why);
    }
    constexpr bool ask() {
        if (why_ != errc::none) {
            return false;
        }
        ask_at_ = steps_ > between_looks ? steps_ - between_looks : 0;
        return stop_.stop_requested() ? give_up(errc::cancelled) : true;
    }

    std::uint64_t steps_;
    std::size_t bytes_;
    std::uint64_t ask_at_;
    stop_token stop_;
    errc why_ = errc::none;
    work* of_ = nullptr;  // whose looks these are
};

/// A stop object for what takes one: it looks through a meter, which knows then that it was asked to stop.
class metered_stop {
public:
    explicit constexpr metered_stop(work& spent) noexcept : spent_(&spent) {}
    [[nodiscard]] constexpr bool stop_requested() const { return !spent_->look(); }

private:
    work* spent_;
};

/// Pays for the rounds of a loop many at a time, where one alone takes less than paying does:
///     for (paid_rounds each(spent); i < n && each.next(); ++i)
class paid_rounds {
public:
    /// steps  of one round
    explicit constexpr paid_rounds(work& spent, std::uint64_t steps = 1) noexcept
        : spent_(&spent), steps_(steps) {}
    /// False when the next round cannot be paid for, and from then on: what a loop has not done to the end no other may go
    /// by.
    [[nodiscard]] constexpr bool next() {
        if (left_ != 0) {
            --left_;
            return true;
        }
        bool const paid = spent_->spend(at_once * steps_);
        left_ = paid ? at_once - 1 : 0;
        return paid;
    }

private:
    static constexpr std::uint32_t at_once = 64;

    work* spent_;
    std::uint64_t steps_;
    std::uint32_t left_ = 0;
};

/// The same for rounds that touch different numbers of items:
///     for (paid_items each(spent); i < n && each.next(rows[i].size()); ++i)
class paid_items {
public:
    /// steps  of one item
    explicit constexpr paid_items(work& spent, std::uint64_t steps = 1) noexcept
        : spent_(&spent), steps_(steps) {}
    /// False when so many items, and those before, cannot be paid for, and from then on.
    [[nodiscard]] constexpr bool next(std::size_t count) {
        unpaid_ += count;
        if (unpaid_ < at_once) {
            return true;
        }
        bool const paid = spent_->spend(steps_ * unpaid_);
        unpaid_ = paid ? 0 : at_once;
        return paid;
    }

private:
    static constexpr std::uint64_t at_once = 512;

    work* spent_;
    std::uint64_t steps_;
    std::uint64_t unpaid_ = at_once - 1;  // so that the first round asks
};

}  // namespace parlance
