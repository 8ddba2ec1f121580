// parlance/hf/detail/python_text.hpp - int() and float() of texts as Python has them, and its names of types
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace parlance::hf::detail {

/// int(text): nothing where Python raises.  Beyond 64 bits the nearest double.
[[nodiscard]] PARLANCE_DECL std::optional<json::value> to_int(std::string_view text);

/// float(text): nothing where Python raises.
[[nodiscard]] PARLANCE_DECL std::optional<double> to_float(std::string_view text);

/// The type of a value in Python's words.
[[nodiscard]] PARLANCE_DECL std::string_view python_type(json::value const& v) noexcept;

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/python_text.ipp>
#endif
