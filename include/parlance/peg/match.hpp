// parlance/peg/match.hpp - reads a whole text at once, in constant expressions too
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/stream.hpp>
#include <parlance/text/limits.hpp>
#include <string_view>

namespace parlance::peg {

/// What a stream says when all of `text` is all of the input: the events go to `sink`.
///
/// errors  none; outcome::why is out_of_fuel or cancelled where `bounds` ended it
/// cost    that of stream
template <event_sink Sink>
constexpr outcome match(arena_view table, std::string_view text, Sink&& sink, limits const& bounds = {}) {
    stream s(table, bounds);
    s.stop_on(bounds.stop);
    s.feed(text, sink);
    return s.finish(sink);
}

/// The same, where nobody asks for the events.
constexpr outcome match(arena_view table, std::string_view text) { return match(table, text, no_sink{}); }

/// Whether the table reads all of the text.
[[nodiscard]] constexpr bool matches(arena_view table, std::string_view text) {
    outcome const o = match(table, text);
    return o.complete() && o.end == text.size();
}

}  // namespace parlance::peg
