// parlance/chat/analysis/reasoning.hpp - phases R1 to R3: how reasoning is written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/probe.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::chat::analysis {

/// The texts on both sides of the reasoning in a turn that shows it; nothing where it is not shown.
[[nodiscard]] inline std::optional<reasoning_format> around_reasoning(std::string_view body,
                                                                      std::string_view what_follows) {
    std::size_t const at = body.find(needle::reasoning);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    std::size_t const after = at + needle::reasoning.size();
    std::size_t const next = body.find(what_follows, after);
    if (next == std::string_view::npos) {
        return std::nullopt;
    }
    reasoning_format out;
    out.start = body.substr(0, at);
    out.end = body.substr(after, next - after);
    out.mode = out.start.empty() ? reasoning_mode::delimiter : reasoning_mode::tag_based;
    return out;
}

/// R1: an answer with and without reasoning.
[[nodiscard]] inline std::optional<reasoning_format> compare_presence(probe& p, turn_frame const& frame,
                                                                      bool with_tools) {
    scene s{.with_tools = with_tools, .content = std::string(needle::content)};
    s.reasoning = needle::reasoning;
    auto const text = p.render(s);
    if (!text) {
        return std::nullopt;
    }
    auto const body = body_of(*text, frame);
    return body ? around_reasoning(*body, needle::content) : std::nullopt;
}

/// R2: what the switch `enable_thinking` does to the generation prompt.  Refines what R1 found.
inline void compare_switch(probe& p, turn_frame const& frame, bool with_tools, reasoning_format& found) {
    auto const tail = [&](bool on) -> std::optional<std::string> {
        scene s{.turn = false, .generation = true, .with_tools = with_tools};
        s.kwargs["enable_thinking"] = on;
        auto text = p.render(s);
        auto const body = text ? body_of(*text, frame) : std::nullopt;
        return body ? std::optional(std::string(*body)) : std::nullopt;
    };
    auto const on = tail(true);
    auto const off = tail(false);
    if (!on || !off) {
        return;
    }
    std::string_view const opened = strip(*on);
    if (!opened.empty()) {
        // The prompt opens the reasoning itself; the model writes only the rest.
        if (found.mode == reasoning_mode::none && off->starts_with(opened)) {
            found.end = std::string_view(*off).substr(opened.size());
        }
        if (found.start.empty()) {
            found.start = *on;
        }
        if (!found.end.empty()) {
            found.mode = off->size() > on->size() && strip(*off).starts_with(opened)
                             ? reasoning_mode::forced_closed
                             : reasoning_mode::forced_open;
        }
        return;
    }
    if (found.mode == reasoning_mode::none) {
        // Nothing in history, but thinking off is written as an empty block: its two markers are the tags.
        if (auto const tags = markers_of(*off); tags.size() == 2) {
            found = {reasoning_mode::tag_based, tags[0], tags[1]};
        }
    }
}

/// R3: reasoning before a tool call, for templates that show it only there.
[[nodiscard]] inline std::optional<reasoning_format> compare_scope(probe& p, turn_frame const& frame) {
    scene s{.calls = {probe_call(false, 1)}};
    auto const without = p.render(s);
    s.reasoning = needle::reasoning;
    auto const with = p.render(s);
    if (!with || !without) {
        return std::nullopt;
    }
    auto const body = body_of(*with, frame);
    auto const plain = body_of(*without, frame);
    if (!body || !plain) {
        return std::nullopt;
    }
    std::size_t const at = body->find(needle::reasoning);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    difference const d = compare(*plain, *body);
    std::string_view const rest = body->substr(at + needle::reasoning.size());
    return reasoning_format{reasoning_mode::tools_only, std::string(body->substr(0, at)),
                            std::string(rest.substr(0, rest.size() - std::min(rest.size(), d.suffix.size())))};
}

/// All three phases.
[[nodiscard]] inline reasoning_format analyze_reasoning(probe& p, turn_frame const& frame, bool with_tools) {
    reasoning_format found;
    if (auto r = compare_presence(p, frame, with_tools)) {
        found = *std::move(r);
    } else if (with_tools) {
        if (auto scoped = compare_scope(p, frame)) {
            found = *std::move(scoped);
        }
    }
    compare_switch(p, frame, with_tools, found);
    return found;
}

}  // namespace parlance::chat::analysis
