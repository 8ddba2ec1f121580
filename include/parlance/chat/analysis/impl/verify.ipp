// parlance/chat/analysis/impl/verify.ipp - definitions of what parlance/chat/analysis/verify.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/analysis/verification.hpp>

namespace parlance::chat {

std::vector<claim> verify(chat_template const& t, dialect const& learned) {
    return analysis::verification(t, learned).run();
}

}  // namespace parlance::chat
