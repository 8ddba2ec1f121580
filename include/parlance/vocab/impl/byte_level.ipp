// parlance/vocab/impl/byte_level.ipp - definitions of what parlance/vocab/byte_level.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/byte_level.hpp>
#include <tuple>
#include <parlance/text/utf8.hpp>
#include <array>
#include <string>

namespace parlance::vocab::byte_level {

bool decode(std::string_view text, std::string& out) {
    std::size_t const before = out.size();
    while (!text.empty()) {
        utf8::decoded const d = utf8::decode(text);
        int const b = d.valid ? byte(d.value) : -1;
        if (b < 0) {
            out.resize(before);
            return false;
        }
        out.push_back(static_cast<char>(b));
        text.remove_prefix(d.length);
    }
    return true;
}

}  // namespace parlance::vocab::byte_level
