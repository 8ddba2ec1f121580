// parlance/chat/detail/open_value.hpp - values as a dialect spells them where it is not JSON's way
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string_view>
#include <utility>

namespace parlance::chat::detail {

/// Whether a schema allows anything.
[[nodiscard]] PARLANCE_DECL bool is_open(boost::json::value const& schema);
/// Whether it would without `type` and, of what is inside, `inner`.
[[nodiscard]] PARLANCE_DECL bool is_open_but_for_type(boost::json::object const& schema,
                                                      std::string_view inner = {});

/// Writes what a schema leaves open in a format's own notation.
class open_value_builder : dialect_builder {
public:
    /// Beside JSON, values in markup of their own may be spelled as Python has them, whatever the dialect: models do, and
    /// they are read so.
    open_value_builder(peg::builder& b, call_dialect const& d)
        : dialect_builder(b, d), notation_(notation_of(*d.format)) {
        notation_.python = notation_.python || d.tagged();
    }
    /// In another notation than the dialect's, with rules of other names.
    open_value_builder(peg::builder& b, call_dialect const& d, notation n, std::string_view rules)
        : dialect_builder(b, d), notation_(std::move(n)), names_(rules) {}

    /// Constants as Python has them, and where the schema leaves open what is inside, objects and lists.
    PARLANCE_DECL void add(boost::json::value const& schema, std::vector<peg::node_id>& ways);

    /// A string of Python, where the schema says no more than that it is one.
    PARLANCE_DECL void add_string(boost::json::object const& schema, std::vector<peg::node_id>& ways);

private:
    /// A string of a value that leaves open what is inside.
    [[nodiscard]] PARLANCE_DECL peg::node_id any_string();

    struct rule_ids {
        peg::rule_id object;
        peg::rule_id list;
        peg::rule_id value;
    };
    /// Anything in the notation.
    [[nodiscard]] PARLANCE_DECL rule_ids const& rules();
    [[nodiscard]] PARLANCE_DECL peg::rule_id declared(std::string_view what);

    notation notation_;
    std::string_view names_{};  // in front of those of rules
    maybe<rule_ids> rules_{};
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/open_value.ipp>
#endif
