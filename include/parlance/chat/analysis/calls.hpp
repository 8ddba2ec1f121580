// parlance/chat/analysis/calls.hpp - phases T1, T3 and T4: where name and arguments of a call stand, and then the others
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/call_answers.hpp>
#include <parlance/chat/analysis/call_sketch.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <string_view>
#include <utility>

namespace parlance::chat::analysis {

/// What the T phases find.
///
/// tools    mode none when the template shows no calls
/// content  content beside calls is rendered at all
/// ends     what ends a turn of calls, where it is not what ends the other turns
/// blank    absent content beside calls makes the template fail, or write "None": give it an empty one
struct call_findings {
    tool_format tools;
    std::string ends;
    bool content = false;
    bool blank = false;
};

/// One analysis of calls, with arguments put in one form.
class call_analysis {
public:
    call_analysis(probe& p, turn_frame const& frame, reasoning_format const& reasoning,
                  std::string_view turn_end)
        : answers_(p, frame, reasoning, turn_end) {}

    /// All phases; mode none where the calls are not understood.
    [[nodiscard]] PARLANCE_DECL call_findings run();

private:
    /// T1, T3, T4, T7: one call with one argument; where name, argument and id stand decides the mode.
    [[nodiscard]] PARLANCE_DECL bool classify();

    [[nodiscard]] PARLANCE_DECL std::string between_key_and_value(std::size_t key, std::size_t value) const;
    [[nodiscard]] PARLANCE_DECL static bool is_member(std::string_view object, std::string_view key);

    call_answers answers_;
    call_sketch sketch_;
};

/// How calls are written: with arguments as objects, or else as text, as which they stay in the probe's form.
[[nodiscard]] PARLANCE_DECL call_findings analyze_calls(probe& p, turn_frame const& frame,
                                                        reasoning_format const& reasoning,
                                                        std::string_view turn_end);

}  // namespace parlance::chat::analysis

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/calls.ipp>
#endif
