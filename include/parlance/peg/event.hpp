// parlance/peg/event.hpp - what a parser reports while it reads
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/node.hpp>
#include <parlance/text/errc.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::peg {

enum class event_kind : std::uint8_t {
    enter,     // a tag begins
    bytes,     // text directly inside the innermost open tag; text outside all tags is not reported
    leave,     // the innermost open tag ends
    unparsed,  // text behind the place where the table ended or failed
    settle,    // all provisional events so far have become final
    retract,   // all provisional events so far are void
};

/// How a tag ended.
enum class closing : std::uint8_t {
    complete,
    broken,     // by a failure behind a cut
    truncated,  // by the end of the input
};

/// One thing that happened.
///
/// begin, end   offsets in all bytes fed so far: of the text; for `enter` both are where the tag begins; for `leave`
///              what the tag spans
/// text         of `bytes` and `unparsed`, valid during the call only.  Consecutive pieces may be cut anywhere,
///              inside a code point too; put together they are the text.
/// by_end       of `bytes` and `leave`: since the tag began, the end of the input has decided something that more input
///              might have decided otherwise: the tag might have gone on, or the text belong to what ends it
/// provisional  may still be retracted; only in delivery::provisional
struct event {
    event_kind kind = event_kind::bytes;
    closing how = closing::complete;
    bool provisional = false;
    bool by_end = false;
    tag_id tag = none;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string_view text{};
};

/// Anything that can be called with an event.
template <class S>
concept event_sink = std::invocable<S&, event const&>;

/// Ignores everything.
struct no_sink {
    constexpr void operator()(event const&) const noexcept {}
};
static_assert(event_sink<no_sink>);
static_assert(!event_sink<int>);

/// When events are delivered.
enum class delivery : std::uint8_t {
    final_only,   // as soon as they cannot be taken back any more
    provisional,  // at once, marked; `settle` or `retract` says what became of them
};

/// How a parse ended.
///
/// complete   the table was read to its end, at `end`; bytes behind that were reported as unparsed
/// truncated  the input ended where the table needs more; `end` is where the part that was cut short begins
/// failed     no way to go on at `end`, and no recover node around it
/// why        errc::none; out_of_fuel or cancelled when that ended it
struct outcome {
    enum class verdict : std::uint8_t { complete, truncated, failed } is = verdict::complete;
    std::size_t end = 0;
    errc why = errc::none;

    [[nodiscard]] constexpr bool complete() const noexcept { return is == verdict::complete; }
    friend constexpr bool operator==(outcome const&, outcome const&) = default;
};

}  // namespace parlance::peg
