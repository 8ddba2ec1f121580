// parlance/chat/fitting.hpp - what a template can take, found out by trying, and messages changed so that it can take them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/template.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/limits.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

/// What a template shows of the messages it is given.
///
/// system_role       the text of a system message
/// text_content      content that is a string
/// typed_content     content that is a list of {"type": "text", "text": …}
/// object_arguments  a tool call's arguments as an object, with their values
/// text_arguments    the same as a string of JSON
/// null_content      a tool call beside content that is null
struct abilities {
    bool system_role = false;
    bool text_content = false;
    bool typed_content = false;
    bool object_arguments = false;
    bool text_arguments = false;
    bool null_content = false;
    friend bool operator==(abilities const&, abilities const&) = default;
};

/// A change to messages that fit() made.
enum class fixup : std::uint8_t {
    system_into_user,     // the system text became the beginning of the first user message
    content_as_parts,     // texts became lists of one part
    content_as_text,      // lists of text parts became texts
    arguments_as_object,  // strings of JSON became objects
    arguments_as_text,    // objects became strings of JSON
    blank_content,        // null or missing content became an empty text
};

namespace detail {

/// Renders small conversations and looks for what was put in.  A template that raises shows nothing.
class fitting_probe {
public:
    fitting_probe(jinja::template_ const& what, boost::json::object const& variables, limits const& bounds)
        : template_(what), variables_(variables) {
        how_.limits = bounds;
    }

    [[nodiscard]] abilities run() const {
        abilities out;
        out.text_content = shows(R"([{"role": "user", "content": "qX7needle"}])");
        out.typed_content =
            shows(R"([{"role": "user", "content": [{"type": "text", "text": "qX7needle"}]}])");
        std::string const user = content("hello", out);
        out.system_role = shows(R"([{"role": "system", "content": )" + content("qX7needle", out) +
                                R"(}, {"role": "user", "content": )" + user + "}]");
        auto const call = [&](std::string_view arguments, std::string_view beside) {
            return shows(
                R"([{"role": "user", "content": )" + user + R"(}, {"role": "assistant", "content": )" +
                std::string(beside) +
                R"(, "tool_calls": [{"id": "call00001", "type": "function", "function": {"name": "probe",)"
                R"( "arguments": )" +
                std::string(arguments) +
                R"(}}]}, {"role": "tool", "tool_call_id": "call00001", "name": "probe",)"
                R"( "content": "done"}])");
        };
        out.object_arguments = call(R"({"a": "qX7needle"})", R"("")");
        out.text_arguments = call(R"("{\"a\": \"qX7needle\"}")", R"("")");
        out.null_content =
            call(out.object_arguments ? R"({"a": "qX7needle"})" : R"("{\"a\": \"qX7needle\"}")", "null");
        return out;
    }

private:
    [[nodiscard]] static std::string content(std::string_view text, abilities const& known) {
        std::string const quoted = "\"" + std::string(text) + "\"";
        return known.text_content || !known.typed_content ? quoted
                                                          : R"([{"type": "text", "text": )" + quoted + "}]";
    }
    [[nodiscard]] bool shows(std::string_view messages) const {
        auto parsed = json::parse(messages);
        boost::json::object context = variables_;
        context["messages"] = *std::move(parsed);
        auto const made = template_.render(context, how_);
        return made && made->text.find("qX7needle") != std::string::npos;
    }

    jinja::template_ const& template_;
    boost::json::object const& variables_;
    jinja::render_options how_{};
};

/// The text of content in either form; parts that are no text are left out.
[[nodiscard]] inline std::string plain_content(boost::json::value const* content) {
    if (content == nullptr || !content->is_array()) {
        return std::string(content != nullptr ? json::text_of(*content) : std::string_view{});
    }
    std::string out;
    for (boost::json::value const& part : content->get_array()) {
        if (auto const* text = json::member(part, "text"); text != nullptr) {
            out.append(json::text_of(*text));
        }
    }
    return out;
}

[[nodiscard]] inline bool all_text(boost::json::array const& parts) {
    for (boost::json::value const& part : parts) {
        auto const* text = json::member(part, "text");
        if (text == nullptr || !text->is_string()) {
            return false;
        }
    }
    return true;
}

/// The arguments of tool calls in the form the template takes.
template <class Report>
void fit_arguments(boost::json::value* calls, abilities const& can, Report report) {
    if (calls == nullptr || !calls->is_array()) {
        return;
    }
    for (boost::json::value& call : calls->get_array()) {
        auto* const object = call.if_object();
        auto* const function = object != nullptr ? object->if_contains("function") : nullptr;
        auto* const members = function != nullptr ? function->if_object() : nullptr;
        auto* const arguments = members != nullptr ? members->if_contains("arguments") : nullptr;
        if (arguments == nullptr) {
            continue;
        }
        if (arguments->is_string() && !can.text_arguments && can.object_arguments) {
            if (auto parsed = json::parse(json::text_of(*arguments)); parsed && parsed->is_object()) {
                *arguments = *std::move(parsed);
                report(fixup::arguments_as_object);
            }
        } else if (arguments->is_object() && !can.object_arguments && can.text_arguments) {
            *arguments = json::dump(*arguments);
            report(fixup::arguments_as_text);
        }
    }
}

}  // namespace detail

/// Tries a template with six small conversations.  `variables` are what it needs besides messages (special tokens).
[[nodiscard]] inline abilities probe_abilities(jinja::template_ const& what,
                                               boost::json::object const& variables = {},
                                               limits const& bounds = {}) {
    return detail::fitting_probe(what, variables, bounds).run();
}

/// Changes messages so that a template with these abilities can take them, and says how.  Nothing is changed that the
/// template takes as it is, or that no change would help.
inline std::vector<fixup> fit(boost::json::array& messages, abilities const& can) {
    std::vector<fixup> made;
    auto const report = [&](fixup f) {
        for (fixup const known : made) {
            if (known == f) {
                return;
            }
        }
        made.push_back(f);
    };
    auto const has_role = [&](std::size_t i, std::string_view role) {
        auto const* const found = json::member(messages[i], "role");
        return found != nullptr && json::text_of(*found) == role;
    };
    if (!can.system_role && (can.text_content || can.typed_content) && messages.size() > 1 &&
        has_role(0, "system")) {
        auto* const next = messages[1].if_object();
        if (next != nullptr && has_role(1, "user")) {
            std::string const text = detail::plain_content(json::member(messages[0], "content")) + "\n" +
                                     detail::plain_content(next->if_contains("content"));
            (*next)["content"] = text;
            messages.erase(messages.begin());
            report(fixup::system_into_user);
        }
    }
    for (boost::json::value& each : messages) {
        auto* const message = each.if_object();
        if (message == nullptr) {
            continue;
        }
        bool const calling = message->contains("tool_calls");
        if (!message->contains("content") && (!calling || can.null_content)) {
            detail::fit_arguments(message->if_contains("tool_calls"), can, report);
            continue;
        }
        boost::json::value& content = (*message)["content"];
        if (content.is_null() && calling && !can.null_content) {
            content = "";
            report(fixup::blank_content);
        }
        if (content.is_string() && !can.text_content && can.typed_content) {
            boost::json::object part{{"type", "text"}, {"text", content}};
            content = boost::json::array{std::move(part)};
            report(fixup::content_as_parts);
        } else if (content.is_array() && can.text_content && !can.typed_content &&
                   detail::all_text(content.get_array())) {
            content = detail::plain_content(&content);
            report(fixup::content_as_text);
        }
        detail::fit_arguments(message->if_contains("tool_calls"), can, report);
    }
    return made;
}

}  // namespace parlance::chat
