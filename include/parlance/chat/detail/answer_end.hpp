// parlance/chat/detail/answer_end.hpp - texts that end generation
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Texts with which models end their turns, whatever their templates say of it.
inline constexpr std::string_view ends_of_turns[] = {"</s>",
                                                     "<|im_end|>",
                                                     "<|endoftext|>",
                                                     "<|end_of_text|>",
                                                     "<|eot_id|>",
                                                     "<|eom_id|>",
                                                     "<end_of_turn>",
                                                     "<turn|>",
                                                     "<｜end▁of▁sentence｜>",
                                                     "<|eot|>",
                                                     "<|eom|>",
                                                     "<|assistant_end|>",
                                                     "<start_function_response>"};

/// The texts of a format that end generation.
[[nodiscard]] inline std::vector<std::string> stops_of(format const& f) {
    std::vector<std::string> out = f.stops;
    std::erase(out, std::string());
    return out;
}

/// The texts of a format that end generation and are no markup elsewhere.
[[nodiscard]] inline std::vector<std::string_view> other_stops(format const& f) {
    std::vector<std::string_view> out;
    auto const& noise = f.content.noise;
    for (std::string const& stop : f.stops) {
        if (!stop.empty() && std::ranges::find(noise, stop) == noise.end()) {
            out.emplace_back(stop);
        }
    }
    return out;
}

}  // namespace parlance::chat::detail
