// parlance/json/parse.hpp - strict JSON text to a value, with exact numbers and a place for every error
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace parlance::json {

/// Reads one JSON document as RFC 8259 defines it: no comments, no trailing commas, valid UTF-8 only.
///
/// numbers  integers stay integers while they fit in 64 bits; everything else is the nearest double (infinite when
///          beyond the largest, as in Python)
/// keys     of equal keys the last value wins, at the place of the first
/// errors   json_syntax, invalid_utf8, nested_too_deep (limits.nesting), source_too_large (limits.source_bytes),
///          cancelled
/// cost     linear; recursion as deep as the document, which limits.nesting bounds
[[nodiscard]] PARLANCE_DECL result<value> parse(std::string_view text, limits const& bounds = {});

}  // namespace parlance::json

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/json/impl/parse.ipp>
#endif
