// parlance/chat/detail/member_builder.hpp - nested values, their members in markup
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/member_markup.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/hash_map.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::chat::detail {

/// Values of a `tool_format::nested`: objects whose properties the schema lists and lists of what it says, each member in
/// its markup; anything else as text or JSON, which is understood, too.
class member_builder : dialect_builder {
public:
    member_builder(peg::builder& b, call_dialect const& d, property_list* properties)
        : dialect_builder(b, d), properties_(properties) {}

    /// What is read of a value whose text is made of `letter`, but for members, whose ends are their own.
    [[nodiscard]] PARLANCE_DECL peg::node_id content(member_markup const& markup, peg::node_id letter);

    /// What is written for one tool.
    ///
    /// rules  in front of the names of all rules
    PARLANCE_DECL void begin(std::size_t tool, std::string rules);
    /// A value under the name `key`.  `at` is where it belongs.
    [[nodiscard]] PARLANCE_DECL peg::node_id value(schema_slot const& at, std::string_view key,
                                                   boost::json::value const& schema, std::size_t depth = 0);

private:
    static constexpr std::size_t deepest = 8;

    /// An object or list, member by member; nothing where the schema is none.  `some`: it is not empty.
    [[nodiscard]] PARLANCE_DECL std::optional<peg::node_id>
    container(schema_slot const& at, boost::json::value const& schema, std::size_t depth, bool some);

    /// The objects and lists among the alternatives of a schema that can be told apart when they are read, none of them
    /// empty, for an empty text might be a string.
    [[nodiscard]] PARLANCE_DECL std::vector<peg::node_id>
    alternatives(schema_slot const& at, boost::json::object const& schema, std::size_t depth);

    /// As text or JSON.
    [[nodiscard]] PARLANCE_DECL peg::node_id written(schema_slot const& at, std::string_view key,
                                                     boost::json::value const& schema, std::size_t depth);

    /// A member of what a schema leaves open.  Its name is read in front; a grammar cannot ask for the same behind.
    [[nodiscard]] PARLANCE_DECL peg::node_id any_member();

    [[nodiscard]] PARLANCE_DECL static boost::json::object const*
    properties_of(boost::json::object const& schema);
    [[nodiscard]] PARLANCE_DECL static boost::json::value const* items_of(boost::json::object const& schema);
    [[nodiscard]] PARLANCE_DECL static bool has_members(boost::json::value const& schema);

    [[nodiscard]] PARLANCE_DECL peg::node_id member(schema_slot const& at, std::string_view name,
                                                    boost::json::value const& schema, std::size_t depth);

    /// What is referred to is written once, and may contain itself.
    [[nodiscard]] PARLANCE_DECL peg::node_id shared(schema_slot const& at, std::string const& path,
                                                    boost::json::value const& schema, std::size_t depth,
                                                    bool some);

    property_list* properties_;
    boost::json::object const* root_ = nullptr;
    std::string rules_;
    hash_map<std::string, peg::rule_id> shared_;
    std::optional<peg::rule_id> any_;
    std::optional<peg::rule_id> read_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/member_builder.ipp>
#endif
