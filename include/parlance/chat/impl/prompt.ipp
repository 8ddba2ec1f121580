// parlance/chat/impl/prompt.ipp - definitions of what parlance/chat/prompt.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/analysis/detail/written.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/opening.hpp>
#include <parlance/chat/detail/value_copier.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/stream.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/value.hpp>
#include <charconv>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Where reasoning begins and ends, and whether a plain answer behind the tail is read as reasoning.
///
/// s     tells reasoning from content
/// stop  where it is asked to, nothing is known of how the tail is read
PARLANCE_DECL thinking thinking_of(format const& f, syntax const& s, std::string_view tail, stop_token stop) {
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
        peg::stream reader(s.message.view());
        reader.stop_on(stop);
        auto const watch = [&](peg::event const& e) {
            if (e.kind == peg::event_kind::bytes) {
                out.open = e.tag == tag(part::reasoning);
            }
        };
        reader.feed(tail, watch);
        reader.feed("x", watch);
        reader.finish(watch);
    }
    return out;
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

mask::token_roles prepared::roles() const noexcept { return {preserved, stops}; }

std::string_view prepared::piece(vocab::view tokens, vocab::token_id id) const noexcept {
    return roles().of(tokens, id).is_text() ? tokens.text(id) : std::string_view{};
}

}  // namespace parlance::chat

namespace parlance::chat::detail {

/// Adds the grammar of an answer, and what starts it.
PARLANCE_DECL result<void> constrain(prepared& out, format const& f, call_policy const& policy,
                                     request const& wanted, limits const& bounds) {
    auto constrained =
        build_grammar(out.syntax, out.tools, policy, bounds, wanted.schemas.value_or(tool_schema_options()),
                      wanted.schema ? &*wanted.schema : nullptr, {true, !wanted.exact_schema});
    if (!constrained) {
        return constrained.error();
    }
    out.grammar = *std::move(constrained);
    if (!out.grammar->widened.empty()) {
        out.fixups.push_back(fixup::schema_widened);
    }
    if (out.grammar->lazy) {
        out.trigger = call_trigger_of(f, out.syntax, bounds.stop);
    }
    return {};
}

/// The policy that was asked for, where a tool is named, and where the answer has begun already.
PARLANCE_DECL result<call_policy> policy_of(request const& wanted, std::span<tool const> tools, bool begun) {
    call_policy out = wanted.calls;
    if (!out.named.empty()) {
        if (find_tool(tools, out.named) == nullptr) {
            return diagnostic{errc::unknown_tool, {}, 0, note(out.named)};
        }
        out.choice = call_policy::kind::required;
    }
    if (out.choice == call_policy::kind::required && tools.empty()) {
        return diagnostic{
            errc::unknown_tool, {}, 0, "/tools: a call is required, and the request has no tools"};
    }
    out.content = out.content || begun;  // what stands in the message already stays in front of the calls
    return out;
}

/// Reads "/NAME/NUMBER" off the front of a JSON Pointer.
PARLANCE_DECL std::optional<std::size_t> take_index(std::string_view& pointer, std::string_view name) {
    std::size_t index = 0;
    std::string_view rest = pointer;
    if (!rest.starts_with(name)) {
        return {};
    }
    rest.remove_prefix(name.size());
    auto const [end, wrong] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
    if (wrong != std::errc{}) {
        return {};
    }
    pointer = rest.substr(static_cast<std::size_t>(end - rest.data()));
    return index;
}

/// The error, with a pointer to a message as one into the caller's document.
PARLANCE_DECL diagnostic at_callers_place(diagnostic why, inputs const& in) {
    std::string const hint(why.hint.view());
    std::string_view rest = hint;
    auto const message = take_index(rest, "/messages/");
    bool const known = message && *message < in.places.size() && in.places.size() == in.messages.size();
    if (!known || why.code != errc::invalid_message) {  // what templates raise is their own words
        return why;
    }
    message_place const& at = in.places[*message];
    std::string_view inside = rest;
    auto const part = take_index(inside, "/content/");
    if (part && *part < at.parts.size()) {
        why.hint = note(at.parts[*part]).append(inside);
    } else {
        why.hint = note(at.message).append(rest);
    }
    return why;
}

/// Lists and objects that stand in each other.
PARLANCE_DECL std::size_t depth_of(boost::json::value const& v) {
    std::size_t out = 0;
    std::vector<boost::json::value const*> level{&v};
    for (std::vector<boost::json::value const*> next; !level.empty(); level.swap(next), next.clear()) {
        bool nested = false;
        for (boost::json::value const* const at : level) {
            if (auto const* const list = at->if_array()) {
                nested = true;
                for (boost::json::value const& item : *list) {
                    next.push_back(&item);
                }
            } else if (auto const* const object = at->if_object()) {
                nested = true;
                for (auto const& member : *object) {
                    next.push_back(&member.value());
                }
            }
        }
        out += nested ? 1 : 0;
    }
    return out;
}

/// The error of a render that was nested too deeply, with the tool that is, where one is.
PARLANCE_DECL diagnostic with_deep_tool(diagnostic why, std::span<tool const> tools) {
    if ((why.code != errc::nested_too_deep && why.code != errc::calls_too_deep) || !why.hint.empty()) {
        return why;
    }
    constexpr std::size_t usual = 32;  // templates show that
    std::size_t most = usual;
    for (std::size_t i = 0; i < tools.size(); ++i) {
        std::size_t const depth = depth_of(tools[i].parameters);
        if (depth > most) {
            most = depth;
            why.at = {};  // the template is not wrong
            why.length = 0;
            why.hint = note("/tools/")
                           .append_number(i)
                           .append(": the schema of tool '")
                           .append(tools[i].name)
                           .append("' is nested ")
                           .append_number(depth)
                           .append(" deep");
        }
    }
    return why;
}

/// Errors: cancelled.
PARLANCE_DECL result<std::vector<tool>> copies_of(std::span<tool const> tools, stop_token asked) {
    value_copier copier(asked);
    std::vector<tool> out;
    out.reserve(tools.size());
    for (tool const& each : tools) {
        out.push_back({each.name, each.description, nullptr, each.strict});
        copier.copy(out.back().parameters, each.parameters);
    }
    if (!copier.is_done()) {
        return diagnostic{errc::cancelled, {}, 0, "the tools of a request"};
    }
    return out;
}

/// Everything that is known of the prompt once it is rendered.
PARLANCE_DECL prepared prepared_of(opened_prompt&& opened, syntax&& read, std::vector<tool>&& tools,
                                   format const& f, reading const& how) {
    prepared out{std::move(opened.prompt.text), {}, std::move(read), std::move(tools), how};
    out.stops = f.stops;
    out.preserved = f.preserved;
    for (std::string_view const text : analysis::detail::texts_of(f)) {
        analysis::detail::add_markers(text, out.preserved);  // of formats that are not learned, too
    }
    out.spans = std::move(opened.prompt.spans);
    out.fixups = std::move(opened.prompt.fixups);
    out.answer_prefix = out.prompt.substr(opened.tail);
    return out;
}

/// prepare(), whose parts all ask the same stop object.
PARLANCE_DECL result<prepared> prepare_in_parts(chat_template const& t, dialect const& learned,
                                                inputs const& in, request const& wanted, limits const& bounds,
                                                prompt_options const& how) {
    format const& f = learned.format;
    bool const begun = in.continue_final != continuation::none && !in.messages.empty() &&
                       !in.messages.back().content.value_or("").empty();
    auto const asked = policy_of(wanted, in.tools, begun);
    if (!asked) {
        return asked.error();
    }
    call_policy const& policy = *asked;
    maybe<inputs> switched;
    if (wanted.thinking) {
        std::string const& name = learned.supports.thinking_switch;
        switched.emplace(in).kwargs[name.empty() ? "enable_thinking" : name] = *wanted.thinking;
    }
    limits rendered = t.bounds();
    rendered.stop = bounds.stop;
    auto opened = open_prompt(t.within(rendered).with(how), learned, switched ? *switched : in);
    if (!opened) {
        return with_deep_tool(at_callers_place(opened.error(), in), in.tools);
    }
    // Calls without a marker are found only in front of an answer, which this one has left behind.
    bool const too_late = begun && f.tools.mode() != tool_mode::none && !has_call_marker(f);
    bool const required = policy.choice == call_policy::kind::required;
    if (too_late && required) {
        return diagnostic{errc::no_tool_format, {}, 0, "calls cannot follow what is already written"};
    }
    reading const read{wanted.reasoning_apart, wanted.schema.has_value()};
    auto built = build_syntax(f, in.tools, policy, read, bounds);
    if (!built) {
        return built.error();
    }
    if (required && built->triggers.empty()) {
        return diagnostic{errc::no_tool_format, {}, 0, "calls are required, and there is no way to call"};
    }
    auto tools = copies_of(in.tools, bounds.stop);
    if (!tools) {
        return tools.error();
    }
    prepared out = prepared_of(*std::move(opened), *std::move(built), *std::move(tools), f, read);
    if (wanted.reasoning_apart) {
        out.thinking = thinking_of(f, out.syntax, out.answer_prefix, bounds.stop);
    } else if (auto const apart = build_syntax(f, in.tools, policy, {true, read.json}, bounds)) {
        out.thinking = thinking_of(f, *apart, out.answer_prefix, bounds.stop);
    }
    out.thinking.budget = wanted.thinking_budget;
    out.calls = wanted.calls;
    // What begins with nothing cannot be waited for.
    bool const callable = required ? !out.syntax.triggers.empty() : !out.syntax.trigger.empty();
    if ((callable && !too_late) || wanted.schema) {
        if (auto const done = constrain(out, f, policy, wanted, bounds); !done) {
            return done.error();
        }
    }
    return out;
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

result<prepared> prepare(chat_template const& t, dialect const& learned, inputs const& in,
                         request const& wanted, limits const& bounds, prompt_options const& how) {
    if (learned.ended.code != errc::none) {
        return learned.ended;
    }
    lasting_stop const asked(bounds.stop);
    limits within = bounds;
    within.stop = asked;
    auto out = detail::prepare_in_parts(t, learned, in, wanted, within, how);
    if (asked.stopped()) {  // what parts made of it may be half of something
        return diagnostic{errc::cancelled, {}, 0, "a prompt"};
    }
    return out;
}

}  // namespace parlance::chat
