// parlance/schema/detail/keep/content_key.hpp - a schema, with all that lowering goes by, as bytes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/fwd.hpp>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

/// Adds a text with its length, so that what comes behind is told from it.
PARLANCE_DECL void append_text(std::string& key, std::string_view text);

/// Bytes that are the same for options and limits that lowering cannot tell apart.  Precondition: there are no `documents`.
[[nodiscard]] PARLANCE_DECL std::string key_of(options const& how, limits const& bounds);

/// Adds bytes that are the same for equal schemas, members in the same order, alone.  False where `spent` does not pay for it,
/// or where it is nested deeper than `deepest`.
[[nodiscard]] PARLANCE_DECL bool append_key(std::string& key, boost::json::value const& schema,
                                            std::size_t deepest, work& spent);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/keep/impl/content_key.ipp>
#endif
