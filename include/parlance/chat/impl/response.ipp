// parlance/chat/impl/response.ipp - definitions of what parlance/chat/response.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/response.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/detail/answer.hpp>
#include <parlance/chat/detail/open_call.hpp>
#include <parlance/chat/detail/text_gate.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/stream.hpp>
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

void response::prime(std::string_view prompt_tail) {
    primed_ = now_.stream.offset() + prompt_tail.size();
    auto const silent = [](delta const&) {};
    now_.stream.feed(prompt_tail, [&](peg::event const& e) { handle(e, silent); });
}

void response::rollback(mark const& to) {
    now_ = to.now_;
    said_.shrink(to.size_);
}

std::string_view response::behind_prompt(peg::event const& e) const noexcept {
    return e.begin >= primed_ ? e.text : e.text.substr((std::min)(primed_ - e.begin, e.text.size()));
}

}  // namespace parlance::chat
