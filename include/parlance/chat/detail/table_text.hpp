// parlance/chat/detail/table_text.hpp - a way to call as the text of its table, which format_of() reads
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/form.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/peg/print.hpp>
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// A literal with a blank in front, as format_of() reads it, which JSON's escapes are not; nothing for no text.
inline std::string literal_text(std::string_view text) {
    std::string out;
    if (!text.empty()) {
        out.push_back(' ');
        peg::detail::append_quoted(out, text, '"');
    }
    return out;
}

inline std::string pieces_text(std::span<piece const> all) {
    std::string out;
    for (piece const& p : all) {
        switch (p.is) {
        case piece::kind::text:
        case piece::kind::open:
        case piece::kind::close: out += literal_text(p.text); break;
        case piece::kind::id_begin: out += " tag(id,"; break;
        case piece::kind::id_end: out += ")"; break;
        case piece::kind::line: out += " \"\\n\"?"; break;
        case piece::kind::filled:
        case piece::kind::sorted: break;  // tags around what follows
        default: out.append(" ").append(place_of(p.is)); break;
        }
    }
    return out;
}

/// The ways in which a value stands: what all begin and end with, and a choice between the rest.
inline std::string ways_text(std::vector<pieces> const& ways) {
    pieces const& first = ways.front();
    auto const all = [&](auto const& same) { return std::all_of(ways.begin(), ways.end(), same); };
    std::size_t front = 0;
    while (ways.size() > 1 &&
           all([&](pieces const& w) { return front < w.size() && w[front] == first[front]; })) {
        ++front;
    }
    std::size_t back = 0;
    while (ways.size() > 1 && all([&](pieces const& w) {
               return front + back < w.size() && w.rbegin()[static_cast<std::ptrdiff_t>(back)] ==
                                                     first.rbegin()[static_cast<std::ptrdiff_t>(back)];
           })) {
        ++back;
    }
    if (ways.size() == 1) {
        return pieces_text(first);
    }
    std::string choice;
    for (pieces const& w : ways) {
        choice.append(choice.empty() ? "" : " /");
        choice += pieces_text(std::span(w).subspan(front, w.size() - front - back));
    }
    return pieces_text(std::span(first).first(front)) + " (" + choice.substr(1) + ")" +
           pieces_text(std::span(first).last(back));
}

/// The items of a list without what opens it; a rule of this name is added where an item is referred to twice.
inline std::string items_text(list_shape const& l, std::string const& item, bool some, std::string_view rule,
                              std::string& rules) {
    std::string const one = literal_text(l.item_open) + item + literal_text(l.item_close);
    if (l.separator.empty()) {
        return " (" + one.substr(1) + (some ? ")+" : ")*");
    }
    std::string const name(rule);
    rules += " " + name + " <-" + one;
    std::string const list = name + " (" + literal_text(l.separator).substr(1) + " " + name + ")*";
    return some ? " " + list : " (" + list + ")?";
}

/// All of a way to call, behind the arrow of its first rule; empty where there are no calls.  Where there is one call only,
/// its item has the texts around all calls, too.
[[nodiscard]] inline std::string table_text(tool_format const& t) {
    std::string rules;
    std::string arguments = " arguments";
    if (!t.values.empty()) {
        arguments = items_text(t.arguments, " key" + ways_text(t.values), false, "argument", rules);
        if (has(t.call, piece::kind::sorted)) {
            arguments = " tag(sorted," + arguments + ")";
        }
        if (!t.whole_open.empty()) {
            arguments = " (" + arguments.substr(1) + " /" + literal_text(t.whole_open) + " arguments" +
                        literal_text(t.whole_close) + ")";
        }
        arguments = literal_text(t.arguments.open) + arguments + literal_text(t.arguments.close);
        if (t.mode() == tool_mode::tag_with_json) {
            arguments = " tag(arguments," + arguments + ")";
        }
    }
    auto const place = std::ranges::find(t.call, piece::kind::arguments, &piece::is);
    auto const at = static_cast<std::size_t>(place - t.call.begin());
    std::string call = pieces_text(std::span(t.call).first(at));
    if (place != t.call.end()) {
        call += arguments + pieces_text(std::span(t.call).subspan(at + 1));
    }
    if (call.empty()) {
        return call;
    }
    call = " tag(call," + call + ")";
    if (has(t.call, piece::kind::filled)) {
        call = " tag(filled," + call + ")";
    }
    list_shape const& l = t.calls;
    std::string const items = t.parallel ? items_text(l, call, true, "one", rules)
                                         : literal_text(l.item_open) + call + literal_text(l.item_close);
    std::string out = literal_text(l.open) + items + literal_text(l.close);
    if (!t.lead.empty()) {
        out = literal_text(t.lead) + "?" + out;
    }
    if (t.fallback) {
        out = " tag(fallback," + out + ")";
    }
    return (out + rules).substr(1);
}

}  // namespace parlance::chat::detail
