// parlance/chat/analysis/detail/impl/turn.ipp - definitions of what parlance/chat/analysis/detail/turn.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/detail/turn.hpp>
#include <parlance/chat/analysis/diff.hpp>

namespace parlance::chat::analysis::detail {

std::string_view without_empty_reasoning(std::string_view body, reasoning_format const& reasoning) {
    std::string_view const start = strip(reasoning.start);
    std::string_view const end = strip(reasoning.end);
    if (end.empty()) {
        return body;
    }
    std::size_t const close = body.find(end);
    if (close == std::string_view::npos) {
        return body;
    }
    std::string_view block = strip(body.substr(0, close));
    if (block.starts_with(start)) {
        block.remove_prefix(start.size());
    }
    if (!strip(block).empty()) {
        return body;
    }
    body.remove_prefix(close + end.size());
    std::size_t blanks = reasoning.end.size() - reasoning.end.find(end) - end.size();
    while (blanks > 0 && !body.empty() && is_blank(body.front())) {
        body.remove_prefix(1);
        --blanks;
    }
    return body;
}

std::string_view answer_of(std::string_view body, reasoning_format const& reasoning,
                           std::string_view turn_end) {
    if (body.ends_with(turn_end)) {
        body.remove_suffix(turn_end.size());
    }
    return without_empty_reasoning(body, reasoning);
}

}  // namespace parlance::chat::analysis::detail
