// parlance/rtn/regex_parts.hpp - a pattern as several that ask less, each by itself
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::rtn {

/// A pattern that a search has to find, or must not find.
struct pattern_part {
    std::string text;
    bool negative = false;
};

/// `^(?=a)(?!b)c` is found where `^(?:a)` and `^c` are and `^(?:b)` is not: look-aheads in front of a pattern, as
/// people write several conditions.  Other patterns are one part, and so is one that cannot be paid for.  Says nothing of
/// whether the pattern is one.  Linear.
[[nodiscard]] PARLANCE_DECL vec<pattern_part> parts_of_pattern(std::string_view pattern, work& spent);

/// The pattern without the upper bounds that no text of `longest` code points meets: `(.{1,63}\.){1,127}` becomes
/// `(.{1,63}\.){1,}` for 253.  It finds the same in texts that are not longer.  As it is where that cannot be paid
/// for.  Linear.
[[nodiscard]] PARLANCE_DECL std::string without_vain_bounds(std::string_view pattern, std::uint64_t longest,
                                                            work& spent);

}  // namespace parlance::rtn

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/impl/regex_parts.ipp>
#endif
