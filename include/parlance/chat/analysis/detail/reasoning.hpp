// parlance/chat/analysis/detail/reasoning.hpp - phases R1 to R4: how reasoning is written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/detail/fields.hpp>
#include <parlance/chat/analysis/detail/frame.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/text/maybe.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::analysis::detail {

/// The texts on both sides of the reasoning in a turn that shows it; nothing where it is not shown.
[[nodiscard]] inline maybe<reasoning_format> around_reasoning(std::string_view body,
                                                              std::string_view what_follows) {
    std::size_t const at = body.find(needle::reasoning);
    if (at == std::string_view::npos) {
        return {};
    }
    std::size_t const after = at + needle::reasoning.size();
    std::size_t const next = body.find(what_follows, after);
    if (next == std::string_view::npos) {
        return {};
    }
    reasoning_format out;
    out.start = body.substr(0, at);
    out.end = body.substr(after, next - after);
    out.mode = strip(out.start).empty() ? reasoning_mode::delimiter : reasoning_mode::tag_based;
    // What stands behind the counterpart of the start is of the content.
    auto const opened = markers_of(out.start);
    std::string const close = opened.empty() ? std::string() : closing_of(opened.back());
    if (std::size_t const closed = close.empty() ? std::string::npos : out.end.find(close);
        closed != std::string::npos) {
        std::size_t end = closed + close.size();
        while (end < out.end.size() && is_blank(out.end[end])) {
            ++end;
        }
        out.end.resize(end);
    }
    return out;
}

/// The body of a turn with reasoning; also where the template asks for reasoning in front of the turn if one follows.
[[nodiscard]] inline std::optional<std::string_view> thinking_body(probe& p, std::string_view text,
                                                                   turn_frame const& frame) {
    if (auto const body = p.body_of(text, frame)) {
        return body;
    }
    std::size_t const thought = text.find(needle::reasoning);
    std::size_t const at = strip(frame.header).empty() || thought == std::string_view::npos
                               ? std::string_view::npos
                               : text.rfind(frame.header, thought);
    if (at == std::string_view::npos ||
        text.substr(at, thought - at).find(needle::user) != std::string_view::npos) {
        return {};
    }
    std::string_view const body = text.substr(at + frame.header.size());
    return p.budget().take(body) ? std::optional(body) : std::nullopt;
}

/// An answer with reasoning, put as the probe puts it now.
[[nodiscard]] inline maybe<reasoning_format> shown_reasoning(probe& p, turn_frame const& frame,
                                                             bool with_tools) {
    scene s{.with_tools = with_tools, .content = std::string(needle::content)};
    s.reasoning = needle::reasoning;
    auto const text = p.render(s);
    auto const body = text ? thinking_body(p, *text, frame) : std::nullopt;
    auto found = body ? around_reasoning(*body, needle::content) : maybe<reasoning_format>();
    // A template that dumps the parts it does not know shows nothing.
    bool const shown =
        found && !strip(found->end).empty() && (found->start + found->end).find("type") == std::string::npos;
    return shown ? std::move(found) : maybe<reasoning_format>();
}

/// R1: under each of the keys that templates know.
[[nodiscard]] inline maybe<reasoning_format> compare_presence(probe& p, turn_frame const& frame,
                                                              bool with_tools) {
    for (reasoning_form const form : {reasoning_form::reasoning_content, reasoning_form::thinking,
                                      reasoning_form::reasoning, reasoning_form::part}) {
        p.form().reasoning = form;
        if (auto found = shown_reasoning(p, frame, with_tools)) {
            return found;
        }
    }
    p.form().reasoning = reasoning_form::reasoning_content;
    return {};
}

/// R1 for a template with a key of its own: any field that it looks up may be the one.
[[nodiscard]] inline maybe<reasoning_format> compare_fields(probe& p, turn_frame const& frame,
                                                            bool with_tools) {
    constexpr std::size_t most = 32;
    static std::vector<std::string_view> const known{"role",         "content",    "type",
                                                     "text",         "name",       "tool_calls",
                                                     "tool_call_id", "id",         "function",
                                                     "arguments",    "parameters", "first",
                                                     "last",         "index",      "index0",
                                                     "loop",         "properties", "required",
                                                     "description",  "thinking",   "reasoning",
                                                     "items",        "enum",       "image",
                                                     "video",        "audio",      "reasoning_content"};
    p.form().reasoning = reasoning_form::named;
    for (std::string& name : fields_of(p.source(), known, most)) {
        p.form().reasoning_key = std::move(name);
        if (auto found = shown_reasoning(p, frame, with_tools)) {
            return found;
        }
    }
    p.form().reasoning = reasoning_form::reasoning_content;
    p.form().reasoning_key.clear();
    return {};
}

/// R3: reasoning before a tool call, for templates that show it only there.
[[nodiscard]] inline maybe<reasoning_format> compare_scope(probe& p, turn_frame const& frame) {
    for (reasoning_form const form : {reasoning_form::reasoning_content, reasoning_form::thinking}) {
        for (bool const blank : {false, true}) {
            p.form().reasoning = form;
            scene s{.calls = {probe_call(false, 1)}};
            if (blank) {
                s.content = "";
            }
            auto const plain_text = p.render(s);
            s.reasoning = needle::reasoning;
            auto const text = p.render(s);
            auto const body = text ? p.body_of(*text, frame) : std::nullopt;
            std::size_t const at = body ? body->find(needle::reasoning) : std::string_view::npos;
            if (at == std::string_view::npos) {
                continue;
            }
            std::string_view const rest = body->substr(at + needle::reasoning.size());
            reasoning_format found{reasoning_mode::tools_only, std::string(body->substr(0, at)), {}};
            auto const plain = plain_text ? p.body_of(*plain_text, frame) : std::nullopt;
            if (plain) {
                difference const d = compare(*plain, *body);
                found.end = rest.substr(0, rest.size() - (std::min)(rest.size(), d.suffix.size()));
            }
            if (strip(found.end).empty()) {
                // The block is there even when it is empty: its end is its start's counterpart.
                auto const opened = markers_of(found.start);
                std::string const close = opened.empty() ? std::string() : closing_of(opened.back());
                found.end = !close.empty() && rest.starts_with(close) ? close : std::string();
            }
            if (!found.end.empty()) {
                return found;
            }
        }
    }
    p.form().reasoning = reasoning_form::reasoning_content;
    return {};
}

/// Drops the words in front of the header's first marker where this prompt has the same header without them: they end the
/// question, and say whether to think (`/think_on<|assistant|>`, `/think_off<|assistant|>`).
inline bool shorten_header(turn_frame& frame, std::string_view prompt) {
    std::size_t at = 0;
    while (at < frame.header.size() && marker_length(std::string_view(frame.header).substr(at)) == 0) {
        at += segment_length(std::string_view(frame.header).substr(at));
    }
    std::string_view const rest = std::string_view(frame.header).substr(at);
    if (at == 0 || rest.empty() || !frame.before.ends_with(needle::user) ||
        prompt.find(rest, frame.before.size()) == std::string_view::npos) {
        return false;
    }
    frame.before += frame.header.substr(0, at);
    frame.header.erase(0, at);
    frame.prompt.erase(0, at);
    return true;
}

/// What the generation prompt writes behind the turn's header with thinking on or off; nothing where it raises.
[[nodiscard]] inline std::optional<std::string> prompt_tail(probe& p, turn_frame& frame, bool with_tools,
                                                            bool thinking) {
    scene s{.turn = false, .generation = true, .with_tools = with_tools};
    for (std::string_view const name : parlance::chat::detail::thinking_switches) {
        s.kwargs[name] = thinking;
    }
    auto text = p.render(s);
    if (!text) {
        return {};
    }
    if (auto const body = p.body_of(*text, frame)) {
        return std::string(*body);
    }
    // The switch may change the system prompt as well, or what stands in front of the header.
    std::size_t at = frame.header.empty() ? std::string::npos : text->rfind(frame.header);
    if (at == std::string::npos && text->starts_with(frame.before) && shorten_header(frame, *text)) {
        at = text->rfind(frame.header);
    }
    if (at == std::string::npos || !p.budget().take(std::string_view(*text).substr(at))) {
        return {};
    }
    return text->substr(at + frame.header.size());
}

/// What stands around reasoning where a template writes none between its tags: half of the line ends there are of the
/// beginning, and those behind the end are of the end.
[[nodiscard]] inline reasoning_format around_nothing(std::string_view block, std::string_view open,
                                                     std::string_view close) {
    std::size_t const begin = block.find(open) + open.size();
    std::size_t const end = block.find(close, begin);
    std::string_view const inner = block.substr(begin, end - begin);
    std::string_view const behind = block.substr(end);
    if (!strip(inner).empty() || strip(behind) != close) {
        return {reasoning_mode::tag_based, std::string(open), std::string(close)};
    }
    std::size_t const half = inner.size() - inner.size() / 2;
    return {reasoning_mode::tag_based, std::string(open).append(inner.substr(0, half)),
            std::string(inner.substr(half)).append(behind)};
}

/// R2: what the switch does to the generation prompt.  Refines what R1 found, and the header.
inline void compare_switch(probe& p, turn_frame& frame, bool with_tools, reasoning_format& found) {
    auto const on = prompt_tail(p, frame, with_tools, true);
    auto const off = prompt_tail(p, frame, with_tools, false);
    if (!on || !off) {
        return;
    }
    std::string_view const opened = strip(*on);
    auto const markers = markers_of(opened);
    bool const closed_at_once = !found.end.empty() && opened.find(strip(found.end)) != std::string_view::npos;
    if (opened.empty() || closed_at_once || (!markers.empty() && closes(markers.back()))) {
        if (found.mode == reasoning_mode::none) {
            // Nothing in history, but thinking off is written as an empty block: its two markers are the tags.
            if (auto const tags = markers_of(*off); tags.size() == 2 && closing_of(tags[0]) == tags[1]) {
                found = around_nothing(*off, tags[0], tags[1]);
            }
        }
        return;
    }
    // The prompt opens the reasoning itself; the model writes only the rest.
    if (found.mode == reasoning_mode::none) {
        std::string const close = markers.empty() ? std::string() : closing_of(markers.back());
        if (off->starts_with(opened) && !strip(std::string_view(*off).substr(opened.size())).empty()) {
            found.end = std::string_view(*off).substr(opened.size());
        } else if (!close.empty()) {
            found.end = close;
        } else {
            return;
        }
    }
    if (strip(found.start).empty()) {
        found.start = *on;
        found.spoken = markers.empty();
    }
    std::string_view const end = strip(found.end);
    found.mode =
        off->find(end) != std::string::npos ? reasoning_mode::forced_closed : reasoning_mode::forced_open;
}

/// All phases.  The header gets shorter where thinking on and off open the turn differently.
[[nodiscard]] inline reasoning_format analyze_reasoning(probe& p, turn_frame& frame, bool with_tools) {
    reasoning_format found;
    if (auto r = compare_presence(p, frame, with_tools)) {
        found = *std::move(r);
    } else if (with_tools) {
        if (auto scoped = compare_scope(p, frame)) {
            found = *std::move(scoped);
        }
    }
    if (found.mode == reasoning_mode::none) {
        if (auto named = compare_fields(p, frame, with_tools)) {
            found = *std::move(named);
        }
    }
    compare_switch(p, frame, with_tools, found);
    return found;
}

}  // namespace parlance::chat::analysis::detail
