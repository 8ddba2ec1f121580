// parlance/rtn/from_regex.hpp - a regular expression as a network over bytes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <string_view>

namespace parlance::rtn {

/// The texts that a regular expression stands for, as UTF-8.  `[class]{least,most}` by itself becomes a counter, so that
/// its bounds cost no states.
///
/// errors  those of regex()
/// cost    that of regex()
[[nodiscard]] PARLANCE_DECL result<network>
from_regex(std::string_view pattern, regex_match how = regex_match::whole, limits const& bounds = {});

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/from_regex.ipp>
#endif
