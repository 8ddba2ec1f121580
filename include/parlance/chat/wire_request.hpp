// parlance/chat/wire_request.hpp - what the body of a request says, whichever API it came by
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/request.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace parlance::chat {

/// A request as a server gets it: openai_request.hpp, anthropic_request.hpp and responses_request.hpp read it.
///
/// conversation  and `wanted`: what prepare() takes
/// stops         the caller's texts that end the answer; give them to answer_turn or a stop_matcher
/// max_tokens    of the answer, reasoning included; absent: as the engine likes
/// stream        the caller wants events; stream_usage: with the tokens that were used
/// legacy_functions  the caller has functions where others have tools: the answer is to have function_call, and one call
///               (openai_options::legacy_functions)
/// echo          members that a response of the Responses API repeats
/// unread        members that are the engine's (sampling, routing), by name, and what was not read inside others, by its
///               path: "stream_options/include_obfuscation", "messages/3/prefix".  Null is as good as absent; hints for caches
///               (cache_control) inside of messages and tools are not told
struct wire_request {
    std::string model{};
    inputs conversation{};
    request wanted{};
    std::vector<std::string> stops{};
    std::optional<std::size_t> max_tokens{};
    bool stream = false;
    bool stream_usage = false;
    bool legacy_functions = false;
    boost::json::object echo{};
    std::vector<std::string> unread{};
};

}  // namespace parlance::chat
