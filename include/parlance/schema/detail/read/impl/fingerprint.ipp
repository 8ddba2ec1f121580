// parlance/schema/detail/read/impl/fingerprint.ipp - definitions of what parlance/schema/detail/read/fingerprint.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace parlance::schema::detail {

/// Its address is the key.
inline constexpr char fingerprint_key = 0;

fingerprint_hash::fingerprint_hash() noexcept : hash_(reinterpret_cast<std::uintptr_t>(&fingerprint_key)) {}

void fingerprint_hash::add(std::string_view text) noexcept {
    add(text.size());
    while (!text.empty()) {
        std::uint64_t word = 0;
        std::size_t const bytes = text.size() < sizeof word ? text.size() : sizeof word;
        std::memcpy(&word, text.data(), bytes);
        add(word);
        text.remove_prefix(bytes);
    }
}

}  // namespace parlance::schema::detail
