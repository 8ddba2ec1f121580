// parlance/text/siphash.hpp - a keyed hash: who does not know the key cannot make two things of one hash
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <bit>
#include <cstdint>

namespace parlance::detail {

/// SipHash-1-3 (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012) over words.
class siphash {
public:
    constexpr explicit siphash(std::uint64_t seed) noexcept
        : a_(seed ^ 0x736F'6D65'7073'6575),
          b_((seed * 0x9E37'79B9'7F4A'7C15) ^ 0x646F'7261'6E64'6F6D),
          c_(seed ^ 0x6C79'6765'6E65'7261),
          d_((seed * 0x9E37'79B9'7F4A'7C15) ^ 0x7465'6462'7974'6573) {}

    constexpr void add(std::uint64_t word) noexcept {
        d_ ^= word;
        round();
        a_ ^= word;
    }
    /// Called once, or twice for 128 bits.
    constexpr std::uint64_t finish() noexcept {
        (finished_ ? b_ : c_) ^= finished_ ? 0xDD : 0xFF;
        finished_ = true;
        round();
        round();
        round();
        return a_ ^ b_ ^ c_ ^ d_;
    }

private:
    constexpr void round() noexcept {
        a_ += b_;
        c_ += d_;
        b_ = std::rotl(b_, 13) ^ a_;
        d_ = std::rotl(d_, 16) ^ c_;
        a_ = std::rotl(a_, 32);
        c_ += b_;
        a_ += d_;
        b_ = std::rotl(b_, 17) ^ c_;
        d_ = std::rotl(d_, 21) ^ a_;
        c_ = std::rotl(c_, 32);
    }

    std::uint64_t a_;
    std::uint64_t b_;
    std::uint64_t c_;
    std::uint64_t d_;
    bool finished_ = false;
};

}  // namespace parlance::detail
