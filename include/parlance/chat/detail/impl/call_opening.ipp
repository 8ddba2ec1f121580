// parlance/chat/detail/impl/call_opening.ipp - definitions of what parlance/chat/detail/call_opening.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/text/ascii.hpp>
#include <algorithm>
#include <string>
#include <vector>

namespace parlance::chat::detail {

std::string call_opening(tool_format const& t) {
    std::string text = t.calls.open + t.calls.item_open;
    // Brackets alone tell nothing.
    auto const told = [&] { return split(text).core.find_first_not_of("[ \n") != std::string_view::npos; };
    for (std::size_t i = 0; !told() && i < t.call.size(); ++i) {
        if (t.call[i].is == piece::kind::text) {
            text += t.call[i].text;
        } else if (t.call[i].is != piece::kind::id_begin) {
            break;
        }
    }
    return text.substr((std::min)(text.size(), text.find_first_not_of(blanks)));
}

std::pair<std::string_view, std::string_view> outer_markers(tool_format const& t) {
    if (!split(t.calls.open).core.empty()) {
        return {t.calls.open, split(t.calls.close).core};
    }
    std::string_view const open = split(t.calls.item_open).core;
    std::vector<std::string_view> const ends = closers_in(t.calls.item_close);
    bool const marker = !ends.empty() && marker_length(ends.back()) == ends.back().size();
    return {open.substr(0, marker_length(open)), marker ? ends.back() : std::string_view()};
}

bool has_call_marker(tool_format const& t) {
    std::string const text = call_opening(t);
    if (text.empty() || (text.front() != '{' && text.front() != '[')) {
        return !text.empty();
    }
    std::string_view const inner =
        std::string_view(text).substr((std::min)(text.size(), text.find_first_not_of("[{")));
    bool const word = !inner.empty() && ascii::is_letter(inner.front());
    bool const constant =
        inner.starts_with("true") || inner.starts_with("false") || inner.starts_with("null");
    return marker_length(text) > 0 || (word && !constant);
}

}  // namespace parlance::chat::detail
