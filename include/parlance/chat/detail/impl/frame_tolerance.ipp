// parlance/chat/detail/impl/frame_tolerance.ipp - definitions of what parlance/chat/detail/frame_tolerance.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/frame_tolerance.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/marker.hpp>
#include <algorithm>
#include <string>
#include <utility>

namespace parlance::chat::detail {

std::size_t length_of_markers(std::string_view text) {
    std::size_t at = 0;
    for (std::size_t next = 0; next < text.size();) {
        std::size_t const marker = marker_length(text.substr(next));
        if (marker == 0) {
            break;
        }
        at = next + marker;
        next = (std::min)(text.find_first_not_of(blanks, at), text.size());
    }
    return at;
}

std::size_t number_of_markers(std::string_view text) {
    std::size_t number = 0;
    for (text.remove_prefix(split(text).before.size()); marker_length(text) > 0; ++number) {
        text.remove_prefix(marker_length(text));
        text.remove_prefix((std::min)(text.find_first_not_of(blanks), text.size()));
    }
    return number;
}

std::string without_kind(std::string_view open) {
    std::size_t const at = length_of_markers(open);
    std::string_view const rest = open.substr(at);
    bool const told =
        at > 0 && rest.starts_with(kind_of_call) && marker_length(rest.substr(kind_of_call.size())) > 0;
    return told ? std::string(open).erase(at, kind_of_call.size()) : std::string();
}

/// An object with name and arguments, and an id perhaps.
PARLANCE_DECL pieces usual_object() {
    return {{piece::kind::text, "{\"name\": \""},
            piece{piece::kind::name, {}},
            {piece::kind::text, "\", \"arguments\": "},
            piece{piece::kind::arguments, {}},
            {piece::kind::text, ", \"id\": \""},
            piece{piece::kind::id, {}},
            {piece::kind::text, "\"}"}};
}

/// Calls between markers, in a list if these end with a bracket, without what the dialect says about how one is written.
PARLANCE_DECL tool_format framed(tool_format const& own, pieces call, std::string_view open,
                                 std::string_view close) {
    tool_format way;
    way.lead = own.lead;
    way.parallel = own.parallel;
    way.call = std::move(call);
    way.calls.separator = ", ";
    bool const list = open.ends_with('[');
    (list ? way.calls.open : way.calls.item_open) = open;
    (list ? way.calls.close : way.calls.item_close) = std::string(list ? "]" : "").append(close);
    return way;
}

tolerated_way only_read(tool_format way, bool named) { return {std::move(way), false, named, 0, {}, false}; }

void add_json_objects(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string const opening = call_opening(own);
    std::size_t const markers = length_of_markers(opening);
    bool const object = opening.find('{', markers) != std::string::npos;  // an object of the dialect's own
    if (own.mode() == tool_mode::json_native || markers == 0 || object) {
        return;
    }
    std::string_view const section = split(own.calls.close).core;
    bool const bracket = section.starts_with(']') && namespace_length(section) == 0;
    std::string const end =
        std::string(split(own.calls.item_close).core).append(bracket ? section.substr(1) : section);
    // Each in the place of one call in a section; several in it, or in the place of one.
    std::size_t const section_markers = length_of_markers(split(own.calls.open).core);
    std::string_view const item = split(own.calls.item_open).core;
    if (std::size_t const length = length_of_markers(item); section_markers > 0 && length > 0) {
        tool_format way = framed(own, usual_object(), {}, {});
        way.calls = own.calls;
        way.calls.item_open = item.substr(0, length);
        to.push_back({std::move(way), true, false, 0, {}, false});
    }
    for (std::size_t const length : {section_markers, markers}) {
        if (length > 0) {
            std::string const open = opening.substr(0, length) + "[";
            // The ends of the markers that it leaves out come first.
            std::vector<std::size_t> const ends = ends_of_closers(end);
            std::size_t const number = number_of_markers(open);
            std::size_t const out = ends.size() > number ? ends[ends.size() - number - 1] : 0;
            to.push_back({framed(own, usual_object(), open, end), true, false, 0,
                          std::string(split(std::string_view(end).substr(out)).core)});
        }
        if (length == markers) {
            break;
        }
    }
}

void add_function_tags(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string const opening = call_opening(own);
    std::size_t const markers = length_of_markers(opening);
    // Where an object is next, or the name of a call.
    bool const name_next = !own.call.empty() && own.call.front().is == piece::kind::name &&
                           split(opening).core.size() == markers;
    if ((own.mode() != tool_mode::json_native && !name_next) || markers == 0) {
        return;
    }
    pieces call{piece{piece::kind::name, {}}, piece{piece::kind::arguments, {}}};
    std::string const close(split(own.calls.item_close + own.calls.close).core);
    bool const list = close.starts_with(']');
    tool_format way =
        framed(own, std::move(call),
               opening.substr(0, markers) + "\n<function=", "</function>\n" + close.substr(list ? 1 : 0));
    way.arguments.open = ">\n";
    way.arguments.item_open = "<parameter=";
    way.arguments.item_close = "\n</parameter>\n";
    way.values = {{{piece::kind::text, ">\n"}, piece{piece::kind::value, {}}}};
    to.push_back({std::move(way), true, false, 0, {}, false});
}

void add_named_object(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string const opening = call_opening(own);
    std::size_t const markers = length_of_markers(opening);
    if (own.mode() == tool_mode::json_native && markers > 0) {
        pieces call{
            piece{piece::kind::name, {}}, {piece::kind::text, "\n"}, piece{piece::kind::arguments, {}}};
        to.push_back(
            {framed(own, std::move(call), opening.substr(0, markers), own.calls.item_close + own.calls.close),
             true, true});
    }
}

void add_python_calls(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string const opening = call_opening(own);
    std::size_t const markers = length_of_markers(opening);
    bool const object = own.mode() == tool_mode::json_native;
    // Where the name of a call, or its object, is next; or where nothing but an object's name makes it one, in a list.
    bool const marked = markers > 0 && (object || split(opening).core.size() == markers);
    bool const bare = object && !has_call_marker(own);
    if (notation_of(own).python || own.mode() == tool_mode::none || !(marked || bare)) {
        return;
    }
    pieces call{piece{piece::kind::name, {}}, piece{piece::kind::arguments, {}}};
    tool_format way = bare ? framed(own, std::move(call), "[", {})
                           : framed(own, std::move(call), opening.substr(0, markers),
                                    own.calls.item_close + own.calls.close);
    way.arguments.open = "(";
    way.arguments.separator = ", ";
    way.arguments.close = ")";
    way.values = {{{piece::kind::text, "="}, piece{piece::kind::python, {}}}};
    to.push_back({std::move(way), true, true, 0, {}, false});
}

/// Whether calls are Python's, in a list without a marker.
PARLANCE_DECL bool is_bare_python_list(tool_format const& own) {
    bool const named = !own.call.empty() && own.call.front().is == piece::kind::name;
    return named && own.mode() == tool_mode::tag_with_json && split(own.calls.open).core == "[" &&
           split(own.calls.close).core == "]" && split(own.calls.item_open).core.empty();
}

PARLANCE_DECL void add_borrowed_code(tool_format const& own, std::vector<tolerated_way>& to) {
    constexpr std::pair<std::string_view, std::string_view> markers[] = {
        {"```python\n", "\n```"},
        {"```tool_code\n", "\n```"},
        {"<|python_start|>", "<|python_end|>"},
        {"<|python_tag|>", ""}};
    for (auto const& [open, close] : markers) {
        for (bool const list : {true, false}) {
            tool_format way = own;
            way.calls.open = std::string(open) + (list ? "[" : "");
            way.calls.close = std::string(list ? "]" : "").append(close);
            way.calls.separator = list ? own.calls.separator : "\n";
            to.push_back(only_read(std::move(way), true));
        }
    }
}

/// `<function=f>{"a": 1}</function>`, and what models make of the signs around the name; the end may lack its slash.
PARLANCE_DECL void add_borrowed_tags(tool_format const& own, std::vector<tolerated_way>& to) {
    constexpr std::pair<std::string_view, std::string_view> signs[] = {
        {"=", ">"}, {"=", ""}, {"=", "("}, {"=", ","}, {"=", "[]"}, {"(", ")"}, {"/", ">"}};
    for (auto const& [before, behind] : signs) {
        tool_format tag = framed(own, {piece{piece::kind::name, {}}}, std::string("<function").append(before),
                                 behind == "(" ? ")</function><function>" : "</function><function>");
        if (!behind.empty()) {
            tag.call.push_back({piece::kind::text, std::string(behind)});
        }
        tag.call.insert(tag.call.end(), {piece{piece::kind::filled, {}}, piece{piece::kind::arguments, {}}});
        to.push_back(only_read(std::move(tag), true));
    }
}

void add_borrowed_markers(tool_format const& own, std::vector<tolerated_way>& to) {
    if (is_bare_python_list(own)) {
        add_borrowed_code(own, to);
    }
    if (own.mode() != tool_mode::json_native || number_of_markers(call_opening(own)) > 0) {
        return;
    }
    add_borrowed_tags(own, to);
    constexpr std::pair<std::string_view, std::string_view> markers[] = {
        {"```json\n", "\n```"}, {"```\n", "\n```"},     {"<tool_call>", "</tool_call>"},
        {"[TOOL_CALLS]", ""},   {"<|python_tag|>", ""}, {"", ""}};
    for (auto const& [open, close] : markers) {
        std::string const list = std::string(open) + "[";
        if (!split(own.calls.open).core.starts_with(list)) {
            to.push_back(only_read(framed(own, own.call, list, close), true));
        }
        // Without any, one that stands in no list; behind a marker that nothing closes, several.
        if (!open.empty() || split(own.calls.open).core.starts_with(list)) {
            tool_format way = framed(own, own.call, open, close);
            if (close.empty()) {
                way.calls.open.swap(way.calls.item_open);
            }
            to.push_back(only_read(std::move(way), true));
        }
    }
}

void add_missing_brackets(tool_format const& own, std::vector<tolerated_way>& to) {
    if (!is_bare_python_list(own)) {
        return;
    }
    tool_format way = own;
    way.calls.open.clear();
    way.calls.close.clear();
    way.calls.separator = "\n";
    to.push_back(only_read(std::move(way), true));
}

void add_bare_object(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string const opening = call_opening(own);
    if (!has_call_marker(own)) {
        return;
    }
    bool const object = own.mode() == tool_mode::json_native;
    std::string_view const close = object ? own.calls.item_close : std::string_view();
    tool_format way = framed(own, object ? own.call : usual_object(), {}, close);
    way.call.insert(std::ranges::find(way.call, piece::kind::arguments, &piece::is), {piece::kind::filled});
    pieces const call = object ? own.call : way.call;
    to.push_back(only_read(std::move(way), true));
    for (std::string_view const name : {"tools>", "function_call>"}) {
        if (split(close).core.starts_with("</") && split(close).core.substr(2) != name) {
            to.push_back(only_read(
                framed(own, own.call, std::string("<").append(name), std::string("</").append(name)), true));
        }
    }
    if (object && opening.find('[') == std::string::npos) {
        to.push_back(
            only_read(framed(own, own.call, opening + "[", own.calls.item_close + own.calls.close), false));
    }
    to.push_back(only_read(framed(own, call, "[", {}), true));
}

}  // namespace parlance::chat::detail
