// parlance/hf/detail/impl/message_deltas.ipp - definitions of what parlance/hf/detail/message_deltas.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/message_deltas.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/json/dump.hpp>
#include <string>

namespace parlance::hf::detail {

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

void message_deltas::text(field_role role, std::string_view between, std::string_view more,
                          chat::delta_callback sink) {
    if (more.empty()) {
        return;
    }
    bool const content = role == field_role::content;
    if (content && !message_.content) {
        message_.content.emplace();
    }
    std::string& all = content ? *message_.content : message_.reasoning;
    std::string const whole = std::string(all.empty() ? std::string_view() : between).append(more);
    all.append(whole);
    sink(chat::delta{content ? chat::delta_kind::content : chat::delta_kind::reasoning, 0, whole, {}, true});
}

void message_deltas::begin_call(std::string_view name, std::string_view id, chat::delta_callback sink) {
    begun_ = true;
    message_.calls.push_back({std::string(id), std::string(name), {}, false});
    sink(chat::delta{chat::delta_kind::call_begin, message_.calls.size() - 1, message_.calls.back().name,
                     message_.calls.back().id, true});
}

void message_deltas::arguments(std::string_view more, chat::delta_callback sink) {
    said_ += more.size();
    message_.calls.back().arguments.append(more);
    sink(chat::delta{chat::delta_kind::arguments, message_.calls.size() - 1, more, {}, true});
}

void message_deltas::end_call(json::value const& value, chat::delta_callback sink) {
    auto const* const inner = json::member(value, "function");
    json::value const& function = inner != nullptr ? *inner : value;
    std::string id;
    for (json::value const* const holder : {&value, &function}) {
        for (char const* const key : {"id", "tool_call_id"}) {
            if (auto const* v = json::member(*holder, key); v != nullptr && v->is_string() && id.empty()) {
                id = json::text_of(*v);
            }
        }
    }
    auto const name = name_of(&value);
    if (!begun_ && !name) {
        return broken_call(json::dump(value), sink);
    }
    bool const late = begun_ && !id.empty();
    if (!begun_) {
        begin_call(*name, id, sink);
    }
    if (said_ == 0) {
        auto const* const all = json::member(function, "arguments");
        std::string const text = all == nullptr || all->is_null() ? "{}"
                                 : all->is_string()               ? std::string(json::text_of(*all))
                                                                  : json::dump(*all);
        arguments(text.empty() ? "{}" : text, sink);
    }
    if (late) {
        message_.calls.back().id = id;
    }
    message_.calls.back().whole = true;
    sink(chat::delta{chat::delta_kind::call_end,
                     message_.calls.size() - 1,
                     {},
                     late ? std::string_view(id) : std::string_view(),
                     true});
    next_call();
}

void message_deltas::whole_calls(json::value const& value, chat::delta_callback sink) {
    if (!value.is_array()) {
        return end_call(value, sink);
    }
    for (json::value const& one : value.get_array()) {
        next_call();
        end_call(one, sink);
    }
}

void message_deltas::broken_call(std::string_view text, chat::delta_callback sink) {
    if (begun_) {
        sink(chat::delta{chat::delta_kind::call_end, message_.calls.size() - 1, {}, {}, false});
    } else {
        malformed_.append(text);
        sink(chat::delta{chat::delta_kind::malformed, message_.calls.size(), text, {}, true});
    }
    next_call();
}

}  // namespace parlance::hf::detail
