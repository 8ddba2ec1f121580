// parlance/chat/detail/impl/tolerance.ipp - definitions of what parlance/chat/detail/tolerance.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/frame_tolerance.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/marker.hpp>
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace parlance::chat::detail {

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
        bool const closed = !split(own.calls.item_close + own.calls.close).core.empty();
        bool const told = marker_length(split(name_close).core) > 0 && !closed;
        bool const tagged = own.mode() == tool_mode::tag_with_tagged && name_close.empty() &&
                            marker_length(split(own.arguments.open + own.arguments.item_open).core) > 0;
        if (marker == rest.size() && i == 1 && (told || tagged)) {
            tool_format way = own;
            way.calls.open.clear();
            way.calls.item_open.clear();
            to.push_back({std::move(way), false, true, closed ? 1u : 0u, {}, false});
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

PARLANCE_DECL void add_missing_item_opener(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string_view const item = split(own.calls.item_open).core;
    std::size_t const marker = marker_length(item);
    bool const section = marker_length(split(own.calls.open).core) > 0;
    if (!section || marker == 0 || own.mode() != tool_mode::tag_with_json || own.call.empty() ||
        own.call.front().is != piece::kind::name) {
        return;
    }
    tool_format way = own;
    way.calls.item_open = split(item.substr(marker)).core;
    to.push_back(only_read(std::move(way), true));
}

PARLANCE_DECL void add_missing_list_marker(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string_view const open = split(own.calls.open).core;
    std::size_t const markers = length_of_markers(open);
    if (markers == 0 || open.substr(markers) != "[" || !notation_of(own).python) {
        return;
    }
    tool_format way = own;
    way.calls.open = "[";
    to.push_back(only_read(std::move(way), true));
}

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
    way.calls.item_open.replace(open.size() - 1, 1, attribute);  // in front of arguments it is another opener
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

/// A namespace behind the names of tags, `:x` of `<calls:x><call:x>`; empty where there is none.
PARLANCE_DECL std::string_view namespace_behind(std::string_view opening) {
    std::size_t const tag = (std::min)(opening.find('<'), opening.size());
    std::size_t const end = (std::min)(opening.find('>', tag), opening.size());
    std::size_t const next = opening.find('<', end);
    if (next == opening.npos) {
        return {};
    }
    std::string_view const name = opening.substr(tag, end - tag);
    std::string_view const behind = name.substr((std::min)(name.find(':'), name.size()));
    std::size_t const next_end = (std::min)(opening.find('>', next), opening.size());
    return opening.substr(0, next_end).ends_with(behind) ? behind : std::string_view();
}

PARLANCE_DECL void add_missing_namespace(tool_format const& own, std::vector<tolerated_way>& to) {
    std::string const opening = call_opening(own);
    std::string_view const behind = namespace_behind(opening);
    tool_format way = behind.empty() ? changed(own, without_namespaces) : respelled(own, behind, {});
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
        tool_format letters = respelled(way, "▁", "_");
        bool const more = letters != way;
        to.push_back(only_read(std::move(way), false));
        if (more) {
            to.push_back(only_read(std::move(letters), false));
        }
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
    section({{"▁", "\\_"}});
    section({{"▁begin", ""}});
    section({{"▁", " "}});
    section({{"<|", "<"}, {"|>", ">"}});
    for (std::string_view const word : {"tool_", "function_"}) {
        tool_format joined = own;  // its end is mostly spelled right
        if (std::size_t const at = calls.open.find(word); at != std::string::npos) {
            joined.calls.open.erase(at + word.size() - 1, 1);
            to.push_back(only_read(std::move(joined), false));
            break;
        }
    }
}

inline constexpr tolerance all_tolerances[] = {
    {"json_objects", &add_json_objects},
    {"function_tags", &add_function_tags},
    {"named_object", &add_named_object},
    {"python_calls", &add_python_calls},
    {"missing_opener", &add_missing_opener},
    {"missing_item_opener", &add_missing_item_opener},
    {"missing_list_marker", &add_missing_list_marker},
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

std::vector<tolerated_way> tolerated_ways(tool_format const& own, stop_token stop) {
    std::vector<tolerated_way> out;
    for (tolerance const& t : tolerances()) {
        if (stop.stop_requested()) {
            break;
        }
        t.add(own, out);
    }
    return out;
}

}  // namespace parlance::chat::detail
