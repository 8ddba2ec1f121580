// parlance/schema/validate.hpp - a value checked against a schema, keyword by keyword
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/document.hpp>
#include <parlance/schema/detail/validator.hpp>
#include <boost/json/value.hpp>

namespace parlance::schema {

namespace detail {

[[nodiscard]] inline result<void> validate_at(document const& source, boost::json::value const& schema,
                                              boost::json::value const& v) {
    return validator(source).check(schema, v);
}

}  // namespace detail

/// Whether `value` satisfies `schema`: nothing when it does.
/// References to other documents are asked of `documents`.
/// Errors: schema_violation, with the JSON Pointer of the first place and the keyword; and for schemas that cannot be
/// decided unsupported_keyword, invalid_keyword, unresolved_reference, not_lowerable (a pattern), nested_too_deep.
[[nodiscard]] inline result<void> validate(boost::json::value const& schema, boost::json::value const& value,
                                           document_source const& documents = {}) {
    result<detail::document> const source = detail::document::make(schema, limits{}, documents);
    if (!source) {
        return source.error();
    }
    return detail::validate_at(*source, schema, value);
}

}  // namespace parlance::schema
