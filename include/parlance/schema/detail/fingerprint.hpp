// parlance/schema/detail/fingerprint.hpp - 128 bits that stand for a part of a document
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::schema::detail {

/// 128 bits that say what a part of the document is.
struct fingerprint {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    friend bool operator==(fingerprint const&, fingerprint const&) = default;

    void mix(std::uint64_t word) noexcept {
        a = (a ^ word) * 0x9E37'79B9'7F4A'7C15;
        a ^= a >> 32;
        b = (b + word) * 0xC2B2'AE3D'27D4'EB4F;
        b ^= b >> 29;
    }
    void mix(std::string_view text) noexcept {
        mix(text.size());
        for (std::size_t i = 0; i < text.size(); i += 8) {
            std::uint64_t word = 0;
            for (std::size_t j = i; j < i + 8 && j < text.size(); ++j) {
                word = (word << 8) | static_cast<std::uint8_t>(text[j]);
            }
            mix(word);
        }
    }
    void mix(fingerprint const& f) noexcept {
        mix(f.a);
        mix(f.b);
    }
};
struct hash_fingerprint {
    std::size_t operator()(fingerprint const& f) const noexcept {
        return static_cast<std::size_t>(f.a ^ f.b);
    }
};

}  // namespace parlance::schema::detail
