// parlance/chat/analysis/call_answers.hpp - what a template writes for calls
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::analysis {

/// Answers of turns with calls, over one probe.
class call_answers {
public:
    call_answers(probe& p, turn_frame const& frame, reasoning_format const& reasoning,
                 std::string_view turn_end)
        : probe_(&p), frame_(&frame), reasoning_(&reasoning), turn_end_(turn_end) {}

    /// The answer of a turn with these calls.
    [[nodiscard]] PARLANCE_DECL std::optional<std::string> of(std::vector<tool_call> calls,
                                                              std::optional<std::string> content = {});

    /// The first answer: with absent content, unless the template fails on it or spells it out.
    [[nodiscard]] PARLANCE_DECL std::optional<std::string> first();

    /// Absent content beside calls makes the template fail, or write "None": it is given an empty one.
    [[nodiscard]] bool blank() const noexcept { return blank_; }
    /// The last answer did not end as other turns do.
    [[nodiscard]] bool ends_otherwise() const noexcept { return ends_otherwise_; }

private:
    probe* probe_;
    turn_frame const* frame_;
    reasoning_format const* reasoning_;
    std::string_view turn_end_;
    bool blank_ = false;
    bool ends_otherwise_ = false;
};

}  // namespace parlance::chat::analysis

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/call_answers.ipp>
#endif
