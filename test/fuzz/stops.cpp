// test/fuzz/stops.cpp - any stop texts in any answer: the first that comes is found where it ends, however the answer is cut
// SPDX-License-Identifier: BSL-1.0
//
// The input is the TEXTS, a line for each, a zero byte, ANSWER.
#include "../chat/stop_texts.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

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
    stop_texts::ending const expected = stop_texts::by_search(texts, answer);
    for (std::size_t const piece : {answer.size() + 1, std::size_t{3}, std::size_t{1}}) {
        if (stop_texts::in_pieces(texts, answer, piece) != expected) {
            std::abort();
        }
    }
    return 0;
}
