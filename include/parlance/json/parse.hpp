// parlance/json/parse.hpp - strict JSON text to a value, with exact numbers and a place for every error
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/storage_ptr.hpp>
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
///
/// The value lives in `storage`.  One that is only looked at is given up soonest, and without a walk through it, where that
/// is a resource of the caller's (not a shared one):
///     boost::json::monotonic_resource storage;  // outlives the value
///     auto const parsed = json::parse(text, bounds, &storage);
[[nodiscard]] PARLANCE_DECL result<value> parse(std::string_view text, limits const& bounds = {},
                                                boost::json::storage_ptr storage = {});

}  // namespace parlance::json

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/json/impl/parse.ipp>
#endif
