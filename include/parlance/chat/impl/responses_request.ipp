// parlance/chat/impl/responses_request.ipp - definitions of what parlance/chat/responses_request.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/responses_request.hpp>
#include <parlance/chat/detail/request_node.hpp>
#include <parlance/chat/detail/request_parts.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/chat/message.hpp>
#include <boost/json/array.hpp>
#include <string>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Puts items together to messages.
class item_reader {
public:
    explicit item_reader(inputs& out) : in_(&out), out_(&out.messages) {}

    void put(request_node const& item) {
        (void)item.object();
        std::string const type = item.member("type").text_or("message");
        if (type == "message") {
            item.add_unread({"type", "id", "status", "role", "content"});
            put_text(item);
        } else if (type == "reasoning") {
            put_reasoning(item);
        } else if (type == "function_call") {
            item.add_unread({"type", "id", "status", "call_id", "name", "arguments"});
            answer(3, item).calls.push_back({item.member("call_id").text_or({}), item.member("name").text(),
                                             item.member("arguments").text_or({}),
                                             item.member("status").text_or({}) != "incomplete"});
        } else if (type == "function_call_output") {
            item.add_unread({"type", "id", "status", "call_id", "name", "output"});
            message& m = add("tool", item);
            m.tool_call_id = item.member("call_id").text();
            m.name = item.member("name").text_or({});
            read_content(item.member("output"), m, true);
            add_parts(item.member("output"));
        } else if (type == "item_reference") {
            item.refuse("no conversation is kept here; send the item itself");
        } else {
            std::string const name = item.member("name").text_or({});
            item.refuse("an item of type '" + type + "'" + (name.empty() ? "" : ", '" + name + "',") +
                        " cannot be shown to a model");
        }
    }

private:
    /// A message of its own.
    [[nodiscard]] message& add(std::string_view role, request_node const& item) {
        part_ = 0;
        in_->places.push_back({item.path(), {}});
        message& out = out_->emplace_back();
        out.role = role;
        return out;
    }
    /// Where the parts of the last message stand.
    void add_parts(request_node const& content) {
        for (std::size_t i = 0; i < out_->back().parts.size(); ++i) {
            in_->places.back().parts.push_back(content.path() + '/' + std::to_string(i));
        }
    }
    /// The message of the assistant that an item belongs to: the last one, or a new one.
    ///
    /// part  its place in a message: reasoning, then text, then calls
    [[nodiscard]] message& answer(int part, request_node const& item) {
        // Only calls come several times in one message.
        if (part_ == 0 || part < part_ || (part == part_ && part < 3)) {
            static_cast<void>(add("assistant", item));
        }
        part_ = part;
        return out_->back();
    }
    void put_text(request_node const& item) {
        std::string const role = item.member("role").text();
        request_node const content = item.member("content");
        message said{.role = role};
        read_content(content, said, true);
        bool const assistant = role == "assistant";
        if (assistant && part_ == 3 && said.parts.empty() && out_->back().parts.empty()) {
            message& m = out_->back();  // text behind calls is of the same answer
            m.content = m.content.value_or("") + said.content.value_or("");
            return;
        }
        message& m = assistant ? answer(2, item) : add(role, item);
        m.content = std::move(said.content);
        m.parts = std::move(said.parts);
        add_parts(content);
    }
    void put_reasoning(request_node const& item) {
        item.add_unread({"type", "id", "status", "summary", "content"});
        std::string thought;
        for (char const* const key : {"content", "summary"}) {
            for (request_node const list = item.member(key); request_node const& part : list.items()) {
                if (std::string const text = part.member("text").text(); !text.empty()) {
                    thought += thought.empty() ? text : "\n" + text;
                }
            }
            if (!thought.empty()) {
                break;
            }
        }
        if (thought.empty()) {
            return;
        }
        if (part_ == 3) {
            out_->back().reasoning += thought;
        } else {
            answer(1, item).reasoning = std::move(thought);
        }
    }

    inputs* in_;
    std::vector<message>* out_;
    int part_ = 0;  // of the answer that is open; 0: none is
};

}  // namespace parlance::chat::detail

namespace parlance::chat {

result<wire_request> responses_request(boost::json::value const& value, limits const& bounds) {
    using detail::request_node;
    return detail::read_request<wire_request>(value, bounds.stop, [](request_node const& body) {
        wire_request out = detail::read_frame(body, "parameters", {"max_output_tokens"});
        for (char const* const key : {"previous_response_id", "conversation"}) {
            if (request_node const kept = body.member(key)) {
                kept.refuse("no conversation is kept here; send its items as input");
            }
        }
        std::vector<message>& messages = out.conversation.messages;
        if (request_node const instructions = body.member("instructions")) {
            message& m = messages.emplace_back();
            m.role = "system";
            m.content = instructions.text();
            out.conversation.places.push_back({instructions.path(), {}});
        }
        if (request_node const input = body.member("input"); input.is_array()) {
            detail::item_reader read(out.conversation);
            input.items().make_room(messages);
            for (request_node const& item : input.items()) {
                read.put(item);
            }
        } else {
            message& m = messages.emplace_back();
            m.role = "user";
            m.content = input.text();
            out.conversation.places.push_back({input.path(), {}});
        }
        detail::name_results(messages);
        detail::read_choice(out, body.member("tool_choice"));
        out.wanted.calls.parallel = body.member("parallel_tool_calls").boolean_or(true);
        request_node const format = body.member("text").member("format");
        detail::read_format(out, format.member("type"), format);
        detail::read_effort(out, body.member("reasoning").member("effort"));
        body.member("text").add_unread({"format"});
        format.add_unread({"type", "name", "schema", "strict"});
        body.member("reasoning").add_unread({"effort"});
        out.unread = body.unread();
        for (char const* const key :
             {"instructions", "tools", "tool_choice", "parallel_tool_calls", "text", "reasoning",
              "max_output_tokens", "metadata", "temperature", "top_p", "truncation", "user"}) {
            if (request_node const said = body.member(key)) {
                out.echo[key] = said.copy();
            }
        }
        return out;
    });
}

}  // namespace parlance::chat
