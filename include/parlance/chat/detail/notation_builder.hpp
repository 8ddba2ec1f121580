// parlance/chat/detail/notation_builder.hpp - arguments in one piece that is not JSON
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::chat::detail {

/// The object of all arguments in a `notation`.
class notation_builder : dialect_builder {
public:
    notation_builder(peg::builder& b, call_dialect const& d, open_value_builder* open = nullptr,
                     property_list* properties = nullptr)
        : dialect_builder(b, d), open_(open), properties_(properties) {}

    /// What is read: balanced text of a notation: strings, brackets, and whatever else, but at the outermost level none of
    /// `never`.
    [[nodiscard]] PARLANCE_DECL peg::node_id content(notation const& n, std::string_view never = {});

    /// What is written: the members of a tool's arguments.
    [[nodiscard]] PARLANCE_DECL peg::node_id members(std::size_t i);

private:
    /// The name of an argument or a member; Python's own way first.
    [[nodiscard]] PARLANCE_DECL peg::node_id key(std::string const& name, bool bare);

    /// A value in the notation: what has a simple schema part by part, anything else as JSON, which is always
    /// understood.
    [[nodiscard]] PARLANCE_DECL peg::node_id value(schema_slot const& at, boost::json::value const& schema,
                                                   std::size_t depth);
    PARLANCE_DECL void strings_of(schema_slot const& at, boost::json::value const& schema,
                                  std::vector<peg::node_id>& ways);

    /// An object inside the arguments: its members in order, optional ones left out at will.
    [[nodiscard]] PARLANCE_DECL peg::node_id members_of(schema_slot const& at,
                                                        boost::json::object const& schema, std::size_t depth);

    open_value_builder* open_;
    property_list* properties_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/notation_builder.ipp>
#endif
