// parlance/schema/detail/write/impl/magnitude_tests.ipp - definitions of what parlance/schema/detail/write/magnitude_tests.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/magnitude_tests.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/solve/number_set.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdint>
#include <string>
#include <utility>

namespace parlance::schema::detail {

magnitude_tests::magnitude_tests(number_set const& set, bool of_negative, work& looks) {
    auto const relation = [&](decimal const& v, bool less, bool equal, bool greater) {
        // x against v, for x of this sign, as |x| against |v|
        if (v.zero() || v.negative != of_negative) {
            bool const above = v.zero() ? !of_negative : v.negative;  // x > v for every x ≠ 0
            // zero itself is written without a sign and compared with 0
            if (v.zero()) {
                compare_with(v, false, equal, above ? greater : less);
            } else if (!(above ? greater : less)) {
                possible = false;
            }
            return;
        }
        of_negative ? compare_with(v, greater, equal, less) : compare_with(v, less, equal, greater);
    };
    if (set.low) {
        relation(set.low->value, false, !set.low->open, true);
    }
    if (set.high) {
        relation(set.high->value, true, !set.high->open, false);
    }
    constexpr std::uint64_t steps_of_a_number = 50;
    paid_rounds each(looks, steps_of_a_number);
    for (decimal const& v : set.excluded) {
        static_cast<void>(each.next());
        bool const of_sign = v.zero() || v.negative == of_negative;
        bool const within = (!set.low || compare(v, set.low->value) >= 0) &&
                            (!set.high || compare(v, set.high->value) <= 0) && (v.whole() || !set.whole);
        if (of_sign && within) {
            excluded.push_back({false, v.digits, v.point});
        }
    }
    for (decimal const& v : set.multiples) {
        divide_by(v, true);
    }
    for (decimal const& v : set.not_multiples) {
        divide_by(v, false);
    }
    if (set.not_whole) {
        divide_by(decimal{false, "1", 1}, false);
    }
}

std::uint64_t magnitude_tests::steps_of_a_place() const noexcept {
    constexpr std::uint64_t alone = 400;
    constexpr std::uint64_t of_a_comparison = 100;
    constexpr std::uint64_t of_a_division = 100;  // of ten remainders
    std::uint64_t steps = alone + of_a_comparison * compares.size();
    for (divisor const& d : divisors) {
        steps += of_a_division * static_cast<std::uint64_t>(2 + d.decimals + d.powers);
    }
    return steps;
}

void magnitude_tests::compare_with(decimal v, bool less, bool equal, bool greater) {
    v.negative = false;
    compares.push_back({std::move(v), less, equal, greater});
}

void magnitude_tests::divide_by(decimal const& v, bool wanted) {
    // v = by × 10^-decimals
    int const decimals = (std::max)(0, static_cast<int>(v.digits.size()) - v.point);
    std::string digits = v.digits;
    if (v.point > static_cast<int>(v.digits.size())) {
        digits.append(static_cast<std::size_t>((std::min)(v.point, 30)) - v.digits.size(), '0');
    }
    if (digits.size() > 9 || decimals > 30) {
        too_wide = true;
        return;
    }
    std::int64_t by = 0;
    for (char const c : digits) {
        by = by * 10 + (c - '0');
    }
    divisor out{by, decimals, wanted};
    out.other = by;
    for (int const prime : {2, 5}) {
        int powers = 0;
        for (; out.other % prime == 0 && out.other != 0; ++powers) {
            out.other /= prime;
        }
        out.powers = (std::max)(out.powers, powers);
    }
    divisors.push_back(std::move(out));
}

std::int64_t magnitude_tests::divisor::kind_of(std::int64_t rest) {
    if (powers == 0 || decimals > 0) {
        return rest;
    }
    // the fewest further digits that can make a multiple, and which number they are; all longer ones follow from it
    std::int64_t shifted = rest;
    std::int64_t limit = 1;
    auto kind = static_cast<std::uint64_t>(powers + 1) << 32 | static_cast<std::uint64_t>(rest % other);
    for (int digits = 0; digits <= powers; ++digits) {
        std::int64_t const missing = (by - shifted) % by;
        if (missing < limit) {
            kind = static_cast<std::uint64_t>(digits) << 32 | static_cast<std::uint64_t>(missing);
            break;
        }
        shifted = shifted * 10 % by;
        limit = (std::min)(limit * 10, by);
    }
    return alike.try_emplace(kind, rest).at.value;
}

}  // namespace parlance::schema::detail
