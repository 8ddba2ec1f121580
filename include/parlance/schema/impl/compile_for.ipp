// parlance/schema/impl/compile_for.ipp - definitions of what parlance/schema/compile_for.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/compile_for.hpp>
#include <parlance/decl.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/mask/trigger.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace parlance::schema::detail {

result<mask::compiled_grammar> compile_text_for(std::string_view schema, mask::token_index const& tokens,
                                                options const& how, limits const& bounds) {
    result<rtn::network> const network = compile_text(schema, how, bounds);
    if (!network) {
        return network.error();
    }
    return mask::compile(*network, tokens, mask::trigger::eager(), bounds);
}

}  // namespace parlance::schema::detail

namespace parlance::schema {

result<mask::compiled_grammar> compile_for(boost::json::value const& schema, mask::token_index const& tokens,
                                           options const& how, limits const& bounds) {
    result<rtn::network> const network = compile(schema, how, bounds);
    if (!network) {
        return network.error();
    }
    return mask::compile(*network, tokens, mask::trigger::eager(), bounds);
}

}  // namespace parlance::schema
