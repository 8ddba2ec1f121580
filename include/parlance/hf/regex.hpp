// parlance/hf/regex.hpp - regular expressions in Python's syntax and with its matches
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/hf/detail/regex_program.hpp>
#include <parlance/hf/detail/regex_search.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::hf {

using detail::regex_match;
using detail::text_span;

/// A pattern as Python's re reads it with DOTALL.  Immutable, shared between threads.
///
/// Patterns without look-around, backreferences and the like are run by our own engine in one pass over the text,
/// never backtracking.  All others are run by PCRE2 within a step limit; one that reaches it gives the verdict `limit`.
class regex {
public:
    /// Errors: regex_syntax with the place, invalid_utf8, source_too_large, cancelled.
    [[nodiscard]] PARLANCE_DECL static result<regex> compile(std::string_view pattern,
                                                             limits const& bounds = {});

    // never moved, only shared: an object that was moved from would have nothing to look at
    regex(regex const&) = default;
    regex& operator=(regex const&) = default;

    /// Any of these texts, the longest first.  Precondition: there is one, and none is empty.
    [[nodiscard]] PARLANCE_DECL static regex of_literals(std::vector<std::string> texts);
    /// The same, and asks whether to stop: it is of no use then, as the meter says.
    [[nodiscard]] PARLANCE_DECL static regex of_literals(std::vector<std::string> texts, work& looks);

    /// Whether it is run in one pass, and can be searched for as text arrives.
    [[nodiscard]] bool linear() const noexcept { return program_ != nullptr; }

    /// The pattern; empty for literals.
    [[nodiscard]] std::string_view source() const noexcept { return source_; }

    /// Names of the groups, from 0 on; empty for those without one.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> const& names() const noexcept;

    /// Precondition for these: linear(), and not linear().
    [[nodiscard]] detail::regex_program const& program() const noexcept { return *program_; }
    [[nodiscard]] detail::pcre2_pattern const& backtracking() const noexcept { return *pcre2_; }

    /// The first match at or behind `from` in a whole text; of default limits, or paid for by the caller.
    [[nodiscard]] PARLANCE_DECL regex_match search(std::string_view text, std::size_t from = 0,
                                                   bool not_empty = false) const;
    [[nodiscard]] PARLANCE_DECL regex_match search(std::string_view text, work& paid) const;

    /// The first match in a text that may go on, or, with the verdict `partial`, where the first one begins that more
    /// text can complete; group 0 then reaches to the end.
    [[nodiscard]] PARLANCE_DECL regex_match search_partial(std::string_view text) const;

    /// Calls f with every match, as finditer gives them: one after the other, an empty one where there is none longer;
    /// until f returns false.  The last has the verdict `limit` where all of it takes too long.
    template <class F>
    void each(std::string_view text, F&& f) const {
        work paid{limits{}};
        each(text, paid, f);
    }
    template <class F>
    void each(std::string_view text, work& paid, F&& f) const {
        std::optional<detail::regex_search> run;
        if (program_) {
            run.emplace(*program_);
        }
        std::size_t at = 0;
        bool not_empty = false;
        while (at <= text.size()) {
            // what backtracks looks through all that is left each time, for bytes that are no UTF-8
            std::uint64_t const looked_through = run ? 0 : (text.size() - at) / bytes_of_a_step;
            regex_match const found = !paid.spend(steps_of_a_match + looked_through)
                                          ? regex_match{regex_match::verdict::limit, {}}
                                      : run ? search(*run, text, at, not_empty, paid)
                                            : pcre2_->search(text, at, false, paid, true, not_empty);
            if (found.is == regex_match::verdict::match) {
                not_empty = found.groups[0].begin == found.groups[0].end;
                at = found.groups[0].end;
            }
            bool const last = found.is != regex_match::verdict::match;
            if (found.is == regex_match::verdict::none || !f(found) || last) {
                break;
            }
        }
    }

    /// The matches of each(), all at once.
    [[nodiscard]] PARLANCE_DECL std::vector<regex_match> all(std::string_view text) const;

private:
    regex() = default;

    static constexpr std::uint64_t steps_of_a_match = 500;  // what is found is copied
    static constexpr std::size_t bytes_of_a_step = 4;

    PARLANCE_DECL static regex_match search(detail::regex_search& run, std::string_view text,
                                            std::size_t from, bool not_empty, work& paid);

    /// Reads the text from `at` on, as far as it can matter; false when that cannot be paid for.
    PARLANCE_DECL static bool step(detail::regex_search& run, std::string_view text, std::size_t at,
                                   work& paid);

    std::string source_;
    std::shared_ptr<detail::regex_program const> program_;  // one of the two
    std::shared_ptr<detail::pcre2_pattern const> pcre2_;
};

}  // namespace parlance::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/impl/regex.ipp>
#endif
