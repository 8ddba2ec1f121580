// parlance/chat/analysis/impl/report.ipp - definitions of what parlance/chat/analysis/report.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/saved_dialect.hpp>
#include <parlance/json/dump.hpp>
#include <algorithm>
#include <string>

namespace parlance::chat {

id_position id_position_of(tool_format const& t) {
    id_position now = id_position::pre_func_name;
    for (piece const& p : t.call) {
        switch (p.is) {
        case piece::kind::id:
        case piece::kind::id_begin: return now;
        case piece::kind::name:
            now = now == id_position::post_args ? now : id_position::between_func_and_args;
            break;
        case piece::kind::encoded:
        case piece::kind::arguments: now = id_position::post_args; break;
        default: break;
        }
    }
    return id_position::none;
}

std::string report(dialect const& learned, std::vector<claim> const& claims) {
    format const& f = learned.format;
    std::string out;
    auto const line = [&](std::string_view what, std::string_view text) {
        constexpr std::size_t column = 30;
        out.append("  ").append(what).append(column - (std::min)(what.size(), column - 1), ' ');
        out.append(text).append("\n");
    };
    if (learned.ended.code != errc::none) {
        return out.append("not learned: ").append(render(learned.ended)).append("\n");
    }
    id_position const ids = id_position_of(f.tools);
    out.append("reasoning ").append(to_string(f.reasoning.mode));
    out.append("\ncontent ").append(to_string(f.content.mode));
    out.append("\ntools ")
        .append(to_string(f.tools.mode()))
        .append(f.tools.parallel ? ", several calls" : "");
    out.append(ids == id_position::none ? "" : ", ids ")
        .append(ids == id_position::none ? "" : to_string(ids))
        .append("\n");
    for (auto const& [path, said] : chat::detail::told_members(learned)) {
        if (!path.starts_with("supports.") && path != "notes") {
            line(path, said);
        }
    }
    for (std::string const& note : learned.notes) {
        out.append(note).append("\n");
    }
    for (claim const& c : claims) {
        constexpr std::string_view signs[] = {"  + ", "  ! ", "  - ", "  ~ "};
        out.append(signs[static_cast<std::size_t>(c.is)]).append(c.what).append(": ").append(to_string(c.is));
        out.append(c.why.empty() ? "" : " (" + c.why + ")").append("\n");
        if (!c.read.empty()) {
            line("written", json::quoted(c.wrote));
            line("read", json::quoted(c.read));
        }
    }
    return out;
}

}  // namespace parlance::chat
