// parlance/chat/prompt.hpp - a conversation to everything an engine needs for the next answer
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

/// One request, prepared.
///
/// prompt     the text to feed the model
/// tail       its end behind what opens the assistant's turn: give it to response::prime, and to an eager grammar
/// syntax     reads the answer; `tools` are those it was built for
/// grammar    constrains it; absent without tools
/// stops      texts that end generation
/// preserved  markers that must survive detokenisation
struct prepared {
    std::string prompt;
    std::string tail;
    chat::syntax syntax;
    std::vector<tool> tools;
    std::optional<chat::grammar> grammar;
    std::vector<std::string> stops;
    std::vector<std::string> preserved;
};

/// Renders the conversation and builds parser and grammar from what was learned of the template.
///
/// Errors: those of rendering; unknown_tool when the policy names a tool that was not given; those of
/// build_syntax and build_grammar.
[[nodiscard]] inline result<prepared> prepare(chat_template const& t, analysis_result const& learned,
                                              inputs const& in, call_policy const& policy = {},
                                              limits const& bounds = {}) {
    if (!policy.named.empty() && find_tool(in.tools, policy.named) == nullptr) {
        return diagnostic{errc::unknown_tool, {}, 0, note(policy.named)};
    }
    inputs shown = in;
    if (learned.supports.blank_content) {
        for (message& m : shown.messages) {
            if (!m.calls.empty() && !m.content && m.parts.empty()) {
                m.content.emplace();
            }
        }
    }
    auto prompt = t.render(shown, learned.supports.form);
    if (!prompt) {
        return prompt.error();
    }
    auto built = build_syntax(learned.format, in.tools, policy);
    if (!built) {
        return built.error();
    }
    prepared out{*std::move(prompt),      {}, *std::move(built), in.tools, {}, learned.format.stops,
                 learned.format.preserved};
    std::string const& opening = learned.format.turn_start;
    if (std::size_t const at = out.prompt.rfind(opening); !opening.empty() && at != std::string::npos) {
        out.tail = out.prompt.substr(at + opening.size());
    }
    if (!out.syntax.trigger.empty()) {
        auto constrained = build_grammar(out.syntax, out.tools, policy, bounds);
        if (!constrained) {
            return constrained.error();
        }
        out.grammar = *std::move(constrained);
    }
    return out;
}

}  // namespace parlance::chat
