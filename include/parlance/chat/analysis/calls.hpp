// parlance/chat/analysis/calls.hpp - phases T1 to T7: how tool calls are written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/extent.hpp>
#include <parlance/chat/analysis/frame.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/analysis/turn.hpp>
#include <algorithm>
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
/// content  content beside calls is rendered at all
/// ends     what ends a turn of calls, where it is not what ends the other turns
/// blank    absent content beside calls makes the template fail, or write "None": give it an empty one
struct call_findings {
    tool_format tools;
    std::string ends;
    bool content = false;
    bool blank = false;
};

/// One analysis of calls over one probe.  The steps are in the order in which analyze() runs them.
class call_analysis {
public:
    call_analysis(probe& p, turn_frame const& frame, reasoning_format const& reasoning,
                  std::string_view turn_end)
        : probe_(&p), frame_(&frame), reasoning_(&reasoning), turn_end_(turn_end) {}

    [[nodiscard]] call_findings analyze() {
        for (argument_form const form : {argument_form::object, argument_form::text}) {
            probe_->form().arguments = form;
            found_ = {};
            tail_.clear();
            if (classify()) {
                find_list();
                find_end();
                find_generated_id();
                find_lead();
                return found_;
            }
        }
        probe_->form().arguments = argument_form::object;
        return {};
    }

private:
    /// The answer of a turn with these calls.
    [[nodiscard]] std::optional<std::string> answer(std::vector<tool_call> calls,
                                                    std::optional<std::string> content = {}) {
        if (!content && found_.blank) {
            content.emplace();
        }
        auto const text = probe_->render(scene{.content = std::move(content), .calls = std::move(calls)});
        auto const body = text ? body_of(*text, *frame_) : std::nullopt;
        if (!body) {
            return std::nullopt;
        }
        ends_otherwise_ = !body->ends_with(turn_end_);
        return std::string(answer_of(*body, *reasoning_, turn_end_));
    }

    /// Where a turn of calls does not end as other turns do, the last marker behind the calls is its end, unless it is
    /// the counterpart of one in front of them.
    void find_end() {
        list_shape& calls = found_.tools.calls;
        std::string& tail = calls.close.empty() ? calls.item_close : calls.close;
        auto const markers = markers_of(tail);
        if (!ends_otherwise_ || markers.empty()) {
            return;
        }
        std::string const& last = markers.back();
        bool const counterpart = closes(last) || last.find("end") != std::string::npos ||
                                 last.find("END") != std::string::npos ||
                                 (last.ends_with("|>") && !last.starts_with("<|"));
        if (counterpart || !strip(std::string_view(tail).substr(tail.rfind(last) + last.size())).empty()) {
            return;
        }
        found_.ends = tail.substr(tail.rfind(last));
        tail.resize(tail.rfind(last));
    }

    /// The first answer: with absent content, unless the template fails on it or spells it out.
    [[nodiscard]] std::optional<std::string> first_answer() {
        auto absent = answer({probe_call(false, 1)});
        if (absent && absent->find("None") == std::string::npos &&
            absent->find("null") == std::string::npos) {
            return absent;
        }
        auto blank = answer({probe_call(false, 1)}, "");
        if (blank && blank != absent) {
            found_.blank = true;
            return blank;
        }
        return absent;
    }

    /// Where the call that names `name` begins and ends in an answer, without what surrounds it.
    [[nodiscard]] extent item(std::string_view text, std::string_view name, std::string_view id,
                              std::size_t from = 0) const {
        std::size_t const at = text.find(name, from);
        if (at == std::string_view::npos) {
            return {};
        }
        if (found_.tools.mode == tool_mode::json_native) {
            return object_around(text, at, from);
        }
        std::size_t const key = text.find(needle::first_key, at);
        std::size_t const value = key == std::string_view::npos ? key : text.find(needle::first_value, key);
        if (value == std::string_view::npos) {
            return {};
        }
        std::size_t const id_at = text.find(id, from);
        extent out{std::min(at, id_at), value + needle::first_value.size() + tail_.size()};
        if (found_.tools.mode == tool_mode::tag_with_json && found_.tools.written == notation{}) {
            extent const arguments = object_around(text, key, at);
            if (!arguments.found()) {
                return {};
            }
            out.end = arguments.end;
        }
        if (id_at != std::string_view::npos && id_at >= out.end && gap_is_short(text, out.end, id_at)) {
            out.end = id_at + id.size();
        }
        return out;
    }

    /// An id behind the arguments belongs to the call when no second call stands between.
    [[nodiscard]] static bool gap_is_short(std::string_view text, std::size_t from, std::size_t to) {
        return text.substr(from, to - from).find(needle::second_tool) == std::string_view::npos;
    }

    /// T1, T3, T4, T7: one call with one argument; where name, argument and id stand decides the mode.
    [[nodiscard]] bool classify() {
        auto const text = first_answer();
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
        tool_format& tools = found_.tools;
        if (extent const object = object_around(one_, name); object.found() && object.end > value) {
            tools.mode = tool_mode::json_native;
            std::size_t const open = one_.rfind('{', key);
            auto pieces =
                split_call(one_, object, open < object.begin ? extent{} : object_at(one_, open), false);
            tools.call = pieces.value_or(std::vector<piece>{});
            return pieces.has_value();
        }
        if (name > key) {
            return false;
        }
        extent arguments = object_around(one_, key, name);
        if (!arguments.found() && (arguments = dictionary_around(one_, key, name)).found()) {
            tools.written.python = true;
            tail_ = one_.substr(value + needle::first_value.size(),
                                arguments.end - value - needle::first_value.size());
        }
        if (arguments.found()) {
            tools.mode = tool_mode::tag_with_json;
            return split_tagged(arguments);
        }
        if (key < value) {
            tools.mode = tool_mode::tag_with_tagged;
            tools.key_close =
                one_.substr(key + needle::first_key.size(), value - key - needle::first_key.size());
            return find_arguments();
        }
        return false;
    }

    /// The pieces of a call whose name stands in markup.
    [[nodiscard]] bool split_tagged(extent arguments) {
        auto pieces = split_call(one_, item(one_, needle::first_tool, needle::first_id), arguments, false);
        found_.tools.call = pieces.value_or(std::vector<piece>{});
        return pieces.has_value();
    }

    /// The pieces of a call: what of it is name, id and arguments, and the text between.
    [[nodiscard]] static std::optional<std::vector<piece>> split_call(std::string_view text, extent call,
                                                                      extent arguments, bool second) {
        struct place {
            extent at;
            piece::kind is;
        };
        if (!call.found() || !arguments.found() || arguments.end > call.end) {
            return std::nullopt;
        }
        std::string_view const tool = second ? needle::second_tool : needle::first_tool;
        std::string_view const id_text = second ? needle::second_id : needle::first_id;
        std::size_t const name = text.find(tool, call.begin);
        std::size_t const id = text.find(id_text, call.begin);
        std::vector<place> places{{arguments, piece::kind::arguments},
                                  {{name, name + tool.size()}, piece::kind::name}};
        if (id < call.end) {
            places.push_back({{id, id + id_text.size()}, piece::kind::id});
        }
        std::sort(places.begin(), places.end(),
                  [](place const& a, place const& b) { return a.at.begin < b.at.begin; });
        std::vector<piece> out;
        std::size_t at = call.begin;
        for (place const& p : places) {
            if (p.at.begin < at) {
                return std::nullopt;  // the name stands inside the arguments: not a call we understand
            }
            if (p.at.begin > at) {
                out.push_back({piece::kind::text, std::string(text.substr(at, p.at.begin - at))});
            }
            out.push_back({p.is, {}});
            at = p.at.end;
        }
        if (at < call.end) {
            out.push_back({piece::kind::text, std::string(text.substr(at, call.end - at))});
        }
        return out;
    }

    /// T5, T6: one argument against two; then a value that is no string.
    [[nodiscard]] bool find_arguments() {
        tool_format& tools = found_.tools;
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
        tools.arguments = solve_list(before, std::string_view(*two).substr(first_end, second - first_end),
                                     std::string_view(*two).substr(last + needle::second_value.size()));
        tools.arguments.close.clear();  // it is the end of the call, which find_list() places
        find_other_values();
        if (tools.mode == tool_mode::tag_with_json) {
            std::size_t const value = one_.find(needle::first_value, key);
            return split_tagged({name_end, value + needle::first_value.size() + tail_.size()});
        }
        auto pieces = split_call(
            one_, {std::min(name_end - needle::first_tool.size(), one_.find(needle::first_id)), key},
            {name_end, key}, false);
        tools.call = pieces.value_or(std::vector<piece>{});
        return pieces.has_value();
    }

    /// A number where the string stood: markers that differ are of the type, quotes around the string only make the
    /// arguments an object in a notation of its own.
    void find_other_values() {
        tool_format& tools = found_.tools;
        tool_call call = probe_call(false, 0);
        call.arguments = "{\"" + std::string(needle::first_key) + "\": " + std::string(needle::number) +
                         ", \"" + std::string(needle::second_key) + "\": true}";
        auto const text = answer({call});
        std::size_t const key = text ? text->find(needle::first_key) : std::string::npos;
        std::size_t const value = key == std::string::npos ? key : text->find(needle::number, key);
        if (value == std::string::npos) {
            return;
        }
        std::string const close =
            text->substr(key + needle::first_key.size(), value - key - needle::first_key.size());
        tools.written.python = text->find("True", value) != std::string::npos;
        if (close == tools.key_close) {
            return;
        }
        std::string_view const string_close = tools.key_close;
        std::string_view const value_close = tools.arguments.item_close;
        std::string_view quote;
        if (string_close.starts_with(close)) {
            quote = string_close.substr(close.size());
        }
        bool const quoted = !quote.empty() && value_close.starts_with(quote) && close.size() <= 2;
        std::string_view const open = strip(tools.arguments.open);
        std::string_view const rest = std::string_view(one_).substr(
            one_.find(needle::first_value) + needle::first_value.size() + quote.size());
        char const bracket = rest.empty() ? '\0' : rest.front();
        bool const bracketed = (open == "(" && bracket == ')') || (open == "{" && bracket == '}');
        if (!quoted || !bracketed) {
            tools.key_close_other = close;
            return;
        }
        tools.mode = tool_mode::tag_with_json;
        tools.written = {
            std::string(open), std::string(1, bracket), std::string(strip(close)), {}, true, true, false};
        if (quote != "'" && quote != "\"") {
            tools.written.quote = quote;
            tools.written.python = false;
        } else {
            tools.written.raw = writes_backslashes_raw();
        }
        tail_ = std::string(quote) + bracket;
        tools.arguments = {};
        tools.key_close.clear();
    }

    [[nodiscard]] bool writes_backslashes_raw() {
        tool_call call = probe_call(false, 0);
        call.arguments = "{\"" + std::string(needle::first_key) + "\": \"" +
                         std::string(needle::first_value) + "\\\\" + std::string(needle::second_value) +
                         "\"}";
        auto const text = answer({call});
        return text && text->find(std::string(needle::first_value) + "\\" +
                                  std::string(needle::second_value)) != std::string::npos;
    }

    /// T2: one call against two.
    void find_list() {
        tool_format& tools = found_.tools;
        extent const only = item(one_, needle::first_tool, needle::first_id);
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
        extent const first = item(*text, needle::first_tool, needle::first_id);
        extent const second =
            first.found() ? item(*text, needle::second_tool, needle::second_id, first.end) : extent{};
        if (!first.found() || !second.found() || first.end > second.begin) {
            return;
        }
        std::string_view const all = *text;
        tools.parallel = true;
        tools.calls = solve_list(all.substr(0, first.begin),
                                 after_item(all.substr(first.end, second.begin - first.end)),
                                 after_item(all.substr(second.end)));
        find_index(all, second);
    }

    /// Digits that count the calls: where the texts of the first and the second call differ by them.
    void find_index(std::string_view text, extent second) {
        tool_format& tools = found_.tools;
        if (tools.mode == tool_mode::tag_with_tagged) {
            return;
        }
        std::size_t const key = text.find(needle::first_key, second.begin);
        std::size_t const open = text.rfind(tools.written.open, key);
        extent const arguments =
            tools.written == notation{} ? object_at(text, open) : extent{open, second.end};
        auto const other = open < second.begin ? std::nullopt : split_call(text, second, arguments, true);
        if (!other || other->size() != tools.call.size()) {
            return;
        }
        for (std::size_t i = 0; i < other->size(); ++i) {
            if (tools.call[i].is != piece::kind::text || tools.call[i].text == (*other)[i].text) {
                continue;
            }
            std::string const whole = tools.call[i].text;
            std::string const& next = (*other)[i].text;
            std::size_t begin = 0;
            while (begin < std::min(whole.size(), next.size()) && whole[begin] == next[begin]) {
                ++begin;
            }
            auto const digit = [](char c) { return c >= '0' && c <= '9'; };
            std::size_t end = begin;
            while (end < whole.size() && digit(whole[end])) {
                ++end;
            }
            if (end == begin || begin >= next.size() || !digit(next[begin])) {
                return;
            }
            auto const at = tools.call.begin() + static_cast<std::ptrdiff_t>(i);
            *at = {piece::kind::text, whole.substr(0, begin)};
            tools.call.insert(at + 1, {{piece::kind::index, {}}, {piece::kind::text, whole.substr(end)}});
            std::erase_if(tools.call,
                          [](piece const& p) { return p.is == piece::kind::text && p.text.empty(); });
            return;
        }
    }

    /// T7, where the template makes the id itself: all between two markers, if the call's index is in it.
    void find_generated_id() {
        tool_format& tools = found_.tools;
        auto const is = [&](std::size_t i, piece::kind k) {
            return i < tools.call.size() && tools.call[i].is == k;
        };
        if (tools.mode != tool_mode::tag_with_json || !is(0, piece::kind::name) ||
            !is(1, piece::kind::text) || !is(2, piece::kind::index) ||
            !markers_of(tools.call[1].text).empty()) {
            return;
        }
        // What stands between the last marker and the name is part of the id.
        std::string& open = tools.calls.item_open.empty() ? tools.calls.open : tools.calls.item_open;
        std::size_t at = 0;
        std::size_t begin = 0;
        for (std::string_view const s : segments(open)) {
            at += s.size();
            begin = marker_length(s) == s.size() ? at : begin;
        }
        std::vector<piece> made{{piece::kind::id_begin, {}}};
        if (begin < open.size()) {
            made.push_back({piece::kind::text, open.substr(begin)});
            open.resize(begin);
        }
        made.insert(made.end(), tools.call.begin(), tools.call.begin() + 3);
        made.push_back({piece::kind::id_end, {}});
        made.insert(made.end(), tools.call.begin() + 3, tools.call.end());
        tools.call = std::move(made);
    }

    /// Content before a call: is it shown, and what stands between.
    void find_lead() {
        auto const text = answer({probe_call(false, 1)}, std::string(needle::content));
        std::size_t const content = text ? text->find(needle::content) : std::string::npos;
        if (content == std::string::npos) {
            return;
        }
        std::size_t const after = content + needle::content.size();
        extent const call = item(*text, needle::first_tool, needle::first_id, after);
        if (!call.found()) {
            return;
        }
        found_.content = true;
        std::string_view const gap = std::string_view(*text).substr(after, call.begin - after);
        std::string opening = found_.tools.calls.open + found_.tools.calls.item_open;
        if (found_.tools.call.front().is == piece::kind::id_begin) {
            opening += found_.tools.call[1].text;
        }
        found_.tools.lead = gap.substr(0, gap.size() - common_suffix(gap, opening).size());
    }

    probe* probe_;
    turn_frame const* frame_;
    reasoning_format const* reasoning_;
    std::string_view turn_end_;
    std::string one_;
    bool ends_otherwise_ = false;
    std::string tail_;  // what of the arguments stands behind the last value: quote and bracket
    call_findings found_;
};

}  // namespace parlance::chat::analysis
