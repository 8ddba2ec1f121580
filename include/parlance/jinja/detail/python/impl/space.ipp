// parlance/jinja/detail/python/impl/space.ipp - definitions of what parlance/jinja/detail/python/space.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/python/space.hpp>
#include <parlance/jinja/detail/python/unicode.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::jinja {

std::string normalise_newlines(std::string_view source) {
    std::string out;
    out.reserve(source.size());
    for (std::size_t at = 0; at < source.size();) {
        std::size_t const end = (std::min)(source.find('\r', at), source.size());
        out.append(source, at, end - at);
        at = end;
        if (at < source.size()) {
            out.push_back('\n');
            at += source.substr(at).starts_with("\r\n") ? 2 : 1;
        }
    }
    if (!out.empty() && out.back() == '\n') {
        out.pop_back();
    }
    return out;
}

std::size_t leading_space(std::string_view text) noexcept {
    std::size_t n = 0;
    while (n < text.size()) {
        utf8::decoded const d = utf8::decode(text.substr(n));
        if (!d.valid || !detail::is_space(d.value)) {
            break;
        }
        n += d.length;
    }
    return n;
}

std::size_t trailing_space(std::string_view text) noexcept {
    std::size_t end = text.size();
    while (end > 0) {
        std::size_t begin = end - 1;
        while (begin > 0 && end - begin < 4 && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) {
            --begin;
        }
        utf8::decoded const d = utf8::decode(text.substr(begin, end - begin));
        if (!d.valid || d.length != end - begin || !detail::is_space(d.value)) {
            break;
        }
        end = begin;
    }
    return text.size() - end;
}

}  // namespace parlance::jinja
