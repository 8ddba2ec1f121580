// parlance/chat/detail/widened_schema.hpp - a schema that cannot be had exactly, made one that allows more
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <boost/json/fwd.hpp>

namespace parlance::chat::detail {

/// Takes out of a schema what lowering refused: the keyword, or of the part that was refused everything but its type, or
/// that, too.  A type under the name that Python or C has for it becomes JSON's.  What stands inside `not`, `if` or `oneOf`
/// goes with that keyword, for there less would be asked for where more was.
///
/// why      the error of schema::lowerer, whose hint begins with the JSON Pointer
/// returns  false when nothing is left to take out
[[nodiscard]] PARLANCE_DECL bool widen(boost::json::value& schema, diagnostic const& why);

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/widened_schema.ipp>
#endif
