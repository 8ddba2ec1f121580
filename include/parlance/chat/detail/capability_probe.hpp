// parlance/chat/detail/capability_probe.hpp - small conversations that show what a template does with its inputs
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
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
            can_.typed_content =
                shows_part(list({R"({"role": "user", "content": [{"type": "text", "text": "qX7needle"}]})"}));
            can_.text_content = shows(list({R"({"role": "user", "content": "qX7needle"})"}));
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
                can_.tools = shows(behind_system ? list({turn("system", ""), user()}) : list({user()}), true);
            }
        }
        if (!can_.tools) {
            can_.form.tools = tool_form::function;
            can_.tools_behind_system = false;
            return;
        }
        described_ = false;
        std::string const said =
            can_.tools_behind_system ? list({turn("system", ""), user()}) : list({user()});
        can_.needs_description = !rendered(said, true);
        described_ = true;
    }

    /// Some templates write calls only where tools are given: what fails without them is tried with them.
    void calls() {
        can_.object_arguments = shows_call(R"({"a": "qX7needle"})");
        std::string const escaped = std::string("\\\"") + std::string(needle);
        auto const text = render_calls(calling(R"("{\"a\": \"qX7needle\"}")", R"("")"));
        can_.text_arguments =
            text && text->find(needle) != text->npos &&
            (!can_.object_arguments || text->find(escaped) == text->npos);  // else it is a string in a string
        can_.shows_calls = can_.object_arguments || can_.text_arguments;
        bool const object = can_.object_arguments || !can_.text_arguments;
        can_.form.arguments = object ? argument_form::object : argument_form::text;
        std::string const first = object ? R"({"a": "qX7needle"})" : R"("{\"a\": \"qX7needle\"}")";
        std::string const other = object ? R"({"a": "qY8needle"})" : R"("{\"a\": \"qY8needle\"}")";
        auto const both = render_calls(calling(first, R"("")", other));
        can_.parallel_calls = both && both->find(needle) != both->npos && both->find(second) != both->npos;
        can_.blank_content =
            !render_calls(calling(first, "null")) && render_calls(calling(first, R"("")")).has_value();
        auto const beside = render_calls(calling(object ? "{}" : R"("{}")", R"("qX7needle")"));
        can_.content_in_call = can_.shows_calls && beside && beside->find(needle) != beside->npos;
    }

    void reasoning() {
        constexpr std::array<std::string_view, 3> keys{"reasoning_content", "thinking", "reasoning"};
        for (std::size_t i = 0; i < keys.size() && !can_.reasoning; ++i) {
            reasons(R"({"role": "assistant", "content": )" + said("answer") + R"(, ")" +
                        std::string(keys[i]) + R"(": "qX7needle"})",
                    static_cast<reasoning_form>(i));
        }
        if (!can_.reasoning && can_.typed_content) {
            reasons(R"({"role": "assistant", "content": [{"type": "thinking", "thinking": "qX7needle"},)"
                    R"( {"type": "text", "text": "answer"}]})",
                    reasoning_form::part);
        }
    }
    void reasons(std::string const& answer, reasoning_form where) {
        can_.reasoning = shows_part(list({user(), answer}));
        can_.reasoning_kept = can_.reasoning && shows(list({user(), answer, user()}));
        if (can_.reasoning) {
            can_.form.reasoning = where;
        }
    }

    [[nodiscard]] bool switches(char const* name) {
        auto const with = [&](bool on) {
            boost::json::object variables{{"add_generation_prompt", true}, {name, on}};
            return rendered(list({user()}), false, std::move(variables));
        };
        auto const on = with(true);
        auto const off = with(false);
        return on && off && *on != *off;
    }

    // conversations

    [[nodiscard]] std::string said(std::string_view text) const {
        std::string const quoted = "\"" + std::string(text) + "\"";
        return can_.text_content || !can_.typed_content ? quoted
                                                        : R"([{"type": "text", "text": )" + quoted + "}]";
    }
    [[nodiscard]] std::string turn(std::string_view role, std::string_view text) const {
        return R"({"role": ")" + std::string(role) + R"(", "content": )" + said(text) + "}";
    }
    [[nodiscard]] std::string user() const { return turn("user", "hello"); }
    [[nodiscard]] std::string list(std::initializer_list<std::string> turns) const {
        std::string const system = turn("system", "rules");
        std::string out;
        if (can_.needs_system && !turns.begin()->starts_with(system.substr(0, system.find(',')))) {
            out.append("[").append(system);
        }
        for (std::string const& t : turns) {
            out.append(out.empty() ? "[" : ", ").append(t);
        }
        return out + "]";
    }
    /// A question, calls with their results; arguments and content are JSON.
    [[nodiscard]] std::string calling(std::string_view arguments, std::string_view content,
                                      std::string_view more = {}) const {
        std::string made;
        std::string results;
        for (std::string_view const each : {arguments, more}) {
            if (each.empty()) {
                continue;
            }
            std::string const id = made.empty() ? R"("call00001")" : R"("call00002")";
            made.append(made.empty() ? "" : ", ").append(R"({"id": )").append(id);
            made.append(R"(, "type": "function", "function": {"name": "probe", "arguments": )");
            made.append(each).append("}}");
            results.append(R"(, {"role": "tool", "tool_call_id": )").append(id);
            results.append(R"(, "name": "probe", "content": "done"})");
        }
        return list({user(), R"({"role": "assistant", "content": )" + std::string(content) +
                                 R"(, "tool_calls": [)" + made + "]}" + results});
    }

    // renders

    [[nodiscard]] std::optional<std::string> rendered(std::string_view messages, bool with_tools = false,
                                                      boost::json::object variables = {}) {
        variables["messages"] = *json::parse(messages);
        variables.emplace("add_generation_prompt", false);
        if (with_tools || can_.needs_tools) {
            std::string const name(with_tools ? needle : std::string_view("probe"));
            std::string const tool =
                R"({"name": ")" + name + (described_ ? R"(", "description": "d",)" : R"(",)") +
                R"( "parameters": {"type": "object", "properties": {"a": {"type": "string",)"
                R"( "description": "d"}}, "required": []}})";
            bool const bare = can_.form.tools == tool_form::bare;
            variables["tools"] =
                *json::parse(bare ? "[" + tool + "]" : R"([{"type": "function", "function": )" + tool + "}]");
        }
        return render_(variables);
    }
    [[nodiscard]] bool shows(std::string_view messages, bool with_tools = false) {
        auto const text = rendered(messages, with_tools);
        return text && text->find(needle) != text->npos;
    }
    /// Shown as a text, not as the list or the object it stands in.
    [[nodiscard]] bool shows_part(std::string_view messages) {
        auto const text = rendered(messages);
        return text && text->find(needle) != text->npos && text->find("'type'") == text->npos &&
               text->find("\"type\"") == text->npos;
    }
    [[nodiscard]] std::optional<std::string> render_calls(std::string const& messages) {
        auto text = rendered(messages);
        if (text && (text->find(needle) != text->npos || !can_.tools)) {
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
    [[nodiscard]] bool shows_call(std::string_view arguments) {
        auto const text = render_calls(calling(arguments, R"("")"));
        return text && text->find(needle) != text->npos;
    }

    scene_renderer render_;
    capabilities can_{};
    bool described_ = true;  // tools have a description
};

}  // namespace parlance::chat::detail
