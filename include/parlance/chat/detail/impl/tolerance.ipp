// parlance/chat/detail/impl/tolerance.ipp - definitions of what parlance/chat/detail/tolerance.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/marker.hpp>
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace parlance::chat::detail {

/// The length of the markers that a text begins with, white space between them included.
PARLANCE_DECL std::size_t length_of_markers(std::string_view text) {
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

/// The number of markers that a text begins with.
PARLANCE_DECL std::size_t number_of_markers(std::string_view text) {
    std::size_t number = 0;
    for (text.remove_prefix(split(text).before.size()); marker_length(text) > 0; ++number) {
        text.remove_prefix(marker_length(text));
        text.remove_prefix((std::min)(text.find_first_not_of(blanks), text.size()));
    }
    return number;
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

/// A way that grammars leave out.
PARLANCE_DECL tolerated_way only_read(tool_format way, bool named) {
    return {std::move(way), false, named, 0, {}, false};
}

PARLANCE_DECL void add_json_objects(tool_format const& own, std::vector<tolerated_way>& to) {
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

PARLANCE_DECL void add_named_object(tool_format const& own, std::vector<tolerated_way>& to) {
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

PARLANCE_DECL void add_borrowed_markers(tool_format const& own, std::vector<tolerated_way>& to) {
    if (is_bare_python_list(own)) {
        add_borrowed_code(own, to);
    }
    if (own.mode() != tool_mode::json_native || number_of_markers(call_opening(own)) > 0) {
        return;
    }
    tool_format tag =
        framed(own, {piece{piece::kind::name, {}}, {piece::kind::text, ">"}}, "<function=", "</function>");
    tag.call.push_back({piece::kind::arguments, {}});
    to.push_back(only_read(std::move(tag), true));
    constexpr std::pair<std::string_view, std::string_view> markers[] = {{"```json\n", "\n```"},
                                                                         {"<tool_call>", "</tool_call>"},
                                                                         {"[TOOL_CALLS]", ""},
                                                                         {"<|python_tag|>", ""},
                                                                         {"", ""}};
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

PARLANCE_DECL void add_missing_brackets(tool_format const& own, std::vector<tolerated_way>& to) {
    if (!is_bare_python_list(own)) {
        return;
    }
    tool_format way = own;
    way.calls.open.clear();
    way.calls.close.clear();
    way.calls.separator = "\n";
    to.push_back(only_read(std::move(way), true));
}

PARLANCE_DECL void add_bare_object(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string const opening = call_opening(own);
    if (!has_call_marker(own)) {
        return;
    }
    bool const object = own.mode() == tool_mode::json_native;
    std::string_view const close = object ? own.calls.item_close : std::string_view();
    tool_format way = framed(own, object ? own.call : usual_object(), {}, close);
    way.call.insert(std::ranges::find(way.call, piece::kind::arguments, &piece::is), {piece::kind::filled});
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
    if (object) {
        to.push_back(only_read(framed(own, own.call, "[", {}), true));
    }
}

PARLANCE_DECL void add_missing_opener(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string const opening = own.calls.open + own.calls.item_open;
    std::string_view rest = split(opening).core;
    bool const name_next = !own.call.empty() && own.call.front().is == piece::kind::name;
    if (own.mode() == tool_mode::json_native || !name_next) {
        return;
    }
    std::string_view const name_close =
        own.call.size() > 1 && own.call[1].is == piece::kind::text ? std::string_view(own.call[1].text) : "";
    constexpr std::size_t most = 8;  // dialects have two or three
    std::size_t const section = number_of_markers(own.calls.open);
    for (std::size_t i = 1; i <= most; ++i) {
        std::size_t const marker = marker_length(rest);
        if (marker == 0) {
            return;
        }
        if (marker == rest.size() && i == 1 && marker_length(split(name_close).core) > 0 &&
            split(own.calls.item_close + own.calls.close).core.empty()) {
            tool_format way = own;
            way.calls.open.clear();
            way.calls.item_open.clear();
            to.push_back(only_read(std::move(way), true));
            return;
        }
        rest.remove_prefix((std::min)(rest.find_first_not_of(blanks, marker), rest.size()));
        bool const word = own.mode() == tool_mode::tag_with_json && notation_of(own).open.size() == 1 &&
                          rest.size() > 1 &&
                          std::string_view(":=/").find(rest.back()) != std::string_view::npos;
        if (rest.empty() || (rest.front() != '<' && !word)) {
            return;
        }
        tool_format way = own;
        way.calls.open.clear();
        way.calls.item_open = rest;
        to.push_back({std::move(way), false, true, i - (std::min)(i, section)});
    }
}

/// What OpenAI's interface calls tools, and some dialects name in front of each.
inline constexpr std::string_view kind_of_call = "function";

PARLANCE_DECL void add_missing_kind(tool_format const& own, std::vector<tolerated_way>& to) {
    constexpr std::string_view kind = kind_of_call;
    for (std::string list_shape::* const part : {&list_shape::open, &list_shape::item_open}) {
        tool_format way = own;
        std::string& open = way.calls.*part;
        std::size_t const markers = length_of_markers(open);
        std::string_view const rest = std::string_view(open).substr(markers);
        std::size_t const length = rest.starts_with(kind) ? marker_length(rest.substr(kind.size())) : 0;
        if (markers == 0 || length == 0) {
            continue;
        }
        std::string const marker(rest.substr(kind.size(), length));
        open.erase(markers, kind.size() + length);
        to.push_back(only_read(way, true));  // the word itself is no name
        if (way.mode() == tool_mode::tag_with_json && way.call.size() > 1 &&
            way.call[0].is == piece::kind::name && way.call[1].is == piece::kind::text) {
            way.call[1].text = marker;
            to.push_back(only_read(std::move(way), true));
        }
    }
}

PARLANCE_DECL void add_added_kind(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string const& open = own.calls.item_open;
    bool const named = own.call.size() == 3 && own.call[0].is == piece::kind::name &&
                       own.call[1].is == piece::kind::text && own.call[2].is == piece::kind::arguments;
    if (!named || own.mode() != tool_mode::tag_with_json || !own.values.empty()) {
        return;
    }
    std::string_view const marker = split(own.call[1].text).core;
    if (marker_length(marker) != marker.size() || marker.empty() || open.empty() ||
        length_of_markers(open) != open.size()) {
        return;
    }
    tool_format way = own;
    way.calls.item_open.append(kind_of_call).append(marker);
    way.calls.item_close.insert(0, "\n```");
    way.call[1].text = "\n```json\n";
    to.push_back({std::move(way), true, false, 0, {}, false});
}

PARLANCE_DECL void add_attributes(tool_format const& own, std::vector<tolerated_way>& to) {
    constexpr std::string_view attribute = " name=\"";
    std::string const& open = own.calls.item_open;
    bool const ways = own.mode() == tool_mode::tag_with_tagged && own.values.size() == 1;
    std::string const& key = own.arguments.item_open;
    std::string_view const behind = own.call.size() > 1 && own.call[1].is == piece::kind::text
                                        ? std::string_view(own.call[1].text)
                                        : own.arguments.open;
    if (!ways || number_of_markers(call_opening(own)) == 0 || !open.ends_with('=') || !key.ends_with('=') ||
        !behind.starts_with('>') || !key_close(own).starts_with('>')) {
        return;
    }
    tool_format way = own;
    way.calls.item_open.replace(open.size() - 1, 1, attribute);
    way.arguments.item_open.replace(key.size() - 1, 1, attribute);
    way.values.front().front().text.insert(0, 1, '"');
    (own.call.size() > 1 && own.call[1].is == piece::kind::text ? way.call[1].text : way.arguments.open)
        .insert(0, 1, '"');
    to.push_back({std::move(way), true, false, 0, {}, false});
}

/// `from` with all `what` in it replaced.
PARLANCE_DECL std::string replaced(std::string from, std::string_view what, std::string_view with) {
    for (std::size_t at = from.find(what); at != std::string::npos; at = from.find(what, at + with.size())) {
        from.replace(at, what.size(), with);
    }
    return from;
}

/// A way to call with all its texts changed.
template <class Change>
tool_format changed(tool_format way, Change const& to) {
    auto const change = [&](std::string& text) { text = to(text); };
    for (list_shape* const list : {&way.calls, &way.arguments}) {
        for (std::string* const text :
             {&list->open, &list->item_open, &list->item_close, &list->separator, &list->close}) {
            change(*text);
        }
    }
    for (piece& p : way.call) {
        change(p.text);
    }
    for (pieces& value : way.values) {
        for (piece& p : value) {
            change(p.text);
        }
    }
    return way;
}

PARLANCE_DECL tool_format respelled(tool_format way, std::string_view what, std::string_view with) {
    return changed(std::move(way), [&](std::string const& text) { return replaced(text, what, with); });
}

/// A text whose tags have no namespace: `<invoke` for `<x:invoke` or `<｜X｜invoke`.
PARLANCE_DECL std::string without_namespaces(std::string_view text) {
    constexpr std::string_view bar = "｜";
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t const tag = text.find('<', at);
        std::size_t begin = (std::min)(tag, text.size());
        begin += begin < text.size() ? (text.substr(begin).starts_with("</") ? 2 : 1) : 0;
        out.append(text.substr(at, begin - at));
        at = begin;
        std::size_t const mark = text.substr(at).starts_with(bar) ? bar.size() : 0;
        std::size_t end = at + mark;
        while (end < text.size() && is_word_letter(text[end])) {
            ++end;
        }
        std::string_view const behind = mark > 0 ? bar : ":";
        bool const named = end > at + mark && text.substr(end).starts_with(behind);
        std::size_t const next = end + behind.size();
        at = named && next < text.size() && is_word_letter(text[next]) ? next : at;
    }
    return out;
}

PARLANCE_DECL void add_missing_namespace(tool_format const& own, std::vector<tolerated_way>& to) {
    tool_format way = changed(own, without_namespaces);
    if (way != own) {
        to.push_back(only_read(std::move(way), true));
    }
}

PARLANCE_DECL void add_other_quotes(tool_format const& own, std::vector<tolerated_way>& to) {
    if (own.mode() != tool_mode::tag_with_tagged || !own.calls.item_open.ends_with("=\"")) {
        return;
    }
    to.push_back({respelled(own, "\"", "'"), true, false, 0, {}, false});
    to.push_back(only_read(respelled(own, "\"", ""), false));
}

PARLANCE_DECL void add_bare_opener(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string const& open = own.calls.item_open;
    std::size_t const blank = (std::min)(open.find_first_not_of(blanks), open.size());
    std::size_t const markers = blank + length_of_markers(std::string_view(open).substr(blank));
    std::string_view const word = std::string_view(open).substr(markers);
    if (markers == blank || own.mode() == tool_mode::json_native || word.empty() ||
        word.find_first_of("<[{") != std::string_view::npos) {
        return;
    }
    std::size_t const letters = (std::min)(word.find_first_of(":.=/ "), word.size());
    auto const add = [&](std::size_t without, std::string_view before = {}) {
        tool_format way = own;
        way.calls.item_open = open.substr(0, markers).append(before).append(word.substr(without));
        to.push_back({std::move(way), false, false});
    };
    if (letters > 0 && letters + 1 == word.size()) {
        add(0, word.substr(letters));
    }
    if (letters > 0 && letters < word.size()) {
        add(letters);
    }
    add(word.size());
}

PARLANCE_DECL void add_missing_fence(tool_format const& own, std::vector<tolerated_way>& to) {
    // What opens or closes all calls, or one.
    auto const without = [&](std::string list_shape::* open, std::string list_shape::* close) {
        std::size_t const fence = (own.calls.*open).find("```");
        std::size_t const end = (own.calls.*close).find("```");
        std::size_t const line = (std::min)((own.calls.*open).find('\n', fence), (own.calls.*open).size());
        if (fence == std::string::npos || end == std::string::npos ||
            length_of_markers(std::string_view(own.calls.*open).substr(0, fence)) == 0) {
            return;
        }
        tool_format way = own;
        (way.calls.*open).erase(fence, (std::min)(line + 1, (way.calls.*open).size()) - fence);
        (way.calls.*close).erase(end, 3);
        to.push_back({std::move(way), false, false, 0, {}, false});
    };
    without(&list_shape::open, &list_shape::close);
    without(&list_shape::item_open, &list_shape::item_close);
}

PARLANCE_DECL void add_other_spelling(tool_format const& own, std::vector<tolerated_way>& to) {
    if (tool_format way = respelled(own, "｜", "|"); way != own) {
        to.push_back(only_read(std::move(way), false));
    }
    list_shape const& calls = own.calls;
    if (marker_length(split(calls.open).core) == 0) {
        return;
    }
    using letters = std::pair<std::string_view, std::string_view>;
    auto const section = [&](std::initializer_list<letters> others) {
        tool_format way = own;
        for (auto const& [what, with] : others) {
            way.calls.open = replaced(std::move(way.calls.open), what, with);
            way.calls.close = replaced(std::move(way.calls.close), what, with);
        }
        bool const taken =
            !calls.item_open.empty() && split(way.calls.open).core == split(calls.item_open).core;
        if (way.calls.open != calls.open && !taken) {
            to.push_back({std::move(way), false, false});
        }
    };
    if (calls.open.find("calls") != std::string::npos) {
        section({{"calls", "call"}});
    } else {
        section({{"call", "calls"}});
    }
    section({{"function_calls", "tool_calls"}});
    section({{"tool_calls", "function_calls"}});
    section({{"▁", "_"}});
    section({{"▁", " "}});
    section({{"<|", "<"}, {"|>", ">"}});
}

inline constexpr tolerance all_tolerances[] = {
    {"json_objects", &add_json_objects},
    {"named_object", &add_named_object},
    {"missing_opener", &add_missing_opener},
    {"missing_kind", &add_missing_kind},
    {"added_kind", &add_added_kind},
    {"attributes", &add_attributes},
    {"other_quotes", &add_other_quotes},
    {"bare_opener", &add_bare_opener},
    {"missing_fence", &add_missing_fence},
    {"other_spelling", &add_other_spelling},
    {"missing_namespace", &add_missing_namespace},
    {"bare_object", &add_bare_object},
    {"borrowed_markers", &add_borrowed_markers},
    {"missing_brackets", &add_missing_brackets},
};

std::span<tolerance const> tolerances() noexcept { return all_tolerances; }

std::vector<tolerated_way> tolerated_ways(tool_format const& own) {
    std::vector<tolerated_way> out;
    for (tolerance const& t : tolerances()) {
        t.add(own, out);
    }
    return out;
}

}  // namespace parlance::chat::detail
