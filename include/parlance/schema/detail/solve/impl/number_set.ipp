// parlance/schema/detail/solve/impl/number_set.ipp - definitions of what parlance/schema/detail/solve/number_set.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/solve/number_set.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

bool number_set::free() const noexcept {
    return !not_whole && !low && !high && multiples.empty() && not_multiples.empty() && excluded.empty();
}

void number_set::raise(decimal const& v, bool open) {
    int const order = low ? compare(v, low->value) : 1;
    if (order > 0 || (order == 0 && open)) {
        low = bound{v, open};
    }
}

void number_set::lower(decimal const& v, bool open) {
    int const order = high ? compare(v, high->value) : -1;
    if (order < 0 || (order == 0 && open)) {
        high = bound{v, open};
    }
}

int number_set::longest_bound() const {
    int longest = 0;
    for (auto const* b : {&low, &high}) {
        longest = (std::max)(longest, *b ? (*b)->value.length() : 0);
    }
    for (decimal const& d : excluded) {
        longest = (std::max)(longest, d.length());
    }
    return longest;
}

std::string number_set::key(work& looks) const {
    constexpr std::uint64_t steps_of_a_number = 50;
    paid_rounds each(looks, steps_of_a_number);
    std::string out = whole ? "i" : not_whole ? "f" : "n";
    if (low) {
        out += (low->open ? "(" : "[") + low->value.key();
    }
    if (high) {
        out += (high->open ? ")" : "]") + high->value.key();
    }
    for (auto const& [mark, list] : {std::pair{'*', &multiples}, {'/', &not_multiples}, {'!', &excluded}}) {
        for (decimal const& d : *list) {
            static_cast<void>(each.next());
            out += mark + d.key();
        }
    }
    return out;
}

}  // namespace parlance::schema::detail
