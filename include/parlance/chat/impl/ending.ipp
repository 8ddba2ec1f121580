// parlance/chat/impl/ending.ipp - definitions of what parlance/chat/ending.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/ending.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/fwd.hpp>
#include <algorithm>
#include <utility>

namespace parlance::chat {

bool has_whole_calls(message const& m) {
    return std::all_of(m.calls.begin(), m.calls.end(), [](tool_call const& c) { return c.whole; });
}

std::string wire_text(std::string_view text) {
    text.remove_suffix(utf8::unfinished(text));
    std::string out;
    std::size_t plain = 0;  // from here on nothing was copied
    for (std::size_t at = 0; at < text.size();) {
        utf8::decoded const d = utf8::decode(text.substr(at));
        if (!d.valid) {
            out.append(text.substr(plain, at - plain)).append(utf8::encode(d.value).view());
            plain = at + d.length;
        }
        at += d.length;
    }
    return out.append(text.substr(plain));
}

std::string wire_pieces::of(delta const& d) {
    std::string* waits = nullptr;
    switch (d.kind) {
    case delta_kind::reasoning: waits = &reasoning_; break;
    case delta_kind::content: waits = &content_; break;
    case delta_kind::arguments: waits = &arguments_; break;
    case delta_kind::call_begin: arguments_.clear(); break;
    case delta_kind::call_end:
    case delta_kind::malformed: break;
    }
    if (waits == nullptr) {
        return wire_text(d.text);
    }
    std::string const text = std::exchange(*waits, {}).append(d.text);
    *waits = text.substr(text.size() - utf8::unfinished(text));
    return wire_text(text);
}

std::string call_id(std::string_view id, std::size_t index, std::string_view answer,
                    call_id_maker const& make) {
    if (std::string own = wire_text(id); !own.empty()) {
        return own;
    }
    if (make) {
        return make(index);
    }
    constexpr std::string_view digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325;  // FNV-1a
    auto const add = [&](unsigned char byte) { hash = (hash ^ byte) * 0x100'0000'01B3; };
    for (char const c : answer) {
        add(static_cast<unsigned char>(c));
    }
    for (std::size_t high = index / digits.size(); high != 0; high >>= 8) {
        add(static_cast<unsigned char>(high));
    }
    std::string out;
    for (int i = 0; i < 8; ++i, hash /= digits.size()) {
        out += digits[static_cast<std::size_t>(hash % digits.size())];
    }
    return out += digits[index % digits.size()];
}

}  // namespace parlance::chat
