// parlance/chat/anthropic.hpp - answers in the shapes of Anthropic's messages
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/detail/json_prefix.hpp>
#include <parlance/chat/ending.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::chat {

/// How answers are written.
///
/// input_tokens     of message_start; the ending's usage replaces it where it is given
/// make_id          makes ids of calls that the model gave none; see call_id()
/// signed_thinking  the signature of thinking is the answer's id, not empty: clients do not send back thinking that has no
///                  signature, or send it as text
struct anthropic_options {
    std::string id = "msg_0";
    std::string model = "model";
    std::int64_t input_tokens = 0;
    call_id_maker make_id{};
    bool signed_thinking = false;
};

/// "max_tokens" and "refusal" always win; else "tool_use" when there is at least one call, else what ended the text.
///
/// whole  all calls are; otherwise it is "max_tokens"
[[nodiscard]] constexpr std::string_view anthropic_stop_reason(ending const& how, bool called,
                                                               bool whole = true) noexcept {
    switch (told_cause(how.cause, whole)) {
    case stop_cause::length: return "max_tokens";
    case stop_cause::content_filter: return "refusal";
    case stop_cause::stop: break;
    }
    if (called) {
        return "tool_use";
    }
    return how.stop_sequence.empty() ? "end_turn" : "stop_sequence";
}

/// The whole message: thinking, text and tool_use blocks.  Arguments that are no JSON object, as when the model was cut
/// off, stand as their text under "raw_arguments" in `input`.
[[nodiscard]] PARLANCE_DECL boost::json::object to_anthropic(message const& m, ending const& how,
                                                             anthropic_options const& options = {});

/// Writes deltas as the events of a streamed message.  Blocks are strictly sequential: one is closed before the next
/// is opened.  Calls: as openai_chunks.  Clients read the input of a call while it comes: of arguments that are no JSON those
/// up to where they break are written, and the message has all of them.
class anthropic_events {
public:
    explicit anthropic_events(anthropic_options options = {}) : options_(std::move(options)) {}

    PARLANCE_DECL void begin(event_callback sink) const;

    PARLANCE_DECL void put(delta const& d, event_callback sink);

    PARLANCE_DECL void end(ending const& how, event_callback sink);

private:
    enum class block : std::uint8_t { none, thinking, text, tool };

    PARLANCE_DECL void start(block kind, boost::json::object body, event_callback sink);
    PARLANCE_DECL void more(boost::json::object body, event_callback sink) const;
    PARLANCE_DECL void close(event_callback sink);

    anthropic_options options_;
    wire_pieces pieces_{};
    detail::json_prefix input_{};  // of the call that came last
    std::size_t index_ = 0;        // of the open block, or of the next
    block open_ = block::none;
    bool called_ = false;
    bool whole_ = true;  // all calls
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/anthropic.ipp>
#endif
