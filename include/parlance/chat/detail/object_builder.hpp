// parlance/chat/detail/object_builder.hpp - calls that are one JSON object
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/call_object.hpp>
#include <parlance/chat/detail/tool_call_builder.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/node.hpp>
#include <vector>

namespace parlance::chat::detail {

/// A call whose members are known by their keys.  They are read in any order, with others among them, which may hold the
/// arguments; they are written as the dialect has them.
class object_builder : dialect_builder {
public:
    using dialect_builder::dialect_builder;

    [[nodiscard]] PARLANCE_DECL peg::node_id call();

    /// The parts of a call as it is written.
    PARLANCE_DECL void write(tool_call_builder& to);

    /// An object in which nothing stands in the place of the arguments.
    [[nodiscard]] PARLANCE_DECL peg::node_id idle_call();
    /// The front of an object, up to the name of a known tool.
    [[nodiscard]] PARLANCE_DECL peg::node_id announced();

private:
    /// The front of an object, up to the key of the arguments.
    [[nodiscard]] PARLANCE_DECL peg::node_id up_to_arguments(std::vector<call_member> const& members);
    [[nodiscard]] PARLANCE_DECL peg::node_id up_to_name(std::vector<call_member> const& members);

    [[nodiscard]] PARLANCE_DECL peg::node_id text_value(part p);
    [[nodiscard]] PARLANCE_DECL peg::node_id colon();

    [[nodiscard]] PARLANCE_DECL peg::node_id arguments_value();

    /// Members that mean something, by their keys, and any others.  Behind a marker, a brace and a quote make it a
    /// call for good; without a marker in front, only the name of a known tool does.
    [[nodiscard]] PARLANCE_DECL peg::node_id object(std::vector<call_member> const& members, bool outermost);

    /// An object with a name among its members.
    [[nodiscard]] PARLANCE_DECL peg::node_id whole_object(std::vector<peg::node_id> const& members,
                                                          peg::node_id naming);

    /// A member that labels the call, and says nothing about it that the reader needs: `"type": "function"`.
    [[nodiscard]] PARLANCE_DECL peg::node_id label();

    /// A member that the dialect does not know.
    [[nodiscard]] PARLANCE_DECL peg::node_id other_member();

    [[nodiscard]] PARLANCE_DECL peg::node_id id_value();

    /// `"type": "function",`, which models like to put first.
    [[nodiscard]] PARLANCE_DECL peg::node_id type_member();

    [[nodiscard]] PARLANCE_DECL peg::node_id name_value();
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/object_builder.ipp>
#endif
