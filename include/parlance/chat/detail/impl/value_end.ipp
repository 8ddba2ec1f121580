// parlance/chat/detail/impl/value_end.ipp - definitions of what parlance/chat/detail/value_end.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/format.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

std::string closing_of(tool_format const& t, std::string_view key) {
    if (t.key_again.empty()) {
        return t.arguments.item_close;
    }
    return key.empty() ? t.key_again : t.key_again + std::string(key) + t.arguments.item_close;
}

std::vector<std::string> value_ends(tool_format const& t, std::string_view key) {
    std::string const closing = closing_of(t, key);
    std::string const line(t.lines && split(closing).before.empty() ? "\n" : "");
    std::vector<std::string> ends = marker_builder::ends(line + closing);
    if (ends.empty()) {
        ends = marker_builder::ends(t.arguments.separator + t.arguments.item_open);
    }
    // All of it, not its first line: half of a call's end may well stand in a value.
    if (auto const close = split(t.calls.item_close).core; !close.empty()) {
        ends.emplace_back(close);
        if (t.lines) {
            ends.push_back("\n" + std::string(close));
        }
    }
    return ends;
}

}  // namespace parlance::chat::detail
