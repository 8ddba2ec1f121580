// parlance/schema/detail/write/move_rules.hpp - written rules go to the caller's builder, without what leads nowhere
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/write/text.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <cstdint>
#include <span>

namespace parlance::schema::detail {

/// After an error: rules that were never moved are unknown again.
PARLANCE_DECL void forget_unfinished(shared_rules& shared);

/// Which states can come to an end of their rule, and which rules can end at all.  Linear.
struct productive {
    vec<char> states;
    vec<char> rules;

    PARLANCE_DECL explicit productive(rtn::network const& net);

    static constexpr rule_id none = 0xFFFF'FFFF;
    static constexpr int most_looks = 16;
    [[nodiscard]] PARLANCE_HOT static rule_id callee_of(rtn::network const& net, rtn::edge const& e) noexcept;
    [[nodiscard]] PARLANCE_HOT bool useful(rtn::network const& net, rtn::edge const& e) const noexcept;
};

/// Copies the rules that `root` needs, `objects` those of objects, and returns its new number.
/// Errors: unsatisfiable_schema.
[[nodiscard]] PARLANCE_DECL result<rule_id> move_rules(rtn::network const& net, rule_id root,
                                                       rtn::builder& out, shared_rules& shared,
                                                       std::span<rtn::object const> objects,
                                                       std::span<rtn::array const> arrays);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/move_rules.ipp>
#endif
