// parlance/rtn/detail/regex_property.hpp - what \p{...} stands for
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::rtn::detail {

/// What a name of a property stands for: `value` is the place of a script, a bit for each of the categories, the last of the
/// code points from 0 on, or the place of a binary property.
struct property_name {
    enum class kind : std::uint8_t { script, extensions, categories, upto, binary } is;
    std::uint32_t value;
};
[[nodiscard]] PARLANCE_DECL maybe<property_name> property_named(std::string_view name) noexcept;

/// The code points with a property of ECMA-262: a general category ("L", "Lu", "Letter", "gc=L"), a script ("Script=Greek",
/// "sc=Grek") or the characters that are used with it ("Script_Extensions=Greek", "scx=Grek"), "Any", "ASCII", "Assigned" or
/// another binary property ("Emoji", "White_Space"), as of Unicode 14; nothing where the name is none of them.  Sorted, apart.
[[nodiscard]] PARLANCE_DECL maybe<vec<code_points>> unicode_property(std::string_view name);

/// Whether `c` is a letter, of any script.
[[nodiscard]] PARLANCE_DECL bool is_letter(char32_t c) noexcept;

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/regex_property.ipp>
#endif
