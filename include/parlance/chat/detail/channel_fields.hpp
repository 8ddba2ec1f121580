// parlance/chat/detail/channel_fields.hpp - the fields of a response template for answers in channels
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/call_trigger.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/object.hpp>
#include <string>

namespace parlance::chat::detail {

/// A header opens the region of its channel; one of no field's own, and what ends a message, divides the content.
/// Precondition: `c.channel` is not empty.
[[nodiscard]] inline json::object channel_fields(channel_format const& c) {
    std::string const start = c.start.empty() ? "" : "(?:" + escaped_expression(c.start) + ")?";
    std::string const header = "(?:[^<]|<\\|\\w+\\|>)*?" + escaped_expression(c.message);
    std::string end;
    for (std::string const& marker : c.ends) {
        end += (end.empty() ? "(?:" : "|") + escaped_expression(marker);
    }
    end += end.empty() ? "" : ")" + start;
    end += c.start.empty() ? "" : (end.empty() ? "" : "|") + escaped_expression(c.start);
    json::object fields;
    auto const field = [&](char const* name, std::string const& open) -> json::object& {
        auto& f = fields[name].emplace_object();
        f["open_pattern"] = start + open;
        if (!end.empty()) {
            f["close_pattern"] = end;
        }
        return f;
    };
    if (!c.reasoning.empty()) {
        // another header may stand before it, whose message never came
        field("reasoning_content", "(?:" + escaped_expression(c.channel) + "[^<]*?)?" +
                                       escaped_expression(c.channel + c.reasoning) + "\\s*" +
                                       escaped_expression(c.message));
    }
    if (!c.recipient.empty()) {
        auto& calls = field("tool_calls", "(?:" + escaped_expression(c.channel) + "[^<]*?)?" +
                                              escaped_expression(c.recipient) +
                                              "(?P<name>[^ <\\t\\r\\n\"'{}]+)" + header);
        calls["repeats"] = true;
        calls["content"] = "json";
        calls["transform"] = json::object{
            {"type", "function"}, {"function", json::object{{"name", "{name}"}, {"arguments", "{content}"}}}};
    }
    fields["content"] = json::object{
        {"close_pattern", start + escaped_expression(c.channel) + header + (end.empty() ? "" : "|" + end)}};
    return fields;
}

}  // namespace parlance::chat::detail
