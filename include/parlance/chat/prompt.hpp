// parlance/chat/prompt.hpp - a conversation to everything an engine needs for the next answer
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <cstddef>
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
/// fixups     what was changed in the messages so that the template could take them
struct prepared {
    std::string prompt;
    std::string tail;
    chat::syntax syntax;
    std::vector<tool> tools;
    std::optional<chat::grammar> grammar;
    std::vector<std::string> stops;
    std::vector<std::string> preserved;
    std::vector<fixup> fixups{};
};

namespace detail {

/// The last message put behind a generation prompt as the format says, left open where the model is to write on: for
/// templates that do not show what they are given of it.
inline void add_open_message(std::string& prompt, format const& f, inputs const& in) {
    message const& last = in.messages.back();
    bool const answered = last.content && !last.content->empty();
    bool const to_content =
        in.continue_final == continuation::content ||
        (in.continue_final == continuation::automatic && (answered || last.reasoning.empty()));
    auto const add = [&](std::string_view text) {  // without what the prompt ends in already
        std::size_t shared = std::min(prompt.size(), text.size());
        while (!prompt.ends_with(text.substr(0, shared))) {
            --shared;
        }
        prompt.append(text.substr(shared));
    };
    bool const reasons = !f.reasoning.start.empty() && !f.reasoning.end.empty() && !last.reasoning.empty();
    if (reasons) {
        std::size_t const turn = prompt.rfind(f.turn_start);
        std::size_t const opened =
            prompt.find(f.reasoning.start, turn == std::string::npos ? prompt.size() : turn);
        if (opened != std::string::npos && prompt.find(f.reasoning.end, opened) != std::string::npos) {
            prompt.resize(opened);  // the template has thought nothing
        }
        if (opened == std::string::npos || prompt.size() == opened) {
            add(f.reasoning.start);
        }
        prompt.append(last.reasoning);
    }
    if (to_content) {
        prompt.append(reasons ? f.reasoning.end : std::string());
        add(f.content.start);
        prompt.append(last.content.value_or(""));
    }
}

/// The prompt; a message to be continued stands at its end, in the template's way where it has one.
[[nodiscard]] inline result<written_prompt> write_prompt(chat_template const& t,
                                                         analysis_result const& learned, inputs const& in) {
    auto made = t.write(in, learned.supports);
    if (in.continue_final == continuation::none || in.messages.empty()) {
        return made;
    }
    std::string const& reasoning = in.messages.back().reasoning;
    bool const shown = made && (reasoning.empty() || made->text.find(reasoning) != std::string::npos);
    if (shown || (!made && made.error().code != errc::invalid_message)) {
        return made;
    }
    inputs before = in;
    before.messages.pop_back();
    before.continue_final = continuation::none;
    before.add_generation_prompt = true;
    if (!reasoning.empty() && !learned.supports.thinking_switch.empty()) {
        before.kwargs.emplace(learned.supports.thinking_switch, true);
    }
    auto opened = t.write(before, learned.supports);
    if (opened) {
        add_open_message(opened->text, learned.format, in);
    }
    return opened;
}

}  // namespace detail

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
    auto prompt = detail::write_prompt(t, learned, in);
    if (!prompt) {
        return prompt.error();
    }
    auto built = build_syntax(learned.format, in.tools, policy);
    if (!built) {
        return built.error();
    }
    prepared out{std::move(prompt->text),
                 {},
                 *std::move(built),
                 in.tools,
                 {},
                 learned.format.stops,
                 learned.format.preserved,
                 std::move(prompt->fixups)};
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
