// parlance/chat/analysis/frame.hpp - phase 0: where an assistant turn begins and ends
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/probe.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::chat::analysis {

/// Compares the question alone, with the generation prompt, and with an answer; and the same answer in the middle
/// of a conversation, where many templates leave reasoning out: what all of them open the turn with is the header.
/// Nothing when the template renders no answer.
[[nodiscard]] inline std::optional<turn_frame> find_frame(probe& p, bool with_tools) {
    scene const answered{.with_tools = with_tools, .content = std::string(needle::content)};
    scene question = answered;
    question.turn = false;
    scene prompted = question;
    prompted.generation = true;

    auto const full = p.render(answered);
    auto const base = p.render(question);
    auto const generation = p.render(prompted);
    if (!full || !generation || full->find(needle::content) == std::string::npos) {
        return std::nullopt;
    }
    turn_frame out;
    out.before = base && full->starts_with(*base) && generation->starts_with(*base)
                     ? *base
                     : std::string(common_prefix(*full, *generation).substr(0, full->find(needle::content)));
    std::string_view const answer = std::string_view(*full).substr(out.before.size());
    out.prompt = generation->substr(out.before.size());
    std::string_view header = common_prefix(answer.substr(0, answer.find(needle::content)), out.prompt);

    inputs history;
    history.messages.push_back({"user", std::string(needle::user), {}, {}, {}, {}, {}});
    history.messages.push_back({"assistant", std::string(needle::content), {}, {}, {}, {}, {}});
    history.messages.push_back({"user", std::string(needle::user), {}, {}, {}, {}, {}});
    history.add_generation_prompt = false;
    if (with_tools) {
        history.tools = p.tools();
    }
    if (auto const text = p.render(history); text && text->starts_with(out.before)) {
        header = common_prefix(header, std::string_view(*text).substr(out.before.size()));
    }
    out.header = header;
    return out;
}

}  // namespace parlance::chat::analysis
