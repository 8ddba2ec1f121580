// parlance/schema/to_gbnf.hpp - a schema as a GBNF grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/fwd.hpp>
#include <string_view>

namespace parlance::schema {

/// The network of compile(), printed.  Errors: those of compile() and of rtn::to_gbnf.
/// No grammar can say that names come once (options::relaxed.repeated_names): it is left to matchers of the network.
[[nodiscard]] PARLANCE_DECL result<std::string> to_gbnf(boost::json::value const& schema,
                                                        options const& how = {}, limits const& bounds = {});

namespace detail {

[[nodiscard]] PARLANCE_DECL result<std::string> text_to_gbnf(std::string_view schema, options const& how,
                                                             limits const& bounds);

}  // namespace detail

/// The same of a schema as text.  Errors also: those of json::parse, with their place in the text.
template <json::text Text>
[[nodiscard]] result<std::string> to_gbnf(Text const& schema, options const& how = {},
                                          limits const& bounds = {}) {
    return detail::text_to_gbnf(schema, how, bounds);
}

}  // namespace parlance::schema

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/impl/to_gbnf.ipp>
#endif
