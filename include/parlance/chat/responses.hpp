// parlance/chat/responses.hpp - answers in the shapes of OpenAI's Responses
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/ending.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parlance::chat {

/// What every response says of itself and of its request.
///
/// request          members that are repeated (wire_request::echo): tools, tool_choice, parallel_tool_calls, instructions, …;
///                  those that clients require have defaults
/// make_id          makes ids of calls that the model gave none; see call_id()
/// unique_ids       ids of items are made of the response's id (rs_0_1 of resp_0), not of their place alone (rs_1): clients
///                  that keep a conversation take items of two answers with the same id for one, and drop the earlier
/// reasoning_parts  text of reasoning stands between content_part.added and .done, as that of a message always does;
///                  openai-node throws on a stream that has reasoning without them
struct responses_options {
    std::string id = "resp_0";
    std::string model = "model";
    std::int64_t created = 0;
    boost::json::object request{};
    call_id_maker make_id{};
    bool unique_ids = false;
    bool reasoning_parts = false;
};

/// The whole response, of an answer that was not streamed: what the last event of responses_events has.
[[nodiscard]] PARLANCE_DECL boost::json::object to_responses(message const& m, ending const& how,
                                                             responses_options const& options = {});

/// Writes deltas as the events of a streamed response: one output item per stretch of reasoning, text, or call, in the
/// order of appearance, each closed before the next is opened.  Every event carries its sequence_number, and those of an
/// item its output_index and item_id; the last one has all items as the response's output.  Calls: as openai_chunks; one
/// that is not whole is "incomplete", and so is the response, and so is the item in which the engine ended the answer.
class responses_events {
public:
    explicit responses_events(responses_options options = {}) : options_(std::move(options)) {}

    PARLANCE_DECL void begin(event_callback sink);

    PARLANCE_DECL void put(delta const& d, event_callback sink);

    PARLANCE_DECL void end(ending const& how, event_callback sink);

private:
    enum class item : std::uint8_t { none, reasoning, message, call };

    PARLANCE_DECL void emit(std::string_view type, boost::json::object const& body, event_callback sink);

    /// An event of the open item; of text, also with its content_index.
    PARLANCE_DECL void emit_in_item(std::string_view type, std::string_view key,
                                    boost::json::value const& value, event_callback sink);

    PARLANCE_DECL void start(item kind, event_callback sink);
    PARLANCE_DECL void more(std::string_view type, std::string_view text, event_callback sink);
    PARLANCE_DECL void close(event_callback sink, std::string_view status);
    /// Another item comes.  Of a call that has not ended, what is said is what broke it.
    PARLANCE_DECL void leave(event_callback sink);

    [[nodiscard]] PARLANCE_DECL boost::json::object state(std::string_view status) const;
    /// Whether events say of the open item that its part is added and done.
    [[nodiscard]] bool has_part() const noexcept {
        return open_ == item::message || (open_ == item::reasoning && options_.reasoning_parts);
    }
    [[nodiscard]] PARLANCE_DECL boost::json::object text_part() const;
    [[nodiscard]] PARLANCE_DECL boost::json::object describe_item(std::string_view status) const;

    responses_options options_;
    wire_pieces pieces_{};
    std::size_t sequence_ = 0;
    std::size_t index_ = 0;  // of the open item, or of the next
    item open_ = item::none;
    std::string item_id_;
    std::string call_id_;
    std::string name_;
    std::string text_;             // of the open item, so far
    boost::json::array output_{};  // items that are done
    bool whole_ = true;            // all calls
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/responses.ipp>
#endif
