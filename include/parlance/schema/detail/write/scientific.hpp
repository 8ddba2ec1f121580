// parlance/schema/detail/write/scientific.hpp - numbers with an exponent
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/write/magnitude_tests.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace parlance::schema::detail {

/// The exponents of three digits, with their sign: 0 or 1 for each, from the least one on.
using exponent_set = std::string;

/// Writes exponents, of three digits at most, as far as they are in a set.
class exponent_writer {
public:
    static constexpr int most_exponent = 308;  // of a double

    /// looks  at the stop, while it goes through sets
    exponent_writer(rtn::builder& out, rtn::state_id end, work looks) noexcept
        : out_(&out), looks_(looks), end_(end) {}

    /// The state behind an `e`, shared by equal sets; `none` where no exponent may follow.
    [[nodiscard]] PARLANCE_DECL rtn::state_id behind_e(exponent_set const& good);

    static constexpr rtn::state_id none = 0xFFFF'FFFF;

private:
    static constexpr int most_digits = 3;

    /// `good` says of each exponent of three digits without its sign whether it is one.
    [[nodiscard]] PARLANCE_DECL rtn::state_id digits(exponent_set const& good, int prefix, int length);
    [[nodiscard]] PARLANCE_DECL rtn::state_id last_digit();
    /// Those of `good` that are this prefix, or continue it.
    [[nodiscard]] PARLANCE_DECL static exponent_set continuing(exponent_set const& good, int prefix,
                                                               int length);
    /// Whether the same may follow two prefixes of so many digits.
    [[nodiscard]] PARLANCE_DECL static bool same_follows(exponent_set const& good, int one, int other,
                                                         int length);

    rtn::builder* out_;
    work looks_;
    rtn::state_id end_;
    ordered_map<exponent_set, rtn::state_id> behind_e_;
    ordered_map<std::pair<int, exponent_set>, rtn::state_id> prefixes_;
    rtn::state_id last_digit_ = none;
};

/// Writes the numbers of one sign that have an exponent: one digit before the point, not 0, decimals, and an exponent of
/// three digits at most.  Bounds are compared with the digits before it is known.
class scientific_writer {
public:
    scientific_writer(rtn::builder& out, magnitude_tests const& asked, work& spent) noexcept
        : out_(&out), asked_(&asked), spent_(&spent) {}

    /// Behind `from`; `end` is where each may stop.  Nothing where there are many bounds, and of multiples of large numbers
    /// only those that a power of ten makes multiples.
    /// Errors: too_many_states, and those of the meter.
    [[nodiscard]] PARLANCE_DECL result<void> write(rtn::state_id from, rtn::state_id end);

private:
    static constexpr int most_decimals = 17;  // where divisors count them
    static constexpr std::uint64_t steps_of_a_place = 1000;
    static constexpr std::uint64_t steps_of_a_division = 3000;  // of a place, to find the exponents
    static constexpr std::uint64_t steps_of_a_state = 100;      // of exponents, shared by places
    static constexpr std::size_t most_compared = 8;
    static constexpr std::int64_t most_remainders = 128;  // of divisors that are followed

    enum class phase : int { begin, one_digit, point, decimals };
    /// Phase, decimals as far as divisors ask for them; for each bound how many of its digits were read, and the order;
    /// and for each divisor the remainder.
    using place_key = vec<int>;
    [[nodiscard]] static std::size_t read_at(std::size_t bound) noexcept { return 2 + 2 * bound; }
    [[nodiscard]] static std::size_t order_at(std::size_t bound) noexcept { return 3 + 2 * bound; }
    [[nodiscard]] std::size_t remainder_at(std::size_t divisor) const noexcept {
        return 2 + 2 * compares_.size() + divisor;
    }

    /// Compares with all numbers that are left out, too, if those are few.
    PARLANCE_DECL void compare_with_excluded();
    [[nodiscard]] PARLANCE_DECL bool can_follow() const;
    PARLANCE_DECL rtn::state_id place(place_key const& key);
    /// The place behind one more digit; valid until the next.
    [[nodiscard]] PARLANCE_DECL place_key& read(place_key const& before, int d, phase now);
    /// The point, or further decimals.
    PARLANCE_DECL void write_mantissa(rtn::state_id at, place_key const& now);
    /// The exponents with which what was read is a number of the set.
    [[nodiscard]] PARLANCE_DECL exponent_set exponents_of(place_key const& key) const;

    rtn::builder* out_;
    magnitude_tests const* asked_;
    work* spent_;
    vec<magnitude_tests::comparison> compares_;
    ordered_map<place_key, rtn::state_id> places_;
    vec<place_key> todo_;
    place_key next_;
    std::pair<place_key, rtn::state_id> last_place_;  // digits next to each other often lead to the same
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/scientific.ipp>
#endif
