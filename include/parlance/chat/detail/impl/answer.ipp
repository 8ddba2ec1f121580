// parlance/chat/detail/impl/answer.ipp - definitions of what parlance/chat/detail/answer.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/answer.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/message.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

answer::extent answer::size() const {
    extent out{message_.content.has_value(),
               message_.content ? message_.content->size() : 0,
               message_.reasoning.size(),
               malformed_.size(),
               message_.calls.size(),
               0,
               {},
               false};
    if (!message_.calls.empty()) {
        out.arguments = message_.calls.back().arguments.size();
        out.id = message_.calls.back().id;
        out.whole = message_.calls.back().whole;
    }
    return out;
}

void answer::shrink(extent const& to) {
    if (!to.has_content) {
        message_.content.reset();
    } else {
        message_.content->resize(to.content);
    }
    message_.reasoning.resize(to.reasoning);
    malformed_.resize(to.malformed);
    message_.calls.resize(to.calls);
    if (to.calls > 0) {
        message_.calls.back().arguments.resize(to.arguments);
        message_.calls.back().id = to.id;
        message_.calls.back().whole = to.whole;
    }
}

}  // namespace parlance::chat::detail
