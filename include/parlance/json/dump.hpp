// parlance/json/dump.hpp - JSON text in the spelling of Python's json.dumps
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::json {

/// How json.dumps is asked to write.  The defaults are those of the `tojson` filter in transformers, which differ
/// from json.dumps in one point: ensure_ascii is false.
///
/// indent      spaces per level; 0 gives newlines only; absent gives one line
/// item, key   what stands between items and after a key; empty means Python's choice: ", " (with indent ",") and ": "
struct dump_options {
    bool ensure_ascii = false;
    bool sort_keys = false;
    std::optional<std::size_t> indent{};
    std::string_view item{};
    std::string_view key{};
};

/// Appends `text` as a JSON string.  Escapes what json.dumps escapes and nothing else: with ensure_ascii everything
/// but printable ASCII, without it only quotes, backslashes and control characters.
PARLANCE_DECL void append_quoted(std::string& out, std::string_view text, bool ensure_ascii = false);

/// The same as a text of its own.
[[nodiscard]] PARLANCE_DECL std::string quoted(std::string_view text);

/// Appends a double as json.dumps does: repr(), with NaN and Infinity spelled so.
PARLANCE_DECL void append_number(std::string& out, double number);

/// `v` as JSON text, which is read again as `v`; so what is infinite, as 1e400 is, is 1e999.  NaN, which no text is read
/// as, is not JSON.  Recurses as deeply as `v` is nested (json::parse bounds that).
[[nodiscard]] PARLANCE_DECL std::string dump(value const& v, dump_options const& how = {});

}  // namespace parlance::json

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/json/impl/dump.ipp>
#endif
