// parlance/chat/detail/impl/string_content.ipp - definitions of what parlance/chat/detail/string_content.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/string_content.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/utf8.hpp>

namespace parlance::chat::detail {

std::string with_valid_utf8(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        utf8::decoded const d = utf8::decode(text);
        out.append(d.valid ? text.substr(0, d.length) : "\xEF\xBF\xBD");
        text.remove_prefix(d.length);
    }
    return out;
}

std::string quoted_content(std::string_view text) {
    std::string const quoted = json::quoted(text);
    return quoted.substr(1, quoted.size() - 2);
}

}  // namespace parlance::chat::detail
