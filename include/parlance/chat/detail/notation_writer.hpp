// parlance/chat/detail/notation_writer.hpp - the expressions that a grammar writes arguments with that are not JSON
// SPDX-License-Identifier: BSL-1.0
#pragma once
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

/// Writes the object of all arguments in a `notation`.
class notation_writer {
public:
    /// rules  in front of the names of all rules: several writers may share a builder
    notation_writer(peg::builder& b, tool_format const& f, std::span<tool const> tools,
                    std::vector<schema_slot>& slots, std::string rules, open_value_writer& open,
                    property_list& properties)
        : b_(&b),
          format_(&f),
          tools_(tools),
          slots_(&slots),
          rules_(std::move(rules)),
          open_(&open),
          properties_(&properties) {}

    /// The members of an object in a notation.
    [[nodiscard]] PARLANCE_DECL peg::node_id members(std::size_t i);

private:
    /// The name of an argument or a member; Python's own way first.
    [[nodiscard]] PARLANCE_DECL peg::node_id key(std::string const& name, bool bare);

    /// A value in the notation: what has a simple schema part by part, anything else as JSON, which is always
    /// understood.
    [[nodiscard]] PARLANCE_DECL peg::node_id value(schema_slot const& at, boost::json::value const& schema,
                                                   std::size_t depth);
    [[nodiscard]] PARLANCE_DECL peg::node_id any_of(std::vector<peg::node_id> const& ways);

    PARLANCE_DECL void strings_of(schema_slot const& at, boost::json::value const& schema,
                                  std::vector<peg::node_id>& ways);

    /// An object inside the arguments: its members in order, optional ones left out at will.
    [[nodiscard]] PARLANCE_DECL peg::node_id members_of(schema_slot const& at,
                                                        boost::json::object const& schema,
                                                        boost::json::object const& properties,
                                                        std::size_t depth);

    [[nodiscard]] PARLANCE_DECL peg::node_id text(std::string_view written);
    [[nodiscard]] PARLANCE_DECL peg::node_id slot(schema_slot s, peg::node_id read);
    [[nodiscard]] PARLANCE_DECL boost::json::object const& root_of(std::size_t i) const;

    peg::builder* b_;
    tool_format const* format_;
    std::span<tool const> tools_;
    std::vector<schema_slot>* slots_;
    std::string rules_;
    open_value_writer* open_;
    property_list* properties_;
    std::size_t objects_ = 0;  // written so far, for the names of their rules
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/notation_writer.ipp>
#endif
