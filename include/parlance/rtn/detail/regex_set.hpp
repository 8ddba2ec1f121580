// parlance/rtn/detail/regex_set.hpp - the sets of a regular expression: escapes and classes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/bytes.hpp>
#include <parlance/rtn/detail/regex_text.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>

namespace parlance::rtn::detail {

/// Reads what stands for one code point out of several.
class regex_set {
public:
    regex_set(regex_text& text, work& spent) noexcept : text_(text), spent_(spent) {}

    /// What the escape at the backslash stands for; false when it is refused.
    [[nodiscard]] PARLANCE_DECL bool escape(vec<code_points>& set);
    /// The class behind '['; false when it is refused.
    [[nodiscard]] PARLANCE_DECL bool char_class(vec<code_points>& set);
    /// One code point, and under (?i) its other case; false where that is beyond ASCII.
    [[nodiscard]] PARLANCE_DECL bool one(char32_t c, vec<code_points>& set);
    /// Adds the other case of ASCII letters, under (?i).
    PARLANCE_DECL void fold(vec<code_points>& set) const;

    bool ignore_case = false;

private:
    PARLANCE_DECL bool member(vec<code_points>& set, bool& single);
    /// One code point, which is spelled by the next `length` bytes.
    PARLANCE_DECL bool character(char32_t value, std::size_t length, vec<code_points>& set);
    PARLANCE_DECL bool control_escape(vec<code_points>& set);
    PARLANCE_DECL bool braced_escape(vec<code_points>& set);
    PARLANCE_DECL static vec<code_points> named_class(char c);
    PARLANCE_DECL bool hex(std::size_t ahead, std::size_t digits, char32_t& value) const noexcept;
    PARLANCE_DECL bool number_escape(std::size_t skip, std::size_t digits, vec<code_points>& set);
    PARLANCE_DECL bool property(vec<code_points>& set);
    PARLANCE_DECL bool unit_escape(vec<code_points>& set);

    static constexpr std::size_t most_properties = 1000;  // each is some hundred ranges

    regex_text& text_;
    work& spent_;
    std::size_t properties_ = 0;
};

}  // namespace parlance::rtn::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/rtn/detail/impl/regex_set.ipp>
#endif
