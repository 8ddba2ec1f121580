// parlance/schema/detail/read/decimal.hpp - exact decimal numbers, as schemas write them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::schema::detail {

/// 0.DIGITS × 10^point, negated where `negative`; no leading or trailing zeros, so that zero has no digits.
struct decimal {
    bool negative = false;
    std::string digits;
    int point = 0;
    friend bool operator==(decimal const&, decimal const&) = default;

    [[nodiscard]] bool zero() const noexcept { return digits.empty(); }
    [[nodiscard]] bool whole() const noexcept { return static_cast<int>(digits.size()) <= point; }
    [[nodiscard]] decimal operator-() const { return {!negative && !zero(), digits, point}; }

    /// Plain notation: "-12.5".
    [[nodiscard]] PARLANCE_DECL std::string text() const;
    /// Characters of text(), which an exponent makes many.
    [[nodiscard]] PARLANCE_DECL int length() const noexcept;
    /// As short as what the schema wrote; another one for each number.
    [[nodiscard]] PARLANCE_DECL std::string key() const;
};

/// Reads JSON's notation of a number; nothing for a text that is none, or whose exponent is beyond ±100 000.
[[nodiscard]] PARLANCE_DECL maybe<decimal> read_decimal(std::string_view text);

/// A JSON number; a double is taken as its shortest notation, which is how the schema wrote it.
[[nodiscard]] PARLANCE_DECL maybe<decimal> to_decimal(boost::json::value const& v);

/// Whether a number is another than the one that was written, as far as can be seen: integers beyond 64 bits are read as the
/// nearest double, and are taken for what they say only where fifteen digits say it.
[[nodiscard]] PARLANCE_DECL bool may_be_rounded(boost::json::value const& v);

/// Less than 0, 0 or greater than 0.
[[nodiscard]] PARLANCE_DECL int compare(decimal const& a, decimal const& b);

/// Whether a is a whole multiple of b (not zero); by long division, linear in the digits and in the exponents'
/// difference.
[[nodiscard]] PARLANCE_DECL bool is_multiple(decimal const& a, decimal const& b);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/decimal.ipp>
#endif
