// parlance/schema/impl/validate.ipp - definitions of what parlance/schema/validate.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/validate.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/validate/validator.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <memory>

namespace parlance::schema {

result<void> validate(boost::json::value const& schema, boost::json::value const& value,
                      document_source const& documents, limits const& bounds) {
    result<detail::document> source = detail::document::make(schema, bounds, documents);
    if (!source) {
        return source.error();
    }
    return detail::validator(*source, bounds).check(schema, value);
}

struct validator::known {
    boost::json::value const* schema;
    result<detail::document> read;
};

validator::validator(boost::json::value const& schema, document_source const& documents, limits const& bounds)
    : known_(std::make_shared<known>(known{&schema, detail::document::make(schema, bounds, documents)})) {}

result<void> validator::check(boost::json::value const& value, limits const& bounds) {
    if (!known_->read) {
        return known_->read.error();
    }
    return detail::validator(*known_->read, bounds).check(*known_->schema, value);
}

}  // namespace parlance::schema
