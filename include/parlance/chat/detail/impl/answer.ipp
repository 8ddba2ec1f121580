// parlance/chat/detail/impl/answer.ipp - definitions of what parlance/chat/detail/answer.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/answer.hpp>
#include <parlance/text/function_ref.hpp>

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

void answer::reason(std::string_view text, delta_callback sink) {
    message_.reasoning.append(text);
    sink(delta{delta_kind::reasoning, 0, text, {}, true});
}

void answer::say(std::string_view text, delta_callback sink) {
    if (!message_.content) {
        message_.content.emplace();
    }
    message_.content->append(text);
    sink(delta{delta_kind::content, 0, text, {}, true});
}

void answer::lose(std::string_view text, delta_callback sink) {
    malformed_.append(text);
    sink(delta{delta_kind::malformed, message_.calls.size(), text, {}, true});
}

void answer::begin_call(std::string name, std::string const& id, delta_callback sink) {
    message_.calls.push_back({id, std::move(name), {}, false});
    sink(delta{delta_kind::call_begin, message_.calls.size() - 1, message_.calls.back().name, id, true});
}

void answer::argue(std::string_view text, delta_callback sink) {
    message_.calls.back().arguments.append(text);
    sink(delta{delta_kind::arguments, message_.calls.size() - 1, text, {}, true});
}

void answer::end_call(bool whole, std::string const& id, delta_callback sink) {
    tool_call& call = message_.calls.back();
    bool const late = call.id.empty() && !id.empty();
    if (late) {
        call.id = id;
    }
    call.whole = whole;
    std::string_view const told = late ? std::string_view(call.id) : std::string_view{};
    sink(delta{delta_kind::call_end, message_.calls.size() - 1, {}, told, whole});
}

}  // namespace parlance::chat::detail
