// parlance/chat/impl/responses.ipp - definitions of what parlance/chat/responses.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/responses.hpp>
#include <parlance/chat/delta.hpp>
#include <parlance/chat/ending.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat {

boost::json::object responses_events::state(std::string_view status) const {
    return {{"id", options_.id}, {"object", "response"}, {"status", status}};
}

boost::json::object responses_events::text_part() const {
    return {{"type", "output_text"}, {"text", text_}, {"annotations", boost::json::array{}}};
}

boost::json::object responses_events::describe_item(std::string_view status) const {
    boost::json::object out{{"id", item_id_}};
    bool const done = status == "completed";
    switch (open_) {
    case item::none: break;
    case item::reasoning:
        out["type"] = "reasoning";
        out["summary"] = boost::json::array{};
        out["content"] =
            done ? boost::json::array{boost::json::object{{"type", "reasoning_text"}, {"text", text_}}}
                 : boost::json::array{};
        break;
    case item::message:
        out["type"] = "message";
        out["role"] = "assistant";
        out["content"] = done ? boost::json::array{text_part()} : boost::json::array{};
        break;
    case item::call:
        out["type"] = "function_call";
        out["call_id"] = call_id_;
        out["name"] = name_;
        out["arguments"] = text_;
        break;
    }
    out["status"] = status;
    return out;
}

}  // namespace parlance::chat
