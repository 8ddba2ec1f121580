// parlance/chat/detail/python_word.hpp - constants and numbers of Python as JSON has them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// What JSON has for one of Python's constants; empty for any other word.
[[nodiscard]] PARLANCE_DECL std::string_view json_of_constant(std::string_view word) noexcept;

/// What JSON has for one of Python's numbers, `+3`, `.5`, `1_000` or `0xff`, or one with zeros in front, 007; empty for any other
/// word.
[[nodiscard]] PARLANCE_DECL std::string json_of_number(std::string_view word);

/// Whether it may stand in front of a Python string's quote: `r`, `b`, `f`, `Rb`.  What the string says is its text, for
/// nothing is there that a name in an f-string would stand for.
[[nodiscard]] PARLANCE_DECL bool is_string_prefix(std::string_view word) noexcept;

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/python_word.ipp>
#endif
