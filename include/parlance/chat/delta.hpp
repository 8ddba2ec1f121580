// parlance/chat/delta.hpp - a step of an answer as it streams
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/function_ref.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::chat {

enum class delta_kind : std::uint8_t {
    reasoning,   // text: more reasoning
    content,     // text: more content
    call_begin,  // text: the tool's name; id: the model's, where it comes before the arguments
    arguments,   // text: more of the arguments' JSON
    call_end,  // id: the model's, where it came late; whole: the arguments are complete, whatever might have followed, and
    // refused: that they are, and its strict tool alone is why it is not whole
    malformed,  // text: of a broken call, that is part of nothing else
};

/// One step.  Deltas of a kind, put together, are the final text; what was said is never taken back.
///
/// index  of the call, from 0 in the order of appearance
/// text   valid during the call of the sink only; never ends inside a code point, except where the model did
struct delta {
    delta_kind kind = delta_kind::content;
    std::size_t index = 0;
    std::string_view text{};
    std::string_view id{};
    bool whole = true;
    bool refused = false;
};

/// What deltas are given to: anything that can be called with one, for the duration of a call.
using delta_callback = function_ref<void(delta const&)>;

}  // namespace parlance::chat
