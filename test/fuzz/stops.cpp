// test/fuzz/stops.cpp - any stop texts in any answer: the first that comes is found where it ends, however the answer is cut
// SPDX-License-Identifier: BSL-1.0
//
// The input is the TEXTS, a line for each, a zero byte, ANSWER.
#include <parlance/chat/stop_matcher.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using parlance::chat::stop_matcher;

/// What comes before the first stop, and which it is.
struct ending {
    std::string before;
    std::size_t found = stop_matcher::none;
    friend bool operator==(ending const&, ending const&) = default;
};

ending in_pieces(std::vector<std::string> const& texts, std::string_view answer, std::size_t piece) {
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
ending by_search(std::vector<std::string> const& texts, std::string_view answer) {
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const all(reinterpret_cast<char const*>(data), size);
    std::string_view rest = all.substr(0, all.find('\0'));
    std::string_view const answer = all.substr((std::min)(size, rest.size() + 1));
    std::vector<std::string> texts;
    while (!rest.empty()) {
        std::string const text(rest.substr(0, rest.find('\n')));
        rest.remove_prefix((std::min)(rest.size(), text.size() + 1));
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
            texts.push_back(text);
        }
    }
    ending const expected = by_search(texts, answer);
    for (std::size_t const piece : {answer.size() + 1, std::size_t{3}, std::size_t{1}}) {
        if (in_pieces(texts, answer, piece) != expected) {
            std::abort();
        }
    }
    return 0;
}
