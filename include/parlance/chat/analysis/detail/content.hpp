// parlance/chat/analysis/detail/content.hpp - phase C1: whether content is wrapped, and what ends a turn
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/analysis/detail/turn.hpp>
#include <parlance/chat/format.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::chat::analysis::detail {

/// What C1 finds: the wrapper of content, and the text after the turn.
struct content_findings {
    content_format content;
    std::string turn_end;
};

/// What stands around content that follows reasoning: in front, beside the end of reasoning, and behind.
struct surroundings {
    std::string front;
    std::string behind;
};

[[nodiscard]] inline surroundings around_content_behind_reasoning(probe& p, turn_frame const& frame,
                                                                  reasoning_format const& reasoning,
                                                                  bool with_tools) {
    if (reasoning.mode == reasoning_mode::none || reasoning.mode == reasoning_mode::tools_only) {
        return {};
    }
    scene s{.with_tools = with_tools, .content = std::string(needle::content)};
    s.reasoning = needle::reasoning;
    auto const text = p.render(s);
    auto const body = text ? p.body_of(*text, frame) : std::nullopt;
    std::size_t const at = body ? body->find(needle::reasoning) : std::string_view::npos;
    std::size_t const content = body ? body->find(needle::content) : std::string_view::npos;
    if (at == std::string_view::npos || content == std::string_view::npos || content < at) {
        return {};
    }
    std::string_view between =
        body->substr(at + needle::reasoning.size(), content - at - needle::reasoning.size());
    if (!between.starts_with(reasoning.end)) {
        return {};
    }
    return {std::string(between.substr(reasoning.end.size())),
            std::string(body->substr(content + needle::content.size()))};
}

/// Compares an answer with a tool call: what stands around the content in one and, behind both, is not of the
/// content is the end of the turn.  White space and an empty reasoning block before the content are no wrapper.
[[nodiscard]] inline content_findings analyze_content(probe& p, turn_frame const& frame,
                                                      reasoning_format const& reasoning, bool with_tools) {
    content_findings out;
    scene s{.with_tools = with_tools, .content = std::string(needle::content)};
    auto const text = p.render(s);
    auto const body = text ? p.body_of(*text, frame) : std::nullopt;
    std::size_t const at = body ? body->find(needle::content) : std::string_view::npos;
    if (at == std::string_view::npos) {
        return out;
    }
    std::string_view const lead = without_empty_reasoning(body->substr(0, at), reasoning);
    std::string_view const tail = body->substr(at + needle::content.size());
    out.turn_end = tail;
    auto const [inner, behind] = around_content_behind_reasoning(p, frame, reasoning, with_tools);
    bool const plain = strip(lead).empty() ||
                       (reasoning.mode != reasoning_mode::none && strip(lead) == strip(reasoning.start));
    if (plain && strip(inner).empty()) {
        return out;
    }
    if (with_tools) {
        s.content.reset();
        s.calls.push_back(probe_call(false, 1));
        auto called = p.render(s);
        if (!called) {
            s.content = "";
            called = p.render(s);
        }
        if (called) {
            out.turn_end = common_suffix(tail, *called, p.budget().asker());
        }
    }
    // What wraps content only behind reasoning ends it only there.
    std::string_view const whole = plain && behind.ends_with(out.turn_end) ? behind : tail;
    std::string_view const end = whole.substr(0, whole.size() - out.turn_end.size());
    out.content = plain
                      ? content_format{content_mode::wrapped_with_reasoning, inner, std::string(end), {}}
                      : content_format{content_mode::always_wrapped, std::string(lead), std::string(end), {}};
    return out;
}

}  // namespace parlance::chat::analysis::detail
