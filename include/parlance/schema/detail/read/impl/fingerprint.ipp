// parlance/schema/detail/read/impl/fingerprint.ipp - definitions of what parlance/schema/detail/read/fingerprint.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/fingerprint.hpp>

namespace parlance::schema::detail {

void fingerprint::mix(std::uint64_t word) noexcept {
    a = (a ^ word) * 0x9E37'79B9'7F4A'7C15;
    a ^= a >> 32;
    b = (b + word) * 0xC2B2'AE3D'27D4'EB4F;
    b ^= b >> 29;
}

void fingerprint::mix(std::string_view text) noexcept {
    mix(text.size());
    for (std::size_t i = 0; i < text.size(); i += 8) {
        std::uint64_t word = 0;
        for (std::size_t j = i; j < i + 8 && j < text.size(); ++j) {
            word = (word << 8) | static_cast<std::uint8_t>(text[j]);
        }
        mix(word);
    }
}

void fingerprint::mix(fingerprint const& f) noexcept {
    mix(f.a);
    mix(f.b);
}

std::uint64_t hash_fingerprint::operator()(fingerprint const& f) const noexcept { return f.a ^ f.b; }

}  // namespace parlance::schema::detail
