// parlance/schema/detail/write/magnitude_tests.hpp - what a set of numbers asks of the digits of one sign
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/solve/number_set.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>

namespace parlance::schema::detail {

/// Comparisons with each bound and remainders by each divisor, which run along while digits are read; and what is left out.
struct magnitude_tests {
    static constexpr std::size_t most_states = 20'000;  // that follow them

    struct comparison {
        decimal with;
        bool less, equal, greater;

        /// Whether this order of a number and the bound is allowed.
        [[nodiscard]] bool allows(int order) const noexcept {
            return order < 0 ? less : order > 0 ? greater : equal;
        }
    };
    struct divisor {
        std::int64_t by;
        int decimals;
        bool wanted;
        int powers = 0;  // so many further digits, and what is read before says no more of 2 and 5 in `by`
        std::int64_t other = 1;                         // `by` without 2 and 5
        hash_map<std::uint64_t, std::int64_t> alike{};  // the first remainder of each kind

        /// One of the remainders behind which the same digits make a multiple: the last three digits alone tell the
        /// multiples of 1000, and there are four kinds of remainders.
        [[nodiscard]] PARLANCE_DECL std::int64_t kind_of(std::int64_t rest);
    };

    PARLANCE_DECL magnitude_tests(number_set const& set, bool of_negative, work& looks);

    /// Steps of a state that ten digits lead on from: each moves all that runs along.
    [[nodiscard]] PARLANCE_DECL std::uint64_t steps_of_a_place() const noexcept;

    /// Digit `i` of a bound, 0 behind its end.
    [[nodiscard]] static int digit(decimal const& v, int i) {
        return i >= 0 && i < static_cast<int>(v.digits.size()) ? v.digits[static_cast<std::size_t>(i)] - '0'
                                                               : 0;
    }
    /// How a digit compares with that of a bound.
    [[nodiscard]] static int order_of(int d, int other) noexcept {
        return d < other ? -1 : d > other ? 1 : 0;
    }

    bool possible = true;      // for some number of the sign
    bool too_wide = false;     // a divisor, to be followed
    vec<comparison> compares;  // with bounds
    vec<decimal> excluded;     // within them, without their sign
    vec<divisor> divisors;

private:
    PARLANCE_DECL void compare_with(decimal v, bool less, bool equal, bool greater);
    PARLANCE_DECL void divide_by(decimal const& v, bool wanted);
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/magnitude_tests.ipp>
#endif
