// parlance/chat/detail/slot_lowering.hpp - the rules of a network that stand for a syntax's schemas
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Lowers slots into one builder.  Arguments with equal schemas are one rule.
///
/// widening  a schema that cannot be had exactly is widened as far as it must, unless its tool is strict
class slot_lowering {
public:
    slot_lowering(rtn::builder& out, std::span<tool const> tools, boost::json::value const* answer,
                  schema::options const& how, schema_widening widening, limits const& bounds)
        : tools_(tools),
          answer_(answer),
          how_(how),
          bounds_(bounds),
          widening_(widening),
          lower_(out, how, bounds) {}

    /// The rule of a slot.  Errors: those of schema::lowerer, with the tool's name in front of the JSON Pointer.
    [[nodiscard]] PARLANCE_DECL result<rtn::rule_id> rule(rtn::builder& out, schema_slot const& at);

    /// What schemas say that is not enforced.
    [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return lower_.notes(); }
    /// What was widened, and why: "tool NAME: POINTER: REASON".
    [[nodiscard]] std::vector<std::string> const& widened() const noexcept { return widened_; }

private:
    /// What is wanted in a slot, at its place in the tool's schema or in `made`.
    [[nodiscard]] PARLANCE_DECL boost::json::value const& schema_of(schema_slot const& at,
                                                                    boost::json::value& made) const;

    [[nodiscard]] PARLANCE_DECL result<rtn::rule_id> lowered(rtn::builder& out, schema_slot const& at,
                                                             boost::json::value const& schema,
                                                             schema::lowerer& with,
                                                             schema::options const& how) const;

    /// The same of a schema that was refused.
    [[nodiscard]] PARLANCE_DECL result<rtn::rule_id> wider(rtn::builder& out, schema_slot const& at,
                                                           boost::json::value schema, diagnostic why);

    /// The error with the name of the tool and its argument.
    [[nodiscard]] PARLANCE_DECL diagnostic named(schema_slot const& at, diagnostic why) const;

    PARLANCE_DECL void report(std::string what);

    std::span<tool const> tools_;
    boost::json::value const* answer_;
    schema::options how_;
    limits bounds_;
    schema_widening widening_;
    schema::lowerer lower_;
    maybe<schema::lowerer> relaxed_{};
    hash_map<std::string, rtn::rule_id> known_;  // by identity and notation
    std::vector<std::string> widened_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/slot_lowering.ipp>
#endif
