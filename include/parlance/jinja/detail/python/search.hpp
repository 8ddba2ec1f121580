// parlance/jinja/detail/python/search.hpp - where one text stands in another, in time linear in both, and paid for
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/text/vec.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja::detail {

/// Looks for one text again and again.  A short one is compared wherever its first byte stands; for a longer one the table of Knuth, Morris and Pratt is made, so that no
/// byte is read twice.
class searcher {
public:
    static constexpr std::size_t npos = std::string_view::npos;

    PARLANCE_DECL searcher(runtime& rt, std::string_view what, bool backwards = false);

    /// The first place at or behind `from`, as std::string_view::find.
    [[nodiscard]] PARLANCE_DECL std::size_t find(std::string_view text, std::size_t from = 0);
    /// The last place in all of `text`, as std::string_view::rfind.  Precondition: made to look backwards.
    [[nodiscard]] PARLANCE_DECL std::size_t rfind(std::string_view text);

private:
    static constexpr std::size_t is_short = 16;
    static constexpr std::size_t paid = 4096;  // bytes paid for at a time

    /// Byte i of `text`, from the end where it is looked for backwards.
    [[nodiscard]] char at(std::string_view text, std::size_t i) const noexcept {
        return backwards_ ? text[text.size() - 1 - i] : text[i];
    }
    /// The first and the last place of what is short.  Each place where it may begin is a step.
    [[nodiscard]] PARLANCE_DECL std::size_t first_short(std::string_view text);
    [[nodiscard]] PARLANCE_DECL std::size_t last_short(std::string_view text);
    /// Bytes of `text` read before the end of the first match, npos when there is none.
    [[nodiscard]] PARLANCE_DECL std::size_t end_of_match(std::string_view text);

    runtime& rt_;
    std::string_view what_;
    bool backwards_;
    loan room_;
    vec<std::uint32_t> borders_{};  // of each beginning of `what_`: its longest end that it begins with
};

// The same as those of text/space.hpp, in parts with looks in between.
[[nodiscard]] PARLANCE_DECL std::size_t leading_space(runtime& rt, std::string_view text);
[[nodiscard]] PARLANCE_DECL std::size_t trailing_space(runtime& rt, std::string_view text);
[[nodiscard]] PARLANCE_DECL std::size_t find_space(runtime& rt, std::string_view text, std::size_t from);
[[nodiscard]] PARLANCE_DECL std::size_t find_last_space(runtime& rt, std::string_view text);

/// The first place at or behind `from` of one of a few bytes; npos where there is none.
[[nodiscard]] PARLANCE_DECL std::size_t find_first_of(runtime& rt, std::string_view text,
                                                      std::string_view bytes, std::size_t from = 0);

/// Bytes at the front of both that are the same.
[[nodiscard]] PARLANCE_DECL std::size_t same_bytes(runtime& rt, std::string_view a, std::string_view b);
/// a == b
[[nodiscard]] inline bool same_text(runtime& rt, std::string_view a, std::string_view b) {
    constexpr std::size_t is_long = 4096;
    return a.size() == b.size() && (a.size() <= is_long ? a == b : same_bytes(rt, a, b) == a.size());
}

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/python/impl/search.ipp>
#endif
