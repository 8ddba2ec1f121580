// parlance/hf/detail/regex_search.hpp - looks for the first match as text arrives, each code point once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/hf/detail/regex_program.hpp>
#include <parlance/decl.hpp>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::hf::detail {

/// A search in progress: the threads of a program, in the order in which a backtracking engine would try them, so that
/// the match is the one Python finds.  Positions are offsets in the whole text.  The program must outlive it.
///
/// cost  one turn of every thread per code point; threads are at most the steps of the program
class regex_search {
public:
    PARLANCE_DECL explicit regex_search(regex_program const& p);

    /// Begins anew at `origin`.  With not_empty the match must not be empty at `origin`.
    PARLANCE_DECL void restart(std::size_t origin, bool not_empty = false);

    /// Whether the search is over: the match is found and can no longer change.
    [[nodiscard]] bool done() const noexcept { return done_; }

    /// Bytes that change nothing as long as none but them are read: instead of step(), advance() may count them.
    [[nodiscard]] std::bitset<256> const& skips() const noexcept { return skips_; }
    PARLANCE_DECL void advance(std::size_t bytes) noexcept;

    /// Whether there is a match; before done() it may still be replaced by one that is tried earlier.
    [[nodiscard]] bool found() const noexcept { return found_; }
    [[nodiscard]] PARLANCE_DECL std::vector<text_span> match() const;
    /// Where the match begins or may begin; `otherwise` when nothing is under way.
    [[nodiscard]] PARLANCE_DECL std::size_t earliest(std::size_t otherwise) const noexcept;

    /// Reads the code point at [at, next).
    PARLANCE_DECL void step(char32_t c, std::size_t at, std::size_t next);

    /// The text ends at `at`.
    PARLANCE_DECL void finish(std::size_t at);

    /// What all of it has cost so far, in nanoseconds or so.
    [[nodiscard]] std::uint64_t spent() const noexcept { return spent_; }

private:
    using kind = regex_step::kind;
    static constexpr std::size_t nowhere = text_span::nowhere;
    struct thread {
        std::uint32_t at = 0;
        bool behind_newline = false;  // waits at $, with the line end behind it that may be the last
    };

    [[nodiscard]] PARLANCE_DECL std::size_t const* slot(std::vector<std::size_t> const& from,
                                                        std::size_t i) const noexcept;
    PARLANCE_DECL void copy(std::vector<std::size_t> const& from, std::size_t i,
                            std::vector<std::size_t>& to) const;

    /// A match may begin at `at`, after all that began before.
    PARLANCE_DECL void begin(std::size_t at);

    /// Adds the threads that stand behind `at` at place `place` with the slots of scratch_.
    PARLANCE_DECL void follow(std::uint32_t at, std::size_t place);

    /// Whether the program can end at the end of the text, from `at` on; fills scratch_.
    PARLANCE_DECL bool ends(std::uint32_t at, std::size_t place);

    /// A thread at the end is a match; those behind it would be tried later.
    PARLANCE_DECL void settle();
    /// Whether the code point left everything as it was, but for slots that follow the place of reading.  `before` is
    /// the number of threads, now in next_threads_, that were there before it.
    PARLANCE_DECL void learn(char32_t c, std::size_t at, std::size_t next, std::size_t before);

    PARLANCE_DECL void keep(std::size_t const* slots);

    struct pending {
        std::uint32_t at;    // where to go on,
        std::uint32_t slot;  // or the slot to give back its former value
        std::size_t former;
    };

    regex_program const* program_;
    std::size_t width_;
    std::size_t origin_ = 0;
    bool not_empty_ = false;
    bool found_ = false;
    bool done_ = false;
    std::vector<thread> threads_;
    std::vector<std::size_t> slots_;  // width_ for each thread
    std::vector<thread> next_threads_;
    std::vector<std::size_t> next_slots_;
    std::vector<std::size_t> scratch_;
    std::vector<std::size_t> best_;
    std::vector<std::uint64_t> seen_;  // by step: the turn in which it was reached
    std::vector<pending> todo_;
    std::bitset<256> skips_;
    std::vector<std::size_t> moving_;  // slots that follow the place of reading while skips_ are read
    std::vector<std::size_t> moved_;
    std::uint64_t mark_ = 0;
    std::uint64_t spent_ = 0;
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/regex_search.ipp>
#endif
