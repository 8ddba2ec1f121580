// parlance/chat/analysis/impl/probe.ipp - definitions of what parlance/chat/analysis/probe.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <string>

namespace parlance::chat::analysis {

probe::probe(chat_template const& t, meter& m, capabilities const& can)
    : template_(&t), meter_(&m), needs_system_(can.needs_system) {
    form_.content = can.form.content;
    form_.tools = can.form.tools;
    boost::json::object const property{{"type", "string"}, {"description", "text"}};
    boost::json::object const parameters{
        {"type", "object"},
        {"properties", boost::json::object{{needle::first_key, property}, {needle::second_key, property}}},
        {"required", boost::json::array{}}};
    for (std::string_view const name : {needle::first_tool, needle::second_tool}) {
        tools_.push_back({std::string(name), "a tool", parameters});
    }
}

std::optional<std::string> probe::render(scene const& s) {
    inputs in;
    in.messages.push_back({"user", std::string(needle::user), {}, {}, {}, {}, {}});
    if (s.turn) {
        in.messages.push_back({"assistant", s.content, {}, s.reasoning, s.calls, {}, {}});
    }
    for (tool_call const& call : s.answered ? s.calls : std::vector<tool_call>()) {
        in.messages.push_back({"tool", std::string(needle::content), {}, {}, {}, call.id, call.name});
    }
    if (s.followed) {
        in.messages.push_back(in.messages.front());
    }
    if (s.with_tools) {
        in.tools = tools_;
    }
    in.add_generation_prompt = s.generation;
    in.kwargs = s.kwargs;
    return render(std::move(in));
}

std::optional<std::string> probe::render(inputs in) {
    ++renders_;
    if (needs_system_) {
        in.messages.insert(in.messages.begin(), {"system", std::string(needle::system), {}, {}, {}, {}, {}});
    }
    auto text = meter_->render(in, form_);
    if (!text) {
        errors_.push_back(text.error());
        return std::nullopt;
    }
    return *std::move(text);
}

tool_call probe_call(bool second, std::size_t arguments) {
    std::string text = "{";
    for (std::size_t i = 0; i < arguments; ++i) {
        text.append(i == 0 ? "\"" : ", \"").append(i == 0 ? needle::first_key : needle::second_key);
        text.append("\": \"").append(i == 0 ? needle::first_value : needle::second_value).append("\"");
    }
    text.append("}");
    return {std::string(second ? needle::second_id : needle::first_id),
            std::string(second ? needle::second_tool : needle::first_tool), std::move(text)};
}

std::optional<std::string_view> probe::body_of(std::string_view text, turn_frame const& frame) {
    if (!text.starts_with(frame.before)) {
        return std::nullopt;
    }
    text.remove_prefix(frame.before.size());
    // Some templates write the blank behind the header with the content, and some one in front of calls alone.
    std::string_view header = frame.header;
    if (std::size_t const front = text.find_first_not_of(" \t\r\n");
        !header.empty() && front != text.npos && text.substr(front).starts_with(header)) {
        text.remove_prefix(front);
    }
    if (!text.starts_with(header)) {
        header = header.substr(0, header.find_last_not_of(" \t\r\n") + 1);
    }
    if (!text.starts_with(header) || (header.empty() && !frame.header.empty())) {
        return std::nullopt;
    }
    text.remove_prefix(header.size());
    if (text.ends_with(frame.after)) {
        text.remove_suffix(frame.after.size());
    }
    if (!meter_->take(text)) {
        return std::nullopt;
    }
    return text;
}

}  // namespace parlance::chat::analysis
