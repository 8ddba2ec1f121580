// parlance/chat/analysis/reasoning.hpp - phases R1 to R4: how reasoning is written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/maybe.hpp>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::chat::analysis {

/// The texts on both sides of the reasoning in a turn that shows it; nothing where it is not shown.
[[nodiscard]] PARLANCE_DECL maybe<reasoning_format> around_reasoning(std::string_view body,
                                                                     std::string_view what_follows);

/// An answer with reasoning, put as the probe puts it now.
[[nodiscard]] PARLANCE_DECL maybe<reasoning_format> shown_reasoning(probe& p, turn_frame const& frame,
                                                                    bool with_tools);

/// R1: under each of the keys that templates know.
[[nodiscard]] PARLANCE_DECL maybe<reasoning_format> compare_presence(probe& p, turn_frame const& frame,
                                                                     bool with_tools);

/// R1 for a template with a key of its own: any field that it looks up may be the one.
[[nodiscard]] PARLANCE_DECL maybe<reasoning_format> compare_fields(probe& p, turn_frame const& frame,
                                                                   bool with_tools);

/// R3: reasoning before a tool call, for templates that show it only there.
[[nodiscard]] PARLANCE_DECL maybe<reasoning_format> compare_scope(probe& p, turn_frame const& frame);

/// What the generation prompt writes behind the turn's header with thinking on or off; nothing where it raises.
[[nodiscard]] PARLANCE_DECL std::optional<std::string> prompt_tail(probe& p, turn_frame const& frame,
                                                                   bool with_tools, bool thinking);

/// R2: what the switch does to the generation prompt.  Refines what R1 found.
PARLANCE_DECL void compare_switch(probe& p, turn_frame const& frame, bool with_tools,
                                  reasoning_format& found);

/// All phases.
[[nodiscard]] PARLANCE_DECL reasoning_format analyze_reasoning(probe& p, turn_frame const& frame,
                                                               bool with_tools);

}  // namespace parlance::chat::analysis

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/reasoning.ipp>
#endif
