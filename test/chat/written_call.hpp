// test/chat/written_call.hpp - a call written in any dialect, plainly, so that it can be damaged
// SPDX-License-Identifier: BSL-1.0
#pragma once
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
        out += (out.empty() ? "" : ", ") + quoted(key) + ": " + quoted(value);
    }
    return "{" + out + "}";
}

/// All of them in one piece.
inline std::string noted(chat::notation const& n, arguments const& all) {
    std::string out;
    for (auto const& [key, value] : all) {
        std::string const text = !n.quote.empty() ? n.quote + value + n.quote : quoted(value);
        out += (out.empty() ? "" : ",") + (n.bare_keys ? key : quoted(key)) + n.key_close + text;
    }
    return n.open + out + n.close;
}

inline std::string tagged(chat::tool_format const& t, arguments const& all) {
    std::string out;
    for (auto const& [key, value] : all) {
        std::string text = t.quoted || t.written.python ? quoted(value) : value;
        text = !t.type_close.empty() ? "string" + t.type_close + text : text;
        std::string const again = t.key_again.empty() ? "" : t.key_again + key;
        out += (out.empty() ? "" : t.arguments.separator) + t.arguments.item_open + key + t.key_close + text +
               again + t.arguments.item_close;
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
        case kind::arguments:
            out += t.mode == chat::tool_mode::tag_with_tagged ? tagged(t, all)
                   : t.encoded                                ? quoted(object(all))
                   : t.written == chat::notation{}            ? object(all)
                                                              : noted(t.written, all);
            break;
        case kind::id_begin:
        case kind::id_end: break;
        }
    }
    return out + t.calls.item_close + t.calls.close;
}

}  // namespace written
