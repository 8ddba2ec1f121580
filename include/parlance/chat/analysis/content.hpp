// parlance/chat/analysis/content.hpp - phase C1: whether content is wrapped, and what ends a turn
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/probe.hpp>
#include <string>
#include <string_view>

namespace parlance::chat::analysis {

/// What C1 finds: the wrapper of content, and the text after the turn.
struct content_findings {
    content_format content;
    std::string turn_end;
};

/// Compares an answer with a tool call: what stands around the content in one and, behind both, is not of the
/// content is the end of the turn.  White space and an empty reasoning block before the content are no wrapper.
[[nodiscard]] inline content_findings analyze_content(probe& p, turn_frame const& frame,
                                                      reasoning_format const& reasoning, bool with_tools) {
    content_findings out;
    scene s{.with_tools = with_tools, .content = std::string(needle::content)};
    auto const text = p.render(s);
    auto const body = text ? body_of(*text, frame) : std::nullopt;
    std::size_t const at = body ? body->find(needle::content) : std::string_view::npos;
    if (at == std::string_view::npos) {
        return out;
    }
    std::string_view lead = body->substr(0, at);
    std::string_view const tail = body->substr(at + needle::content.size());
    out.turn_end = tail;
    std::string empty_block;
    for (char const c : reasoning.start + reasoning.end) {
        if (!is_blank(c)) {
            empty_block.push_back(c);
        }
    }
    std::string solid;
    for (char const c : lead) {
        if (!is_blank(c)) {
            solid.push_back(c);
        }
    }
    if (solid.empty() || (reasoning.mode != reasoning_mode::none && solid == empty_block)) {
        return out;
    }
    if (with_tools) {
        s.content.reset();
        s.calls.push_back(probe_call(false, 1));
        if (auto const called = p.render(s)) {
            out.turn_end = common_suffix(tail, *called);
        }
    }
    out.content = {content_mode::always_wrapped, std::string(lead),
                   std::string(tail.substr(0, tail.size() - out.turn_end.size())), {}};
    return out;
}

}  // namespace parlance::chat::analysis
