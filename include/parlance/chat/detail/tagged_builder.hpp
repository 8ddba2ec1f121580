// parlance/chat/detail/tagged_builder.hpp - calls whose name stands in markup
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/tool_call_builder.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// A call piece by piece: name, id, and arguments as one object or each in markup of its own.
class tagged_builder : dialect_builder {
public:
    using dialect_builder::dialect_builder;

    [[nodiscard]] peg::node_id call() { return call(true); }

    /// A call in which nothing stands in the place of the name.
    [[nodiscard]] peg::node_id unnamed_call() { return call(false); }

    /// The parts of a call as it is written.
    void write(tool_call_builder& to) { static_cast<void>(pieces(true, &to)); }

    /// The front of a call, up to the name of a known tool.
    [[nodiscard]] PARLANCE_DECL peg::node_id announced();

private:
    [[nodiscard]] PARLANCE_DECL peg::node_id call(bool named);

    /// The pieces of a call as they are read; those that are written alike whatever tool is called are added to `to`, too.
    [[nodiscard]] PARLANCE_DECL peg::node_id pieces(bool named, tool_call_builder* to);
    PARLANCE_DECL void add_name(std::size_t i, bool in_id, std::vector<peg::node_id>& parts);

    /// Text of a call.  White space in front of a strict call is content.
    [[nodiscard]] PARLANCE_DECL peg::node_id markup(std::size_t i);
    /// As it is written; in a header of channels, any of the ways to go on with it.
    [[nodiscard]] PARLANCE_DECL peg::node_id written_markup(std::string_view written);

    /// Whether a part of a call, between its beginning and its arguments, may be missing: what names an id and counts the
    /// calls, and what tells arguments from what is in front of them where their first brace does.
    [[nodiscard]] PARLANCE_DECL bool may_be_missing(std::size_t i) const;

    /// What a name or id runs up to: the next text, what may follow where that is missing, or where arguments may be
    /// missing or nothing follows, the end of the call.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> ends_of_word(std::size_t i) const;

    /// The text behind a part of a call.
    [[nodiscard]] PARLANCE_DECL std::string_view behind(std::size_t i) const;

    /// A name or id: characters without white space, up to what follows.
    [[nodiscard]] PARLANCE_DECL peg::node_id word(part p, std::vector<std::string> const& ends);

    /// Without a marker in front a tagged call has an argument, or ends: its name alone is what prose may say.
    ///
    /// i  where the name stands
    [[nodiscard]] PARLANCE_DECL peg::node_id arguments_follow(std::size_t i);

    [[nodiscard]] PARLANCE_DECL peg::node_id whole_arguments();

    /// What may follow a call's arguments.
    [[nodiscard]] PARLANCE_DECL peg::node_id ending();
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/tagged_builder.ipp>
#endif
