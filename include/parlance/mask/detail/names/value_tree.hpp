// parlance/mask/detail/names/value_tree.hpp - values of JSON as paths in a tree of bytes, equal ones as the same path
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace parlance::mask::detail {

/// A tree of bytes that only grows at its end, so that going back is cutting it off.  A value is the number of the trie node
/// that it ends at: equal values are equal numbers.  Number 0 is none, and nothing is below it.
class value_tree {
public:
    static constexpr std::uint32_t root = 1;

    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(trie_nodes_.size());
    }
    /// Whether nothing is below `t`.
    [[nodiscard]] bool is_end(std::uint32_t t) const noexcept { return trie_nodes_[t].child == 0; }
    /// Below `t`, by `byte`; 0 when there is none.
    [[nodiscard]] PARLANCE_DECL std::uint32_t child(std::uint32_t t, std::uint8_t byte) const noexcept;
    /// The same, made if there is none.
    [[nodiscard]] PARLANCE_DECL std::uint32_t grown(std::uint32_t t, std::uint8_t byte);
    /// Cuts off all but the first `size` trie_nodes.
    PARLANCE_DECL void cut(std::uint32_t size) noexcept;

private:
    struct trie_node {
        std::uint32_t parent = 0;
        std::uint32_t child = 0;  // the first, and
        std::uint32_t next = 0;   // the next of the parent's
        std::uint8_t byte = 0;
    };
    vec<trie_node> trie_nodes_ = vec<trie_node>(2);
};

/// Reads a number of JSON byte by byte into its path: its sign, its digits from the first that is not 0 to the last, and
/// where the point is.  So 10, 1e1 and 10.0 are the same.
class number_reader {
public:
    /// Whether `byte` may go on a number.
    [[nodiscard]] static constexpr bool takes(std::uint8_t byte) noexcept {
        return (byte >= '0' && byte <= '9') || byte == '.' || byte == 'e' || byte == 'E' || byte == '+' ||
               byte == '-';
    }
    /// Calls put(byte) for what is known of the path.
    template <class Put>
    void read(std::uint8_t byte, Put&& put) {
        if (byte == '.') {
            in_ = part::fraction;
        } else if (byte == 'e' || byte == 'E') {
            in_ = part::exponent;
        } else if (byte == '-') {
            (in_ == part::exponent ? exponent_negative_ : negative_) = true;
        } else if (byte >= '0' && byte <= '9') {
            read_digit(static_cast<std::uint8_t>(byte - '0'), put);
        }
    }
    /// The rest of the path, where the number ends.
    template <class Put>
    void end(Put&& put) const {
        put(end_mark);
        if (significant_) {
            auto const at =
                static_cast<std::uint64_t>(point_ + (exponent_negative_ ? -exponent_ : exponent_));
            for (int shift = 0; shift < 64; shift += 8) {
                put(static_cast<std::uint8_t>(at >> shift & 0xFF));
            }
        }
    }
    /// What else the path depends on, where so much of it is known; numbers with very many zeros are not told apart.
    [[nodiscard]] std::uint64_t standing() const noexcept {
        std::uint64_t const signs =
            (negative_ ? 1u : 0u) | (exponent_negative_ ? 2u : 0u) | (significant_ ? 4u : 0u);
        std::uint64_t const sizes =
            (bounded(exponent_) << 16) | (bounded(point_) << 8) | bounded(std::int64_t{zeros_});
        return (sizes << 8) | (signs << 4) | static_cast<std::uint64_t>(in_);
    }

private:
    enum class part : std::uint8_t { whole, fraction, exponent };
    static constexpr std::uint8_t end_mark = 'E';

    template <class Put>
    void read_digit(std::uint8_t digit, Put&& put) {
        if (in_ == part::exponent) {
            exponent_ = exponent_ < most_exponent ? exponent_ * 10 + digit : exponent_;
            return;
        }
        if (significant_ || digit != 0) {
            point_ += in_ == part::whole ? 1 : 0;
        } else {
            point_ -= in_ == part::fraction ? 1 : 0;
        }
        if (digit == 0) {
            zeros_ += significant_ ? 1 : 0;
            return;
        }
        if (!significant_ && negative_) {
            put(std::uint8_t{'-'});
        }
        significant_ = true;
        for (; zeros_ > 0; --zeros_) {
            put(std::uint8_t{'0'});
        }
        put(static_cast<std::uint8_t>('0' + digit));
    }

    static constexpr std::int64_t most_exponent = (std::numeric_limits<std::int64_t>::max)() / 100;
    static std::uint64_t bounded(std::int64_t n) noexcept {
        constexpr std::int64_t most = 64;
        return static_cast<std::uint64_t>((std::min)((std::max)(n, -most), most) + most);
    }

    part in_ = part::whole;
    bool negative_ = false;
    bool exponent_negative_ = false;
    bool significant_ = false;
    std::uint32_t zeros_ = 0;
    std::int64_t point_ = 0;
    std::int64_t exponent_ = 0;
};

}  // namespace parlance::mask::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/mask/detail/names/impl/value_tree.ipp>
#endif
