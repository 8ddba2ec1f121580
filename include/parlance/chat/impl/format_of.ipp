// parlance/chat/impl/format_of.ipp - definitions of what parlance/chat/format_of.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/detail/form.hpp>
#include <parlance/chat/detail/format_reader.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/parse.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <string>

namespace parlance::chat {

result<format> format_of(peg::arena_view const& table, limits const& bounds) {
    return detail::format_reader(table, bounds.stop).read();
}

result<format> format_of(std::string_view text, limits const& bounds) {
    constexpr std::string_view front = "tag call = 3\ntag id = 5\ntag arguments = 6\n"
                                       "tag sorted = 15\ntag filled = 16\ntag fallback = 17\n";
    static_assert(tag(part::call) == 3 && tag(part::id) == 5 && tag(part::arguments) == 6);
    static_assert(tag(part::sorted) == 15 && tag(part::filled) == 16 && tag(part::fallback) == 17);
    constexpr std::size_t room_for_places = 1024;
    std::string whole;
    whole.reserve(front.size() + text.size() + room_for_places);  // copied once
    whole.append(front).append(text).append("\n");
    for (std::string_view const place : detail::place_names) {
        if (!place.empty() && place.find('-') == std::string_view::npos) {
            whole.append(place).append(" <- .\n");
        }
    }
    auto const table = peg::parse(whole, bounds);
    if (table) {
        return format_of(table->view(), bounds);
    }
    diagnostic wrong = table.error();
    if (wrong.at.offset >= front.size()) {
        wrong.at = locate(text, wrong.at.offset - front.size());
    }
    return wrong;
}

}  // namespace parlance::chat
