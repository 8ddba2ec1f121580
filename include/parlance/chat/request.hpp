// parlance/chat/request.hpp - what one request asks of the answer
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/schema_slot.hpp>
#include <parlance/schema/options.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>

namespace parlance::chat {

/// What an answer is to be like.
///
/// calls            who may be called, and how often
/// reasoning_apart  reasoning is told from content; otherwise it stays there, markers and all
/// schema           the content is JSON of this schema; where tools may be called, too, it is one or the other; where
///                  they must be called, there is no content to be so
/// thinking         the template's switch of reasoning; absent: as the template likes
/// thinking_budget  tokens of reasoning, at most; absent: no limit
/// schemas          how schemas are written, and where those that came before are kept (schema::options::cache); absent:
///                  tool_schema_options()
/// exact_schema     a `schema` that cannot be had exactly is an error; otherwise it is widened.  Of tools each says so
///                  itself: tool::strict
struct request {
    call_policy calls{};
    bool reasoning_apart = true;
    std::optional<boost::json::value> schema{};
    std::optional<bool> thinking{};
    std::optional<std::size_t> thinking_budget{};
    std::optional<schema::options> schemas{};
    bool exact_schema = true;
};

/// Where the reasoning of one answer begins and ends: what a thinking_budget needs, as texts to be tokenised.
///
/// start   opens it; empty when only the prompt does
/// end     closes it; empty when the format knows no reasoning
/// forced  what to write when the budget is used up
/// open    the prompt ends inside it
/// budget  tokens it may have
struct thinking {
    std::string start{};
    std::string end{};
    std::string forced{};
    bool open = false;
    std::optional<std::size_t> budget{};
};

}  // namespace parlance::chat
