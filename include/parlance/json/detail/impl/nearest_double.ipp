// parlance/json/detail/impl/nearest_double.ipp - definitions of what parlance/json/detail/nearest_double.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/detail/nearest_double.hpp>
#include <parlance/text/ascii.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace parlance::json::detail {

/// A natural number below 2^4096, least significant limb first.  Those that occur here are below 2^3900: 771 digits,
/// shifted so far to the left that 66 bits are left of them after a division by 10^1094.
class natural {
public:
    [[nodiscard]] std::size_t bits() const noexcept {
        return size_ == 0 ? 0 : 32 * size_ - static_cast<std::size_t>(std::countl_zero(limb_[size_ - 1]));
    }
    [[nodiscard]] bool bit(std::size_t i) const noexcept {
        return i / 32 < size_ && (limb_[i / 32] >> i % 32 & 1) != 0;
    }
    /// Whether one of the lowest `n` bits is set.
    [[nodiscard]] bool any_below(std::size_t n) const noexcept {
        for (std::size_t i = 0; i < size_ && 32 * i < n; ++i) {
            std::size_t const left = n - 32 * i;
            if ((left >= 32 ? limb_[i] : limb_[i] & ((std::uint32_t{1} << left) - 1)) != 0) {
                return true;
            }
        }
        return false;
    }
    /// What is left of the lowest `n` bits, which must fit in 64.
    [[nodiscard]] std::uint64_t above(std::size_t n) const noexcept {
        std::uint64_t out = 0;
        for (std::size_t i = bits(); i-- > n;) {
            out = out * 2 + (bit(i) ? 1 : 0);
        }
        return out;
    }
    void multiply_add(std::uint32_t factor, std::uint32_t addend) noexcept {
        std::uint64_t carry = addend;
        for (std::size_t i = 0; i < size_; ++i) {
            carry += std::uint64_t{limb_[i]} * factor;
            limb_[i] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        if (carry != 0) {
            limb_[size_++] = static_cast<std::uint32_t>(carry);
        }
    }
    void shift_left(std::size_t n) noexcept {
        std::copy_backward(limb_.begin(), limb_.begin() + static_cast<std::ptrdiff_t>(size_),
                           limb_.begin() + static_cast<std::ptrdiff_t>(size_ + n / 32));
        std::fill_n(limb_.begin(), n / 32, 0);
        size_ += n / 32;
        multiply_add(std::uint32_t{1} << n % 32, 0);
    }
    /// Whether a remainder was lost.
    bool divide(std::uint32_t divisor) noexcept {
        std::uint64_t rest = 0;
        for (std::size_t i = size_; i-- > 0;) {
            rest = rest << 32 | limb_[i];
            limb_[i] = static_cast<std::uint32_t>(rest / divisor);
            rest %= divisor;
        }
        while (size_ > 0 && limb_[size_ - 1] == 0) {
            --size_;
        }
        return rest != 0;
    }

private:
    std::array<std::uint32_t, 128> limb_{};
    std::size_t size_ = 0;
};

/// Significant digits of a number, and the power of ten that the last of them counts.
///
/// A double, and the middle of two, has at most 767 digits: behind those it only matters whether another is not zero.
struct decimal_digits {
    static constexpr std::size_t most = 770;

    natural value;
    std::uint64_t head = 0;  // the value, where it has at most 15 digits
    std::size_t count = 0;
    std::int64_t exponent = 0;

    void add(char digit) noexcept {
        if (count < most) {
            count += count > 0 || digit != '0' ? 1 : 0;
            push(digit);
        } else {
            ++exponent;
            more = more || digit != '0';
        }
    }
    void finish() noexcept {
        if (more) {
            ++count;
            --exponent;
            push('1');
        }
    }

private:
    void push(char digit) noexcept {
        auto const d = static_cast<std::uint32_t>(digit - '0');
        value.multiply_add(10, d);
        head = count <= 15 ? head * 10 + d : 0;
    }
    bool more = false;
};

/// The digits of a number that is written as nearest_double() says.
inline std::optional<decimal_digits> read_decimal(std::string_view text, function_ref<bool()> goes_on) {
    decimal_digits out;
    std::size_t i = 0;
    bool any = false;
    bool point = false;
    for (; i < text.size() && goes_on(); ++i) {
        if (ascii::is_digit(text[i])) {
            any = true;
            out.add(text[i]);
            out.exponent -= point ? 1 : 0;
        } else if (text[i] == '.' && !point) {
            point = true;
        } else {
            break;
        }
    }
    if (!any) {
        return std::nullopt;
    }
    out.finish();
    if (i == text.size()) {
        return out;
    }
    if (text[i] != 'e' && text[i] != 'E') {
        return std::nullopt;
    }
    ++i;
    bool const negative = i < text.size() && text[i] == '-';
    i += i < text.size() && (text[i] == '-' || text[i] == '+') ? 1 : 0;
    if (i == text.size()) {
        return std::nullopt;
    }
    std::int64_t exponent = 0;
    for (; i < text.size() && goes_on(); ++i) {
        if (text[i] < '0' || text[i] > '9') {
            return std::nullopt;
        }
        // more than a text has digits that could make up for it
        constexpr std::int64_t enough = std::int64_t{1} << 59;
        exponent = exponent < enough ? exponent * 10 + (text[i] - '0') : exponent;
    }
    out.exponent += negative ? -exponent : exponent;
    return out;
}

inline double round_to_double(decimal_digits const& d) noexcept {
    if (d.count == 0 || d.exponent + static_cast<std::int64_t>(d.count) < -330) {
        return 0.0;
    }
    if (d.exponent + static_cast<std::int64_t>(d.count) > 310) {
        return std::numeric_limits<double>::infinity();
    }
    if constexpr (FLT_EVAL_METHOD == 0) {  // both operands are exact, so that there is one rounding
        constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                     1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
        if (d.count <= 15 && d.exponent >= -22 && d.exponent <= 22) {
            auto const whole = static_cast<double>(d.head);
            return d.exponent < 0 ? whole / powers[-d.exponent] : whole * powers[d.exponent];
        }
    }
    natural n = d.value;
    std::int64_t power = d.exponent;
    for (; power > 0; --power) {
        n.multiply_add(10, 0);
    }
    // n * 10^power = quotient / 2^shifted, and a rest
    std::size_t shifted = 0;
    bool rest = false;
    if (power < 0) {
        std::size_t const wanted =
            66 + static_cast<std::size_t>(-power) * 3322 / 1000 + 1;  // log2(10) = 3.3219…
        shifted = wanted > n.bits() ? wanted - n.bits() : 0;
        n.shift_left(shifted);
        for (; power <= -9; power += 9) {
            rest = n.divide(1'000'000'000) || rest;
        }
        for (; power < 0; ++power) {
            rest = n.divide(10) || rest;
        }
    }
    // The lowest bit kept is the 53rd, or counts 2^-1074, the least that a double can.
    std::size_t const cut =
        (std::max)(n.bits() > 53 ? n.bits() - 53 : 0, shifted > 1074 ? shifted - 1074 : 0);
    std::uint64_t kept = n.above(cut);
    if (cut > 0 && n.bit(cut - 1) && (rest || n.any_below(cut - 1) || kept % 2 == 1)) {
        ++kept;
    }
    return std::ldexp(static_cast<double>(kept), static_cast<int>(cut) - static_cast<int>(shifted));
}

std::optional<double> nearest_double(std::string_view text) noexcept {
    return nearest_double(text, [] { return true; });
}

std::optional<double> nearest_double(std::string_view text, function_ref<bool()> goes_on) {
    auto const digits = read_decimal(text, goes_on);
    return digits ? std::optional(round_to_double(*digits)) : std::nullopt;
}

}  // namespace parlance::json::detail
