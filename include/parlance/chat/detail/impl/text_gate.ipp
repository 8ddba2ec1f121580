// parlance/chat/detail/impl/text_gate.ipp - definitions of what parlance/chat/detail/text_gate.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/text_gate.hpp>
#include <parlance/text/hex.hpp>

namespace parlance::chat::detail {

void unescaper::put(std::string_view text, std::string& out) {
    for (char const c : text) {
        if (pending_.empty() && c != '\\') {
            lone(out);
            out.push_back(c);
            continue;
        }
        pending_.push_back(c);
        if (pending_.size() == 2 && c != 'u') {
            lone(out);
            simple(c, out);
            pending_.clear();
        } else if (pending_.size() == 6) {
            unit(out);
            pending_.clear();
        }
    }
}

void unescaper::close(std::string& out) {
    lone(out);
    out.append(pending_);
    pending_.clear();
}

void unescaper::simple(char c, std::string& out) {
    switch (c) {
    case 'n': out.push_back('\n'); break;
    case 't': out.push_back('\t'); break;
    case 'r': out.push_back('\r'); break;
    case 'b': out.push_back('\b'); break;
    case 'f': out.push_back('\f'); break;
    case '"':
    case '\\':
    case '/': out.push_back(c); break;
    default: out.push_back('\\'), out.push_back(c); break;
    }
}

void unescaper::lone(std::string& out) {
    if (high_ != 0) {
        out.append(utf8::encode(0xFFFD).view());
        high_ = 0;
    }
}

void unescaper::unit(std::string& out) {
    std::uint32_t value = 0;
    for (char const c : std::string_view(pending_).substr(2)) {
        if (hex_value(c) < 0) {
            lone(out);
            out.append(pending_);
            return;
        }
        value = value * 16 + static_cast<std::uint32_t>(hex_value(c));
    }
    if (high_ != 0 && value >= 0xDC00 && value <= 0xDFFF) {
        out.append(utf8::encode(0x10000 + ((high_ - 0xD800) << 10) + (value - 0xDC00)).view());
        high_ = 0;
        return;
    }
    lone(out);
    if (value >= 0xD800 && value <= 0xDBFF) {
        high_ = value;
        return;
    }
    out.append(utf8::encode(value).view());
}

}  // namespace parlance::chat::detail
