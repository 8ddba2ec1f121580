// parlance/jinja/detail/builtins/paragraph.hpp - Python's textwrap.wrap, as the filter wordwrap uses it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/python/search.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/text/space.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja::detail {

/// Cuts lines at spaces (and behind hyphens inside words) so that none is longer than a width.
class paragraph {
public:
    paragraph(runtime& rt, std::size_t width, bool break_long, bool break_hyphens)
        : rt_(rt), width_(width), break_long_(break_long), break_hyphens_(break_hyphens) {}

    /// Adds the lines of `text`, with `between` between them.
    PARLANCE_RARE void wrap(std::string_view text, std::string_view between, scratch_text& out);

private:
    [[nodiscard]] bool is_blank(std::string_view s) const { return leading_space(rt_, s) == s.size(); }
    [[nodiscard]] static bool is_ascii_space(char c) noexcept { return c == ' ' || (c >= 9 && c <= 13); }

    /// What Python's pattern for words tells apart.
    enum class letter : std::uint8_t { letter, digit, punctuation, other };
    [[nodiscard]] PARLANCE_RARE static letter kind_of(char32_t c) noexcept;
    /// What stands at a place, or before it; moves the place over it.
    [[nodiscard]] PARLANCE_RARE static letter at(std::string_view s, std::size_t& i) noexcept;
    [[nodiscard]] PARLANCE_RARE static letter before(std::string_view s, std::size_t& i) noexcept;
    /// Whether a line may end behind this hyphen: it stands between parts of a word.
    [[nodiscard]] PARLANCE_RARE static bool breaks_behind(std::string_view s, std::size_t hyphen) noexcept;

    /// Words and the white space between them; hyphenated words come in pieces, each with its hyphen.
    PARLANCE_RARE void split(std::string_view s, scratch<std::string_view>& out);

    /// The end of the first piece of the word [begin, end): behind a hyphen between letters, or around an em dash.
    [[nodiscard]] PARLANCE_RARE std::size_t hyphenated(std::string_view s, std::size_t begin,
                                                       std::size_t end) const;

    /// A chunk longer than a line: as much of it as fits, or all of it on a line of its own.
    PARLANCE_RARE void take_long(std::string_view& chunk, std::size_t used,
                                 vec<std::string_view>& line) const;

    runtime& rt_;
    std::size_t width_;
    bool break_long_;
    bool break_hyphens_;
};

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/paragraph.ipp>
#endif
