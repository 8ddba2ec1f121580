// parlance/schema/detail/write/digits.hpp - sets of numbers as digit automata
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/solve/number_set.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace parlance::schema::detail {

/// Writes the digits that may follow a state, in ascending order: one edge for neighbours that lead to the same.
class digit_run {
public:
    digit_run(rtn::builder& out, rtn::state_id from) noexcept : out_(&out), from_(from) {}

    void add(int d, rtn::state_id to) { add(from_, d, to); }
    /// The same from another state.
    PARLANCE_DECL void add(rtn::state_id from, int d, rtn::state_id to);
    /// To be called behind the last.
    PARLANCE_DECL void end();

private:
    rtn::builder* out_;
    rtn::state_id from_;
    rtn::state_id to_ = 0;
    int low_ = 1;
    int high_ = 0;  // below `low_`: none yet
};

/// Explores the automaton of the decimal notations of one sign: comparisons with each bound and remainders by each
/// divisor run along while the digits are read.
class magnitude_writer {
public:
    static constexpr std::size_t most_states = 20'000;
    static constexpr std::uint64_t steps_of_a_place = 2000;  // ten digits lead on from it

    /// limited  digits cost increments: those that may be the last, and the point; see digit_writer
    /// spent    pays for it, and where it cannot, not all is written
    PARLANCE_DECL magnitude_writer(rtn::builder& out, number_set const& set, bool negative, bool limited,
                                   work& spent);

    /// Writes the notations behind `from`; `end` is where each may stop.
    /// Errors: too_many_states.
    [[nodiscard]] PARLANCE_DECL result<void> write(rtn::state_id from, rtn::state_id end);
    /// Writes those with an exponent likewise: of one digit before the point, not 0, and with an exponent of three
    /// digits at most.  Nothing where numbers must be whole or their digits are limited, and of multiples of large
    /// numbers only those that a power of ten makes multiples.
    [[nodiscard]] PARLANCE_DECL result<void> write_scientific(rtn::state_id from, rtn::state_id end);

private:
    static constexpr int exponent_digits_most = 3;
    static constexpr int most_exponent = 308;  // of a double
    static constexpr int most_decimals = 17;   // where divisors count them
    static constexpr std::size_t most_compared = 8;
    static constexpr std::int64_t most_remainders = 128;  // of divisors that are followed
    static constexpr rtn::state_id none = 0xFFFF'FFFF;

    enum class phase : int { begin, zero, integer, point, fraction };
    struct comparison {
        decimal with;
        bool less, equal, greater;
    };
    struct divisor {
        std::int64_t by;
        int decimals;
        bool wanted;
        int powers = 0;  // so many further digits, and what is read before says no more of 2 and 5 in `by`
        std::int64_t other = 1;                         // `by` without 2 and 5
        hash_map<std::uint64_t, std::int64_t> alike{};  // the first remainder of each kind
    };

    PARLANCE_DECL void compare_with(decimal v, bool less, bool equal, bool greater);
    PARLANCE_DECL void divide_by(decimal const& v, bool wanted);

    /// One of the remainders behind which the same digits make a multiple: the last three digits alone tell the multiples
    /// of 1000, and there are four kinds of remainders.
    [[nodiscard]] PARLANCE_DECL static std::int64_t kind_of(divisor& by, std::int64_t rest);

    PARLANCE_DECL rtn::state_id place(vec<int> const& key);

    /// Digit `i` of a bound, 0 behind its end.
    PARLANCE_DECL static int digit(decimal const& v, int i);

    PARLANCE_DECL void step(digit_run& run, rtn::state_id at, vec<int> const& key, int d, phase to);

    /// The state behind one increment from `at`.
    PARLANCE_DECL rtn::state_id incremented(rtn::state_id at);

    /// The integer part is over: shorter or longer than the bound's settles the order.
    PARLANCE_DECL void close_integer(vec<int>& key) const;
    [[nodiscard]] PARLANCE_DECL int order_of_integer(vec<int> const& key, std::size_t i) const;

    [[nodiscard]] PARLANCE_DECL bool good(vec<int> const& key) const;

    [[nodiscard]] PARLANCE_DECL static std::optional<int> dividing_power(divisor const& by);
    [[nodiscard]] PARLANCE_DECL static bool divides(divisor const& by, int rest, int decimals, int x);
    using exponent_set = std::string;  // 0 or 1 for each, from the least one on
    [[nodiscard]] PARLANCE_DECL exponent_set exponents_of(vec<int> const& key) const;
    /// `good` says of each exponent of three digits without its sign whether it is one.
    [[nodiscard]] PARLANCE_DECL rtn::state_id exponent_digits(exponent_set const& good, int prefix,
                                                              int digits, rtn::state_id end);

    rtn::builder* out_;
    work* spent_;
    bool whole_;
    bool limited_;
    rtn::state_id incremented_from_ = static_cast<rtn::state_id>(-1);
    rtn::state_id incremented_ = 0;
    bool negative_ = false;
    bool possible_ = true;
    bool too_wide_ = false;
    vec<comparison> compares_;
    vec<divisor> divisors_;
    rtn::state_id start_ = 0;
    ordered_map<vec<int>, rtn::state_id> ids_;
    vec<vec<int>> keys_;
    vec<int> next_;
    std::pair<vec<int>, rtn::state_id> last_place_;  // digits next to each other often lead to the same
    ordered_map<std::pair<int, exponent_set>, rtn::state_id> exponents_;
    rtn::state_id last_digit_ = none;  // behind the last digit of an exponent
};

/// Writes digit edges.  Where the number of digits is limited, each costs an increment of the call that the number stands
/// in; a point or an `e` pays for the digit that must follow, so that no number is begun that cannot end.
class digit_writer {
public:
    digit_writer(rtn::builder& out, bool limited) : out_(&out), limited_(limited) {}

    PARLANCE_DECL void paid(rtn::state_id from, char low, char high, rtn::state_id to);
    PARLANCE_DECL void free(rtn::state_id from, char low, char high, rtn::state_id to);

private:
    rtn::builder* out_;
    bool limited_;
};

/// Writes numbers about which nothing is asked but that they be whole.
PARLANCE_DECL void write_any_number(rtn::builder& out, bool whole_only, rtn::state_id from, rtn::state_id end,
                                    bool limited);

/// Writes the numbers of `set` as a rule's body, with at most `most_digits` digits where that is not 0.
/// Errors: too_many_states, and those of the meter.
[[nodiscard]] PARLANCE_DECL result<void> write_numbers(rtn::builder& out, number_set const& set,
                                                       rtn::state_id from, rtn::state_id end,
                                                       std::uint32_t most_digits, work& spent);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/digits.ipp>
#include <parlance/schema/detail/write/impl/scientific.ipp>
#endif
