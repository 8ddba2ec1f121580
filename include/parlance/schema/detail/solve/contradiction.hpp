// parlance/schema/detail/solve/contradiction.hpp - which keywords of a schema leave no value, told by leaving them out
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <boost/json/value.hpp>
#include <functional>
#include <string>
#include <string_view>

namespace parlance::schema::detail {

/// The keywords of the schema at `pointer`, and of those that its allOf applies, that contradict each other: with any one
/// of them left out something satisfies the others.  Empty where they are too many to be tried.
///
/// none  whether nothing satisfies the schema at `pointer` of such a document
/// cost  one call of it for each keyword
[[nodiscard]] PARLANCE_RARE std::string
contradicting_keywords(boost::json::value document, std::string_view pointer,
                       std::function<bool(boost::json::value const&)> const& none);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/solve/impl/contradiction.ipp>
#endif
