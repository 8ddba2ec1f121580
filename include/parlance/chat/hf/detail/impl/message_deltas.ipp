// parlance/chat/hf/detail/impl/message_deltas.ipp - definitions of what parlance/chat/hf/detail/message_deltas.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/message_deltas.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::hf::detail {

field_role role_of(std::string_view field) noexcept {
    return field == "content"      ? field_role::content
           : field == "tool_calls" ? field_role::call
           : field == "thinking" || field == "reasoning" || field == "reasoning_content"
               ? field_role::reasoning
               : field_role::other;
}

std::optional<std::string> name_of(json::value const* call) {
    auto const* const function = call != nullptr ? json::member(*call, "function") : nullptr;
    auto const* const name =
        call == nullptr ? nullptr : json::member(function != nullptr ? *function : *call, "name");
    return name != nullptr && name->is_string() ? std::optional(std::string(json::text_of(*name)))
                                                : std::nullopt;
}

void message_deltas::next_call() noexcept {
    begun_ = false;
    said_ = 0;
}

}  // namespace parlance::chat::hf::detail
