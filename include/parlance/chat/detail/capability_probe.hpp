// parlance/chat/detail/capability_probe.hpp - small conversations that show what a template does with its inputs
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <boost/json/storage_ptr.hpp>
#include <boost/json/value.hpp>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::detail {

/// Renders small conversations and looks for what was put in.  A template that raises shows nothing.
class capability_probe {
public:
    explicit capability_probe(scene_renderer render) noexcept : render_(render) {}

    [[nodiscard]] capabilities run() {
        circumstances();
        roles();
        tools();
        calls();
        reasoning();
        for (char const* const name : {"enable_thinking", "thinking"}) {
            if (can_.thinking_switch.empty() && switches(name)) {
                can_.thinking_switch = name;
            }
        }
        return std::move(can_);
    }

private:
    static constexpr std::string_view needle = "qX7needle";
    static constexpr std::string_view second = "qY8needle";

    /// Some templates show nothing without a system message, or without tools.
    void circumstances() {
        for (auto const& [system, tools] :
             {std::pair{false, false}, {true, false}, {false, true}, {true, true}}) {
            can_.needs_system = system;
            can_.needs_tools = tools;
            content();
            if (can_.text_content || can_.typed_content) {
                return;
            }
        }
        can_.needs_system = false;
        can_.needs_tools = false;
    }

    /// The system message, where there must be one, may have to be typed as well.
    void content() {
        for (bool const typed : {false, true}) {
            can_.text_content = false;
            can_.typed_content = typed;
            can_.typed_content = shows_part(list({turn("user", one(part("text", needle)))}));
            can_.text_content = shows(list({turn("user", value(needle))}));
            if (can_.text_content || can_.typed_content || !can_.needs_system) {
                break;
            }
        }
        can_.form.content =
            can_.typed_content && !can_.text_content ? content_form::parts : content_form::text;
    }

    void roles() {
        can_.system_role = shows(list({turn("system", said(needle)), user()}));
        can_.developer_role = shows(list({turn("developer", said(needle)), user()}));
    }

    /// Tools may have to stand without the wrapper that says that they are functions, with a description, or behind a
    /// system message.
    void tools() {
        for (tool_form const form : {tool_form::function, tool_form::bare}) {
            for (bool const behind_system : {false, true}) {
                if (can_.tools || (behind_system && can_.needs_system)) {
                    break;
                }
                can_.form.tools = form;
                can_.tools_behind_system = behind_system;
                can_.tools = shows(question(), true);
            }
        }
        if (!can_.tools) {
            can_.form.tools = tool_form::function;
            can_.tools_behind_system = false;
            return;
        }
        described_ = false;
        can_.needs_description = !rendered(question(), true);
        described_ = true;
    }

    /// Some templates write calls only where tools are given: what fails without them is tried with them.
    void calls() {
        value const object = boost::json::object{{"a", needle}};
        value const text = R"({"a": "qX7needle"})";
        can_.object_arguments = shows(render_calls(calling(object, "")));
        std::string const escaped = std::string("\\\"") + std::string(needle);
        auto const as_text = render_calls(calling(text, ""));
        can_.text_arguments =
            shows(as_text) && (!can_.object_arguments ||
                               as_text->find(escaped) == as_text->npos);  // else it is a string in a string
        can_.shows_calls = can_.object_arguments || can_.text_arguments;
        bool const objects = can_.object_arguments || !can_.text_arguments;
        can_.form.arguments = objects ? argument_form::object : argument_form::text;
        value const& first = objects ? object : text;
        value const other = objects ? value(boost::json::object{{"a", second}}) : R"({"a": "qY8needle"})";
        auto const both = render_calls(calling(first, "", &other));
        can_.parallel_calls = shows(both) && both->find(second) != both->npos;
        can_.blank_content =
            !render_calls(calling(first, nullptr)) && render_calls(calling(first, "")).has_value();
        value const nothing = objects ? value(boost::json::object()) : "{}";
        can_.content_in_call = can_.shows_calls && shows(render_calls(calling(nothing, value(needle))));
    }

    void reasoning() {
        constexpr std::array<std::string_view, 3> keys{"reasoning_content", "thinking", "reasoning"};
        for (std::size_t i = 0; i < keys.size() && !can_.reasoning; ++i) {
            boost::json::object answer = turn("assistant", said("answer"));
            answer.emplace(keys[i], needle);
            reasons(answer, static_cast<reasoning_form>(i));
        }
        if (!can_.reasoning && can_.typed_content) {
            boost::json::array parts = one(part("thinking", needle));
            parts.push_back(part("text", "answer"));
            reasons(turn("assistant", parts), reasoning_form::part);
        }
    }
    void reasons(boost::json::object const& answer, reasoning_form where) {
        can_.reasoning = shows_part(list({user(), answer}));
        can_.reasoning_kept = can_.reasoning && shows(list({user(), answer, user()}));
        if (can_.reasoning) {
            can_.form.reasoning = where;
        }
    }

    [[nodiscard]] bool switches(char const* name) {
        auto const on = rendered(list({user()}), false, name, true);
        auto const off = rendered(list({user()}), false, name, false);
        return on && off && *on != *off;
    }

    // conversations

    using value = boost::json::value;
    using turns = boost::json::array;

    [[nodiscard]] boost::json::array one(boost::json::object item) const {
        boost::json::array out(at_);
        out.push_back(std::move(item));
        return out;
    }
    [[nodiscard]] boost::json::object part(std::string_view type, std::string_view text) const {
        return {{{"type", type}, {type, text}}, at_};
    }
    [[nodiscard]] value said(std::string_view text) const {
        return can_.text_content || !can_.typed_content ? value(text, at_) : value(one(part("text", text)));
    }
    [[nodiscard]] boost::json::object turn(std::string_view role, value content) const {
        return {{{"role", role}, {"content", std::move(content)}}, at_};
    }
    [[nodiscard]] boost::json::object user() const { return turn("user", said("hello")); }
    /// With a system message in front, where there must be one.
    [[nodiscard]] turns list(std::initializer_list<boost::json::object> all) const {
        turns out(at_);
        if (can_.needs_system && all.begin()->at("role") != "system") {
            out.push_back(turn("system", said("rules")));
        }
        out.insert(out.end(), all.begin(), all.end());
        return out;
    }
    [[nodiscard]] turns question() const {
        return can_.tools_behind_system ? list({turn("system", said("")), user()}) : list({user()});
    }
    /// A question, calls with their results.
    [[nodiscard]] turns calling(value const& arguments, value content, value const* more = nullptr) const {
        boost::json::array calls(at_);
        turns results(at_);
        for (value const* const each : {&arguments, more}) {
            if (each == nullptr) {
                continue;
            }
            std::string_view const id = calls.empty() ? "call00001" : "call00002";
            calls.emplace_back(boost::json::object(
                {{"id", id}, {"type", "function"}, {"function", {{"name", "probe"}, {"arguments", *each}}}},
                at_));
            results.emplace_back(boost::json::object(
                {{"role", "tool"}, {"tool_call_id", id}, {"name", "probe"}, {"content", "done"}}, at_));
        }
        boost::json::object answer = turn("assistant", std::move(content));
        answer.emplace("tool_calls", std::move(calls));
        turns out = list({user(), answer});
        out.insert(out.end(), results.begin(), results.end());
        return out;
    }

    // renders

    [[nodiscard]] std::optional<std::string> rendered(turns messages, bool with_tools = false,
                                                      std::string_view switched = {}, bool on = false) {
        boost::json::object variables(at_);
        variables["messages"] = std::move(messages);
        variables.emplace("add_generation_prompt", !switched.empty());
        if (!switched.empty()) {
            variables.emplace(switched, on);
        }
        if (with_tools || can_.needs_tools) {
            variables["tools"] = one(tool_named(with_tools ? needle : "probe"));
        }
        return render_(variables);
    }
    [[nodiscard]] boost::json::object tool_named(std::string_view name) const {
        boost::json::object tool({{"name", name}}, at_);
        if (described_) {
            tool.emplace("description", "d");
        }
        tool.emplace("parameters",
                     boost::json::object({{"type", "object"},
                                          {"properties", {{"a", {{"type", "string"}, {"description", "d"}}}}},
                                          {"required", boost::json::array()}},
                                         at_));
        return can_.form.tools == tool_form::bare
                   ? tool
                   : boost::json::object({{"type", "function"}, {"function", std::move(tool)}}, at_);
    }
    [[nodiscard]] static bool shows(std::optional<std::string> const& text) {
        return text && text->find(needle) != text->npos;
    }
    [[nodiscard]] bool shows(turns messages, bool with_tools = false) {
        return shows(rendered(std::move(messages), with_tools));
    }
    /// Shown as a text, not as the list or the object it stands in.
    [[nodiscard]] bool shows_part(turns messages) {
        auto const text = rendered(std::move(messages));
        return shows(text) && text->find("'type'") == text->npos && text->find("\"type\"") == text->npos;
    }
    [[nodiscard]] std::optional<std::string> render_calls(turns const& messages) {
        auto text = rendered(messages);
        if (shows(text) || (text && !can_.tools)) {
            return text;
        }
        auto const without = rendered(list({user()}), true);
        auto with = rendered(messages, true);
        if (!with || !without) {
            return text;
        }
        // the tools show the needle, too: only what is written behind them counts
        std::size_t const last = without->rfind(needle);
        std::size_t const from = last == without->npos ? 0 : last + needle.size();
        return with->size() > from ? std::optional<std::string>(with->substr(from)) : text;
    }

    boost::json::monotonic_resource memory_{};  // of all conversations, which are small
    boost::json::storage_ptr at_{&memory_};
    scene_renderer render_;
    capabilities can_{};
    bool described_ = true;  // tools have a description
};

}  // namespace parlance::chat::detail
