// parlance/schema/detail/write/impl/digits.ipp - definitions of what parlance/schema/detail/write/digits.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/write/digits.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/solve/number_set.hpp>
#include <parlance/schema/detail/write/digit_run.hpp>
#include <parlance/schema/detail/write/excluded_digits.hpp>
#include <parlance/schema/detail/write/magnitude_tests.hpp>
#include <parlance/schema/detail/write/scientific.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstdint>

namespace parlance::schema::detail {

result<void> magnitude_writer::write(rtn::state_id from, rtn::state_id end) {
    if (!asked_->possible) {
        return {};
    }
    if (asked_->too_wide) {
        return diagnostic{errc::too_many_states, {}, 0, "multipleOf with too many digits"};
    }
    start_ = from;
    if (auto const r = excluded_.set(asked_->excluded, whole_, *spent_); !r) {
        return r;
    }
    place_key first(remainder_at(asked_->divisors.size()), 0);
    first[node_at] = excluded_.empty() ? excluded_digits::none : excluded_digits::root;
    place(first);
    // a state costs as much as remainders are followed in it
    std::size_t const most =
        magnitude_tests::most_states / (std::max<std::size_t>)(2, asked_->divisors.size()) * 2;
    std::uint64_t const steps_of_a_place = asked_->steps_of_a_place();
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        if (keys_.size() > most) {
            return diagnostic{errc::too_many_states, {}, 0, "digits of a number"};
        }
        if (!spent_->spend(steps_of_a_place)) {
            return spent_->error("the numbers of a schema");
        }
        place_key const& key = *keys_[i];
        rtn::state_id const at = ids_.at(key);
        auto const now = static_cast<phase>(key[0]);
        if (now == phase::zero || now == phase::integer || now == phase::fraction) {
            if (good(key)) {
                out_->epsilon(at, end);
            }
        }
        digit_run run(*out_, at);
        if (now == phase::begin) {
            step(run, at, key, 0, phase::zero);
            for (int d = 1; d <= 9; ++d) {
                step(run, at, key, d, phase::integer);
            }
        } else if (now == phase::integer) {
            for (int d = 0; d <= 9; ++d) {
                step(run, at, key, d, phase::integer);
            }
        } else if (now == phase::point || now == phase::fraction) {
            for (int d = 0; d <= 9; ++d) {
                step(run, at, key, d, phase::fraction);
            }
        }
        run.end();
        if (!whole_ && (now == phase::zero || now == phase::integer)) {
            place_key next = key;
            next[0] = static_cast<int>(phase::point);
            next[node_at] = excluded_.next(key[node_at], excluded_digits::point);
            close_integer(next);
            out_->bytes(limited_ ? incremented(at) : at, '.', '.', place(next));
        }
    }
    return {};
}

rtn::state_id magnitude_writer::place(place_key const& key) {
    if (key == last_place_.first) {
        return last_place_.second;
    }
    auto const [at, fresh] = ids_.try_emplace(key, 0);
    if (fresh) {
        at->second = keys_.empty() ? start_ : out_->add_state();
        keys_.push_back(&at->first);
    }
    last_place_.first = key;
    last_place_.second = at->second;
    return at->second;
}

void magnitude_writer::step(digit_run& run, rtn::state_id at, place_key const& key, int d, phase to) {
    place_key& next = next_;
    next = key;
    next[0] = static_cast<int>(to);
    next[node_at] = excluded_.next(key[node_at], d);
    for (std::size_t i = 0; i < asked_->compares.size(); ++i) {
        int& count = next[count_at(i)];
        int& order = next[order_at(i)];
        decimal const& v = asked_->compares[i].with;
        int const whole_digits = (std::max)(v.point, 0);
        if (to == phase::integer) {
            if (order == 0 && count < whole_digits) {
                order = magnitude_tests::order_of(d, magnitude_tests::digit(v, count));
            }
            count = (std::min)(count + 1, whole_digits + 1);
        } else if (to == phase::fraction && order == 0) {
            // count: decimals read so far, counted from the point
            order = magnitude_tests::order_of(d, magnitude_tests::digit(v, v.point + count));
            int const last = (std::max)(static_cast<int>(v.digits.size()) - v.point, 0);
            count = order != 0 ? 0 : (std::min)(count + 1, last);
        }
    }
    for (std::size_t i = 0; i < asked_->divisors.size(); ++i) {
        int& rest = next[remainder_at(i)];
        int& decimals = next[remainder_at(i) + 1];
        int& beyond = next[remainder_at(i) + 2];
        magnitude_tests::divisor& by = asked_->divisors[i];
        if (to == phase::fraction && decimals == by.decimals) {
            beyond = beyond != 0 || d != 0;
            if (beyond != 0 && by.wanted) {
                return;
            }
            continue;
        }
        rest = static_cast<int>(by.kind_of((std::int64_t{rest} * 10 + d) % by.by));
        decimals += to == phase::fraction;
    }
    bool const pays = limited_ && key[0] != static_cast<int>(phase::point) && good(next);
    run.add(pays ? incremented(at) : at, d, place(next));
}

rtn::state_id magnitude_writer::incremented(rtn::state_id at) {
    if (incremented_from_ != at) {
        incremented_from_ = at;
        incremented_ = out_->add_state();
        out_->increment(at, incremented_);
    }
    return incremented_;
}

void magnitude_writer::close_integer(place_key& key) const {
    for (std::size_t i = 0; i < asked_->compares.size(); ++i) {
        key[order_at(i)] = order_of_integer(key, i);
        key[count_at(i)] = 0;
    }
}

int magnitude_writer::order_of_integer(place_key const& key, std::size_t i) const {
    int const count = key[count_at(i)];
    int const digits = (std::max)(asked_->compares[i].with.point, 0);
    return count < digits ? -1 : count > digits ? 1 : key[order_at(i)];
}

bool magnitude_writer::good(place_key const& key) const {
    if (excluded_.has(key[node_at])) {
        return false;
    }
    bool const fraction = key[0] == static_cast<int>(phase::fraction);
    for (std::size_t i = 0; i < asked_->compares.size(); ++i) {
        magnitude_tests::comparison const& c = asked_->compares[i];
        int order = fraction ? key[order_at(i)] : order_of_integer(key, i);
        if (order == 0) {
            // equal so far; what is left of the bound's digits makes it the greater one
            int const decimals = fraction ? key[count_at(i)] : 0;
            int const last = (std::max)(static_cast<int>(c.with.digits.size()) - c.with.point, 0);
            order = decimals < last && !c.with.zero() ? -1 : 0;
        }
        if (!c.allows(order)) {
            return false;
        }
    }
    for (std::size_t i = 0; i < asked_->divisors.size(); ++i) {
        magnitude_tests::divisor const& by = asked_->divisors[i];
        std::int64_t rest = key[remainder_at(i)];
        for (int j = key[remainder_at(i) + 1]; j < by.decimals; ++j) {
            rest = rest * 10 % by.by;
        }
        if ((rest == 0 && key[remainder_at(i) + 2] == 0) != by.wanted) {
            return false;
        }
    }
    return true;
}

void digit_writer::paid(rtn::state_id from, char low, char high, rtn::state_id to) {
    if (limited_) {
        rtn::state_id const incremented = out_->add_state();
        out_->increment(from, incremented);
        from = incremented;
    }
    free(from, low, high, to);
}

void digit_writer::free(rtn::state_id from, char low, char high, rtn::state_id to) {
    out_->bytes(from, static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high), to);
}

void write_any_number(rtn::builder& out, bool whole_only, rtn::state_id from, rtn::state_id end,
                      bool limited) {
    digit_writer digit(out, limited);
    rtn::state_id const sign = out.add_state();
    rtn::state_id const digits = out.add_state();
    rtn::state_id const whole = out.add_state();  // an integer part is complete
    out.epsilon(from, sign);
    out.bytes(from, '-', '-', sign);
    digit.paid(sign, '0', '0', whole);
    digit.paid(sign, '1', '9', digits);
    digit.paid(digits, '0', '9', digits);
    out.epsilon(digits, whole);
    out.epsilon(whole, end);
    if (whole_only) {
        return;
    }
    rtn::state_id const point = out.add_state();
    rtn::state_id const fraction = out.add_state();
    rtn::state_id const exponent = out.add_state();
    rtn::state_id const power = out.add_state();
    rtn::state_id const powers = out.add_state();
    digit.paid(whole, '.', '.', point);
    digit.free(point, '0', '9', fraction);
    digit.paid(fraction, '0', '9', fraction);
    out.epsilon(fraction, end);
    for (rtn::state_id const s : {whole, fraction}) {
        digit.paid(s, 'e', 'e', exponent);
        digit.paid(s, 'E', 'E', exponent);
    }
    out.bytes(exponent, '+', '+', power);
    out.bytes(exponent, '-', '-', power);
    out.epsilon(exponent, power);
    digit.free(power, '0', '9', powers);
    digit.paid(powers, '0', '9', limited ? end : powers);
    out.epsilon(powers, end);
}

result<void> write_numbers(rtn::builder& out, number_set const& set, rtn::state_id from, rtn::state_id end,
                           std::uint32_t most_digits, work& spent) {
    bool const limited = most_digits != 0 && set.multiples.empty() && set.not_multiples.empty() &&
                         !set.not_whole && set.longest_bound() + 2 < static_cast<int>(most_digits);
    if (limited) {
        // Digits are counted in a frame of their own.
        rtn::rule_id const counted = out.add_rule("number");
        rtn::state_id const done = out.add_state();
        out.accept(done);
        out.counted_call(from, {counted, 0, most_digits}, end);
        from = out.entry(counted);
        end = done;
    }
    if (set.free()) {
        write_any_number(out, set.whole, from, end, limited);
        return {};
    }
    rtn::state_id const first = out.add_state();
    out.epsilon(from, first);
    rtn::state_id const minus = out.add_state();
    out.bytes(from, '-', '-', minus);
    for (bool const negative : {false, true}) {
        work looks = spent.only_looks();
        magnitude_tests asked(set, negative, looks);
        rtn::state_id const begin = negative ? minus : first;
        magnitude_writer magnitude(out, asked, set.whole, limited, spent);
        result<void> const written = magnitude.write(begin, end);
        magnitude.free();
        if (!written) {
            return written;
        }
        if (set.whole || limited) {
            continue;
        }
        if (auto const r = scientific_writer(out, asked, spent).write(begin, end); !r) {
            return r;
        }
    }
    return {};
}

}  // namespace parlance::schema::detail
