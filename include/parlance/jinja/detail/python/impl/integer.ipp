// parlance/jinja/detail/python/impl/integer.ipp - definitions of what parlance/jinja/detail/python/integer.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::jinja {

big_integer::big_integer(std::int64_t n) : negative_(n < 0) {
    std::uint64_t const magnitude = n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
    set(magnitude);
}

big_integer big_integer::from_unsigned(std::uint64_t n) {
    big_integer out;
    out.set(n);
    return out;
}

big_integer big_integer::from(value v) {
    if (v.is != kind::big) {
        return big_integer(v.integer);
    }
    big_integer out;
    out.negative_ = v.big->negative;
    out.limbs_.assign(v.big->limbs, v.big->limbs + v.big->count);
    return out;
}

big_integer big_integer::from_real(double d) {
    big_integer out;
    int exponent = 0;
    double const mantissa = std::frexp(std::trunc(std::abs(d)), &exponent);
    out.set(static_cast<std::uint64_t>(std::ldexp(mantissa, 64)));
    if (exponent < 64) {
        out.set(exponent <= 0 ? 0 : static_cast<std::uint64_t>(std::ldexp(mantissa, exponent)));
    } else {
        out = out.shifted(static_cast<unsigned>(exponent - 64));
    }
    out.negative_ = d < 0 && !out.limbs_.empty();
    return out;
}

big_integer big_integer::parse(runtime& rt, std::string_view digits, std::uint32_t base) {
    big_integer out;
    while (!digits.empty()) {  // as many at a time as a limb holds
        std::uint32_t factor = 1;
        std::uint32_t sum = 0;
        std::size_t n = 0;
        for (; n < digits.size() && factor <= UINT32_MAX / base; ++n) {
            char const c = digits[n];
            sum = sum * base + static_cast<std::uint32_t>(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
            factor *= base;
        }
        digits.remove_prefix(n);
        rt.spend(2 + out.limbs_.size() / 4);
        out.multiply_add(factor, sum);
    }
    return out;
}

value big_integer::store(runtime& rt) const {
    if (limbs_.size() <= 2) {
        std::uint64_t const magnitude = low64();
        if (!negative_ && magnitude <= static_cast<std::uint64_t>(INT64_MAX)) {
            return make_integer(static_cast<std::int64_t>(magnitude));
        }
        if (negative_ && magnitude <= static_cast<std::uint64_t>(INT64_MAX) + 1) {
            return make_integer(static_cast<std::int64_t>(0 - magnitude));
        }
    }
    auto* const limbs = rt.heap.make_array<std::uint32_t>(limbs_.size());
    rt.heap.copy(limbs, limbs_.data(), limbs_.size());
    big_node const* const made = rt.heap.make<big_node>(negative_, static_cast<std::uint32_t>(limbs_.size()),
                                                        static_cast<std::uint32_t const*>(limbs));
    return make_value(kind::big, &value::big, made);
}

std::size_t big_integer::bits() const noexcept {
    return limbs_.empty() ? 0
                          : limbs_.size() * 32 - static_cast<std::size_t>(std::countl_zero(limbs_.back()));
}

double big_integer::to_real() const noexcept {
    double d = 0;
    std::size_t const n = limbs_.size();
    // 128 bits at the top hold a sticky bit for everything below
    std::size_t const from = n > 4 ? n - 4 : 0;
    bool sticky = false;
    for (std::size_t i = 0; i < from; ++i) {
        sticky = sticky || limbs_[i] != 0;
    }
    std::size_t const width = bits();
    if (width <= 64) {
        d = static_cast<double>(low64());
    } else {
        std::uint64_t top = 0;
        for (std::size_t i = 0; i < 64; ++i) {
            std::size_t const bit = width - 1 - i;
            top = (top << 1) | ((limbs_[bit / 32] >> (bit % 32)) & 1);
        }
        for (std::size_t bit = from * 32; bit < width - 64 && !sticky; ++bit) {
            sticky = ((limbs_[bit / 32] >> (bit % 32)) & 1) != 0;
        }
        d = std::ldexp(static_cast<double>(top | (sticky ? 1 : 0)), static_cast<int>(width - 64));
    }
    return negative_ ? -d : d;
}

big_integer big_integer::operator-() const {
    big_integer out = *this;
    out.negative_ = !negative_ && !limbs_.empty();
    return out;
}

big_integer big_integer::multiply(runtime& rt, big_integer const& a, big_integer const& b) {
    std::size_t const bytes = (a.limbs_.size() + b.limbs_.size()) * 4;
    loan(rt.heap).add(bytes);  // there must be room; what is kept is stored in the arena
    rt.spend(4 + a.limbs_.size() * b.limbs_.size() / 3);
    big_integer out;
    out.limbs_.assign(a.limbs_.size() + b.limbs_.size(), 0);
    for (std::size_t i = 0; i < a.limbs_.size(); ++i) {
        std::uint64_t carry = 0;
        rt.steps().pass(1 + b.limbs_.size() / 3);
        for (std::size_t j = 0; j < b.limbs_.size(); ++j) {
            std::uint64_t const t = std::uint64_t{a.limbs_[i]} * b.limbs_[j] + out.limbs_[i + j] + carry;
            out.limbs_[i + j] = static_cast<std::uint32_t>(t);
            carry = t >> 32;
        }
        out.limbs_[i + b.limbs_.size()] = static_cast<std::uint32_t>(carry);
    }
    out.trim();
    out.negative_ = a.negative_ != b.negative_ && !out.limbs_.empty();
    return out;
}

void big_integer::divide(runtime& rt, big_integer const& a, big_integer const& b, big_integer& quotient,
                         big_integer& remainder) {
    rt.spend(4 + (a.limbs_.size() + 1) * (b.limbs_.size() + 1) / 2);
    divide_magnitudes(rt, a.limbs_, b.limbs_, quotient.limbs_, remainder.limbs_);
    quotient.trim();
    remainder.trim();
    quotient.negative_ = a.negative_ != b.negative_ && !quotient.is_zero();
    remainder.negative_ = a.negative_ && !remainder.is_zero();
    if (!remainder.is_zero() && a.negative_ != b.negative_) {
        quotient = quotient - big_integer(1);
        remainder = remainder + b;
    }
}

void big_integer::divide_magnitudes(runtime& rt, magnitude_limbs const& a, magnitude_limbs const& b,
                                    magnitude_limbs& quotient, magnitude_limbs& remainder) {
    std::size_t const n = b.size();
    if (order(a, b) < 0) {
        quotient.clear();
        remainder = a;
        return;
    }
    quotient.assign(a.size() - n + 1, 0);
    if (n == 1) {
        std::uint64_t rest = 0;
        for (std::size_t i = a.size(); i-- > 0;) {
            std::uint64_t const t = (rest << 32) | a[i];
            quotient[i] = static_cast<std::uint32_t>(t / b[0]);
            rest = t % b[0];
        }
        remainder.assign(1, static_cast<std::uint32_t>(rest));
    } else {
        divide_long(rt, a, b, quotient, remainder);
    }
}

void big_integer::divide_long(runtime& rt, magnitude_limbs const& a, magnitude_limbs const& b,
                              magnitude_limbs& quotient, magnitude_limbs& remainder) {
    std::size_t const n = b.size();
    // the divisor's highest bit is set, so that the quotient of the highest limbs is at most two too high
    auto const shift = static_cast<unsigned>(std::countl_zero(b.back()));
    auto const shifted_left = [shift](magnitude_limbs const& limbs, std::size_t size) {
        magnitude_limbs out(size, 0);
        std::uint64_t carry = 0;
        for (std::size_t i = 0; i < size; ++i) {
            std::uint64_t const t = (i < limbs.size() ? std::uint64_t{limbs[i]} << shift : 0) | carry;
            out[i] = static_cast<std::uint32_t>(t);
            carry = t >> 32;
        }
        return out;
    };
    magnitude_limbs const by = shifted_left(b, n);
    magnitude_limbs rest = shifted_left(a, a.size() + 1);
    constexpr std::uint64_t base = std::uint64_t{1} << 32;
    for (std::size_t j = quotient.size(); j-- > 0;) {
        rt.steps().pass(1 + n / 2);
        std::uint64_t const top = (std::uint64_t{rest[j + n]} << 32) | rest[j + n - 1];
        std::uint64_t digit = top / by[n - 1];
        std::uint64_t left = top % by[n - 1];
        while (digit >= base || digit * by[n - 2] > ((left << 32) | rest[j + n - 2])) {
            --digit;
            left += by[n - 1];
            if (left >= base) {
                break;
            }
        }
        std::uint64_t carry = 0;
        std::uint64_t borrow = 0;
        for (std::size_t i = 0; i < n; ++i) {
            std::uint64_t const product = digit * by[i] + carry;
            carry = product >> 32;
            std::uint64_t const t = std::uint64_t{rest[i + j]} - static_cast<std::uint32_t>(product) - borrow;
            rest[i + j] = static_cast<std::uint32_t>(t);
            borrow = t >> 63;
        }
        std::uint64_t const t = std::uint64_t{rest[j + n]} - carry - borrow;
        rest[j + n] = static_cast<std::uint32_t>(t);
        if (t >> 63 != 0) {  // one too high
            --digit;
            carry = 0;
            for (std::size_t i = 0; i < n; ++i) {
                carry += std::uint64_t{rest[i + j]} + by[i];
                rest[i + j] = static_cast<std::uint32_t>(carry);
                carry >>= 32;
            }
            rest[j + n] = static_cast<std::uint32_t>(rest[j + n] + carry);
        }
        quotient[j] = static_cast<std::uint32_t>(digit);
    }
    remainder.assign(n, 0);
    for (std::size_t i = 0; i < n; ++i) {
        std::uint64_t const two = (std::uint64_t{rest[i + 1]} << 32) | rest[i];
        remainder[i] = static_cast<std::uint32_t>(two >> shift);
    }
}

std::string big_integer::to_text(runtime& rt) const {
    if (bits() > 14'285) {
        value_error("Exceeds the limit (4300 digits) for integer string conversion");
    }
    rt.spend(4 + limbs_.size() * limbs_.size() / 4);
    std::string digits;
    vec<std::uint32_t> rest = limbs_;
    while (!rest.empty()) {
        rt.steps().pass(1 + rest.size() / 2);
        std::uint64_t remainder = 0;
        for (std::size_t i = rest.size(); i-- > 0;) {
            std::uint64_t const t = (remainder << 32) | rest[i];
            rest[i] = static_cast<std::uint32_t>(t / 1'000'000'000);
            remainder = t % 1'000'000'000;
        }
        while (!rest.empty() && rest.back() == 0) {
            rest.pop_back();
        }
        for (int i = 0; i < 9 && (remainder > 0 || !rest.empty()); ++i) {
            digits.push_back(static_cast<char>('0' + remainder % 10));
            remainder /= 10;
        }
    }
    if (digits.empty()) {
        digits = "0";
    }
    if (negative_) {
        digits.push_back('-');
    }
    std::reverse(digits.begin(), digits.end());
    return digits;
}

void big_integer::set(std::uint64_t n) {
    limbs_.clear();
    for (; n != 0; n >>= 32) {
        limbs_.push_back(static_cast<std::uint32_t>(n));
    }
}

std::uint64_t big_integer::low64() const noexcept {
    return (limbs_.empty() ? 0 : std::uint64_t{limbs_[0]}) |
           (limbs_.size() < 2 ? 0 : std::uint64_t{limbs_[1]} << 32);
}

void big_integer::trim() noexcept {
    while (!limbs_.empty() && limbs_.back() == 0) {
        limbs_.pop_back();
    }
}

void big_integer::multiply_add(std::uint32_t factor, std::uint32_t addend) {
    std::uint64_t carry = addend;
    for (std::uint32_t& limb : limbs_) {
        std::uint64_t const t = std::uint64_t{limb} * factor + carry;
        limb = static_cast<std::uint32_t>(t);
        carry = t >> 32;
    }
    if (carry != 0) {
        limbs_.push_back(static_cast<std::uint32_t>(carry));
    }
}

big_integer big_integer::shifted(unsigned bits) const {
    big_integer out;
    out.negative_ = negative_;
    out.limbs_.assign(bits / 32, 0);
    std::uint64_t carry = 0;
    for (std::uint32_t const limb : limbs_) {
        std::uint64_t const t = (std::uint64_t{limb} << (bits % 32)) | carry;
        out.limbs_.push_back(static_cast<std::uint32_t>(t));
        carry = t >> 32;
    }
    if (carry != 0) {
        out.limbs_.push_back(static_cast<std::uint32_t>(carry));
    }
    out.trim();
    return out;
}

int big_integer::order(magnitude_limbs const& a, magnitude_limbs const& b) noexcept {
    if (a.size() != b.size()) {
        return a.size() < b.size() ? -1 : 1;
    }
    for (std::size_t i = a.size(); i-- > 0;) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

big_integer::magnitude_limbs big_integer::add(magnitude_limbs const& a, magnitude_limbs const& b) {
    magnitude_limbs out;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < a.size() || i < b.size() || carry != 0; ++i) {
        carry += (i < a.size() ? std::uint64_t{a[i]} : 0) + (i < b.size() ? b[i] : 0);
        out.push_back(static_cast<std::uint32_t>(carry));
        carry >>= 32;
    }
    return out;
}

big_integer::magnitude_limbs big_integer::subtract(magnitude_limbs const& a, magnitude_limbs const& b) {
    magnitude_limbs out;
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::uint64_t const take = (i < b.size() ? std::uint64_t{b[i]} : 0) + borrow;
        borrow = a[i] < take ? 1 : 0;
        out.push_back(static_cast<std::uint32_t>(std::uint64_t{a[i]} - take));
    }
    while (!out.empty() && out.back() == 0) {
        out.pop_back();
    }
    return out;
}

}  // namespace parlance::jinja
