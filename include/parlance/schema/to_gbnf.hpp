// parlance/schema/to_gbnf.hpp - a schema as a GBNF grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/schema/lower.hpp>
#include <string>

namespace parlance::schema {

/// The network of compile(), printed.  Errors: those of compile() and of rtn::to_gbnf.
[[nodiscard]] inline result<std::string> to_gbnf(boost::json::value const& schema, options const& how = {},
                                                 limits const& bounds = {}) {
    result<rtn::network> const net = compile(schema, how, bounds);
    if (!net) {
        return net.error();
    }
    return rtn::to_gbnf(*net, bounds);
}

}  // namespace parlance::schema
