// parlance/schema/to_gbnf.hpp - a schema as a GBNF grammar
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/schema/lower.hpp>
#include <string>

namespace parlance::schema {

/// The network of compile(), printed.  Errors: those of compile() and of rtn::to_gbnf.
/// No grammar can say that names come once (options::relaxed.repeated_names): it is left to matchers of the network.
[[nodiscard]] inline result<std::string> to_gbnf(boost::json::value const& schema, options const& how = {},
                                                 limits const& bounds = {}) {
    options printed = how;
    printed.relaxed.repeated_names = true;
    result<rtn::network> const net = compile(schema, printed, bounds);
    if (!net) {
        return net.error();
    }
    return rtn::to_gbnf(*net, bounds);
}

}  // namespace parlance::schema
