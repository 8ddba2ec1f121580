// parlance/chat/impl/ending.ipp - definitions of what parlance/chat/ending.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/ending.hpp>
#include <parlance/text/function_ref.hpp>
#include <boost/json/fwd.hpp>
#include <parlance/chat/message.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::chat {

bool has_whole_calls(message const& m) { return std::ranges::all_of(m.calls, &tool_call::whole); }

std::string call_id(std::string_view id, std::size_t index) {
    return id.empty() ? "call_" + std::to_string(index) : std::string(id);
}

std::string call_id(tool_call const& call, std::size_t index) { return call_id(call.id, index); }

}  // namespace parlance::chat
