// parlance/chat/detail/impl/value_end.ipp - definitions of what parlance/chat/detail/value_end.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/marker.hpp>
#include <algorithm>

namespace parlance::chat::detail {

PARLANCE_DECL std::string_view wrapping(tool_format const& t, piece::kind side) noexcept {
    for (std::size_t i = 0; !t.values.empty() && i < t.values.front().size(); ++i) {
        if (piece const& p = t.values.front()[i]; p.is == side) {
            return p.text;
        }
    }
    return {};
}

bool has(pieces const& way, piece::kind what) noexcept {
    return std::ranges::find(way, what, &piece::is) != way.end();
}

std::size_t value_in(pieces const& way) noexcept {
    auto const is_value = [](piece const& p) {
        return p.is >= piece::kind::value && p.is <= piece::kind::nested;
    };
    return static_cast<std::size_t>(std::ranges::find_if(way, is_value) - way.begin());
}

piece::kind kind_of_value(pieces const& way) noexcept {
    std::size_t const at = value_in(way);
    return at < way.size() ? way[at].is : piece::kind::value;
}

std::string_view text_behind(pieces const& way, piece::kind what) noexcept {
    auto const at = std::ranges::find(way, what, &piece::is);
    bool const text = at != way.end() && at + 1 != way.end() && (at + 1)->is == piece::kind::text;
    return text ? std::string_view((at + 1)->text) : std::string_view();
}

std::string_view text_in_front(pieces const& way) noexcept {
    bool const text = !way.empty() && way.front().is == piece::kind::text;
    return text ? std::string_view(way.front().text) : std::string_view();
}

std::string_view key_close(tool_format const& t) noexcept {
    return t.values.empty() ? std::string_view() : text_in_front(t.values.front());
}

std::string_view key_again(tool_format const& t) noexcept {
    bool const again = !t.values.empty() && has(t.values.back(), piece::kind::key);
    return again ? text_behind(t.values.back(), kind_of_value(t.values.back())) : std::string_view();
}

notation notation_of(tool_format const& t) {
    notation out;
    if (t.mode() != tool_mode::tag_with_json || t.values.empty()) {
        return out;
    }
    out.open = t.arguments.open;
    out.close = t.arguments.close;
    out.bare_keys = t.arguments.item_open.empty();
    // The quote behind a key is the key's.
    std::string_view const close = key_close(t);
    out.key_close = split(close.substr(!out.bare_keys && close.starts_with('"') ? 1 : 0)).core;
    out.quote = value_opener(t);
    out.python = has(t.values.back(), piece::kind::python);
    return out;
}
bool has_lines(tool_format const& t) noexcept {
    return !t.values.empty() && has(t.values.back(), piece::kind::line);
}

std::string_view value_opener(tool_format const& t) noexcept { return wrapping(t, piece::kind::open); }
std::string_view value_closer(tool_format const& t) noexcept { return wrapping(t, piece::kind::close); }

std::string closing_of(tool_format const& t, std::string_view key) {
    std::string const again(key_again(t));
    if (again.empty()) {
        return t.arguments.item_close;
    }
    return key.empty() ? again : again + std::string(key) + t.arguments.item_close;
}

std::vector<std::string> value_ends(tool_format const& t, std::string_view key) {
    std::string const closing = closing_of(t, key);
    std::string const line(has_lines(t) && split(closing).before.empty() ? "\n" : "");
    std::vector<std::string> ends =
        marker_builder::ends(line + closing, !key.empty() && !key_again(t).empty());
    bool const on_line = key_again(t).empty() && (line + closing).starts_with('\n');
    if (on_line && !ends.empty() && marker_length(ends.front()) > 0) {  // as deep as models put it
        std::string const marker = ends.front();
        for (char const* const depth : {"  ", "    ", "      ", "        ", "\t", "\t\t"}) {
            ends.push_back(std::string("\n").append(depth).append(marker));
        }
    }
    if (ends.empty()) {
        std::string const next = t.arguments.separator + t.arguments.item_open;
        ends = marker_builder::ends(next);
        // A dash begins the next argument on a line of its own, not in a date.
        if (auto const [before, core, after] = split(next); !before.empty() && marker_length(core) == 0) {
            std::erase(ends, core);
        }
    }
    // All of it, not its first line: half of a call's end may well stand in a value.
    if (auto const close = split(t.calls.item_close).core; !close.empty()) {
        // With the white space that would stand around the end that is missing.
        auto const own = split(t.arguments.item_close);
        std::string const behind = std::string(own.after).append(split(t.calls.item_close).before);
        for (std::string const& gap : {std::string(own.before) + behind, behind, std::string(own.before),
                                       std::string(has_lines(t) ? "\n" : ""), std::string()}) {
            std::string end = gap + std::string(close);
            if (std::ranges::find(ends, end) == ends.end()) {
                ends.push_back(std::move(end));
            }
        }
    }
    return ends;
}

std::vector<std::string_view> call_closers(tool_format const& t) {
    std::vector<std::string_view> out = closers_in(t.calls.item_close);
    std::vector<std::string_view> const all = closers_in(t.calls.close);
    out.insert(out.end(), all.begin(), all.end());
    return out;
}

maybe<member_markup> members_in(tool_format const& t) {
    if (key_again(t).empty() || kind_of_value(t.values.back()) != piece::kind::nested) {
        return {};
    }
    auto const core = [](std::string_view text) { return std::string(split(text).core); };
    if (split(t.arguments.item_open).core.empty()) {
        return {};  // a member might begin anywhere
    }
    return member_markup{core(t.arguments.item_open), core(key_close(t)), core(key_again(t)),
                         core(t.arguments.item_close)};
}

}  // namespace parlance::chat::detail
