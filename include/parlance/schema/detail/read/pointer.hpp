// parlance/schema/detail/read/pointer.hpp - JSON Pointer, as text and as the fragment of a reference
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

[[nodiscard]] PARLANCE_DECL std::string escape_pointer(std::string_view token);

/// Percent signs, then ~1 and ~0.
[[nodiscard]] PARLANCE_DECL std::string unescape_fragment(std::string_view token);

/// What `pointer`, empty or with a slash in front, leads to from `at`; null where nothing is.
[[nodiscard]] PARLANCE_DECL boost::json::value const* walk(boost::json::value const* at,
                                                           std::string_view pointer);

/// The pointer that leads from `root` to `part`, which is a value inside it or itself; nothing where it is not.
/// cost  linear in `root`
[[nodiscard]] PARLANCE_DECL maybe<std::string> pointer_to(boost::json::value const& root,
                                                          boost::json::value const& part);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/pointer.ipp>
#endif
