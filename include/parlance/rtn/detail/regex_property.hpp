// parlance/rtn/detail/regex_property.hpp - what \p{...} stands for
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <string_view>

namespace parlance::rtn::detail {

/// The code points with a property of ECMA-262: a general category ("L", "Lu", "Letter", "gc=L"), a script
/// ("Script=Greek", "sc=Grek"), "Any", "ASCII" or "Assigned", as of Unicode 14; nothing where the name is none of
/// them.  Sorted, apart.
[[nodiscard]] PARLANCE_DECL maybe<vec<code_points>> unicode_property(std::string_view name);

/// Whether `c` is a letter, of any script.
[[nodiscard]] PARLANCE_DECL bool is_letter(char32_t c) noexcept;

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/regex_property.ipp>
#endif
