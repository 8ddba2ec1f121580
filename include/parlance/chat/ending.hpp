// parlance/chat/ending.hpp - why an answer ended, and what every wire shape needs to say about it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/function_ref.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::chat {

/// What the events of a wire shape are given to, in the order in which clients must see them: anything that can be called
/// with an object, for the duration of a call.
using event_callback = function_ref<void(boost::json::object)>;

/// Why generation ended, as the engine saw it.
enum class stop_cause : std::uint8_t { stop, length, content_filter };

/// Tokens that were paid for.
struct token_usage {
    std::int64_t input = 0;
    std::int64_t output = 0;
};

/// How an answer ended.
///
/// stop_sequence  the caller's text that ended it; empty for the model's own end
/// named_choice   the caller named the one tool to call; OpenAI then says "stop" although there is a call
struct ending {
    stop_cause cause = stop_cause::stop;
    std::string_view stop_sequence{};
    bool named_choice = false;
    std::optional<token_usage> usage{};
};

/// What clients are told: an answer with a call that is not whole was cut off, whatever the engine says, so that nobody
/// carries the call out.
[[nodiscard]] constexpr stop_cause told_cause(stop_cause cause, bool whole) noexcept {
    return cause == stop_cause::stop && !whole ? stop_cause::length : cause;
}

/// "length" and "content_filter" always win; else "tool_calls" when there is at least one call, else "stop".
///
/// whole  all calls are; otherwise it is "length"
[[nodiscard]] constexpr std::string_view finish_reason(stop_cause cause, bool called,
                                                       bool whole = true) noexcept {
    switch (told_cause(cause, whole)) {
    case stop_cause::length: return "length";
    case stop_cause::content_filter: return "content_filter";
    case stop_cause::stop: break;
    }
    return called ? "tool_calls" : "stop";
}
[[nodiscard]] constexpr std::string_view finish_reason(ending const& how, bool called,
                                                       bool whole = true) noexcept {
    return finish_reason(how.cause, called && !how.named_choice, whole);
}
static_assert(finish_reason(stop_cause::length, true) == "length");

/// Whether all calls of a message are whole.
[[nodiscard]] PARLANCE_DECL bool has_whole_calls(message const& m);

/// Text of a model as JSON can have it.  An answer may end inside a code point, as where max_tokens was reached: those bytes
/// are left out, as other servers do, so that a client that has the answer continued sends back a text that the model can
/// go on from.  Bytes elsewhere that are not UTF-8 become U+FFFD, one for each longest beginning of a code point.  The writers
/// of all wire shapes write text so; what a response_parser gives is as the model wrote it.
[[nodiscard]] PARLANCE_DECL std::string wire_text(std::string_view text);

/// wire_text() of deltas, one after the other: put together it is that of all their text.  What may be the beginning of a code
/// point at the end of one waits for the next of its kind, and is left out where none comes.
class wire_pieces {
public:
    [[nodiscard]] PARLANCE_DECL std::string of(delta const& d);

private:
    std::string reasoning_{};  // what waits
    std::string content_{};
    std::string arguments_{};  // of the call that came last
};

/// Makes the id of a call that came without one; `index` is its place in the message.
using call_id_maker = std::function<std::string(std::size_t index)>;

/// The id of a call: the model's, in every wire shape, or else what `make` makes, or else nine letters and digits, the only
/// shape that all templates take (Mistral's refuse others).  They are made of the answer's id, so that calls of two answers
/// have the same id only where the answers have; within a message they are unique.
[[nodiscard]] PARLANCE_DECL std::string call_id(std::string_view id, std::size_t index,
                                                std::string_view answer, call_id_maker const& make = {});

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/ending.ipp>
#endif
