// test/chat/stop_texts.hpp - what comes before the first of some stop texts: by the matcher in pieces, and by looking at every end
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/stop_matcher.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stop_texts {

using parlance::chat::stop_matcher;

/// What comes before the first stop, and which it is.
struct ending {
    std::string before;
    std::size_t found = stop_matcher::none;
    friend bool operator==(ending const&, ending const&) = default;
};

inline ending in_pieces(std::vector<std::string> const& texts, std::string_view answer, std::size_t piece) {
    stop_matcher stops(texts);
    ending out;
    for (std::size_t at = 0; at < answer.size() && !stops.stopped(); at += piece) {
        out.before += stops.feed(answer.substr(at, piece));
    }
    out.before += stops.finish();
    out.found = stops.found();
    return out;
}

/// The one that ends first, of those the longest.
inline ending by_search(std::vector<std::string> const& texts, std::string_view answer) {
    for (std::size_t end = 1; end <= answer.size(); ++end) {
        std::size_t best = stop_matcher::none;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            if (!texts[i].empty() && answer.substr(0, end).ends_with(texts[i]) &&
                (best == stop_matcher::none || texts[i].size() > texts[best].size())) {
                best = i;
            }
        }
        if (best != stop_matcher::none) {
            return {std::string(answer.substr(0, end - texts[best].size())), best};
        }
    }
    return {std::string(answer), stop_matcher::none};
}

}  // namespace stop_texts
