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
    /// The calls of a message, and what tells that they begin.
    ///
    /// anywhere    readers that are tried anywhere, behind_own those behind a call in the format's own way
    /// in_front    readers of calls that nothing but a name announces, in front of the answer
    /// stops       the texts at which they are looked for
    /// announced   the beginnings of calls of known tools, where a marker stands in front
    struct found_calls {
        std::vector<peg::node_id> in_front;
        std::vector<peg::node_id> anywhere;
        std::vector<peg::node_id> behind_own;
        std::vector<std::string> stops;
        std::vector<peg::node_id> announced;
        bool falls_back = false;
    };
    /// One way to call, and what tolerances make of it.
    PARLANCE_DECL void add_ways(tool_format const& t, std::size_t dialect, found_calls& to);
    PARLANCE_DECL void add_way(tool_format const& t, std::size_t dialect, bool named, found_calls& to);

    [[nodiscard]] PARLANCE_DECL peg::node_id until(std::vector<std::string> const& ends);

    /// The text of reasoning up to what ends it.  A call of a known tool ends it as well where its own end never comes;
    /// where it does come, calls in front of it are only thought of.  Which of the two it is nobody knows before: what
    /// follows such a beginning is held back until the reasoning is closed, or the answer is over.
    [[nodiscard]] PARLANCE_DECL peg::node_id thought(std::vector<std::string> const& ends);

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
    std::vector<peg::node_id> announced_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/message_reader.ipp>
#endif
