// parlance/chat/detail/impl/call_object.ipp - definitions of what parlance/chat/detail/call_object.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_object.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <string>
#include <vector>

namespace parlance::chat::detail {

/// Whether some member is not the same in every call.
PARLANCE_DECL bool has_places(std::vector<call_member> const& members) {
    return std::any_of(members.begin(), members.end(),
                       [](call_member const& m) { return m.is != call_member::kind::constant; });
}

std::vector<call_member> members_of(boost::json::object const& object) {
    using kind = call_member::kind;
    std::vector<call_member> out;
    for (auto const& [key, value] : object) {
        if (std::string_view(key) == name_mark) {
            out.push_back({{}, kind::arguments, {}});
            continue;
        }
        call_member m{std::string(key), kind::constant, {}};
        if (value.is_object()) {
            m.inner = members_of(value.get_object());
            m.is = has_places(m.inner) ? kind::object : kind::constant;
        } else if (value.is_string()) {
            std::string_view const text = value.get_string();
            m.is = text == name_mark        ? kind::name
                   : text == id_mark        ? kind::id
                   : text == arguments_mark ? kind::arguments
                                            : kind::constant;
        }
        out.push_back(std::move(m));
    }
    return out;
}

std::optional<std::vector<call_member>> members_of(tool_format const& tools) {
    std::string text;
    for (piece const& p : tools.call) {
        switch (p.is) {
        case piece::kind::text: text += p.text; break;
        case piece::kind::name: text.append("\\u0001name"); break;
        case piece::kind::id: text.append("\\u0001id"); break;
        case piece::kind::index: text.append(text.ends_with('"') ? "\\u0001id" : "\"\\u0001id\""); break;
        case piece::kind::arguments:
        case piece::kind::encoded: text.append("\"\\u0001arguments\""); break;
        default: break;
        }
    }
    auto const parsed = json::parse(text);
    if (!parsed || !parsed->is_object()) {
        return std::nullopt;
    }
    auto members = members_of(parsed->get_object());
    return has_places(members) ? std::optional(std::move(members)) : std::nullopt;
}

}  // namespace parlance::chat::detail
