// parlance/chat/analysis/impl/analyze.ipp - definitions of what parlance/chat/analysis/analyze.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/detail/calls.hpp>
#include <parlance/chat/analysis/detail/content.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/detail/frame.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/analysis/detail/reasoning.hpp>
#include <parlance/chat/analysis/detail/written.hpp>
#include <parlance/chat/known/rules.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/dump.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace parlance::chat::analysis {

/// A text between calls that the header ends with, too, is what a call begins with: the prompt has written the first
/// one's (`>>>` before every recipient).  Content begins with it as well, where that is wrapped; elsewhere what stands
/// between calls is the header itself.
PARLANCE_DECL void give_back_separator(format& f) {
    list_shape& calls = f.tools.calls;
    if (f.tools.mode() == tool_mode::none || strip(calls.separator).empty() ||
        !(calls.open + calls.item_open).empty() || !f.turn_start.ends_with(calls.separator) ||
        f.content.start.empty()) {
        return;
    }
    f.turn_start.resize(f.turn_start.size() - calls.separator.size());
    calls.item_open = calls.separator;
    calls.separator.clear();
    if (f.tools.lead == calls.item_open) {
        f.tools.lead.clear();
    }
    f.content.start.insert(0, calls.item_open);
}

/// Where the answer follows in a message of its own, the end of reasoning is what ends the first message, and what opens
/// the next one is no content.
PARLANCE_DECL void cut_at_next_message(format& f) {
    std::size_t const next =
        strip(f.turn_start).empty() ? std::string::npos : f.reasoning.end.find(f.turn_start);
    if (next != std::string::npos && next > 0) {
        f.reasoning.end.resize(next);
        f.content.noise.push_back(f.turn_start);
    }
}

/// What the conversation says is not of the turn's end, where a template says it again behind the answer, nor what follows.
PARLANCE_DECL void cut_at_repeated(std::string& turn_end) {
    std::size_t const at = (std::min)(turn_end.find(needle::system), turn_end.find(needle::user));
    if (at == std::string::npos) {
        return;
    }
    turn_end.resize(at);
    std::size_t const last = markers_of(turn_end).empty() ? 0 : turn_end.rfind(markers_of(turn_end).back());
    turn_end.resize(last + marker_length(std::string_view(turn_end).substr(last)));
}

/// What wraps content behind reasoning, too, is no end of reasoning: calls may follow it instead.
PARLANCE_DECL void cut_at_content(format& f) {
    std::string_view const start = strip(f.content.start);
    std::string& end = f.reasoning.end;
    std::size_t const at = start.empty() ? std::string::npos : end.rfind(start);
    bool const last = at != std::string::npos && strip(std::string_view(end).substr(at)) == start;
    if (f.content.mode == content_mode::always_wrapped && last &&
        !strip(std::string_view(end).substr(0, at)).empty()) {
        end.resize(at);
    }
}

/// A template that wraps content writes the wrapper around no content, too, in front of calls, or around content and calls
/// together: it is no part of them, or an answer without calls would begin as they do.
PARLANCE_DECL void drop_empty_content(format& f) {
    std::string_view const start = strip(f.content.start);
    std::string_view const end = strip(f.content.end);
    auto const cut = [](std::string& from, std::string_view what) {
        std::size_t const at = from.find_first_not_of(" \t\r\n");
        if (at == std::string::npos || !std::string_view(from).substr(at).starts_with(what)) {
            return false;
        }
        from.erase(0, at + what.size());
        return true;
    };
    list_shape& calls = f.tools.calls;
    std::string& opening = calls.open.empty() ? calls.item_open : calls.open;
    if (start.empty()) {
        return;
    }
    std::string rest = opening;
    bool const closed = cut(rest, start) && !end.empty() && cut(rest, end);
    bool const wrapped = f.content.mode == content_mode::always_wrapped && marker_length(start) > 0;
    if (rest != opening && (closed ? !strip(rest).empty() : wrapped && !markers_of(rest).empty())) {
        opening = std::move(rest);
        if (closed) {
            cut(f.tools.lead, end);
        }
    }
}

/// What stands around what the user says: in front, at the beginning and behind an answer alike; and up to an answer.
PARLANCE_DECL void find_user_markers(turn_frame const& frame, stop_asker asker, dialect& out) {
    std::size_t const asked = frame.before.rfind(needle::user);
    if (asked == std::string::npos) {
        return;
    }
    out.user_end = frame.before.substr(asked + needle::user.size());
    std::string_view start =
        common_suffix(std::string_view(frame.before).substr(0, asked), frame.between, asker);
    if (markers_of(start).empty()) {
        start = frame.between;  // in front of the first question stand the tools
    }
    std::string_view const turn_end = out.format.turn_end;
    std::string const stop = detail::stop_of(turn_end);
    std::size_t const ended = stop.empty() ? std::string::npos : start.rfind(stop);
    if (ended != std::string::npos) {
        start.remove_prefix(ended + stop.size());
        start.remove_prefix(common_prefix(start, turn_end.substr(turn_end.find(stop) + stop.size())).size());
    }
    if (start.find(needle::first_tool) != std::string_view::npos) {
        // tools stand there, too: the markers behind them
        auto const pieces = segments(start);
        std::size_t length = 0;
        for (std::size_t i = pieces.size(); i-- > 0;) {
            bool const marker = marker_length(pieces[i]) == pieces[i].size() && !detail::closes(pieces[i]);
            if (!marker && !strip(pieces[i]).empty()) {
                break;
            }
            length += pieces[i].size();
        }
        start.remove_prefix(start.size() - length);
    }
    out.user_start = start;
}

/// What a template writes between a call and its result; empty where it does not show one behind a call.
PARLANCE_DECL std::string result_behind_call(probe& p) {
    scene s{.calls = {probe_call(false, 1)}};
    for (std::optional<std::string> const& content :
         {std::optional<std::string>(), std::optional(std::string())}) {
        s.content = content;
        s.answered = false;
        auto const called = p.render(s);
        s.answered = true;
        auto const answered = p.render(s);
        bool const shown = called && answered && called->find(needle::first_value) != called->npos &&
                           answered->starts_with(*called);
        std::size_t const result =
            shown ? answered->find(needle::content, called->size()) : std::string::npos;
        if (result != std::string::npos) {
            return answered->substr(called->size(), result - called->size());
        }
    }
    return {};
}

/// A turn that has no end of its own is over where the next message begins: there a model writes what opens a question or a
/// call's result, and is to be stopped.
PARLANCE_DECL void stop_at_next_message(probe& p, dialect& out) {
    format& f = out.format;
    if (!strip(f.turn_end).empty()) {
        return;
    }
    auto const add = [&](std::string_view opening) {
        opening.remove_prefix((std::min)(opening.find_first_not_of(" \t\r\n"), opening.size()));
        // What opens the answer's own messages as well ends nothing.
        std::string_view const marker = opening.substr(0, marker_length(opening));
        if (!marker.empty() && f.turn_start.find(marker) == std::string::npos) {
            f.stops.emplace_back(marker);
        }
    };
    add(out.user_start);
    if (f.tools.mode() != tool_mode::none) {
        std::string const result = result_behind_call(p);
        if (p.budget().take(result)) {
            add(result);
        }
    }
}

/// What a generation prompt opens the turn with, for templates that render no answer.
PARLANCE_DECL std::string header_without_answer(probe& p) {
    auto const question = p.render(scene{.turn = false, .with_tools = false});
    auto const prompt = p.render(scene{.turn = false, .generation = true, .with_tools = false});
    if (!question || !prompt || !prompt->starts_with(*question)) {
        return {};
    }
    std::string_view const opening = std::string_view(*prompt).substr(question->size());
    return p.budget().take(opening) ? std::string(detail::header_of(opening, {}, p.budget().asker()))
                                    : std::string();
}

/// What a template writes for a call where nothing of it was learned.
PARLANCE_DECL std::string unread_calls(probe& p, format const& f) {
    if (f.tools.mode() != tool_mode::none || f.channels.used()) {
        return {};
    }
    auto const question = p.render(scene{.turn = false});
    using given = std::optional<std::string>;
    for (auto const& [content, thought] :
         {std::pair(given(), ""), std::pair(given(""), ""), std::pair(given(), "x")}) {
        auto const text =
            p.render(scene{.content = content, .reasoning = thought, .calls = {probe_call(false, 1)}});
        if (!text || !question) {
            continue;
        }
        std::string answer = text->substr(common_prefix(*question, *text, p.budget().asker()).size());
        auto const shows = [&](std::string_view what) { return answer.find(what) != std::string::npos; };
        if (shows(needle::first_key) && shows(needle::first_value)) {
            return answer;
        }
    }
    return {};
}

/// Whether the template fails on a call beside absent content where a result follows, and shows it beside an empty text:
/// some cut up the content of every message but the last.
PARLANCE_DECL bool fails_before_result(probe& p) {
    scene s{.answered = true, .calls = {probe_call(false, 1)}};
    if (p.render(s)) {
        return false;
    }
    s.content = "";
    auto const blank = p.render(s);
    return blank && blank->find(needle::first_value) != blank->npos;
}

/// What is around an answer, and the calls in it; of a template that renders no answer, what opens one.
PARLANCE_DECL void learn_turn(probe& p, dialect& out) {
    format& f = out.format;
    bool with_tools = true;
    auto frame = detail::find_frame(p, with_tools);
    if (!frame) {
        with_tools = false;
        frame = detail::find_frame(p, with_tools);
    }
    if (!frame) {
        f.turn_start = header_without_answer(p);
        return;
    }
    f.reasoning = detail::analyze_reasoning(p, *frame, with_tools);
    f.turn_start = frame->header;
    auto said = detail::analyze_content(p, *frame, f.reasoning, with_tools);
    f.content = std::move(said.content);
    f.turn_end = std::move(said.turn_end);
    cut_at_repeated(f.turn_end);
    cut_at_content(f);
    find_user_markers(*frame, p.budget().asker(), out);
    cut_at_next_message(f);
    if (!with_tools) {
        stop_at_next_message(p, out);
        return;
    }
    detail::call_findings found = detail::analyze_calls(p, *frame, f.reasoning, f.turn_end);
    f.tools = std::move(found.tools);
    if (!found.ends.empty()) {
        f.stops.push_back(detail::stop_of(found.ends));
        f.content.noise.push_back(detail::stop_of(found.ends));
    }
    give_back_separator(f);
    drop_empty_content(f);
    bool const called = f.tools.mode() != tool_mode::none;
    out.supports.tools = called;
    out.supports.content_in_call = found.content;
    // What was found with calls that the template writes counts for more: some write them only beside absent content.
    bool const fails = out.supports.blank_content;
    out.supports.blank_content = found.blank || (fails && (!called || fails_before_result(p)));
    out.supports.shows_calls = called;
    stop_at_next_message(p, out);
}

/// What is known of templates with these properties.
PARLANCE_DECL void add_known(std::string_view source, stop_asker asked, dialect& out) {
    format& f = out.format;
    constexpr std::size_t bytes_of_a_row = 64;
    for (known::rule const& r : known::rules()) {
        if (!asked.next(1 + source.size() / bytes_of_a_row)) {
            return;
        }
        format const learned = f;
        if (known::applies(r, source)) {
            known::add(r, f);
        }
        if (f != learned) {
            out.notes.push_back(
                std::string("known, not learned: ").append(r.name).append(": ").append(r.reason));
        }
    }
    out.supports.tools = f.tools.mode() != tool_mode::none;
}

/// The markers that an engine must not lose, and those that are never content.
PARLANCE_DECL void keep_markers(format& f) {
    std::vector<std::string_view> written = detail::texts_of(f);
    for (std::string const& text : f.content.noise) {  // of messages inside the answer
        if (std::find(f.stops.begin(), f.stops.end(), text) == f.stops.end()) {
            written.push_back(text);
        }
    }
    for (std::string_view const text : written) {
        detail::add_markers(text, f.preserved);
    }
    // Markers of the turn itself are never content, even where an engine lets them through; of the name of a role in an
    // element that is the whole element, for its tags alone may be the markup of an answer.
    for (std::string_view const text : {f.turn_start, f.turn_end}) {
        std::size_t const front = (std::min)(text.find_first_not_of(" \t\r\n"), text.size());
        std::string_view const role = text.substr(front, detail::named_element(text.substr(front)));
        std::vector<std::string> markers = markers_of(text.substr(role.empty() ? 0 : front + role.size()));
        if (!role.empty()) {
            markers.emplace_back(role);
        }
        for (std::string& marker : markers) {
            if (std::find(f.content.noise.begin(), f.content.noise.end(), marker) == f.content.noise.end()) {
                f.content.noise.push_back(std::move(marker));
            }
        }
    }
}

/// An engine that honours a stop must not cut a good answer.
PARLANCE_DECL void settle_stops(format& f, std::string_view eos) {
    std::erase_if(f.stops, [&](std::string const& stop) { return detail::is_written_by(f, stop); });
    for (std::string stop : {detail::stop_outside(f, f.turn_end), detail::stop_outside(f, eos)}) {
        if (!stop.empty() && std::find(f.stops.begin(), f.stops.end(), stop) == f.stops.end()) {
            f.stops.push_back(std::move(stop));
        }
    }
    for (auto at = f.stops.begin(); at != f.stops.end();) {  // several things tell of one
        at = std::find(f.stops.begin(), at, *at) == at ? at + 1 : f.stops.erase(at);
    }
    for (std::string const& stop : f.stops) {
        bool const known =
            std::find(f.content.noise.begin(), f.content.noise.end(), stop) != f.content.noise.end();
        if (!known && marker_length(stop) == stop.size()) {
            f.content.noise.push_back(stop);
        }
        auto& ends = f.channels.ends;
        if (f.channels.used() && std::find(ends.begin(), ends.end(), stop) == ends.end()) {
            ends.push_back(stop);
        }
    }
}

dialect analyze(chat_template const& t, bool use_known, meter& m) {
    dialect out;
    out.supports = m.capabilities();
    probe p(t, m, out.supports);
    out.supports.tools = false;
    out.supports.shows_calls = false;
    learn_turn(p, out);
    out.supports.form = p.form();
    out.supports.reasoning = out.supports.reasoning || p.form().reasoning == reasoning_form::named;
    if (use_known) {
        add_known(t.source(), m.asker(), out);
    }
    if (std::string const calls = unread_calls(p, out.format); !calls.empty()) {
        out.notes.push_back("calls are written and were not learned: " +
                            json::dump(boost::json::value(calls)));
    }
    keep_markers(out.format);
    settle_stops(out.format, t.tokens().eos);
    m.judge(out.format);
    out.renders = p.renders();
    out.raised = p.errors();
    m.look();
    if (m.used_up()) {
        dialect nothing;
        nothing.ended = m.error();
        return nothing;
    }
    return out;
}

}  // namespace parlance::chat::analysis

namespace parlance::chat {

dialect analyze(chat_template const& t, bool use_known, limits const& bounds) {
    analysis::meter m(t, bounds);
    return analysis::analyze(t, use_known, m);
}

}  // namespace parlance::chat
