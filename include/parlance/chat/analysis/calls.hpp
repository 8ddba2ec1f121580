// parlance/chat/analysis/calls.hpp - phases T1 to T7: how tool calls are written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/json/parse.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::analysis {

/// What the T phases find.
///
/// tools    mode none when the template shows no calls
/// lead     what stands between content and the first call, when both are rendered
/// content  content beside calls is rendered at all
/// blank    the template fails on absent content beside calls; give it an empty one
struct call_findings {
    tool_format tools;
    argument_form arguments = argument_form::object;
    std::string lead;
    bool content = false;
    bool blank = false;
};

/// Bytes [begin, end) of a text.
struct extent {
    std::size_t begin = std::string_view::npos;
    std::size_t end = std::string_view::npos;
    [[nodiscard]] bool found() const noexcept { return begin != std::string_view::npos; }
    [[nodiscard]] std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// The JSON object that begins with the `{` at `open`, by its brackets; not found when they do not balance or the
/// text between is not JSON.
[[nodiscard]] inline extent object_at(std::string_view text, std::size_t open) {
    std::size_t depth = 0;
    bool quoted = false;
    for (std::size_t i = open; i < text.size(); ++i) {
        char const c = text[i];
        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            extent const all{open, i + 1};
            return json::parse(all.in(text)) ? all : extent{};
        }
    }
    return {};
}

/// The outermost JSON object that contains byte `inside`.
[[nodiscard]] inline extent object_around(std::string_view text, std::size_t inside, std::size_t from = 0) {
    for (std::size_t open = text.find('{', from); open < inside; open = text.find('{', open + 1)) {
        if (extent const found = object_at(text, open); found.found() && found.end > inside) {
            return found;
        }
    }
    return {};
}

/// The answer of a turn: its body without an empty reasoning block in front and without the turn's end.
[[nodiscard]] inline std::string_view answer_of(std::string_view body, reasoning_format const& reasoning,
                                                std::string_view turn_end) {
    if (body.ends_with(turn_end)) {
        body.remove_suffix(turn_end.size());
    }
    std::string_view const start = strip(reasoning.start);
    std::string_view const end = strip(reasoning.end);
    if (end.empty()) {
        return body;
    }
    std::size_t const close = body.find(end);
    if (close == std::string_view::npos) {
        return body;
    }
    std::string_view block = strip(body.substr(0, close));
    if (block.starts_with(start)) {
        block.remove_prefix(start.size());
    }
    if (!strip(block).empty()) {
        return body;
    }
    body.remove_prefix(close + end.size());
    std::size_t blanks = reasoning.end.size() - reasoning.end.find(end) - end.size();
    while (blanks > 0 && !body.empty() && is_blank(body.front())) {
        body.remove_prefix(1);
        --blanks;
    }
    return body;
}

/// One analysis of calls over one probe.  The steps are in the order in which analyze() runs them.
class call_analysis {
public:
    call_analysis(probe& p, turn_frame const& frame, reasoning_format const& reasoning, std::string_view turn_end)
        : probe_(&p), frame_(&frame), reasoning_(&reasoning), turn_end_(turn_end) {}

    [[nodiscard]] call_findings analyze() {
        for (argument_form const form : {argument_form::object, argument_form::text}) {
            probe_->arguments_as(form);
            found_ = {};
            found_.arguments = form;
            if (classify()) {
                find_list();
                find_lead();
                return found_;
            }
        }
        probe_->arguments_as(argument_form::object);
        return {};
    }

private:
    using findings = call_findings;

    /// The answer of a turn with these calls; tries without content first, then with empty content.
    [[nodiscard]] std::optional<std::string> answer(std::vector<tool_call> calls,
                                                    std::optional<std::string> content = {}) {
        scene s{.content = content, .calls = std::move(calls)};
        if (!content && found_.blank) {
            s.content = "";
        }
        auto text = probe_->render(s);
        auto body = text ? body_of(*text, *frame_) : std::nullopt;
        if (!body && !s.content) {
            s.content = "";
            text = probe_->render(s);
            body = text ? body_of(*text, *frame_) : std::nullopt;
            found_.blank = body.has_value();
        }
        return body ? std::optional(std::string(answer_of(*body, *reasoning_, turn_end_))) : std::nullopt;
    }

    /// Where the call that names `name` begins and ends in an answer, without what surrounds it.
    [[nodiscard]] extent item(std::string_view text, std::string_view name, std::size_t from = 0) const {
        std::size_t const at = text.find(name, from);
        if (at == std::string_view::npos) {
            return {};
        }
        if (found_.tools.mode == tool_mode::json_native) {
            return object_around(text, at, from);
        }
        if (found_.tools.mode == tool_mode::tag_with_json) {
            std::size_t const key = text.find(needle::first_key, at);
            extent const arguments = key == std::string_view::npos ? extent{} : object_around(text, key, at);
            return arguments.found() ? extent{at, arguments.end} : extent{};
        }
        std::size_t const value = text.find(needle::first_value, at);
        return value == std::string_view::npos ? extent{} : extent{at, value + needle::first_value.size()};
    }

    /// T1, T3, T4, T7: one call with one argument; where name, argument and id stand decides the mode.
    [[nodiscard]] bool classify() {
        auto const text = answer({probe_call(false, 1)});
        if (!text) {
            return false;
        }
        one_ = *text;
        std::size_t const name = one_.find(needle::first_tool);
        std::size_t const key = one_.find(needle::first_key);
        std::size_t const value = one_.find(needle::first_value);
        if (name == std::string::npos || key == std::string::npos || value == std::string::npos) {
            return false;
        }
        if (extent const object = object_around(one_, name); object.found() && object.end > value) {
            found_.tools.mode = tool_mode::json_native;
            return split_call(object);
        }
        if (extent const arguments = object_around(one_, key, name); arguments.found()) {
            found_.tools.mode = tool_mode::tag_with_json;
            return name < key && split_call({name, arguments.end});
        }
        if (name < key && key < value) {
            found_.tools.mode = tool_mode::tag_with_tagged;
            found_.tools.call = {{piece::kind::name, {}}, {piece::kind::arguments, {}}};
            found_.tools.key_close = one_.substr(key + needle::first_key.size(),
                                                 value - key - needle::first_key.size());
            return find_arguments();
        }
        return false;
    }

    /// The pieces of a call whose arguments are JSON: what of it is name, id and arguments, and the text between.
    [[nodiscard]] bool split_call(extent call) {
        struct place {
            extent at;
            piece::kind is;
        };
        std::string_view const text = one_;
        std::size_t const key = text.find(needle::first_key, call.begin);
        std::size_t const open = text.rfind('{', key);
        extent const arguments = open < call.begin ? extent{} : object_at(text, open);
        if (!arguments.found() || arguments.end > call.end) {
            return false;
        }
        std::size_t const name = text.find(needle::first_tool, call.begin);
        std::size_t const id = text.find(needle::first_id, call.begin);
        std::vector<place> places{{arguments, piece::kind::arguments},
                                  {{name, name + needle::first_tool.size()}, piece::kind::name}};
        if (id < call.end) {
            places.push_back({{id, id + needle::first_id.size()}, piece::kind::id});
        }
        std::sort(places.begin(), places.end(),
                  [](place const& a, place const& b) { return a.at.begin < b.at.begin; });
        std::size_t at = call.begin;
        for (place const& p : places) {
            if (p.at.begin < at) {
                return false;  // the name stands inside the arguments: not a call we understand
            }
            if (p.at.begin > at) {
                found_.tools.call.push_back({piece::kind::text, std::string(text.substr(at, p.at.begin - at))});
            }
            found_.tools.call.push_back({p.is, {}});
            at = p.at.end;
        }
        if (at < call.end) {
            found_.tools.call.push_back({piece::kind::text, std::string(text.substr(at, call.end - at))});
        }
        return true;
    }

    /// T5, T6: one argument against two.
    [[nodiscard]] bool find_arguments() {
        std::size_t const name_end = one_.find(needle::first_tool) + needle::first_tool.size();
        std::size_t const key = one_.find(needle::first_key, name_end);
        std::string_view const before = std::string_view(one_).substr(name_end, key - name_end);
        auto const two = answer({probe_call(false, 2)});
        std::size_t const first = two ? two->find(needle::first_value) : std::string::npos;
        std::size_t const second = two ? two->find(needle::second_key) : std::string::npos;
        std::size_t const last = two ? two->find(needle::second_value) : std::string::npos;
        if (last == std::string::npos || second == std::string::npos || first > second) {
            return false;
        }
        std::size_t const first_end = first + needle::first_value.size();
        found_.tools.arguments =
            solve_list(before, std::string_view(*two).substr(first_end, second - first_end),
                       std::string_view(*two).substr(last + needle::second_value.size()));
        found_.tools.arguments.close.clear();  // it is the end of the call, which find_list() places
        return true;
    }

    /// T2: one call against two.
    void find_list() {
        tool_format& tools = found_.tools;
        extent const only = item(one_, needle::first_tool);
        std::string_view const before = std::string_view(one_).substr(0, only.begin);
        std::string_view const item_close = tools.arguments.item_close;
        auto const after_item = [&](std::string_view rest) {
            return rest.starts_with(item_close) ? rest.substr(item_close.size()) : rest;
        };
        std::string_view const after = after_item(std::string_view(one_).substr(only.end));
        tools.calls = {{}, std::string(before), std::string(after), {}, {}};

        auto const text = answer({probe_call(false, 1), probe_call(true, 1)});
        if (!text) {
            return;
        }
        extent const first = item(*text, needle::first_tool);
        extent const second = first.found() ? item(*text, needle::second_tool, first.end) : extent{};
        if (!first.found() || !second.found() || first.end > second.begin) {
            return;
        }
        std::string_view const all = *text;
        tools.parallel = true;
        tools.calls = solve_list(all.substr(0, first.begin),
                                 after_item(all.substr(first.end, second.begin - first.end)),
                                 after_item(all.substr(second.end)));
    }

    /// Content before a call: is it shown, and what stands between.
    void find_lead() {
        auto const text = answer({probe_call(false, 1)}, std::string(needle::content));
        std::size_t const content = text ? text->find(needle::content) : std::string::npos;
        if (content == std::string::npos) {
            return;
        }
        std::size_t const after = content + needle::content.size();
        extent const call = item(*text, needle::first_tool, after);
        if (!call.found()) {
            return;
        }
        found_.content = true;
        std::string_view const gap = std::string_view(*text).substr(after, call.begin - after);
        std::string const opening = found_.tools.calls.open + found_.tools.calls.item_open;
        found_.lead = gap.substr(0, gap.size() - common_suffix(gap, opening).size());
    }

    probe* probe_;
    turn_frame const* frame_;
    reasoning_format const* reasoning_;
    std::string_view turn_end_;
    std::string one_;
    call_findings found_;
};

}  // namespace parlance::chat::analysis
