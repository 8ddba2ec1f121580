// parlance/schema/detail/read/fingerprint.hpp - 128 bits that stand for a part of a document
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/siphash.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::schema::detail {

/// 128 bits that say what a part of the document means: parts that differ in more than what is left out of it, texts for people,
/// have others, also where somebody who does not know the key wrote them to have the same.
struct fingerprint {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    friend bool operator==(fingerprint const&, fingerprint const&) = default;
};
struct hash_fingerprint {
    [[nodiscard]] std::uint64_t operator()(fingerprint const& f) const noexcept { return f.a; }
};

/// Makes a fingerprint of what is added, in its order: a keyed hash, whose key is another in each run of a program, where
/// programs are loaded to random addresses.  So fingerprints mean nothing to another program.
class fingerprint_hash {
public:
    PARLANCE_DECL fingerprint_hash() noexcept;
    void add(std::uint64_t word) noexcept { hash_.add(word); }
    PARLANCE_DECL void add(std::string_view text) noexcept;
    void add(fingerprint const& f) noexcept {
        add(f.a);
        add(f.b);
    }
    /// Called once, at the end.
    [[nodiscard]] fingerprint finish() noexcept {
        std::uint64_t const a = hash_.finish();
        return {a, hash_.finish()};
    }

private:
    parlance::detail::siphash hash_;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/fingerprint.ipp>
#endif
