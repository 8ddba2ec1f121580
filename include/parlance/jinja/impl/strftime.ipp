// parlance/jinja/impl/strftime.ipp - definitions of what parlance/jinja/strftime.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/strftime.hpp>
#include <mutex>
#include <parlance/decl.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

namespace parlance::jinja::detail {

inline constexpr std::string_view day_names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                 "Thursday", "Friday", "Saturday"};
inline constexpr std::string_view month_names[] = {"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};

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

/// Writes a time as glibc's strftime does in the C locale.
class time_writer {
public:
    time_writer(std::string& out, std::tm const& t) : out_(out), t_(t) {}
    PARLANCE_DECL void write(std::string_view format);

private:
    /// flag  of glibc: no padding, spaces or zeros; 0 where none is given
    /// False where the code means nothing.
    [[nodiscard]] PARLANCE_DECL bool convert(char code, char flag);
    PARLANCE_DECL void add_padded(std::int64_t n, std::size_t width, char fill);

    std::string& out_;
    std::tm const& t_;
};

iso_week iso_week_of(std::tm const& t) noexcept {
    std::int64_t const year = t.tm_year + 1900;
    auto const weeks = [](std::int64_t y) {
        auto const p = [](std::int64_t n) { return (n + n / 4 - n / 100 + n / 400) % 7; };
        return p(y) == 4 || p(y - 1) == 3 ? 53 : 52;
    };
    int const weekday = (t.tm_wday + 6) % 7 + 1;
    int const week = (t.tm_yday + 1 - weekday + 10) / 7;
    if (week < 1) {
        return {year - 1, weeks(year - 1)};
    }
    return week > weeks(year) ? iso_week{year + 1, 1} : iso_week{year, week};
}

void time_writer::add_padded(std::int64_t n, std::size_t width, char fill) {
    std::string const digits = std::to_string(n < 0 ? -n : n);
    if (n < 0) {
        out_.push_back('-');
    }
    if (digits.size() < width) {
        out_.append(width - digits.size(), fill);
    }
    out_.append(digits);
}

void time_writer::write(std::string_view format) {
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%' || i + 1 == format.size()) {
            out_.push_back(format[i]);
            continue;
        }
        std::size_t const begin = i++;
        bool const flagged =
            std::string_view("-_0").find(format[i]) != std::string_view::npos && i + 1 < format.size();
        char const flag = flagged ? format[i++] : '\0';
        if (!convert(format[i], flag)) {
            out_.append(format, begin, i + 1 - begin);
        }
    }
}

bool time_writer::convert(char code, char flag) {
    std::int64_t const year = std::int64_t{t_.tm_year} + 1900;
    int const hour12 = t_.tm_hour % 12 == 0 ? 12 : t_.tm_hour % 12;
    auto const weekday = static_cast<std::size_t>(((t_.tm_wday % 7) + 7) % 7);
    auto const month = static_cast<std::size_t>(((t_.tm_mon % 12) + 12) % 12);
    auto const number = [&](std::int64_t n, std::size_t width, char fill = '0') {
        add_padded(n, flag == '-' ? 0 : width, flag == '_' ? ' ' : flag == '0' ? '0' : fill);
    };
    switch (code) {
    case 'a': out_.append(day_names[weekday].substr(0, 3)); break;
    case 'A': out_.append(day_names[weekday]); break;
    case 'b':
    case 'h': out_.append(month_names[month].substr(0, 3)); break;
    case 'B': out_.append(month_names[month]); break;
    case 'c': write("%a %b %e %H:%M:%S %Y"); break;
    case 'C': number(year / 100, 2); break;
    case 'd': number(t_.tm_mday, 2); break;
    case 'D':
    case 'x': write("%m/%d/%y"); break;
    case 'e': number(t_.tm_mday, 2, ' '); break;
    case 'f': out_.append("000000"); break;
    case 'F': write("%Y-%m-%d"); break;
    case 'g': number(iso_week_of(t_).year % 100, 2); break;
    case 'G': number(iso_week_of(t_).year, 0); break;
    case 'H': number(t_.tm_hour, 2); break;
    case 'I': number(hour12, 2); break;
    case 'j': number(t_.tm_yday + 1, 3); break;
    case 'k': number(t_.tm_hour, 2, ' '); break;
    case 'l': number(hour12, 2, ' '); break;
    case 'm': number(t_.tm_mon + 1, 2); break;
    case 'M': number(t_.tm_min, 2); break;
    case 'n': out_.push_back('\n'); break;
    case 'p': out_.append(t_.tm_hour < 12 ? "AM" : "PM"); break;
    case 'P': out_.append(t_.tm_hour < 12 ? "am" : "pm"); break;
    case 'r': write("%I:%M:%S %p"); break;
    case 'R': write("%H:%M"); break;
    case 's':
        number(days_from_civil(year, t_.tm_mon + 1, t_.tm_mday) * 86400 + t_.tm_hour * 3600 + t_.tm_min * 60 +
                   t_.tm_sec,
               0);
        break;
    case 'S': number(t_.tm_sec, 2); break;
    case 't': out_.push_back('\t'); break;
    case 'T':
    case 'X': write("%H:%M:%S"); break;
    case 'u': number(weekday == 0 ? 7 : static_cast<std::int64_t>(weekday), 0); break;
    case 'U': number((t_.tm_yday + 7 - static_cast<int>(weekday)) / 7, 2); break;
    case 'V': number(iso_week_of(t_).week, 2); break;
    case 'w': number(static_cast<std::int64_t>(weekday), 0); break;
    case 'W': number((t_.tm_yday + 7 - static_cast<int>((weekday + 6) % 7)) / 7, 2); break;
    case 'y': number(year % 100, 2); break;
    case 'Y': number(year, 0); break;
    case 'z':
    case 'Z': break;  // a naive time has no zone
    case '%': out_.push_back('%'); break;
    default: return false;
    }
    return true;
}

}  // namespace parlance::jinja::detail

namespace parlance::jinja {

std::string strftime(std::string_view format, std::tm const& t) {
    std::string out;
    detail::time_writer(out, t).write(format);
    return out;
}

std::tm local_time(std::time_t at) {
    std::tm out{};
#ifdef _WIN32
    localtime_s(&out, &at);
#else
    localtime_r(&at, &out);
#endif
    return out;
}

std::tm utc_time(std::time_t at) {
    namespace chrono = std::chrono;
    auto const time = chrono::floor<chrono::seconds>(chrono::system_clock::from_time_t(at));
    auto const day = chrono::floor<chrono::days>(time);
    chrono::year_month_day const date(day);
    chrono::hh_mm_ss const clock(time - day);
    std::tm out{};
    out.tm_year = static_cast<int>(date.year()) - 1900;
    out.tm_mon = static_cast<int>(static_cast<unsigned>(date.month())) - 1;
    out.tm_mday = static_cast<int>(static_cast<unsigned>(date.day()));
    out.tm_wday = static_cast<int>(chrono::weekday(day).c_encoding());
    out.tm_yday = static_cast<int>((day - chrono::sys_days(date.year() / chrono::January / 1)).count());
    out.tm_hour = static_cast<int>(clock.hours().count());
    out.tm_min = static_cast<int>(clock.minutes().count());
    out.tm_sec = static_cast<int>(clock.seconds().count());
    return out;
}

}  // namespace parlance::jinja
