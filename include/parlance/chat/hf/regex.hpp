// parlance/chat/hf/regex.hpp - regular expressions in Python's syntax and with its matches
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/pcre2.hpp>
#include <parlance/chat/hf/detail/regex_compiler.hpp>
#include <parlance/chat/hf/detail/regex_search.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf {

using detail::regex_match;
using detail::text_span;

/// A pattern as Python's re reads it with DOTALL.  Immutable, shared between threads.
///
/// Patterns without look-around, backreferences and the like are run by our own engine in one pass over the text,
/// never backtracking.  All others are run by PCRE2 within a step limit; one that reaches it gives the verdict `limit`.
class regex {
public:
    /// Errors: regex_syntax with the place, invalid_utf8, source_too_large.
    [[nodiscard]] static result<regex> compile(std::string_view pattern, limits const& bounds = {}) {
        constexpr std::size_t longest = 16'384;
        if (pattern.size() > std::min(longest, bounds.source_bytes)) {
            return diagnostic{errc::source_too_large, {}, 0, "regular expression"};
        }
        auto checked =
            detail::pcre2_pattern::compile(pattern);  // also where it is not run: it knows what is an error
        if (!checked) {
            return checked.error();
        }
        regex out;
        if (auto program = detail::regex_compiler(pattern).compile()) {
            out.program_ = std::make_shared<detail::regex_program const>(*std::move(program));
        } else {
            out.pcre2_ = std::make_shared<detail::pcre2_pattern const>(*std::move(checked));
        }
        return out;
    }

    /// Any of these texts, the longest first.  Precondition: there is one, and none is empty.
    [[nodiscard]] static regex of_literals(std::vector<std::string> texts) {
        regex out;
        out.program_ = std::make_shared<detail::regex_program const>(
            detail::regex_compiler::of_literals(std::move(texts)));
        return out;
    }

    /// Whether it is run in one pass, and can be searched for as text arrives.
    [[nodiscard]] bool linear() const noexcept { return program_ != nullptr; }

    /// Names of the groups, from 0 on; empty for those without one.
    [[nodiscard]] std::vector<std::string> const& names() const noexcept {
        return program_ ? program_->names : pcre2_->names();
    }

    /// Precondition for these: linear(), and not linear().
    [[nodiscard]] detail::regex_program const& program() const noexcept { return *program_; }
    [[nodiscard]] detail::pcre2_pattern const& backtracking() const noexcept { return *pcre2_; }

    /// The first match at or behind `from` in a whole text.
    [[nodiscard]] regex_match search(std::string_view text, std::size_t from = 0,
                                     bool not_empty = false) const {
        if (!program_) {
            return pcre2_->search(text, from, false, true, not_empty);
        }
        detail::regex_search run(*program_);
        run.restart(from, not_empty);
        step(run, text, from);
        if (!run.done()) {
            run.finish(text.size());
        }
        return run.found() ? regex_match{regex_match::verdict::match, run.match()} : regex_match{};
    }

    /// The first match in a text that may go on, or, with the verdict `partial`, where the first one begins that more
    /// text can complete; group 0 then reaches to the end.
    [[nodiscard]] regex_match search_partial(std::string_view text) const {
        if (regex_match found = search(text); found.is != regex_match::verdict::none) {
            return found;
        }
        if (!program_) {
            return pcre2_->search(text, 0, true);
        }
        detail::regex_search run(*program_);
        step(run, text, 0);
        std::size_t const begin = run.earliest(text.size());
        return begin < text.size() ? regex_match{regex_match::verdict::partial, {{begin, text.size()}}}
                                   : regex_match{};
    }

    /// All matches, as finditer gives them: one after the other, an empty one where there is none longer.
    /// The last has the verdict `limit` when the pattern gave up there.
    [[nodiscard]] std::vector<regex_match> all(std::string_view text) const {
        std::vector<regex_match> out;
        std::size_t at = 0;
        bool not_empty = false;
        while (at <= text.size()) {
            regex_match found = search(text, at, not_empty);
            if (found.is == regex_match::verdict::none) {
                break;
            }
            bool const over = found.is == regex_match::verdict::limit;
            if (!over) {
                not_empty = found.groups[0].begin == found.groups[0].end;
                at = found.groups[0].end;
            }
            out.push_back(std::move(found));
            if (over) {
                break;
            }
        }
        return out;
    }

private:
    /// Reads the text from `at` on, as far as it can matter.
    static void step(detail::regex_search& run, std::string_view text, std::size_t at) {
        while (at < text.size() && !run.done()) {
            std::size_t const from_here = at;
            while (at < text.size() && run.skips()[static_cast<unsigned char>(text[at])]) {
                ++at;
            }
            if (at != from_here) {
                run.advance(at - from_here);
                continue;
            }
            utf8::decoded const d = utf8::decode(text.substr(at));
            std::size_t const next = at + (d.valid ? d.length : 1);
            run.step(d.valid ? d.value : detail::bad_byte(text[at]), at, next);
            at = next;
        }
    }

    std::shared_ptr<detail::regex_program const> program_;  // one of the two
    std::shared_ptr<detail::pcre2_pattern const> pcre2_;
};

}  // namespace parlance::chat::hf
