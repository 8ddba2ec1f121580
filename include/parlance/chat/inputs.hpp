// parlance/chat/inputs.hpp - what a conversation brings to a chat template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/message.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>

namespace parlance::chat {

/// Texts of the vocabulary's special tokens that templates refer to as `bos_token`, `eos_token`.
///
/// others  further ones by the names templates know: `pad_token`, `image_token`, … (texts, or lists of texts)
struct special_tokens {
    std::string bos{};
    std::string eos{};
    boost::json::object others{};
};

/// Whether the last message is left open, for the model to write on where it ends: no generation prompt, and nothing
/// of the template behind the text.
///
/// automatic  in its content where it has any, else in its reasoning
/// reasoning  in its reasoning; content and calls of that message are not shown
/// content    in its content, behind the reasoning
enum class continuation : std::uint8_t { none, automatic, reasoning, content };

/// Where in the caller's document a message stands, as JSON Pointers.
///
/// message  of itself
/// parts    of each of its parts; where there are none, they stand under `message` as OpenAI has them
struct message_place {
    std::string message{};
    std::vector<std::string> parts{};
};

/// What a template can be given.
///
/// add_generation_prompt  the prompt ends with what opens the assistant's turn
/// kwargs                 further variables (`enable_thinking`, `date_string`, …); they win over special tokens, not over
///                        what is said here
/// documents              for templates with retrieval: objects, mostly {"title": …, "text": …}
/// continue_final         where it is not none, add_generation_prompt does not count
/// places                 of the messages, for errors of prepare(): where readers of requests made the messages of something
///                        else; without one for each message it is /messages/INDEX
struct inputs {
    std::vector<message> messages{};
    std::vector<tool> tools{};
    bool add_generation_prompt = true;
    boost::json::object kwargs{};
    boost::json::array documents{};
    continuation continue_final = continuation::none;
    std::vector<message_place> places{};
};

/// How a prompt is written.
///
/// convention  strict: as transformers, where absent tools and documents are None; lenient: they are not there
/// now         the clock of templates; empty means the machine's
/// origins     say in written_prompt::spans which bytes came from the caller
struct prompt_options {
    jinja::convention convention = jinja::convention::lenient;
    std::function<std::tm()> now{};
    bool origins = false;
};

}  // namespace parlance::chat
