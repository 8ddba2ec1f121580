// parlance/hf/detail/regex_set.hpp - sets of code points as patterns write them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace parlance::hf::detail {

/// A byte that is part of no code point, as Python's surrogateescape counts it.
[[nodiscard]] constexpr char32_t bad_byte(char byte) noexcept {
    return 0xDC00U + static_cast<unsigned char>(byte);
}

/// Which classes one code point beyond ASCII is in: looked up once, as that takes a while.
struct unicode_classes {
    static constexpr std::uint64_t steps_of_a_look = 500;
    std::optional<bool> word{};
    std::optional<bool> digit{};
    std::uint64_t spent = 0;

    [[nodiscard]] PARLANCE_DECL bool is_word(char32_t c);
    [[nodiscard]] PARLANCE_DECL bool is_digit(char32_t c);
};

/// A set of code points as patterns write it.
class regex_set {
public:
    PARLANCE_DECL void add(char32_t low, char32_t high);
    /// One of w W d D s S.
    PARLANCE_DECL void add_class(char kind);
    void negate() { negated_ = true; }

    [[nodiscard]] PARLANCE_DECL bool contains(char32_t c, unicode_classes& known) const;
    /// Steps of contains().
    [[nodiscard]] std::size_t cost(char32_t c) const noexcept { return c < 128 ? 1 : 4 + ranges_.size(); }

private:
    PARLANCE_DECL static bool in_class(char32_t c, char kind, unicode_classes& known);

    std::bitset<128> ascii_;
    std::vector<std::pair<char32_t, char32_t>> ranges_;
    std::vector<char> classes_;
    bool negated_ = false;
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/regex_set.ipp>
#endif
