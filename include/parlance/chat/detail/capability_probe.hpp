// parlance/chat/detail/capability_probe.hpp - small conversations that show what a template does with its inputs
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/tool.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
        for (std::string_view const name : thinking_switches) {
            if (can_.thinking_switch.empty() && switches({&name, 1})) {
                can_.thinking_switch = name;
            } else if (can_.thinking_switch.empty() && !switches(thinking_switches)) {
                break;  // none of the others does, either
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
            can_.typed_content = shows_part(list({turn("user", needle, true)}));
            can_.text_content = shows(list({turn("user", needle, false)}));
            if (can_.text_content || can_.typed_content || !can_.needs_system) {
                break;
            }
        }
        can_.form.content =
            can_.typed_content && !can_.text_content ? content_form::parts : content_form::text;
    }

    void roles() {
        can_.system_role = shows(list({turn("system", needle), user()}));
        can_.developer_role = shows(list({turn("developer", needle), user()}));
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
        argument_form& form = can_.form.arguments;
        form = argument_form::object;
        can_.object_arguments = shows(render_calls(calling({needle}, "")));
        std::string const escaped = std::string("\\\"") + std::string(needle);
        form = argument_form::text;
        auto const as_text = render_calls(calling({needle}, ""));
        can_.text_arguments =
            shows(as_text) && (!can_.object_arguments ||
                               as_text->find(escaped) == as_text->npos);  // else it is a string in a string
        can_.shows_calls = can_.object_arguments || can_.text_arguments;
        bool const objects = can_.object_arguments || !can_.text_arguments;
        form = objects ? argument_form::object : argument_form::text;
        auto const both = render_calls(calling({needle, second}, ""));
        can_.parallel_calls = shows(both) && both->find(second) != both->npos;
        can_.blank_content =
            !render_calls(calling({needle}, {})) && render_calls(calling({needle}, "")).has_value();
        can_.content_in_call = can_.shows_calls && shows(render_calls(calling({""}, std::string(needle))));
    }

    void reasoning() {
        reasoning_form& form = can_.form.reasoning;
        for (reasoning_form const one :
             {reasoning_form::reasoning_content, reasoning_form::thinking, reasoning_form::reasoning}) {
            form = can_.reasoning ? form : one;
            can_.reasoning = can_.reasoning || reasons();
        }
        if (!can_.reasoning && can_.typed_content) {
            form = reasoning_form::part;
            can_.reasoning = reasons();
        }
        form = can_.reasoning ? form : reasoning_form::reasoning_content;
        can_.reasoning_kept = can_.reasoning && shows(list({user(), thought(), user()}));
        can_.one_text_in_call = can_.reasoning && can_.shows_calls && form != reasoning_form::part &&
                                !calls_beside("said") && calls_beside("");
    }
    [[nodiscard]] bool reasons() { return shows_part(list({user(), thought()})); }

    /// Whether calls are written beside reasoning and this content.
    [[nodiscard]] bool calls_beside(std::string_view content) {
        turns all = calling({needle}, std::string(content));
        for (message& each : all) {
            each.reasoning = each.calls.empty() ? "" : "thought";
        }
        return shows(render_calls(all));
    }

    [[nodiscard]] bool switches(std::span<std::string_view const> names) {
        auto const on = rendered(list({user()}), false, names, true);
        auto const off = rendered(list({user()}), false, names, false);
        return on && off && *on != *off;
    }

    // conversations

    using turns = std::vector<message>;

    [[nodiscard]] static message turn(std::string_view role, std::string_view text, bool typed) {
        message out{.role = std::string(role), .content = std::string(text)};
        if (typed) {
            out.parts.push_back(boost::json::object{{"type", "text"}, {"text", text}});
        }
        return out;
    }
    [[nodiscard]] message turn(std::string_view role, std::string_view text) const {
        return turn(role, text, can_.typed_content && !can_.text_content);
    }
    [[nodiscard]] message user() const { return turn("user", "hello"); }
    [[nodiscard]] message thought() const {
        message out =
            turn("assistant", "answer",
                 can_.form.reasoning != reasoning_form::part && can_.typed_content && !can_.text_content);
        out.reasoning = needle;
        return out;
    }
    /// With a system message in front, where there must be one.
    [[nodiscard]] turns list(turns all) const {
        if (can_.needs_system && all.front().role != "system") {
            all.insert(all.begin(), turn("system", "rules"));
        }
        return all;
    }
    [[nodiscard]] turns question() const {
        return can_.tools_behind_system ? list({turn("system", ""), user()}) : list({user()});
    }
    /// A question, calls with these arguments (none for an empty text), and their results.
    [[nodiscard]] turns calling(std::vector<std::string_view> const& arguments,
                                std::optional<std::string> content) const {
        turns out = list({user(), {.role = "assistant", .content = std::move(content)}});
        std::size_t const answer = out.size() - 1;
        for (std::string_view const each : arguments) {
            std::string const id = out[answer].calls.empty() ? "call00001" : "call00002";
            std::string const text = each.empty() ? "{}" : "{\"a\": \"" + std::string(each) + "\"}";
            out[answer].calls.push_back({id, "probe", text});
            out.push_back({.role = "tool", .content = "done", .tool_call_id = id, .name = "probe"});
        }
        return out;
    }

    // renders

    [[nodiscard]] std::optional<std::string> rendered(turns const& messages, bool with_tools = false,
                                                      std::span<std::string_view const> switched = {},
                                                      bool on = false) {
        boost::json::object variables;
        message_form form = can_.form;
        form.content = content_form::text;  // what is to be typed is
        auto& all = variables["messages"].emplace_array();
        for (message const& m : messages) {
            all.push_back(to_template_json(m, form));
        }
        variables["add_generation_prompt"] = !switched.empty();
        for (std::string_view const name : switched) {
            variables.emplace(name, on);
        }
        if (with_tools || can_.needs_tools) {
            boost::json::object const property{{"type", "string"}, {"description", "d"}};
            tool const one{std::string(with_tools ? needle : "probe"), described_ ? "d" : "",
                           boost::json::object{{"type", "object"},
                                               {"properties", boost::json::object{{"a", property}}},
                                               {"required", boost::json::array()}}};
            boost::json::object const shown = to_openai(one);
            bool const bare = form.tools == tool_form::bare;
            variables["tools"].emplace_array().push_back(bare ? shown.at("function") : shown);
        }
        return render_(variables);
    }
    [[nodiscard]] static bool shows(std::optional<std::string> const& text) {
        return text && text->find(needle) != text->npos;
    }
    [[nodiscard]] bool shows(turns const& messages, bool with_tools = false) {
        return shows(rendered(messages, with_tools));
    }
    /// Shown as a text, not as the list or the object it stands in.
    [[nodiscard]] bool shows_part(turns const& messages) {
        auto const text = rendered(messages);
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

    scene_renderer render_;
    capabilities can_{};
    bool described_ = true;  // tools have a description
};

}  // namespace parlance::chat::detail
