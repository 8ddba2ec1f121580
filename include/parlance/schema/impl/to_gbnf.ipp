// parlance/schema/impl/to_gbnf.ipp - definitions of what parlance/schema/to_gbnf.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/to_gbnf.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace parlance::schema {

result<std::string> to_gbnf(boost::json::value const& schema, options const& how, limits const& bounds) {
    options printed = how;
    printed.relaxed.repeated_names = true;
    result<rtn::network> const net = compile(schema, printed, bounds);
    if (!net) {
        return net.error();
    }
    return rtn::to_gbnf(*net, bounds);
}

result<std::string> detail::text_to_gbnf(std::string_view schema, options const& how, limits const& bounds) {
    boost::json::monotonic_resource storage;
    result<json::value> const parsed = json::parse(schema, bounds, &storage);
    if (!parsed) {
        return parsed.error();
    }
    return to_gbnf(*parsed, how, bounds);
}

}  // namespace parlance::schema
