// parlance/jinja/detail/python/integer.hpp - Python's unbounded integers, for what does not fit in 64 bits
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/vec.hpp>
#include <compare>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

/// An integer in the arena: magnitude in 32-bit limbs, the lowest first, none of them zero at the top.
struct big_node {
    bool negative = false;
    std::uint32_t count = 0;
    std::uint32_t const* limbs = nullptr;
};

/// An integer being computed with.
class big_integer {
public:
    big_integer() = default;
    PARLANCE_DECL explicit big_integer(std::int64_t n);
    PARLANCE_DECL static big_integer from_unsigned(std::uint64_t n);
    PARLANCE_DECL static big_integer from(value v);
    /// Truncates towards zero.  Precondition: finite.
    PARLANCE_DECL static big_integer from_real(double d);
    /// Digits of base 2 to 16 without sign or prefix; they must be valid.
    PARLANCE_DECL static big_integer parse(runtime& rt, std::string_view digits, std::uint32_t base = 10);

    /// As a value: 64 bits where they do.
    [[nodiscard]] PARLANCE_DECL value store(runtime& rt) const;

    [[nodiscard]] bool is_zero() const noexcept { return limbs_.empty(); }
    [[nodiscard]] bool negative() const noexcept { return negative_; }
    [[nodiscard]] bool odd() const noexcept { return !limbs_.empty() && (limbs_[0] & 1) != 0; }
    [[nodiscard]] PARLANCE_DECL std::size_t bits() const noexcept;
    [[nodiscard]] PARLANCE_DECL double to_real() const noexcept;

    [[nodiscard]] PARLANCE_DECL big_integer operator-() const;
    /// Times 2 to the power of `bits`.
    [[nodiscard]] PARLANCE_DECL big_integer shifted(unsigned bits) const;
    [[nodiscard]] friend big_integer operator+(big_integer const& a, big_integer const& b) {
        big_integer out;
        if (a.negative_ == b.negative_) {
            out.limbs_ = add(a.limbs_, b.limbs_);
            out.negative_ = a.negative_;
        } else if (order(a.limbs_, b.limbs_) >= 0) {
            out.limbs_ = subtract(a.limbs_, b.limbs_);
            out.negative_ = a.negative_;
        } else {
            out.limbs_ = subtract(b.limbs_, a.limbs_);
            out.negative_ = b.negative_;
        }
        out.negative_ = out.negative_ && !out.limbs_.empty();
        return out;
    }
    [[nodiscard]] friend big_integer operator-(big_integer const& a, big_integer const& b) { return a + -b; }
    [[nodiscard]] PARLANCE_DECL static big_integer multiply(runtime& rt, big_integer const& a,
                                                            big_integer const& b);
    /// Python's // and %: the quotient is rounded down, the remainder has the sign of the divisor.  b is not zero.
    PARLANCE_DECL static void divide(runtime& rt, big_integer const& a, big_integer const& b,
                                     big_integer& quotient, big_integer& remainder);
    [[nodiscard]] friend std::strong_ordering operator<=>(big_integer const& a, big_integer const& b) {
        if (a.negative_ != b.negative_) {
            return a.negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
        }
        int const magnitude = order(a.limbs_, b.limbs_);
        int const signed_order = a.negative_ ? -magnitude : magnitude;
        return signed_order <=> 0;
    }
    [[nodiscard]] friend bool operator==(big_integer const& a, big_integer const& b) {
        return (a <=> b) == 0;
    }

    /// Decimal digits.  As in Python, more than 4300 of them are refused.
    [[nodiscard]] PARLANCE_DECL std::string to_text(runtime& rt) const;

private:
    using magnitude_limbs = vec<std::uint32_t>;

    PARLANCE_DECL void set(std::uint64_t n);
    [[nodiscard]] PARLANCE_DECL std::uint64_t low64() const noexcept;
    PARLANCE_DECL void trim() noexcept;
    PARLANCE_DECL void multiply_add(std::uint32_t factor, std::uint32_t addend);
    /// The quotient may have zeros at the top, and the remainder.  Neither may be a or b, and b is not zero.
    PARLANCE_DECL static void divide_magnitudes(runtime& rt, magnitude_limbs const& a,
                                                magnitude_limbs const& b, magnitude_limbs& quotient,
                                                magnitude_limbs& remainder);
    /// By more than one limb.  Source: Knuth, The Art of Computer Programming, 4.3.1, algorithm D.
    PARLANCE_DECL static void divide_long(runtime& rt, magnitude_limbs const& a, magnitude_limbs const& b,
                                          magnitude_limbs& quotient, magnitude_limbs& remainder);
    PARLANCE_DECL static int order(magnitude_limbs const& a, magnitude_limbs const& b) noexcept;
    PARLANCE_DECL static magnitude_limbs add(magnitude_limbs const& a, magnitude_limbs const& b);
    /// a - b, a not smaller
    PARLANCE_DECL static magnitude_limbs subtract(magnitude_limbs const& a, magnitude_limbs const& b);

    bool negative_ = false;
    magnitude_limbs limbs_{};
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/python/impl/integer.ipp>
#endif
