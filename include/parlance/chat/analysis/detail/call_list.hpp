// parlance/chat/analysis/detail/call_list.hpp - phases T2 and T7: what stands around and between calls, and ids that are made
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/detail/call_answers.hpp>
#include <parlance/chat/analysis/detail/call_sketch.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/detail/extent.hpp>
#include <parlance/chat/analysis/detail/frame.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/vocab/ending.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::analysis::detail {

/// Finds the list that calls stand in.
class list_analysis {
public:
    list_analysis(call_answers& answers, call_sketch& sketch) : answers_(&answers), sketch_(&sketch) {}

    /// T2: one call against two.
    void find() {
        tool_format& tools = sketch_->tools;
        extent const only = call_extent(*sketch_, sketch_->one, needle::first_tool, needle::first_id);
        std::string_view const before = std::string_view(sketch_->one).substr(0, only.begin);
        std::string const item_close = chat::detail::closing_of(tools, needle::first_key);
        auto const after_item = [&](std::string_view rest) {
            return rest.starts_with(item_close) ? rest.substr(item_close.size()) : rest;
        };
        std::string_view const after = after_item(std::string_view(sketch_->one).substr(only.end));
        tools.calls = {{}, std::string(before), std::string(after), {}, {}};

        auto const text = answers_->of({probe_call(false, 1), probe_call(true, 1)});
        if (!text) {
            return;
        }
        extent const first = call_extent(*sketch_, *text, needle::first_tool, needle::first_id);
        extent const second =
            first.found() ? call_extent(*sketch_, *text, needle::second_tool, needle::second_id, first.end)
                          : extent{};
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

    /// What ends a turn of calls, where it is not what ends the other turns; it is taken from the end of the list.
    /// Where a turn of calls does not end as other turns do, the last marker behind the calls is its end, unless it is
    /// the counterpart of one in front of them.
    [[nodiscard]] std::string find_end() {
        list_shape& calls = sketch_->tools.calls;
        std::string& tail = calls.close.empty() ? calls.item_close : calls.close;
        auto const markers = markers_of(tail);
        if (markers.empty()) {
            return {};
        }
        std::string const& last = markers.back();
        auto const opened = markers_of(calls.open.empty() ? calls.item_open : calls.open);
        std::string const close = opened.empty() ? std::string() : closing_of(opened.front());
        // What no tokenizer has as text, or what stands behind the counterpart of what opens the calls, ends the turn.
        bool const ends_turn = vocab::is_ending_text(last) ||
                               (!close.empty() && last != close && tail.find(close) != std::string::npos);
        if (!ends_turn && !answers_->ends_otherwise()) {
            return {};
        }
        bool const counterpart = closes(last) || last.find("end") != std::string::npos ||
                                 last.find("END") != std::string::npos ||
                                 (last.ends_with("|>") && !last.starts_with("<|"));
        if ((counterpart && !ends_turn) ||
            !strip(std::string_view(tail).substr(tail.rfind(last) + last.size())).empty()) {
            return {};
        }
        std::string ends = tail.substr(tail.rfind(last));
        tail.resize(tail.rfind(last));
        return ends;
    }

    /// T7, where the template makes the id itself: all between two markers, if the call's index is in it.
    void find_generated_id() {
        tool_format& tools = sketch_->tools;
        auto const is = [&](std::size_t i, piece::kind k) {
            return i < tools.call.size() && tools.call[i].is == k;
        };
        if (sketch_->mode != tool_mode::tag_with_json || !is(0, piece::kind::name) ||
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

    /// Content before a call: what stands between; false where the template does not show it.
    [[nodiscard]] bool find_lead() {
        auto const text = answers_->of({probe_call(false, 1)}, std::string(needle::content));
        std::size_t const content = text ? text->find(needle::content) : std::string::npos;
        if (content == std::string::npos) {
            return false;
        }
        std::size_t const after = content + needle::content.size();
        extent const call = call_extent(*sketch_, *text, needle::first_tool, needle::first_id, after);
        if (!call.found()) {
            return false;
        }
        std::string_view const gap = std::string_view(*text).substr(after, call.begin - after);
        std::string opening = sketch_->tools.calls.open + sketch_->tools.calls.item_open;
        if (sketch_->tools.call.front().is == piece::kind::id_begin) {
            opening += sketch_->tools.call[1].text;
        }
        // Blanks that the first call has in front of it as well belong to what stands between: they are no content.
        opening.erase(0, opening.find_first_not_of(" \t\r\n"));
        sketch_->tools.lead = gap.substr(0, gap.size() - common_suffix(gap, opening).size());
        return true;
    }

private:
    /// Digits that count the calls: where the texts of the first and the second call differ by them.
    void find_index(std::string_view text, extent second) {
        tool_format& tools = sketch_->tools;
        if (sketch_->mode == tool_mode::tag_with_tagged) {
            return find_index_before_arguments(text, second);
        }
        std::size_t const key = text.find(needle::first_key, second.begin);
        std::size_t const open = text.rfind(tools.values.empty() ? "{" : tools.arguments.open, key);
        extent const arguments = tools.values.empty() ? object_at(text, open) : extent{open, second.end};
        auto const other =
            open < second.begin ? maybe<std::vector<piece>>() : split_call(text, second, arguments, true);
        if (!other || other->size() != tools.call.size()) {
            return;
        }
        for (std::size_t i = 0; i < other->size(); ++i) {
            if (tools.call[i].is != piece::kind::text || tools.call[i].text == (*other)[i].text) {
                continue;
            }
            auto const around = around_index(tools.call[i].text, (*other)[i].text);
            if (!around) {
                return;
            }
            auto const at = tools.call.begin() + static_cast<std::ptrdiff_t>(i);
            *at = {piece::kind::text, around->first};
            tools.call.insert(at + 1, {{piece::kind::index, {}}, {piece::kind::text, around->second}});
            std::erase_if(tools.call,
                          [](piece const& p) { return p.is == piece::kind::text && p.text.empty(); });
            return;
        }
    }

    /// The same where arguments stand in markup of their own: in what stands between the name and the first of them.
    void find_index_before_arguments(std::string_view text, extent second) {
        tool_format& tools = sketch_->tools;
        std::size_t const name = text.find(needle::second_tool, second.begin);
        std::size_t const key = name == std::string_view::npos ? name : text.find(needle::first_key, name);
        std::size_t const from = name + needle::second_tool.size();
        bool const behind_name = tools.call.size() == 2 && tools.call.front().is == piece::kind::name;
        if (key == std::string_view::npos || !behind_name || key - from < tools.arguments.item_open.size()) {
            return;
        }
        std::string_view const next = text.substr(from, key - from - tools.arguments.item_open.size());
        if (auto const around = around_index(tools.arguments.open, next)) {
            tools.call.insert(tools.call.begin() + 1,
                              {{piece::kind::text, around->first}, {piece::kind::index, {}}});
            tools.arguments.open = around->second;
        }
    }

    /// What stands in front of and behind the digits by which two texts first differ.
    [[nodiscard]] static maybe<std::pair<std::string, std::string>> around_index(std::string_view whole,
                                                                                 std::string_view next) {
        std::size_t begin = 0;
        while (begin < (std::min)(whole.size(), next.size()) && whole[begin] == next[begin]) {
            ++begin;
        }
        std::size_t end = begin;
        while (end < whole.size() && ascii::is_digit(whole[end])) {
            ++end;
        }
        if (end == begin || begin >= next.size() || !ascii::is_digit(next[begin])) {
            return {};
        }
        return std::pair{std::string(whole.substr(0, begin)), std::string(whole.substr(end))};
    }

    call_answers* answers_;
    call_sketch* sketch_;
};

}  // namespace parlance::chat::analysis::detail
