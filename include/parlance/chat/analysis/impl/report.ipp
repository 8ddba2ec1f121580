// parlance/chat/analysis/impl/report.ipp - definitions of what parlance/chat/analysis/report.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/report.hpp>
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/analysis/claim.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/json/dump.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
        if (!text.empty()) {
            out.append("  ").append(what).append(18 - (std::min<std::size_t>)(what.size(), 17), ' ');
            out.append(json::dump(boost::json::value(text))).append("\n");
        }
    };
    out.append("turn\n");
    line("start", f.turn_start);
    line("end", f.turn_end);
    for (std::string const& stop : f.stops) {
        line("stop", stop);
    }
    line("user start", learned.user_start);
    line("user end", learned.user_end);
    out.append("reasoning ").append(to_string(f.reasoning.mode)).append("\n");
    line("start", f.reasoning.start);
    line("end", f.reasoning.end);
    out.append("content ").append(to_string(f.content.mode)).append("\n");
    line("start", f.content.start);
    line("end", f.content.end);
    out.append("tools ").append(to_string(f.tools.mode())).append(f.tools.parallel ? ", several calls" : "");
    id_position const ids = id_position_of(f.tools);
    out.append(ids == id_position::none ? "" : ", ids ")
        .append(ids == id_position::none ? "" : to_string(ids))
        .append("\n");
    line("before calls", f.tools.lead);
    line("section start", f.tools.calls.open);
    line("call start", f.tools.calls.item_open);
    auto const shown = [](pieces const& all) {
        constexpr std::string_view places[] = {"",       "NAME",      "ID",   "ARGUMENTS", "INDEX",  "",
                                               "",       "ARGUMENTS", "TYPE", "VALUE",     "STRING", "JSON",
                                               "NESTED", "",          "",     "LINE",      "KEY"};
        std::string text;
        for (piece const& p : all) {
            text.append(p.text).append(places[static_cast<std::size_t>(p.is)]);
        }
        return text;
    };
    line("call", shown(f.tools.call));
    line("arguments open", f.tools.arguments.open);
    line("argument open", f.tools.arguments.item_open);
    for (pieces const& way : f.tools.values) {
        line("behind the key", shown(way));
    }
    line("argument close", f.tools.arguments.item_close);
    line("between arguments", f.tools.arguments.separator);
    line("call end", f.tools.calls.item_close);
    line("between calls", f.tools.calls.separator);
    line("section end", f.tools.calls.close);
    for (std::string const& note : learned.notes) {
        out.append(note).append("\n");
    }
    for (claim const& c : claims) {
        constexpr std::string_view signs[] = {"  + ", "  ! ", "  - ", "  ~ "};
        out.append(signs[static_cast<std::size_t>(c.is)]).append(c.what).append(": ").append(to_string(c.is));
        out.append(c.why.empty() ? "" : " (" + c.why + ")").append("\n");
        if (!c.read.empty()) {
            line("written", c.wrote);
            line("read", c.read);
        }
    }
    return out;
}

}  // namespace parlance::chat
