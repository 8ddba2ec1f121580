// parlance/chat/detail/impl/open_end.ipp - definitions of what parlance/chat/detail/open_end.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/open_end.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace parlance::chat::detail {

std::string absent_mark(std::string_view text) {
    // One 9, in front, and none is added: two marks never overlap.
    std::string mark = "90417365280134607251";
    while (true) {
        // The digit that follows least often: of the occurrences, one in nine is left at most.
        std::array<std::size_t, 9> followed{};
        bool found = false;
        for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
            found = true;
            std::size_t const next = at + mark.size();
            if (next < text.size() && text[next] >= '0' && text[next] <= '8') {
                ++followed[static_cast<std::size_t>(text[next] - '0')];
            }
        }
        if (!found) {
            return mark;
        }
        auto const least = std::min_element(followed.begin(), followed.end());
        mark.push_back(static_cast<char>('0' + (least - followed.begin())));
    }
}

bool goes_on_reasoning(inputs const& in) {
    message const& last = in.messages.back();
    bool const empty = last.parts.empty() && last.content.value_or("").empty();
    return in.continue_final == continuation::reasoning ||
           (in.continue_final == continuation::automatic && empty && !last.reasoning.empty());
}

inputs with_open_end(inputs in, std::string_view mark) {
    message& last = in.messages.back();
    if (goes_on_reasoning(in)) {
        last.reasoning.append(mark);
        last.content.emplace();
        last.parts.clear();
        last.calls.clear();
        return in;
    }
    for (std::size_t i = last.parts.size(); i-- > 0;) {
        auto* const part = last.parts[i].if_object();
        auto* const text = part != nullptr ? part->if_contains("text") : nullptr;
        if (text != nullptr && text->is_string()) {
            text->get_string().append(mark);
            return in;
        }
    }
    if (!last.parts.empty()) {
        last.parts.push_back(boost::json::object{{"type", "text"}, {"text", mark}});
    } else {
        last.content = last.content.value_or("").append(mark);
    }
    return in;
}

inputs with_marked_texts(inputs in, std::string_view reasoning, std::string_view content) {
    bool const reasons = goes_on_reasoning(in);
    message& last = in.messages.back();
    if (reasons) {
        last.calls.clear();
    }
    if (reasons || !last.reasoning.empty()) {
        last.reasoning = reasoning;
    }
    last.parts.clear();
    last.content = reasons ? std::string_view{} : content;
    in.continue_final = continuation::none;
    in.add_generation_prompt = false;
    return in;
}

}  // namespace parlance::chat::detail
