// parlance/hf/detail/regex_scanner.hpp - the small pieces of a regular expression: escapes, sets, counts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/regex_set.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

namespace parlance::hf::detail {

/// The small pieces of Python's syntax: escapes, sets, counts.  `bad_` once something is not understood.
class regex_scanner {
protected:
    explicit regex_scanner(std::string_view pattern) : in_(pattern) {}

    static constexpr std::size_t largest = 4000;  // steps; what is larger is not run by threads

    [[nodiscard]] char peek() const noexcept { return at_ < in_.size() ? in_[at_] : '\0'; }
    [[nodiscard]] bool more() const noexcept { return at_ < in_.size() && !bad_; }

    /// A code point that an escape stands for; at_ is behind the backslash.
    PARLANCE_DECL std::optional<char32_t> escaped();

    /// A set from its bracket on.
    PARLANCE_DECL regex_set set();

    /// A code point of a set; nothing for a class, which is added to it.
    PARLANCE_DECL std::optional<char32_t> member(regex_set& s);

    /// Reads {m}, {m,}, {,n} or {m,n}; false, and nothing read, where there is none.
    PARLANCE_DECL bool counts(std::size_t& least, std::size_t& most);

    std::string_view in_;
    std::size_t at_ = 0;
    bool bad_ = false;
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/regex_scanner.ipp>
#endif
