// parlance/chat/impl/format.ipp - definitions of what parlance/chat/format.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format.hpp>

namespace parlance::chat {

std::string channel_format::thought() const {
    return (channel.empty() ? recipient : channel) + reasoning + message;
}

}  // namespace parlance::chat
