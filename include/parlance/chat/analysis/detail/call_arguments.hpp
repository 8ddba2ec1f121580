// parlance/chat/analysis/detail/call_arguments.hpp - phases T5 and T6: how the arguments of a call are written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/detail/call_answers.hpp>
#include <parlance/chat/analysis/detail/call_sketch.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/analysis/probe.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/ascii.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::analysis::detail {

/// Finds what stands around and between arguments that are no JSON object.
class argument_analysis {
public:
    argument_analysis(call_answers& answers, call_sketch& sketch) : answers_(&answers), sketch_(&sketch) {}

    /// T5, T6: one argument against two; then a value that is no string.  `key_close` stands between key and value.
    [[nodiscard]] bool find(std::string key_close) {
        tool_format& tools = sketch_->tools;
        value_.key_close = std::move(key_close);
        std::size_t const name = sketch_->one.find(needle::first_tool);
        std::size_t const name_end = name + needle::first_tool.size();
        std::size_t const key = sketch_->one.find(needle::first_key, name_end);
        std::size_t const id = sketch_->one.find(needle::first_id);
        bool const id_between = id != std::string::npos && id > name && id < key;
        std::size_t begin = id_between ? id + needle::first_id.size() : name_end;
        std::string_view const before = std::string_view(sketch_->one).substr(begin, key - begin);
        auto const two = answers_->of({probe_call(false, 2)});
        std::size_t const first = two ? two->find(needle::first_value) : std::string::npos;
        std::size_t const second = two ? two->find(needle::second_key) : std::string::npos;
        std::size_t const last = two ? two->find(needle::second_value) : std::string::npos;
        if (last == std::string::npos || second == std::string::npos || first > second) {
            return false;
        }
        std::size_t const first_end = first + needle::first_value.size();
        std::string_view between = std::string_view(*two).substr(first_end, second - first_end);
        std::string_view after = std::string_view(*two).substr(last + needle::second_value.size());
        std::size_t const again = between.find(needle::first_key);
        if (again != std::string_view::npos && again > 0 &&
            after.starts_with(std::string(between.substr(0, again)).append(needle::second_key))) {
            value_.key_again = between.substr(0, again);
            between.remove_prefix(again + needle::first_key.size());
            after.remove_prefix(again + needle::second_key.size());
        }
        tools.arguments = solve_list(before, between, after);
        begin += take_callee(tools.arguments.open);
        tools.arguments.close.clear();  // it is the end of the call, which find_list() places
        find_other_values();
        find_wrapping();
        if (sketch_->mode == tool_mode::tag_with_json) {
            std::size_t const value = sketch_->one.find(needle::first_value, key);
            return split_tagged(*sketch_, {begin, value + needle::first_value.size() + sketch_->tail.size()});
        }
        tools.values = value_.ways();
        auto pieces = split_call(sketch_->one, {(std::min)(name, id), key}, {begin, key}, false);
        tools.call = pieces.value_or(chat::pieces{});
        return pieces.has_value();
    }

    /// Arguments that are given against the alphabet and written along it.
    void find_order() {
        tool_format& tools = sketch_->tools;
        if (sketch_->mode == tool_mode::json_native ||
            (sketch_->mode == tool_mode::tag_with_json && is_json())) {
            return;
        }
        auto const text = written("{" + member(needle::second_key, json::quoted(needle::second_value)) +
                                  ", " + member(needle::first_key, json::quoted(needle::first_value)) + "}");
        std::size_t const first = text ? text->find(needle::first_key) : std::string::npos;
        std::size_t const second = text ? text->find(needle::second_key) : std::string::npos;
        if (first != std::string::npos && second != std::string::npos && first < second) {
            tools.call.insert(std::ranges::find(tools.call, piece::kind::arguments, &piece::is),
                              {piece::kind::sorted});
        }
    }

private:
    /// Leaves the bracket of what opens arguments as a call in code does, behind a word that is the same for every tool
    /// (`tool_call(`); how long that is.
    [[nodiscard]] static std::size_t take_callee(std::string& open) {
        std::size_t const word = open.size() > 1 && open.back() == '(' ? open.size() - 1 : 0;
        open.erase(0, word > 0 && ascii::is_letter(open[word - 1]) ? word : 0);
        return open == "(" ? word : 0;
    }
    [[nodiscard]] static std::string member(std::string_view key, std::string_view json) {
        return json::quoted(key) + ": " + std::string(json);
    }
    /// What a call with these arguments is written as.
    [[nodiscard]] std::optional<std::string> written(std::string arguments) {
        tool_call call = probe_call(false, 0);
        call.arguments = std::move(arguments);
        return answers_->of({call});
    }

    /// A number where the string stood: markers that differ are of the type, quotes around the string only make the
    /// arguments an object in a notation of its own.
    void find_other_values() {
        auto const text = written("{" + member(needle::first_key, needle::number) + ", " +
                                  member(needle::second_key, "true") + "}");
        std::size_t const key = text ? text->find(needle::first_key) : std::string::npos;
        std::size_t const value = key == std::string::npos ? key : text->find(needle::number, key);
        if (value == std::string::npos) {
            return;
        }
        std::string const close =
            text->substr(key + needle::first_key.size(), value - key - needle::first_key.size());
        if (close == value_.key_close) {
            if (find_python_call()) {
                return;
            }
            bool const nested = !value_.key_again.empty() && writes_members_in_markup();
            value_.is = nested ? piece::kind::nested : value_.is;
        } else if (!find_type(close)) {
            find_quotes(close);
        }
    }

    /// What stands around strings and around no number, in front of which `close` stands.
    void find_quotes(std::string const& close) {
        tool_format& tools = sketch_->tools;
        std::string_view const string_close = value_.key_close;
        std::string_view quote;
        if (string_close.starts_with(close)) {
            quote = string_close.substr(close.size());
        }
        bool const quoted = !quote.empty() && tools.arguments.item_close.starts_with(quote);
        std::string_view const open = strip(tools.arguments.open);
        std::string_view const rest =
            std::string_view(sketch_->one)
                .substr(sketch_->one.find(needle::first_value) + needle::first_value.size() + quote.size());
        char const bracket = rest.empty() ? '\0' : rest.front();
        bool const bracketed =
            close.size() <= 2 && ((open == "(" && bracket == ')') || (open == "{" && bracket == '}'));
        if (quoted && !bracketed && quote == "\"" && escapes_quotes()) {
            value_.is = piece::kind::json;
            sketch_->tail = quote;
            tools.arguments.item_close.erase(0, quote.size());
            value_.key_close = close;
        } else if (!quoted || !bracketed) {
            value_.other_close = close;
        } else {
            write_notation(close, std::string(quote), std::string(1, bracket));
        }
    }

    /// The arguments are an object in a notation of its own.
    void write_notation(std::string const& close, std::string const& quote, std::string const& bracket) {
        tool_format& tools = sketch_->tools;
        sketch_->mode = tool_mode::tag_with_json;
        sketch_->tail = quote + bracket;
        if (quote == "'" || quote == "\"") {
            tools.values = {{{piece::kind::text, close}, {piece::kind::python}}};
        } else {
            tools.values = {{{piece::kind::text, close},
                             {piece::kind::open, quote},
                             {piece::kind::string},
                             {piece::kind::close, quote}},
                            {{piece::kind::text, close}, {piece::kind::json}}};
        }
        tools.arguments = {std::string(strip(tools.arguments.open)), "", "", ", ", bracket};
        value_.key_close.clear();
    }

    /// `f(a=x, b=3)`, with quotes around all values or none: a call as Python writes it, whose values the template prints as
    /// it can.  Models write Python's.
    [[nodiscard]] bool find_python_call() {
        tool_format& tools = sketch_->tools;
        std::string_view const close = value_.key_close;
        bool const assigned = close == "=" || close == "=\"" || close == "='";
        std::size_t const value = sketch_->one.find(needle::first_value);
        std::size_t const behind = value + needle::first_value.size();
        std::size_t const end = sketch_->one.find(')', behind);
        constexpr std::size_t longest_tail = 2;
        if (!assigned || strip(tools.arguments.open) != "(" || strip(tools.arguments.separator) != "," ||
            end == std::string::npos || end - behind >= longest_tail) {
            return false;
        }
        sketch_->mode = tool_mode::tag_with_json;
        sketch_->tail = sketch_->one.substr(behind, end + 1 - behind);
        tools.arguments = {"(", "", "", ", ", ")"};
        tools.values = {{{piece::kind::text, "="}, {piece::kind::python}}};
        value_.key_close.clear();
        return true;
    }

    /// What stands around strings that look like markup, and around no others.
    void find_wrapping() {
        tool_format& tools = sketch_->tools;
        if (sketch_->mode != tool_mode::tag_with_tagged || value_.is == piece::kind::json ||
            !(value_.type_close + value_.other_close).empty()) {
            return;
        }
        std::string const value = std::string(needle::first_value).append("\n<a> & b\n");
        auto const text = written("{" + member(needle::first_key, json::quoted(value)) + "}");
        std::size_t const key = text ? text->find(needle::first_key) : std::string::npos;
        std::size_t const begin = key == std::string::npos ? key : text->find(value, key);
        if (begin == std::string::npos) {
            return;
        }
        std::size_t const front = key + needle::first_key.size() + value_.key_close.size();
        std::size_t const back = begin + value.size();
        std::string const close = value_.key_again.empty() ? tools.arguments.item_close : value_.key_again;
        std::size_t const end = close.empty() ? std::string::npos : text->find(close, back);
        if (front >= begin || end == std::string::npos) {
            return;
        }
        std::string_view const open = std::string_view(*text).substr(front, begin - front);
        std::string_view const shut = std::string_view(*text).substr(back, end - back);
        if (!strip(open).empty() && !strip(shut).empty()) {
            value_.text_open = open;
            value_.text_close = shut;
        }
    }

    /// The names of types in front of values: `type="string">` of the one and `type="number">`, or `"integer"`, of the other.
    [[nodiscard]] bool find_type(std::string_view number_close) {
        constexpr std::string_view string = "string";
        std::size_t const at = value_.key_close.find(string);
        if (at == std::string::npos) {
            return false;
        }
        std::string const behind = value_.key_close.substr(at + string.size());
        auto const named = [&](std::string_view type) {
            return number_close == std::string(value_.key_close.substr(0, at)).append(type).append(behind);
        };
        if (behind.empty() || at == 0 || (!named("number") && !named("integer"))) {
            return false;
        }
        value_.key_close.resize(at);
        value_.type_close = behind;
        return true;
    }

    /// An argument inside an argument.
    [[nodiscard]] bool writes_members_in_markup() {
        tool_format const& tools = sketch_->tools;
        std::string const object = "{" + member(needle::second_key, json::quoted(needle::second_value)) + "}";
        auto const text = written("{" + member(needle::first_key, object) + "}");
        std::string const inner = std::string(strip(tools.arguments.item_open))
                                      .append(needle::second_key)
                                      .append(strip(value_.key_close))
                                      .append(needle::second_value)
                                      .append(strip(value_.key_again))
                                      .append(needle::second_key);
        return text && text->find(inner) != std::string::npos;
    }

    /// What a string is written as that contains `inner`, as JSON has it, between two needles.
    [[nodiscard]] std::string written_between(std::string_view inner) {
        std::string const value = std::string(needle::first_value).append(inner).append(needle::second_value);
        auto const text = written("{" + member(needle::first_key, "\"" + value + "\"") + "}");
        std::size_t const begin = text ? text->find(needle::first_value) : std::string::npos;
        std::size_t const end = begin == std::string::npos ? begin : text->find(needle::second_value, begin);
        if (end == std::string::npos) {
            return {};
        }
        std::size_t const from = begin + needle::first_value.size();
        return text->substr(from, end - from);
    }
    [[nodiscard]] bool escapes_quotes() { return written_between("\\\"") == "\\\""; }

    /// Whether the arguments stand in one piece of JSON.
    [[nodiscard]] bool is_json() const { return sketch_->tools.values.empty(); }

    call_answers* answers_;
    call_sketch* sketch_;
    value_sketch value_{};
};

}  // namespace parlance::chat::analysis::detail
