// parlance/chat/analysis/detail/call_answers.hpp - what a template writes for calls
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/analysis/detail/turn.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/message.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::analysis::detail {

/// Answers of turns with calls, over one probe.
///
/// inside  they are taken out of the middle of a conversation: some templates write no calls in the last message
class call_answers {
public:
    call_answers(probe& p, turn_frame const& frame, reasoning_format const& reasoning,
                 std::string_view turn_end, bool inside)
        : probe_(&p), frame_(&frame), reasoning_(&reasoning), turn_end_(turn_end), inside_(inside) {}

    /// The answer of a turn with these calls.
    [[nodiscard]] std::optional<std::string> of(std::vector<tool_call> calls,
                                                std::optional<std::string> content = {}) {
        if (!content && blank_) {
            content.emplace();
        }
        auto text = probe_->render(scene{.followed = inside_,
                                         .content = std::move(content),
                                         .reasoning = thought_,
                                         .calls = std::move(calls)});
        if (text && inside_) {
            text = without_next_question(*std::move(text));
        }
        auto const body = text ? probe_->body_of(*text, *frame_) : std::nullopt;
        if (!body) {
            return std::nullopt;
        }
        ends_otherwise_ = !body->ends_with(turn_end_);
        std::string_view answer = answer_of(*body, *reasoning_, turn_end_);
        if (std::size_t const thought = thought_.empty() ? answer.npos : answer.find(thought_);
            thought != answer.npos) {
            std::string_view const end = strip(reasoning_->end);
            std::size_t const at = answer.find(end, thought);
            answer.remove_prefix(at != answer.npos ? at + end.size() : 0);
        }
        return std::string(answer);
    }

    /// The first answer: with absent content, unless the template fails on it or spells it out; with reasoning, where it
    /// fails without.
    [[nodiscard]] std::optional<std::string> first() {
        auto absent = of({probe_call(false, 1)});
        if (!absent && reasoning_->mode != reasoning_mode::none && !of({probe_call(false, 1)}, "")) {
            thought_ = needle::reasoning;
            absent = of({probe_call(false, 1)});
        }
        if (absent && absent->find("None") == std::string::npos &&
            absent->find("null") == std::string::npos) {
            return absent;
        }
        auto blank = of({probe_call(false, 1)}, "");
        if (blank && blank != absent) {
            blank_ = true;
            return blank;
        }
        return absent;
    }

    /// Absent content beside calls makes the template fail, or write "None": it is given an empty one.
    [[nodiscard]] bool blank() const noexcept { return blank_; }
    /// The last answer did not end as other turns do.
    [[nodiscard]] bool ends_otherwise() const noexcept { return ends_otherwise_; }

private:
    /// A conversation up to where the user's next turn begins.
    [[nodiscard]] std::optional<std::string> without_next_question(std::string text) const {
        std::string_view opening = frame_->between;
        opening.remove_prefix(opening.starts_with(turn_end_) ? turn_end_.size() : 0);
        text.resize((std::min)(text.rfind(needle::user), text.size()));
        if (opening.empty() || !text.ends_with(opening)) {
            return std::nullopt;
        }
        text.resize(text.size() - opening.size());
        return text;
    }

    probe* probe_;
    turn_frame const* frame_;
    reasoning_format const* reasoning_;
    std::string_view turn_end_;
    bool inside_;
    std::string thought_{};
    bool blank_ = false;
    bool ends_otherwise_ = false;
};

}  // namespace parlance::chat::analysis::detail
