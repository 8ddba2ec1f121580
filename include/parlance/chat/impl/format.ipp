// parlance/chat/impl/format.ipp - definitions of what parlance/chat/format.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>

namespace parlance::chat {

tool_mode tool_format::mode() const noexcept {
    if (call.empty()) {
        return tool_mode::none;
    }
    bool const object = call.front().is == piece::kind::text && call.front().text.starts_with('{');
    return !values.empty() && arguments.close.empty() ? tool_mode::tag_with_tagged
           : object                                   ? tool_mode::json_native
                                                      : tool_mode::tag_with_json;
}

std::string channel_format::thought() const {
    return (channel.empty() ? recipient : channel) + reasoning + message;
}

}  // namespace parlance::chat
