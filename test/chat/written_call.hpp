// test/chat/written_call.hpp - a call written in any dialect, plainly, so that it can be damaged
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/json/dump.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace written {

namespace chat = parlance::chat;

/// Arguments that are strings of letters: they are written alike wherever strings are.
using arguments = std::vector<std::pair<std::string, std::string>>;

inline std::string quoted(std::string_view text) { return parlance::json::dump(boost::json::value(text)); }

inline std::string object(arguments const& all) {
    std::string out;
    for (auto const& [key, value] : all) {
        out += (out.empty() ? "" : ", ") + written::quoted(key) + ": " + written::quoted(value);
    }
    return "{" + out + "}";
}

inline std::string listed(chat::tool_format const& t, arguments const& all) {
    std::string out;
    for (auto const& [key, value] : all) {
        out += (out.empty() ? "" : t.arguments.separator) + t.arguments.item_open + key;
        // Where strings that look like markup have a wrapper, others have none.
        bool const wrapped = t.mode() == chat::tool_mode::tag_with_tagged &&
                             chat::detail::has(t.values.front(), chat::piece::kind::open);
        for (chat::piece const& p : wrapped ? t.values[1] : t.values.front()) {
            using kind = chat::piece::kind;
            bool const text = p.is == kind::value || p.is == kind::string || p.is == kind::nested;
            out += p.is == kind::type                           ? "string"
                   : p.is == kind::key                          ? key
                   : p.is == kind::json || p.is == kind::python ? written::quoted(value)
                   : text                                       ? value
                                                                : p.text;
        }
        out += t.arguments.item_close;
    }
    return t.arguments.open + out + t.arguments.close;
}

/// A call, with what stands around all calls.
inline std::string call(chat::tool_format const& t, std::string_view name, arguments const& all) {
    using kind = chat::piece::kind;
    std::string out = t.calls.open + t.calls.item_open;
    for (chat::piece const& p : t.call) {
        switch (p.is) {
        case kind::text: out += p.text; break;
        case kind::name: out += name; break;
        case kind::id: out += "abcdefgh1"; break;
        case kind::index: out += "0"; break;
        case kind::encoded: out += written::quoted(object(all)); break;
        case kind::arguments: out += t.values.empty() ? object(all) : listed(t, all); break;
        default: break;
        }
    }
    return out + t.calls.item_close + t.calls.close;
}

}  // namespace written
