// parlance/schema/detail/write/move_rules.hpp - written rules go to the caller's builder, without what leads nowhere
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <span>

namespace parlance::schema::detail {

/// After an error: rules that were never moved are unknown again.
PARLANCE_DECL void forget_unfinished(shared_rules& shared);

/// Copies the rules that `root` needs without the dead ends of `net`, `objects` those of objects, and returns its new number.
/// Errors: unsatisfiable_schema.
[[nodiscard]] PARLANCE_DECL result<rule_id> move_rules(rtn::network const& net, rtn::dead_ends const& dead,
                                                       rule_id root, rtn::builder& out, shared_rules& shared,
                                                       std::span<rtn::object const> objects,
                                                       std::span<rtn::array const> arrays, work& spent);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/move_rules.ipp>
#endif
