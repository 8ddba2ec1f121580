// parlance/schema/impl/validate.ipp - definitions of what parlance/schema/validate.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/validate.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/validate/exact_numbers.hpp>
#include <parlance/schema/detail/validate/validator.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/value.hpp>
#include <memory>
#include <string_view>

namespace parlance::schema {

result<void> validate(boost::json::value const& schema, boost::json::value const& value,
                      document_source const& documents, limits const& bounds) {
    work spent(bounds);
    result<detail::document> source = detail::document::make(schema, bounds, documents, spent);
    if (!source) {
        return source.error();
    }
    return detail::validator(*source, detail::left_of(bounds, spent)).check(schema, value);
}

struct validator::known {
    boost::json::value const* schema;
    result<detail::document> read;
};

validator::validator(boost::json::value const& schema, document_source const& documents, limits const& bounds)
    : known_(std::make_shared<known>(known{&schema, detail::document::make(schema, bounds, documents)})) {}

result<void> validator::check(boost::json::value const& value, limits const& bounds) {
    fuel_used_ = 0;
    if (!known_->read) {
        return known_->read.error();
    }
    detail::validator look(*known_->read, bounds);
    auto judged = look.check(*known_->schema, value);
    fuel_used_ = bounds.fuel - look.left();
    return judged;
}

result<void> validator::check_text(std::string_view text, limits const& bounds) {
    fuel_used_ = 0;
    if (!known_->read) {
        return known_->read.error();
    }
    auto const parsed = json::parse(text, bounds);
    if (!parsed) {
        return parsed.error();
    }
    stop_asker asked(bounds.stop);
    detail::text_numbers const numbers = detail::read_numbers(text, *parsed, asked);
    if (!asked.look()) {
        return diagnostic{errc::cancelled};
    }
    if (numbers.beyond) {
        return diagnostic{errc::out_of_fuel, {}, 0, "a number with an exponent beyond 100000"};
    }
    detail::validator look(*known_->read, bounds, &numbers.exact);
    auto judged = look.check(*known_->schema, *parsed);
    fuel_used_ = bounds.fuel - look.left();
    if (judged && numbers.name_twice) {
        return diagnostic{errc::json_syntax, {}, 0, "a name comes twice in an object"};
    }
    return judged;
}

}  // namespace parlance::schema
