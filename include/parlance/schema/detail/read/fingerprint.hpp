// parlance/schema/detail/read/fingerprint.hpp - 128 bits that stand for a part of a document
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::schema::detail {

/// 128 bits that say what a part of the document is.
struct fingerprint {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    friend bool operator==(fingerprint const&, fingerprint const&) = default;

    PARLANCE_DECL void mix(std::uint64_t word) noexcept;
    PARLANCE_DECL void mix(std::string_view text) noexcept;
    PARLANCE_DECL void mix(fingerprint const& f) noexcept;
};
struct hash_fingerprint {
    PARLANCE_DECL std::uint64_t operator()(fingerprint const& f) const noexcept;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/fingerprint.ipp>
#endif
