// parlance/schema/detail/write/impl/scientific.ipp - numbers with an exponent, compared with bounds before it is known
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/digits.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace parlance::schema::detail {

/// The least power of ten that a divisor divides; nothing where no power does.
std::optional<int> magnitude_writer::dividing_power(divisor const& by) {
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
bool magnitude_writer::divides(divisor const& by, int rest, int decimals, int x) {
    if (by.by > most_remainders) {
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

/// The exponents with which a mantissa of these orders, and of so many decimals, is a number of the set.
magnitude_writer::exponent_set magnitude_writer::exponents_of(vec<int> const& key) const {
    exponent_set good(2 * most_exponent + 1, '\1');
    auto const clear = [&](int low, int high) {  // [low, high)
        low = (std::max)(low, -most_exponent);
        high = (std::min)(high, most_exponent + 1);
        for (int x = low; x < high; ++x) {
            good[static_cast<std::size_t>(x + most_exponent)] = '\0';
        }
    };
    for (std::size_t i = 0; i < divisors_.size(); ++i) {
        // what a power of ten makes a multiple, every higher one does
        int least = -most_exponent;
        int beyond = most_exponent + 1;
        while (least < beyond) {
            int const middle = least + (beyond - least) / 2;
            bool const fits = divides(divisors_[i], key[2 + 2 * compares_.size() + i], key[1], middle);
            (fits ? beyond : least) = fits ? middle : middle + 1;
        }
        clear(-most_exponent, least);
    }
    for (std::size_t i = 0; i < compares_.size(); ++i) {
        comparison const& c = compares_[i];
        int order = key[3 + 2 * i];  // with the exponent that the bound has
        if (order == 0 && key[2 + 2 * i] < static_cast<int>(c.with.digits.size())) {
            order = -1;
        }
        int const same = c.with.zero() ? -most_exponent - 1 : c.with.point - 1;
        if (!c.less) {
            clear(-most_exponent, same);
        }
        if (!(order < 0 ? c.less : order > 0 ? c.greater : c.equal)) {
            clear(same, same + 1);
        }
        if (!c.greater) {
            clear(same + 1, most_exponent + 1);
        }
    }
    return good;
}

/// States for the digits of an exponent behind `prefix`, shared where the same may follow.
rtn::state_id magnitude_writer::exponent_digits(exponent_set const& good, int prefix, int digits,
                                                rtn::state_id end) {
    if (digits == exponent_digits_most) {
        if (good[static_cast<std::size_t>(prefix)] == '\0') {
            return none;
        }
        if (last_digit_ == none) {
            last_digit_ = out_->add_state();
            out_->epsilon(last_digit_, end);
        }
        return last_digit_;
    }
    exponent_set here;  // of this prefix, and of all that continue it
    auto const add = [&](int first, int count) {
        here.append(good, static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    };
    if (digits == 0) {
        add(0, most_exponent + 1);
    }
    int first = prefix;
    int count = 1;
    for (int length = digits; digits > 0 && length <= exponent_digits_most; ++length) {
        add(first, count);
        first *= 10;
        count *= 10;
    }
    if (here.find('\1') == exponent_set::npos) {
        return none;
    }
    bool const ends = digits > 0 && here.front() != '\0';
    auto const [known, fresh] = exponents_.try_emplace(std::pair{digits, std::move(here)}, none);
    if (!fresh) {
        return known->second;
    }
    rtn::state_id const at = out_->add_state();
    known->second = at;
    if (ends) {
        out_->epsilon(at, end);
    }
    auto const same = [&](int one, int other) {  // whether the same may follow
        bool equal = true;
        std::size_t numbers = 1;
        for (int length = digits + 1; equal && length <= exponent_digits_most; ++length) {
            equal = good.compare(static_cast<std::size_t>(one) * numbers, numbers, good,
                                 static_cast<std::size_t>(other) * numbers, numbers) == 0;
            numbers *= 10;
        }
        return equal;
    };
    digit_run run(*out_, at);
    rtn::state_id next = none;
    for (int d = 0; d <= 9; ++d) {
        int const longer = prefix * 10 + d;
        if (d == 0 || !same(longer, longer - 1)) {
            next = exponent_digits(good, longer, digits + 1, end);
        }
        if (next != none) {
            run.add(d, next);
        }
    }
    run.end();
    return at;
}

/// One digit that is not 0, decimals, and an exponent: what programs write of numbers far from 1.
result<void> magnitude_writer::write_scientific(rtn::state_id from, rtn::state_id end) {
    std::int64_t remainders = 1;
    bool wanted = true;
    for (divisor const& by : divisors_) {
        wanted = wanted && by.wanted && (by.by <= most_remainders || dividing_power(by));
        remainders *= by.by <= most_remainders ? by.by : 1;
        wanted = wanted && remainders <= most_remainders;
    }
    if (!possible_ || too_wide_ || whole_ || limited_ || !wanted || compares_.size() > most_compared) {
        return {};
    }
    // phase, decimals as far as divisors ask for them; for each bound how many of its digits were read, and the order;
    // and for each divisor the remainder
    ordered_map<vec<int>, rtn::state_id> places;
    vec<vec<int>> todo;
    std::pair<vec<int>, rtn::state_id> last;  // digits next to each other often lead to the same
    auto const place = [&](vec<int> const& key) {
        if (key == last.first) {
            return last.second;
        }
        auto const [at, fresh] = places.try_emplace(key, 0);
        if (fresh) {
            at->second = out_->add_state();
            todo.push_back(key);
        }
        last.first = key;
        last.second = at->second;
        return at->second;
    };
    vec<int> key;
    auto const read = [&](vec<int> const& before, int d, int now) -> vec<int>& {
        key = before;
        for (std::size_t i = 0; i < compares_.size(); ++i) {
            decimal const& v = compares_[i].with;
            int& count = key[2 + 2 * i];
            int& order = key[3 + 2 * i];
            if (order == 0) {
                int const other = digit(v, count);
                order = d < other ? -1 : d > other ? 1 : 0;
                count = order != 0 ? 0 : (std::min)(count + 1, static_cast<int>(v.digits.size()));
            }
        }
        for (std::size_t i = 0; i < divisors_.size(); ++i) {
            int& rest = key[2 + 2 * compares_.size() + i];
            rest =
                divisors_[i].by <= most_remainders ? static_cast<int>((rest * 10 + d) % divisors_[i].by) : 0;
        }
        key[0] = now;
        return key;
    };
    vec<int> const first(2 + 2 * compares_.size() + divisors_.size(), 0);
    digit_run first_digits(*out_, from);
    for (int d = 1; d <= 9; ++d) {
        first_digits.add(d, place(read(first, d, 1)));
    }
    first_digits.end();
    ordered_map<exponent_set, rtn::state_id> behind_e;
    for (std::size_t i = 0; i < todo.size(); ++i) {
        if (todo.size() > most_states) {
            return diagnostic{errc::too_many_states, {}, 0, "digits of a number"};
        }
        if (!spent_->spend(steps_of_a_place)) {
            return spent_->error("the numbers of a schema");
        }
        vec<int> const now = todo[i];
        rtn::state_id const at = places.at(now);
        if (now[0] == 1) {
            vec<int> next = now;
            next[0] = 2;
            out_->bytes(at, '.', '.', place(next));
        } else if (divisors_.empty() || now[1] < most_decimals) {
            digit_run run(*out_, at);
            for (int d = 0; d <= 9; ++d) {
                vec<int>& next = read(now, d, 3);
                next[1] += !divisors_.empty();
                run.add(d, place(next));
            }
            run.end();
        }
        if (now[0] == 2) {
            continue;
        }
        exponent_set const good = exponents_of(now);
        auto const [known, fresh] = behind_e.try_emplace(good, none);
        if (fresh) {
            // those above the greatest one are none
            constexpr std::size_t numbers = 1000;
            constexpr auto middle = static_cast<std::ptrdiff_t>(most_exponent);
            exponent_set of_sign(good.begin() + middle, good.end());
            of_sign.resize(numbers, '\0');
            rtn::state_id const plus = exponent_digits(of_sign, 0, 0, end);
            of_sign.assign(good.rbegin() + middle, good.rend());
            of_sign.resize(numbers, '\0');
            rtn::state_id const minus = exponent_digits(of_sign, 0, 0, end);
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
        }
        if (known->second != none) {
            out_->bytes(at, 'e', 'e', known->second);
            out_->bytes(at, 'E', 'E', known->second);
        }
    }
    return {};
}

}  // namespace parlance::schema::detail
