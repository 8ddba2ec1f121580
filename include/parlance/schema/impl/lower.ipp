// parlance/schema/impl/lower.ipp - definitions of what parlance/schema/lower.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/lower.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/move_rules.hpp>
#include <parlance/schema/detail/solve.hpp>
#include <parlance/schema/detail/writer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::schema {

result<rtn::rule_id> lowerer::lower(boost::json::value const& schema) {
    return run(schema, [](detail::writer& w, detail::goal const& g) { return w.write(g); });
}

result<rtn::rule_id> lowerer::lower_raw(boost::json::value const& schema,
                                        std::span<std::string_view const> delimiters) {
    return run(schema, [&](detail::writer& w, detail::goal const& g) { return w.write_raw(g, delimiters); });
}

result<rtn::rule_id> lower(boost::json::value const& schema, rtn::builder& out, options const& how,
                           limits const& bounds) {
    return lowerer(out, how, bounds).lower(schema);
}

result<rtn::rule_id> lower_raw(boost::json::value const& schema, std::span<std::string_view const> delimiters,
                               rtn::builder& out, options const& how, limits const& bounds) {
    return lowerer(out, how, bounds).lower_raw(schema, delimiters);
}

result<rtn::network> compile(boost::json::value const& schema, options const& how, limits const& bounds) {
    rtn::builder out;
    rtn::rule_id const root = out.add_rule("root");
    result<rtn::rule_id> const inner = lower(schema, out, how, bounds);
    if (!inner) {
        return inner.error();
    }
    rtn::state_id const end = out.add_state();
    rtn::state_id const begin = out.entry(root);
    if (how.whitespace == spaces::json) {
        for (rtn::state_id const s : {begin, end}) {
            out.bytes(s, '\t', '\n', s);
            out.bytes(s, '\r', '\r', s);
            out.bytes(s, ' ', ' ', s);
        }
    }
    out.call(begin, *inner, end);
    out.accept(end);
    out.root(root);
    return std::move(out).finish();
}

}  // namespace parlance::schema
