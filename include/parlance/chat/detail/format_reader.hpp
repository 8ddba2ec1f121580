// parlance/chat/detail/format_reader.hpp - from a table with places in it to the format that it describes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/form_walk.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Reads a table; a choice between ways to call once for every alternative.
class format_reader : form_walk {
public:
    using form_walk::form_walk;

    [[nodiscard]] PARLANCE_DECL result<format> read();

private:
    PARLANCE_DECL void section(peg::node_id n, format& out, parts& calls);

    /// Reasoning that may stand anywhere, content, and markers that are noise in it.
    PARLANCE_DECL void mixture(peg::node_id n, format& out);

    PARLANCE_DECL void reasoning(parts const& all, reasoning_format& out);

    // Calls.

    [[nodiscard]] PARLANCE_DECL tool_format tool(parts const& all);

    /// A text or a place, as a piece; false where the node is neither.
    [[nodiscard]] PARLANCE_DECL bool add_piece(peg::node_id n, pieces& to) const;

    PARLANCE_DECL void add_pieces(range all, tool_format& out);

    /// What stands behind an argument's key, once for each alternative in it; `way` is what has been read of it.
    PARLANCE_DECL void add_ways(range item, pieces way, tool_format& out);

    /// A tagged argument: its key, what stands behind it, and its value; then the key may come again.
    PARLANCE_DECL void argument(range item, tool_format& out);

    /// All arguments in one piece that is not JSON.
    [[nodiscard]] PARLANCE_DECL notation written(parts const& all);
    [[nodiscard]] PARLANCE_DECL static std::string trimmed(std::string_view s);

    // Messages with headers.

    PARLANCE_DECL void channels(format& out);
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> either_of(peg::node_id n);

    /// The parts of the first message, and what repeats it.
    [[nodiscard]] PARLANCE_DECL parts messages() const;

    /// REASONING | CONTENT | CALLS, each behind its header, END, again behind START
    [[nodiscard]] PARLANCE_DECL bool is_addressed(parts const& all) const;
    PARLANCE_DECL void addressed(format& out);
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/format_reader.ipp>
#endif
