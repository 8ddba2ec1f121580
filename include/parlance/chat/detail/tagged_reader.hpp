// parlance/chat/detail/tagged_reader.hpp - reads calls whose name stands in markup
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Reads a call piece by piece: name, id, and arguments as one object or each in markup of its own.
class tagged_reader : dialect_builder {
public:
    using dialect_builder::dialect_builder;

    [[nodiscard]] peg::node_id call() { return call(true); }

    /// A call in which nothing stands in the place of the name.
    [[nodiscard]] peg::node_id unnamed_call() { return call(false); }

private:
    [[nodiscard]] PARLANCE_DECL peg::node_id call(bool named);

    /// What a name or id runs up to: the next text, or where arguments may be missing or nothing follows, the end of the
    /// call.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> ends_of_word(std::size_t i) const;

    /// A name or id: characters without white space, up to what follows.
    [[nodiscard]] PARLANCE_DECL peg::node_id word(part p, std::vector<std::string> const& ends);

    [[nodiscard]] PARLANCE_DECL peg::node_id whole_arguments();

    /// What may follow a call's arguments.
    [[nodiscard]] PARLANCE_DECL peg::node_id ending();

    /// Balanced text of a notation: strings, brackets, and whatever else.
    [[nodiscard]] PARLANCE_DECL peg::node_id noted_content();
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/tagged_reader.ipp>
#endif
