// parlance/hf/detail/pcre2.hpp - PCRE2 with the semantics of Python's re, under limits
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <parlance/text/utf8.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#ifndef PCRE2_CODE_UNIT_WIDTH
#define PCRE2_CODE_UNIT_WIDTH 8
#endif
#include <pcre2.h>

namespace parlance::hf::detail {

/// A pattern of Python's re in the words of PCRE2.  What both spell alike is copied; what only PCRE2 knows is refused,
/// so that a template means the same here and there.
class pcre2_translator {
public:
    explicit pcre2_translator(std::string_view pattern) : in_(pattern) {}

    [[nodiscard]] PARLANCE_DECL result<std::string> translate();

private:
    PARLANCE_DECL void fail(std::string_view hint);
    [[nodiscard]] PARLANCE_DECL char peek(std::size_t ahead) const noexcept;
    PARLANCE_DECL void copy(std::size_t count);

    PARLANCE_DECL void escape(bool in_set);
    PARLANCE_DECL void long_escape();

    PARLANCE_DECL void set();

    PARLANCE_DECL void group();

    /// `{,n}` counts from zero in Python; `{` that begins no count is itself in both.
    PARLANCE_DECL void braces();

    std::string_view in_;
    std::size_t at_ = 0;
    std::string out_;
    bool wrong_ = false;
    std::string_view hint_;
};

/// Where a group matched; nothing for one that took no part.
struct text_span {
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    std::size_t begin = nowhere;
    std::size_t end = nowhere;
    [[nodiscard]] bool matched() const noexcept { return begin != nowhere; }
    friend bool operator==(text_span const&, text_span const&) = default;
};

/// What a search found.
///
/// partial  groups[0].begin is where a match may begin that needs more text, or that more text may change
/// limit    the pattern takes more steps than it may
struct regex_match {
    enum class verdict : std::uint8_t { none, partial, match, limit } is = verdict::none;
    std::vector<text_span> groups{};
};

/// A compiled pattern.  Immutable, shared between threads.
class pcre2_pattern {
public:
    /// Nobody is asked while PCRE2 compiles it: 2 ms where 16 KiB name groups, which it compares with each other.
    [[nodiscard]] PARLANCE_DECL static result<pcre2_pattern> compile(std::string_view pattern,
                                                                     stop_token stop = {});

    /// Of each group, from 0 on; empty for those without one.
    [[nodiscard]] std::vector<std::string> const& names() const noexcept { return names_; }

    /// Bytes before the place of a search that it may look at.
    [[nodiscard]] std::size_t lookbehind() const noexcept { return lookbehind_; }

    /// The first match at or behind `from`.
    ///
    /// more       text may follow: a match that could depend on it is partial
    /// at_start   whether `text` begins where the whole text does
    /// not_empty  a match at `from` must not be empty
    /// paid       pays for its steps as they are taken, of which one search may take 40 ms, and for the room that it moves what it
    ///            has saved to; where it cannot, or is asked to stop, the verdict is `limit`.  Nobody is asked while PCRE2 repeats
    ///            one character, half a millisecond to one for each MiB of text, or copies what it has saved, 2 ms where that is
    ///            all it may have
    [[nodiscard]] PARLANCE_DECL regex_match search(std::string_view text, std::size_t from, bool more,
                                                   work& paid, bool at_start = true,
                                                   bool not_empty = false) const;

private:
    // What stops a pattern that backtracks without end: bytes gone over, back and forth, and steps.  Some 40 ms.
    static constexpr std::uint64_t most_effort = 800'000;
    static constexpr std::uint64_t steps_of_effort = 50;        // of work
    static constexpr std::uint32_t heap_kibibytes = 30 * 1024;  // twice that, while it moves to more room

    /// What a search takes, paid for as it goes, so that it can be stopped.
    struct effort {
        std::uint64_t left;
        std::size_t at;
        work& paid;
        std::uint64_t unpaid = 0;
        std::size_t largest = 0;  // bytes that were taken at once
        bool no_memory = false;
        PARLANCE_DECL static int count(pcre2_callout_block* step, void* self) noexcept;
        /// Room in the memory for PCRE2; null where it cannot be paid for.
        PARLANCE_DECL static void* take(std::size_t bytes, void* self) noexcept;
        static void give_back(void* at, void*) noexcept { ::operator delete(at); }
    };

    PARLANCE_DECL void read_names();

    std::shared_ptr<pcre2_code const> code_;
    std::vector<std::string> names_;
    std::size_t lookbehind_ = 0;
};

/// Whether a code point beyond ASCII is one of Python's \w, or \d.
[[nodiscard]] PARLANCE_DECL bool is_unicode_class(char32_t c, char kind);

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/pcre2.ipp>
#endif
