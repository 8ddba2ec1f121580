// parlance/peg/save.hpp - a table as bytes, and back
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::peg {

/// The format's number; load() refuses any other.
inline constexpr std::uint32_t table_version = 1;

/// Four letters, the version, the root, then every kind of row with its count in front.  The same on every machine.
[[nodiscard]] PARLANCE_RARE std::string save(arena_view const& a);

/// Reads what save() wrote.  The bytes may come from anywhere: what is returned is a table that can be used without
/// further care.  Linear, but for checking delimiters anew.
/// errors: malformed_file, truncated_file, unsupported_file (another version), invalid_table, left_recursion.
[[nodiscard]] PARLANCE_RARE result<arena> load(std::string_view bytes, limits const& bounds = {});

}  // namespace parlance::peg

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/peg/impl/save.ipp>
#endif
