// parlance/chat/openai.hpp - answers in the shapes of OpenAI's chat completions
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/ending.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <utility>

namespace parlance::chat {

/// How answers are written.
///
/// id             of the answer; where no two have the same, ids of calls are told apart, too
/// make_id        makes ids of calls that the model gave none; see call_id()
/// stream_usage   a usage of the ending gets a chunk of its own (wire_request::stream_usage)
/// legacy_functions  a call is a function_call, the first one: of requests that came with functions instead of tools
///                (wire_request::legacy_functions)
/// reasoning_key  "reasoning_content" (llama.cpp, DeepSeek, SGLang), "reasoning" (vLLM), "thinking" (transformers)
struct openai_options {
    std::string id = "chatcmpl-0";
    std::string model = "model";
    std::int64_t created = 0;
    std::string reasoning_key = "reasoning_content";
    call_id_maker make_id{};
    bool stream_usage = true;
    bool legacy_functions = false;
};

/// `message` of a chat.completion choice.
[[nodiscard]] PARLANCE_DECL boost::json::object to_openai(message const& m,
                                                          openai_options const& options = {});

/// `usage`, as OpenAI counts.
[[nodiscard]] PARLANCE_DECL boost::json::object to_openai(token_usage const& used);

/// The only choice of a chat.completion.
[[nodiscard]] PARLANCE_DECL boost::json::object to_openai_choice(message const& m, ending const& how,
                                                                 openai_options const& options = {});

/// The whole chat.completion.
[[nodiscard]] PARLANCE_DECL boost::json::object to_openai_completion(message const& m, ending const& how,
                                                                     openai_options const& options = {});
[[nodiscard]] PARLANCE_DECL boost::json::object to_openai_completion(message const& m, stop_cause cause,
                                                                     openai_options const& options = {});

/// Writes deltas as chat.completion.chunk objects: the role first, a call's name and id once, then fragments of its
/// arguments, the finish reason last and, where usage is given, a chunk without choices for it.
///
/// sink  called with each object; the same calls on every writer: begin once, put per delta, end once.  An id that
///       the model writes behind its arguments is too late, and that call goes under the id it was given at its begin,
///       unless late_ids is put in front.
class openai_chunks {
public:
    explicit openai_chunks(openai_options options = {}) : options_(std::move(options)) {}

    PARLANCE_DECL void begin(event_callback sink) const;

    PARLANCE_DECL void put(delta const& d, event_callback sink);

    PARLANCE_DECL void end(ending const& how, event_callback sink) const;

private:
    /// The change of a call: what is new of its function, and at its beginning also of itself.
    [[nodiscard]] PARLANCE_DECL boost::json::object of_call(std::size_t index, boost::json::object function,
                                                            boost::json::object head = {}) const;
    [[nodiscard]] PARLANCE_DECL boost::json::object frame(boost::json::array choices) const;
    [[nodiscard]] PARLANCE_DECL boost::json::object chunk(boost::json::object body,
                                                          boost::json::value reason) const;

    openai_options options_;
    wire_pieces pieces_{};
    bool called_ = false;
    bool whole_ = true;  // all calls
};

/// Reads a conversation from OpenAI's `messages`.  Arguments may be JSON text or an object; a message of role function, and
/// function_call, are what came before tools; a refusal is content.
/// Errors: invalid_message, json_type; the hint begins with the JSON Pointer.
[[nodiscard]] PARLANCE_DECL result<std::vector<message>> messages_from_openai(boost::json::value const& value,
                                                                              limits const& bounds = {});

/// The same of the array as text.  Errors also: those of json::parse, with their place in the text.
template <json::text Text>
[[nodiscard]] result<std::vector<message>> messages_from_openai(Text const& text, limits const& bounds = {}) {
    boost::json::monotonic_resource storage;
    auto const parsed = json::parse(text, bounds, &storage);
    return parsed ? messages_from_openai(*parsed, bounds) : result<std::vector<message>>(parsed.error());
}

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/openai.ipp>
#endif
