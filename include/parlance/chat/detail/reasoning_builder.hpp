// parlance/chat/detail/reasoning_builder.hpp - reasoning in front of an answer
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <string>
#include <vector>

namespace parlance::chat::detail {

/// Reasoning: read with its start, or with its end alone where the prompt has written the rest; written as the format has it.
class reasoning_builder {
public:
    reasoning_builder(peg::builder& b, format const& f, reading const& how)
        : b_(&b), m_(b), format_(&f), how_(how) {}

    /// Calls may begin in it.
    ///
    /// triggers   the texts at which they are looked for
    /// announced  the beginnings of calls of known tools, where a marker stands in front
    void expect_calls(std::vector<std::string> triggers, std::vector<peg::node_id> announced) {
        triggers_ = std::move(triggers);
        announced_ = std::move(announced);
    }

    /// In front of an answer; it may be missing.
    [[nodiscard]] PARLANCE_DECL peg::node_id reasoning();

    [[nodiscard]] PARLANCE_DECL peg::node_id read();
    [[nodiscard]] PARLANCE_DECL peg::node_id written();

private:
    /// Its text up to what ends it.  A call of a known tool ends it as well where its own end never comes; where it does
    /// come, calls in front of it are only thought of.  Which of the two it is nobody knows before: what follows such a
    /// beginning is held back until the reasoning is closed, or the answer is over.
    [[nodiscard]] PARLANCE_DECL peg::node_id thought(std::vector<std::string> const& ends);
    /// Alternatives that begin with `start`.
    [[nodiscard]] PARLANCE_DECL std::vector<peg::node_id> opened(peg::node_id text, peg::node_id until_end);

    peg::builder* b_;
    marker_builder m_;
    format const* format_;
    reading how_;
    std::vector<std::string> triggers_;
    std::vector<peg::node_id> announced_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/reasoning_builder.ipp>
#endif
