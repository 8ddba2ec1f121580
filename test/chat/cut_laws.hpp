// test/chat/cut_laws.hpp - what holds of the calls of an answer wherever the answer is cut off
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "laws.hpp"
#include <parlance/chat/message.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace laws {

/// The calls of what was read and of `text` behind it; the answer ends there.
template <class Reader>
[[nodiscard]] std::vector<chat::tool_call> calls_of(reading<Reader> r, std::string_view text) {
    account const told = detail::after(std::move(r), text, true);
    return told.broken().empty() ? told.told().calls : std::vector<chat::tool_call>{{"", told.broken(), ""}};
}
template <class Reader>
[[nodiscard]] std::vector<chat::tool_call> calls_of(Reader const& fresh, std::string_view text) {
    return calls_of(reading<Reader>{fresh}, text);
}

/// The first cut of `text` that breaks one of these laws, empty when there is none:
///   the arguments of a call are the beginning of those that the call has in the whole text;
///   a call that is whole has all of them, and keeps them whatever comes behind the cut.
/// Of a call that only the end of the answer makes whole, its end standing behind a value that has none, neither holds: more
/// of the value might follow.
///
/// fresh  a reader that has not read anything of the answer; it may be primed
/// from   cuts in front of it are not tried: where reasoning is closed there, a call in it was one only as long as it might
///        have ended the reasoning
/// cost   the square of the text: behind every cut with a call that is whole come some ends of the text, others each time
template <class Reader>
[[nodiscard]] std::string first_wrong_cut(Reader const& fresh, std::string_view text, std::size_t from = 0) {
    constexpr std::size_t enough = 8;
    std::vector<chat::tool_call> const uncut = calls_of(fresh, text);
    reading<Reader> front{fresh};
    front.feed(text.substr(0, from));
    for (std::size_t at = from; at <= text.size(); ++at) {
        std::vector<chat::tool_call> const cut = calls_of(front, {});
        std::vector<chat::tool_call> const& told = front.reader.so_far().calls;
        std::string const where = "cut at " + std::to_string(at) + ": ";
        std::vector<chat::tool_call> whole;
        for (std::size_t i = 0; i < cut.size(); ++i) {
            chat::tool_call const& c = cut[i];
            if (c.whole && (i >= told.size() || !told[i].whole)) {
                continue;
            }
            std::string const shown = where + c.name + " " + c.arguments;
            if (i >= uncut.size() || c.name != uncut[i].name ||
                !uncut[i].arguments.starts_with(c.arguments)) {
                return shown + " is no beginning of a call of the whole text";
            }
            if (c.whole && (!uncut[i].whole || c.arguments != uncut[i].arguments)) {
                return shown + " is whole, and goes on";
            }
            if (c.whole && whole.size() == i) {
                whole.push_back(c);
            }
        }
        std::size_t const step = text.size() / enough + 1;
        for (std::size_t rest = from + at % step; !whole.empty() && rest <= text.size(); rest += step) {
            auto const other = calls_of(front, text.substr(rest));
            for (std::size_t i = 0; i < whole.size(); ++i) {
                if (i >= other.size() || other[i].arguments != whole[i].arguments || !other[i].whole) {
                    return where + "a call that is whole is another one when " +
                           std::string(text.substr(rest)) + " follows";
                }
            }
        }
        if (at < text.size()) {
            front.feed(text.substr(at, 1));
        }
    }
    return {};
}

}  // namespace laws
