// parlance/chat/detail/impl/json_mender.ipp - definitions of what parlance/chat/detail/json_mender.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/json/dump.hpp>

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

std::string_view json_mender::escaped(unsigned char c) noexcept {
    switch (c) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    default: break;
    }
    constexpr char hex[] = "0123456789abcdef";
    six_[4] = hex[c >> 4];
    six_[5] = hex[c & 15];
    return {six_, sizeof six_};
}

}  // namespace parlance::chat::detail
