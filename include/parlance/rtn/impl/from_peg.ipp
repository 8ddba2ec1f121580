// parlance/rtn/impl/from_peg.ipp - definitions of what parlance/rtn/from_peg.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/from_peg.hpp>
#include <parlance/rtn/detail/peg_lowering.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/work.hpp>
#include <utility>

namespace parlance::rtn {

result<rule_id> from_peg(peg::arena_view arena, builder& out, schema_writer schema, limits const& bounds,
                         kept_parts const* kept) {
    return detail::peg_lowering(arena, out, schema, bounds, kept).run();
}

result<rule_id> from_peg(peg::arena_view arena, builder& out, limits const& bounds) {
    auto const nobody = [](builder&, std::uint32_t) -> result<rule_id> {
        return diagnostic{errc::not_lowerable, {}, 0, "a schema node, and nobody to ask about it"};
    };
    return from_peg(arena, out, nobody, bounds);
}

result<network> network_from_peg(peg::arena_view arena, schema_writer schema, limits const& bounds) {
    builder out;
    result<rule_id> const root = from_peg(arena, out, schema, bounds);
    if (!root) {
        return root.error();
    }
    out.root(*root);
    work spent{bounds};
    return std::move(out).finish(spent);
}

result<network> network_from_peg(peg::arena_view arena, limits const& bounds) {
    builder out;
    result<rule_id> const root = from_peg(arena, out, bounds);
    if (!root) {
        return root.error();
    }
    out.root(*root);
    work spent{bounds};
    return std::move(out).finish(spent);
}

}  // namespace parlance::rtn
