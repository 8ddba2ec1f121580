// parlance/chat/impl/prompt.ipp - definitions of what parlance/chat/prompt.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/written.hpp>
#include <parlance/chat/call_trigger.hpp>
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/grammar.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/reading.hpp>
#include <parlance/chat/request.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/view.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

void add_open_message(std::string& prompt, format const& f, inputs const& in) {
    message const& last = in.messages.back();
    bool const answered = last.content && !last.content->empty();
    bool const to_content =
        in.continue_final == continuation::content ||
        (in.continue_final == continuation::automatic && (answered || last.reasoning.empty()));
    auto const add = [&](std::string_view text) {  // without what the prompt ends in already
        std::size_t shared = std::min(prompt.size(), text.size());
        while (!prompt.ends_with(text.substr(0, shared))) {
            --shared;
        }
        prompt.append(text.substr(shared));
    };
    bool const reasons = !f.reasoning.start.empty() && !f.reasoning.end.empty() && !last.reasoning.empty();
    if (reasons) {
        std::size_t const turn = prompt.rfind(f.turn_start);
        std::size_t const opened =
            prompt.find(f.reasoning.start, turn == std::string::npos ? prompt.size() : turn);
        if (opened != std::string::npos && prompt.find(f.reasoning.end, opened) != std::string::npos) {
            prompt.resize(opened);  // the template has thought nothing
        }
        if (opened == std::string::npos || prompt.size() == opened) {
            add(f.reasoning.start);
        }
        prompt.append(last.reasoning);
    }
    if (to_content) {
        prompt.append(reasons ? f.reasoning.end : std::string());
        add(f.content.start);
        prompt.append(last.content.value_or(""));
    }
}

result<written_prompt> write_prompt(chat_template const& t, analysis_result const& learned,
                                    inputs const& in) {
    auto made = t.write(in, learned.supports);
    if (in.continue_final == continuation::none || in.messages.empty()) {
        return made;
    }
    std::string const& reasoning = in.messages.back().reasoning;
    bool const shown = made && (reasoning.empty() || made->text.find(reasoning) != std::string::npos);
    if (shown || (!made && made.error().code != errc::invalid_message)) {
        return made;
    }
    inputs before = in;
    before.messages.pop_back();
    before.continue_final = continuation::none;
    before.add_generation_prompt = true;
    if (!reasoning.empty() && !learned.supports.thinking_switch.empty()) {
        before.kwargs.emplace(learned.supports.thinking_switch, true);
    }
    auto opened = t.write(before, learned.supports);
    if (opened) {
        add_open_message(opened->text, learned.format, in);
    }
    return opened;
}

std::string open_end(std::string const& prompt, format const& f, message const& open) {
    std::string const thought = f.reasoning.start + open.reasoning;
    if (std::size_t const at = prompt.rfind(thought);
        !open.reasoning.empty() && !f.reasoning.start.empty() && at != std::string::npos) {
        return prompt.substr(at);
    }
    std::string const content = open.content.value_or("");
    std::string const& last = content.empty() ? open.reasoning : content;
    if (last.empty() || !prompt.ends_with(last)) {
        return {};
    }
    std::string const led = f.content.start + last;
    return !content.empty() && prompt.ends_with(led) ? led : last;
}

std::string tail_of(std::string const& prompt, format const& f, inputs const& in) {
    bool const open = in.continue_final != continuation::none && !in.messages.empty();
    std::string const own = open ? open_end(prompt, f, in.messages.back()) : std::string();
    std::size_t const at = f.turn_start.empty() ? std::string::npos : prompt.rfind(f.turn_start);
    if (at == std::string::npos) {
        return own;
    }
    std::string const turn = prompt.substr(at + f.turn_start.size());
    std::size_t const count = in.messages.size();
    bool const after_tool = open && count > 1 && in.messages[count - 2].role == "tool" &&
                            turn.find(in.messages[count - 2].content.value_or("")) != std::string::npos;
    bool const in_parts = f.channels.used() && own.size() > turn.size();
    return in_parts || (after_tool && !own.empty()) ? own : turn;
}

std::string tail_behind_history(std::string const& prompt, std::string tail, chat_template const& t,
                                analysis_result const& learned, inputs const& in) {
    if (in.continue_final != continuation::none || in.messages.empty()) {
        return tail;
    }
    message const& last = in.messages.back();
    std::string const said = last.role == "tool" ? last.content.value_or("") : std::string();
    bool const goes_on = !said.empty() && tail.find(said) != std::string::npos;
    if (!goes_on && !learned.format.turn_start.empty()) {
        return tail;
    }
    inputs before = in;
    before.add_generation_prompt = false;
    auto const history = t.write(before, learned.supports);
    if (history && prompt.starts_with(history->text)) {
        return prompt.substr(history->text.size());
    }
    return goes_on ? tail.substr(tail.rfind(said) + said.size()) : tail;
}

thinking thinking_of(format const& f, std::string_view tail) {
    thinking out;
    if (channel_format const& c = f.channels; c.used()) {
        out.start = c.thought();
        out.end = c.ends.empty() ? std::string() : c.ends.front();
    } else if (f.reasoning.mode != reasoning_mode::none) {
        out.start = split(f.reasoning.start).core;
        out.end = split(f.reasoning.end).core;
    }
    out.forced = !f.channels.used() ? f.reasoning.end : out.end;
    if (!out.start.empty() && !out.end.empty()) {
        std::size_t const opened = tail.rfind(out.start);
        out.open = opened != std::string_view::npos && tail.find(out.end, opened) == std::string_view::npos;
    }
    return out;
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

std::string_view prepared::piece(vocab::view tokens, vocab::token_id id) const noexcept {
    return roles().of(tokens, id).is_text() ? tokens.text(id) : std::string_view{};
}

result<prepared> prepare(chat_template const& t, analysis_result const& learned, inputs const& in,
                         request const& wanted, limits const& bounds) {
    format const& f = learned.format;
    call_policy policy = wanted.calls;
    if (!policy.named.empty()) {
        if (find_tool(in.tools, policy.named) == nullptr) {
            return diagnostic{errc::unknown_tool, {}, 0, note(policy.named)};
        }
        policy.choice = call_policy::kind::required;
    }
    inputs shown = in;
    if (wanted.thinking) {
        std::string const& name = learned.supports.thinking_switch;
        shown.kwargs[name.empty() ? "enable_thinking" : name] = *wanted.thinking;
    }
    auto prompt = detail::write_prompt(t, learned, shown);
    if (!prompt) {
        return prompt.error();
    }
    bool const begun = in.continue_final != continuation::none && !in.messages.empty() &&
                       !in.messages.back().content.value_or("").empty();
    policy.content =
        policy.content || begun;  // what stands in the message already stays in front of the calls
    // Calls without a marker are found only in front of an answer, which this one has left behind.
    bool const too_late = begun && f.tools.mode != tool_mode::none && !has_call_marker(f);
    if (too_late && policy.choice == call_policy::kind::required) {
        return diagnostic{errc::no_tool_format, {}, 0, "calls cannot follow what is already written"};
    }
    reading const how{wanted.reasoning_apart, wanted.schema.has_value()};
    auto built = build_syntax(f, in.tools, policy, how);
    if (!built) {
        return built.error();
    }
    if (policy.choice == call_policy::kind::required && built->trigger.empty()) {
        return diagnostic{errc::no_tool_format, {}, 0, "calls are required, and there is no way to call"};
    }
    prepared out{std::move(prompt->text), {}, *std::move(built), in.tools, how};
    out.stops = f.stops;
    out.preserved = f.preserved;
    for (std::string_view const text : analysis::texts_of(f)) {
        analysis::add_markers(text, out.preserved);  // of formats that are not learned, too
    }
    out.fixups = std::move(prompt->fixups);
    out.tail = detail::tail_behind_history(out.prompt, detail::tail_of(out.prompt, f, in), t, learned, shown);
    out.thinking = detail::thinking_of(f, out.tail);
    out.thinking.budget = wanted.thinking_budget;
    if ((!out.syntax.trigger.empty() && !too_late) || wanted.schema) {
        auto constrained = build_grammar(out.syntax, out.tools, policy, bounds, tool_schema_options(),
                                         wanted.schema ? &*wanted.schema : nullptr);
        if (!constrained) {
            return constrained.error();
        }
        out.grammar = *std::move(constrained);
        if (out.grammar->lazy) {
            out.trigger = call_trigger_of(f, out.syntax);
        }
    }
    return out;
}

result<prepared> prepare(chat_template const& t, analysis_result const& learned, inputs const& in,
                         call_policy const& policy, limits const& bounds) {
    request wanted;
    wanted.calls = policy;
    return prepare(t, learned, in, wanted, bounds);
}

}  // namespace parlance::chat
