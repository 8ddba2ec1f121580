// parlance/chat/analysis/impl/call_answers.ipp - definitions of what parlance/chat/analysis/call_answers.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/call_answers.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/analysis/turn.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/message.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::analysis {

std::optional<std::string> call_answers::of(std::vector<tool_call> calls,
                                            std::optional<std::string> content) {
    if (!content && blank_) {
        content.emplace();
    }
    auto const text = probe_->render(scene{.content = std::move(content), .calls = std::move(calls)});
    auto const body = text ? body_of(*text, *frame_) : std::nullopt;
    if (!body) {
        return std::nullopt;
    }
    ends_otherwise_ = !body->ends_with(turn_end_);
    return std::string(answer_of(*body, *reasoning_, turn_end_));
}

std::optional<std::string> call_answers::first() {
    auto absent = of({probe_call(false, 1)});
    if (absent && absent->find("None") == std::string::npos && absent->find("null") == std::string::npos) {
        return absent;
    }
    auto blank = of({probe_call(false, 1)}, "");
    if (blank && blank != absent) {
        blank_ = true;
        return blank;
    }
    return absent;
}

}  // namespace parlance::chat::analysis
