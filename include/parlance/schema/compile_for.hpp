// parlance/schema/compile_for.hpp - a schema over a vocabulary in one step
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/fwd.hpp>
#include <string_view>

namespace parlance::schema {

/// What a matcher of the schema's JSON is made of, with white space also around the value.
///
///     mask::matcher m(schema::compile_for(R"({"type": "integer"})", tokens).value());
///
/// errors  those of compile() and of mask::grammar::prepare()
/// cost    that of compile()
[[nodiscard]] PARLANCE_DECL result<mask::compiled_grammar> compile_for(boost::json::value const& schema,
                                                                       mask::token_index const& tokens,
                                                                       options const& how = {},
                                                                       limits const& bounds = {});

namespace detail {

[[nodiscard]] PARLANCE_DECL result<mask::compiled_grammar> compile_text_for(std::string_view schema,
                                                                            mask::token_index const& tokens,
                                                                            options const& how,
                                                                            limits const& bounds);

}  // namespace detail

/// The same of a schema as text.  Errors also: those of json::parse, with their place in the text.
template <json::text Text>
[[nodiscard]] result<mask::compiled_grammar> compile_for(Text const& schema, mask::token_index const& tokens,
                                                         options const& how = {}, limits const& bounds = {}) {
    return detail::compile_text_for(schema, tokens, how, bounds);
}

}  // namespace parlance::schema

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/impl/compile_for.ipp>
#endif
