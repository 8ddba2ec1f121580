// parlance/schema/detail/write/digits.hpp - sets of numbers as digit automata
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/solve/number_set.hpp>
#include <parlance/schema/detail/write/digit_run.hpp>
#include <parlance/schema/detail/write/excluded_digits.hpp>
#include <parlance/schema/detail/write/magnitude_tests.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace parlance::schema::detail {

/// Explores the automaton of the decimal notations of one sign, without an exponent.
class magnitude_writer {
public:
    /// whole    without a point
    /// limited  digits cost increments: those that may be the last, and the point; see digit_writer
    /// spent    pays for it in advance, and where it cannot, not all is written
    magnitude_writer(rtn::builder& out, magnitude_tests& asked, bool whole, bool limited,
                     work& spent) noexcept
        : out_(&out), asked_(&asked), spent_(&spent), whole_(whole), limited_(limited) {}

    /// Writes the notations behind `from`; `end` is where each may stop.
    /// Errors: too_many_states, and those of the meter.
    [[nodiscard]] PARLANCE_DECL result<void> write(rtn::state_id from, rtn::state_id end);

    /// Frees what it keeps, with looks in between; whoever pays next sees where that could not be paid for.
    void free() {
        constexpr std::uint64_t steps_of_a_place = 5;
        (void)paid_free(ids_, *spent_, steps_of_a_place);
    }

private:
    enum class phase : int { begin, zero, integer, point, fraction };
    /// Where the automaton stands: the phase, the node of what is left out, for each bound how many of its digits were read, and
    /// the order, and for each divisor the remainder, the decimals, and whether anything but zeros was behind them.
    using place_key = vec<int>;
    static constexpr std::size_t node_at = 1;
    [[nodiscard]] static std::size_t count_at(std::size_t bound) noexcept { return 2 + 2 * bound; }
    [[nodiscard]] static std::size_t order_at(std::size_t bound) noexcept { return 3 + 2 * bound; }
    [[nodiscard]] std::size_t remainder_at(std::size_t divisor) const noexcept {
        return 2 + 2 * asked_->compares.size() + 3 * divisor;
    }

    PARLANCE_DECL rtn::state_id place(place_key const& key);

    PARLANCE_DECL void step(digit_run& run, rtn::state_id at, place_key const& key, int d, phase to);

    /// The state behind one increment from `at`.
    PARLANCE_DECL rtn::state_id incremented(rtn::state_id at);

    /// The integer part is over: shorter or longer than the bound's settles the order.
    PARLANCE_DECL void close_integer(place_key& key) const;
    [[nodiscard]] PARLANCE_DECL int order_of_integer(place_key const& key, std::size_t i) const;

    [[nodiscard]] PARLANCE_DECL bool good(place_key const& key) const;

    rtn::builder* out_;
    magnitude_tests* asked_;
    work* spent_;
    bool whole_;
    bool limited_;
    excluded_digits excluded_;
    rtn::state_id incremented_from_ = static_cast<rtn::state_id>(-1);
    rtn::state_id incremented_ = 0;
    rtn::state_id start_ = 0;
    ordered_map<place_key, rtn::state_id> ids_;
    vec<place_key const*> keys_;  // in the order in which they were met
    place_key next_;
    std::pair<place_key, rtn::state_id> last_place_;  // digits next to each other often lead to the same
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
#endif
