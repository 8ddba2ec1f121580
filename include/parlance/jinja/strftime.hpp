// parlance/jinja/strftime.hpp - dates as C's strftime prints them in the C locale, without touching any locale
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string_view>

namespace parlance::jinja {

/// `format` filled in from `t`, in the C locale, as transformers' strftime_now does.  Unknown conversions are copied as they stand.  At most 26 bytes per conversion.
[[nodiscard]] PARLANCE_RARE std::string strftime(std::string_view format, std::tm const& t);

/// A time as a date of the machine's time zone, and of UTC.
[[nodiscard]] PARLANCE_RARE std::tm local_time(std::time_t at);
[[nodiscard]] PARLANCE_RARE std::tm utc_time(std::time_t at);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/impl/strftime.ipp>
#endif
