// test/chat/dialect_lines.hpp - saved dialects with other lines than they were saved with
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/saved_dialect.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace dialect_lines {

namespace chat = parlance::chat;

/// Lines with the head in front that load_dialect() asks for: it has their hash, FNV-1a.
inline std::string with_head(std::string_view lines) {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325;
    for (char const c : lines) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01B3;
    }
    char head[64];
    std::snprintf(head, sizeof head, "parlance-dialect 2 %016llx\n", static_cast<unsigned long long>(hash));
    return head + std::string(lines);
}

/// What is saved of the known dialects, without the head.
inline std::vector<std::string> const& known() {
    static std::vector<std::string> const all = [] {
        std::vector<std::string> out;
        for (chat::known::dialect const& d : chat::known::dialects) {
            chat::dialect learned;
            learned.format = d.make();
            std::string const saved = chat::save_dialect(learned);
            out.push_back(saved.substr(saved.find('\n') + 1));
        }
        return out;
    }();
    return all;
}

inline std::size_t count(std::string_view lines) {
    return static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n'));
}

/// `lines` with others, or none, in the place of one.  Precondition: it is one of those that count() tells.
inline std::string with_line(std::string lines, std::size_t which, std::string_view others) {
    std::size_t from = 0;
    for (; which != 0; --which) {
        from = lines.find('\n', from) + 1;
    }
    return lines.replace(from, lines.find('\n', from) + 1 - from, others);
}

}  // namespace dialect_lines
