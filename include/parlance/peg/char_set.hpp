// parlance/peg/char_set.hpp - a set of characters, written as in "[a-z_]"
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hex.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::peg {

/// A set of code points, or all but those.
class char_set {
public:
    constexpr char_set() = default;

    /// All characters, those that are no UTF-8 included.
    [[nodiscard]] static constexpr char_set any() {
        char_set s;
        s.negated_ = true;
        return s;
    }

    /// Reads "a-z_", "[a-z_]" or "[^a-z_]": brackets are optional, `^` in front negates, `-` in front or at the end
    /// is itself.  Escapes: \n \t \r \\ \] \[ \- \^ \" \xHH \uHHHH \UHHHHHHHH.  Linear.
    /// errors: invalid_escape, invalid_code_point, inverted_range, invalid_utf8, unterminated_class.
    [[nodiscard]] static constexpr result<char_set> parse(std::string_view spec);

    constexpr char_set& add(char32_t low, char32_t high) {
        ranges_.push_back({low, high});
        normalise();
        return *this;
    }
    constexpr char_set& add(char32_t value) { return add(value, value); }
    constexpr char_set& negate() noexcept {
        negated_ = !negated_;
        return *this;
    }

    /// Sorted, apart, not touching.
    [[nodiscard]] constexpr std::span<char_range const> ranges() const noexcept {
        return {ranges_.data(), ranges_.size()};
    }
    [[nodiscard]] constexpr bool negated() const noexcept { return negated_; }
    [[nodiscard]] constexpr bool contains(char32_t value) const noexcept {
        for (char_range const& r : ranges_) {
            if (value >= r.low && value <= r.high) {
                return !negated_;
            }
        }
        return negated_;
    }
    friend constexpr bool operator==(char_set const&, char_set const&) = default;

private:
    struct member {
        char32_t value = 0;
        std::size_t length = 0;  // bytes of the spec
        errc wrong = errc::none;
    };
    static constexpr member read(std::string_view spec);

    constexpr void normalise() {
        std::sort(ranges_.begin(), ranges_.end(),
                  [](char_range const& x, char_range const& y) { return x.low < y.low; });
        std::size_t kept = 0;
        for (std::size_t i = 1; i < ranges_.size(); ++i) {
            if (ranges_[i].low <= ranges_[kept].high + 1) {
                ranges_[kept].high = (std::max)(ranges_[kept].high, ranges_[i].high);
            } else {
                ranges_[++kept] = ranges_[i];
            }
        }
        if (!ranges_.empty()) {
            ranges_.resize(kept + 1);
        }
    }

    std::vector<char_range> ranges_;
    bool negated_ = false;
};

constexpr char_set::member char_set::read(std::string_view spec) {
    if (spec[0] != '\\') {
        utf8::decoded const d = utf8::decode(spec);
        return {d.value, d.length, d.valid ? errc::none : errc::invalid_utf8};
    }
    if (spec.size() < 2) {
        return {0, 1, errc::invalid_escape};
    }
    auto const plain = [](char32_t c) { return member{c, 2, errc::none}; };
    std::size_t digits = 0;
    switch (spec[1]) {
    case 'n': return plain('\n');
    case 't': return plain('\t');
    case 'r': return plain('\r');
    case '\\':
    case ']':
    case '[':
    case '-':
    case '^':
    case '"': return plain(static_cast<unsigned char>(spec[1]));
    case 'x': digits = 2; break;
    case 'u': digits = 4; break;
    case 'U': digits = 8; break;
    default: return {0, 2, errc::invalid_escape};
    }
    if (spec.size() < 2 + digits) {
        return {0, spec.size(), errc::invalid_escape};
    }
    std::uint32_t value = 0;
    for (char const c : spec.substr(2, digits)) {
        int const digit = hex_value(c);
        if (digit < 0) {
            return {0, 2, errc::invalid_escape};
        }
        value = value << 4 | static_cast<std::uint32_t>(digit);
    }
    return {value, 2 + digits, value > 0x10FFFF ? errc::invalid_code_point : errc::none};
}

constexpr result<char_set> char_set::parse(std::string_view spec) {
    std::string_view const whole = spec;
    char_set out;
    auto const at = [&] { return static_cast<std::size_t>(spec.data() - whole.data()); };
    if (spec.starts_with('[')) {
        if (spec.size() < 2 || !spec.ends_with(']')) {
            return diagnose(errc::unterminated_class, whole, 0, whole.size());
        }
        spec = spec.substr(1, spec.size() - 2);
    }
    if (spec.starts_with('^')) {
        out.negated_ = true;
        spec.remove_prefix(1);
    }
    while (!spec.empty()) {
        member const low = read(spec);
        if (low.wrong != errc::none) {
            return diagnose(low.wrong, whole, at(), low.length);
        }
        spec.remove_prefix(low.length);
        char32_t high = low.value;
        if (spec.size() > 1 && spec[0] == '-') {
            member const upper = read(spec.substr(1));
            if (upper.wrong != errc::none) {
                return diagnose(upper.wrong, whole, at() + 1, upper.length);
            }
            if (upper.value < low.value) {
                return diagnose(errc::inverted_range, whole, at() - low.length,
                                low.length + 1 + upper.length);
            }
            high = upper.value;
            spec.remove_prefix(1 + upper.length);
        }
        out.ranges_.push_back({low.value, high});
    }
    out.normalise();
    return out;
}

}  // namespace parlance::peg
