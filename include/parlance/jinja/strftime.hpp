// parlance/jinja/strftime.hpp - dates as C's strftime prints them in the C locale, without touching any locale
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

namespace parlance::jinja {

namespace detail {

inline constexpr std::string_view day_names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                 "Thursday", "Friday", "Saturday"};
inline constexpr std::string_view month_names[] = {"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};

PARLANCE_DECL void add_padded(std::string& out, std::int64_t n, std::size_t width, char fill);

/// Days from 1970-01-01 of a date of the proleptic Gregorian calendar.
[[nodiscard]] constexpr std::int64_t days_from_civil(std::int64_t year, int month, int day) noexcept {
    year -= month <= 2;
    std::int64_t const era = (year >= 0 ? year : year - 399) / 400;
    std::int64_t const of_era = year - era * 400;
    std::int64_t const of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

struct iso_week {
    std::int64_t year;
    int week;
};
[[nodiscard]] PARLANCE_DECL iso_week iso_week_of(std::tm const& t) noexcept;

}  // namespace detail

/// `format` filled in from `t`.  Unknown conversions are copied as they stand.  At most 26 bytes per conversion.
[[nodiscard]] PARLANCE_DECL std::string strftime(std::string_view format, std::tm const& t);

/// A time as a date of the machine's time zone, and of UTC.
[[nodiscard]] PARLANCE_DECL std::tm local_time(std::time_t at);
[[nodiscard]] PARLANCE_DECL std::tm utc_time(std::time_t at);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/impl/strftime.ipp>
#endif
