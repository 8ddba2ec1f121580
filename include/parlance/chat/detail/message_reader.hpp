// parlance/chat/detail/message_reader.hpp - the expression that reads a whole answer, whatever it is
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Reads reasoning, content and calls of one format, in whatever order a model writes them; total.
class message_reader {
public:
    message_reader(peg::builder& b, format const& f, std::span<tool const> tools, reading const& how)
        : b_(&b), m_(b), format_(&f), tools_(tools), how_(how) {}

    /// callable  calls are read, of the tools
    [[nodiscard]] PARLANCE_DECL peg::node_id message(bool callable);

    /// The format's own way to call and the others, with their positions; where a section's marker may be missing, its
    /// items alone as well.
    [[nodiscard]] PARLANCE_DECL std::vector<std::pair<tool_format const&, std::size_t>> dialects();

private:
    [[nodiscard]] PARLANCE_DECL peg::node_id until(std::vector<std::string> const& ends);

    [[nodiscard]] PARLANCE_DECL peg::node_id addressed(bool callable);

    /// A text that ends generation and is no markup elsewhere: behind calls it is none of the content.
    [[nodiscard]] PARLANCE_DECL peg::node_id stop_behind_calls();

    // Reasoning: with its start, or with its end alone where the prompt has written the rest.

    [[nodiscard]] PARLANCE_DECL peg::node_id reasoning();

    // Content, with whatever may stand in it.

    [[nodiscard]] PARLANCE_DECL peg::node_id answer(std::vector<peg::node_id> calls,
                                                    std::vector<std::string> stops);

    /// Calls, markup that is left out, or content up to the next of them.
    [[nodiscard]] PARLANCE_DECL peg::node_id answer_part(std::vector<peg::node_id> calls,
                                                         std::vector<std::string> stops);

    /// JSON in a fence, or the rest as it is.
    [[nodiscard]] PARLANCE_DECL peg::node_id unfenced();

    peg::builder* b_;
    marker_builder m_;
    format const* format_;
    std::span<tool const> tools_;
    reading how_;
    std::vector<tool_format> items_;
    std::vector<std::string> triggers_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/message_reader.ipp>
#endif
