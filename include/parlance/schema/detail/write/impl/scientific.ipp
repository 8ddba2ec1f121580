// parlance/schema/detail/write/impl/scientific.ipp - definitions of what parlance/schema/detail/write/scientific.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/scientific.hpp>
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/write/digit_run.hpp>
#include <parlance/schema/detail/write/magnitude_tests.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace parlance::schema::detail {

rtn::state_id exponent_writer::behind_e(exponent_set const& good) {
    auto const [known, fresh] = behind_e_.try_emplace(good, none);
    if (!fresh) {
        return known->second;
    }
    // those above the greatest one are none
    constexpr std::size_t numbers = 1000;
    constexpr auto middle = static_cast<std::ptrdiff_t>(most_exponent);
    exponent_set of_sign(good.begin() + middle, good.end());
    of_sign.resize(numbers, '\0');
    rtn::state_id const plus = digits(of_sign, 0, 0);
    of_sign.assign(good.rbegin() + middle, good.rend());
    of_sign.resize(numbers, '\0');
    rtn::state_id const minus = digits(of_sign, 0, 0);
    if (plus != none || minus != none) {
        known->second = out_->add_state();
    }
    if (plus != none) {
        out_->epsilon(known->second, plus);
        out_->bytes(known->second, '+', '+', plus);
    }
    if (minus != none) {
        out_->bytes(known->second, '-', '-', minus);
    }
    return known->second;
}

rtn::state_id exponent_writer::last_digit() {
    if (last_digit_ == none) {
        last_digit_ = out_->add_state();
        out_->epsilon(last_digit_, end_);
    }
    return last_digit_;
}

exponent_set exponent_writer::continuing(exponent_set const& good, int prefix, int length) {
    exponent_set out;
    if (length == 0) {
        out.append(good, 0, static_cast<std::size_t>(most_exponent) + 1);
        return out;
    }
    int first = prefix;
    int count = 1;
    for (; length <= most_digits; ++length) {
        out.append(good, static_cast<std::size_t>(first), static_cast<std::size_t>(count));
        first *= 10;
        count *= 10;
    }
    return out;
}

bool exponent_writer::same_follows(exponent_set const& good, int one, int other, int length) {
    bool same = true;
    std::size_t numbers = 1;
    for (; same && length <= most_digits; ++length) {
        same = good.compare(static_cast<std::size_t>(one) * numbers, numbers, good,
                            static_cast<std::size_t>(other) * numbers, numbers) == 0;
        numbers *= 10;
    }
    return same;
}

rtn::state_id exponent_writer::digits(exponent_set const& good, int prefix, int length) {
    if (length == most_digits) {
        return good[static_cast<std::size_t>(prefix)] == '\0' ? none : last_digit();
    }
    constexpr std::uint64_t steps_of_a_prefix = 100;
    (void)looks_.spend(steps_of_a_prefix);
    exponent_set here = continuing(good, prefix, length);
    if (here.find('\1') == exponent_set::npos) {
        return none;
    }
    bool const ends = length > 0 && here.front() != '\0';
    auto const [known, fresh] = prefixes_.try_emplace(std::pair{length, std::move(here)}, none);
    if (!fresh) {
        return known->second;
    }
    rtn::state_id const at = out_->add_state();
    known->second = at;
    if (ends) {
        out_->epsilon(at, end_);
    }
    digit_run run(*out_, at);
    rtn::state_id next = none;
    for (int d = 0; d <= 9; ++d) {
        int const longer = prefix * 10 + d;
        if (d == 0 || !same_follows(good, longer, longer - 1, length + 1)) {
            next = digits(good, longer, length + 1);
        }
        if (next != none) {
            run.add(d, next);
        }
    }
    run.end();
    return at;
}

/// The least power of ten that a divisor divides; nothing where no power does.
[[nodiscard]] PARLANCE_DECL std::optional<int> dividing_power(magnitude_tests::divisor const& by) {
    std::int64_t rest = by.by;
    int twos = 0;
    int fives = 0;
    for (; rest % 2 == 0; rest /= 2) {
        ++twos;
    }
    for (; rest % 5 == 0; rest /= 5) {
        ++fives;
    }
    return rest == 1 ? std::optional<int>((std::max)(twos, fives) - by.decimals) : std::nullopt;
}

/// Whether a mantissa with this remainder, of so many decimals, is a multiple with the exponent `x`.
[[nodiscard]] PARLANCE_DECL bool divides(magnitude_tests::divisor const& by, bool followed, int rest,
                                         int decimals, int x) {
    if (!followed) {
        std::optional<int> const power = dividing_power(by);
        return power && x - decimals >= *power;
    }
    int const shift = x - decimals + by.decimals;
    std::int64_t left = rest;
    for (int i = 0; i < shift && left != 0 && i < 64;
         ++i) {  // ten to the 64th leaves what every higher power does
        left = left * 10 % by.by;
    }
    return shift >= 0 && left == 0;
}

exponent_set scientific_writer::exponents_of(place_key const& key) const {
    constexpr int most = exponent_writer::most_exponent;
    exponent_set good(2 * most + 1, '\1');
    auto const clear = [&](int low, int high) {  // [low, high)
        low = (std::max)(low, -most);
        high = (std::min)(high, most + 1);
        for (int x = low; x < high; ++x) {
            good[static_cast<std::size_t>(x + most)] = '\0';
        }
    };
    for (std::size_t i = 0; i < asked_->divisors.size(); ++i) {
        magnitude_tests::divisor const& by = asked_->divisors[i];
        // what a power of ten makes a multiple, every higher one does
        int least = -most;
        int beyond = most + 1;
        while (least < beyond) {
            int const middle = least + (beyond - least) / 2;
            bool const fits = divides(by, by.by <= most_remainders, key[remainder_at(i)], key[1], middle);
            (fits ? beyond : least) = fits ? middle : middle + 1;
        }
        clear(-most, least);
    }
    for (std::size_t i = 0; i < compares_.size(); ++i) {
        magnitude_tests::comparison const& c = compares_[i];
        int order = key[order_at(i)];  // with the exponent that the bound has
        if (order == 0 && key[read_at(i)] < static_cast<int>(c.with.digits.size())) {
            order = -1;
        }
        int const same = c.with.zero() ? -most - 1 : c.with.point - 1;
        if (!c.less) {
            clear(-most, same);
        }
        if (!c.allows(order)) {
            clear(same, same + 1);
        }
        if (!c.greater) {
            clear(same + 1, most + 1);
        }
    }
    return good;
}

void scientific_writer::compare_with_excluded() {
    compares_ = asked_->compares;
    for (std::size_t i = 0; i < asked_->excluded.size() && compares_.size() <= most_compared; ++i) {
        if (decimal const& v = asked_->excluded[i]; !v.zero()) {
            compares_.push_back({v, true, false, true});
        }
    }
}

bool scientific_writer::can_follow() const {
    std::int64_t remainders = 1;
    bool wanted = true;
    for (magnitude_tests::divisor const& by : asked_->divisors) {
        wanted = wanted && by.wanted && (by.by <= most_remainders || dividing_power(by));
        remainders *= by.by <= most_remainders ? by.by : 1;
        wanted = wanted && remainders <= most_remainders;
    }
    return asked_->possible && !asked_->too_wide && wanted && compares_.size() <= most_compared;
}

rtn::state_id scientific_writer::place(place_key const& key) {
    if (key == last_place_.first) {
        return last_place_.second;
    }
    auto const [at, fresh] = places_.try_emplace(key, 0);
    if (fresh) {
        at->second = out_->add_state();
        todo_.push_back(key);
    }
    last_place_.first = key;
    last_place_.second = at->second;
    return at->second;
}

scientific_writer::place_key& scientific_writer::read(place_key const& before, int d, phase now) {
    next_ = before;
    for (std::size_t i = 0; i < compares_.size(); ++i) {
        decimal const& v = compares_[i].with;
        int& count = next_[read_at(i)];
        int& order = next_[order_at(i)];
        if (order == 0) {
            order = magnitude_tests::order_of(d, magnitude_tests::digit(v, count));
            count = order != 0 ? 0 : (std::min)(count + 1, static_cast<int>(v.digits.size()));
        }
    }
    for (std::size_t i = 0; i < asked_->divisors.size(); ++i) {
        std::int64_t const by = asked_->divisors[i].by;
        int& rest = next_[remainder_at(i)];
        rest = by <= most_remainders ? static_cast<int>((rest * 10 + d) % by) : 0;
    }
    next_[0] = static_cast<int>(now);
    return next_;
}

void scientific_writer::write_mantissa(rtn::state_id at, place_key const& now) {
    if (now[0] == static_cast<int>(phase::one_digit)) {
        place_key next = now;
        next[0] = static_cast<int>(phase::point);
        out_->bytes(at, '.', '.', place(next));
    } else if (asked_->divisors.empty() || now[1] < most_decimals) {
        digit_run run(*out_, at);
        for (int d = 0; d <= 9; ++d) {
            place_key& next = read(now, d, phase::decimals);
            next[1] += !asked_->divisors.empty();
            run.add(d, place(next));
        }
        run.end();
    }
}

result<void> scientific_writer::write(rtn::state_id from, rtn::state_id end) {
    compare_with_excluded();
    if (!can_follow()) {
        return {};
    }
    place_key const first(remainder_at(asked_->divisors.size()), 0);
    digit_run first_digits(*out_, from);
    for (int d = 1; d <= 9; ++d) {
        first_digits.add(d, place(read(first, d, phase::one_digit)));
    }
    first_digits.end();
    exponent_writer exponents(*out_, end, spent_->only_looks());
    for (std::size_t i = 0; i < todo_.size(); ++i) {
        if (todo_.size() > magnitude_tests::most_states) {
            return diagnostic{errc::too_many_states, {}, 0, "digits of a number"};
        }
        if (!spent_->spend(steps_of_a_place + steps_of_a_division * asked_->divisors.size())) {
            return spent_->error("the numbers of a schema");
        }
        place_key const now = todo_[i];
        rtn::state_id const at = places_.at(now);
        write_mantissa(at, now);
        if (now[0] == static_cast<int>(phase::point)) {
            continue;
        }
        std::size_t const before = out_->state_count();
        rtn::state_id const behind_e = exponents.behind_e(exponents_of(now));
        if (!spent_->spend(steps_of_a_state * (out_->state_count() - before))) {  // some hundreds at most
            return spent_->error("the numbers of a schema");
        }
        if (behind_e != exponent_writer::none) {
            out_->bytes(at, 'e', 'e', behind_e);
            out_->bytes(at, 'E', 'E', behind_e);
        }
    }
    return {};
}

}  // namespace parlance::schema::detail
