// parlance/rtn/detail/gbnf_chars.hpp - code points and sets of them, as GBNF writes them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::rtn::detail {

/// Appends a code point as it is written in a literal.
PARLANCE_DECL void print_char(std::string& to, char32_t c);

/// A class, negated where that is shorter.
[[nodiscard]] PARLANCE_DECL std::string print_set(vec<code_points> const& set);
/// The same with looks whether to stop; where that is so, not all of it.
[[nodiscard]] PARLANCE_DECL std::string print_set(vec<code_points> const& set, stop_asker& asked);

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/gbnf_chars.ipp>
#endif
