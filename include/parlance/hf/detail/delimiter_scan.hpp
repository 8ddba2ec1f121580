// parlance/hf/detail/delimiter_scan.hpp - one delimiter that is looked for while text arrives
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/hf/detail/regex_search.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::hf::detail {

/// The bytes that are there: [base, end), of which nothing before base is needed any more.
struct text_window {
    std::string_view text;
    std::size_t base = 0;
    [[nodiscard]] std::size_t end() const noexcept { return base + text.size(); }
};

/// A search for one delimiter, by our own engine as text is stepped over, or by PCRE2 whenever there is more.
class delimiter_scan {
public:
    PARLANCE_DECL delimiter_scan(bool opens, std::size_t field, regex const& pattern);

    [[nodiscard]] bool opens() const noexcept { return opens_; }
    [[nodiscard]] std::size_t field() const noexcept { return field_; }
    [[nodiscard]] regex const& pattern() const noexcept { return *pattern_; }
    [[nodiscard]] regex_search* run() noexcept { return run_ && !ignored_ ? &*run_ : nullptr; }

    /// Nothing is looked for any more.
    void ignore() noexcept { ignored_ = true; }

    /// What it has cost so far, in nanoseconds or so.
    [[nodiscard]] std::uint64_t spent() const noexcept { return run_ ? run_->spent() : spent_; }

    /// Begins anew at `at`.
    PARLANCE_DECL void restart(std::size_t at);

    /// For PCRE2: searches what is there.  Returns false when the pattern takes more steps than `fuel`, and is to be given
    /// up.
    [[nodiscard]] PARLANCE_DECL bool look(text_window const& w, bool over, std::uint64_t fuel);

    /// Whether the match is found and will not change.
    [[nodiscard]] PARLANCE_DECL bool decided() const noexcept;
    /// Whether nothing will be found any more.
    [[nodiscard]] PARLANCE_DECL bool hopeless() const noexcept;

    /// Precondition: decided().
    [[nodiscard]] std::vector<text_span> match() const { return run_ ? run_->match() : groups_; }

    /// Where its match begins, or the first place where one still may; `scanned` is how far was stepped.
    [[nodiscard]] PARLANCE_DECL std::size_t earliest(std::size_t scanned, std::size_t end) const noexcept;

    /// Bytes before the place of reading that it may have to see again.
    [[nodiscard]] PARLANCE_DECL std::size_t lookbehind() const noexcept;

private:
    static constexpr std::uint64_t steps_of_a_look = 500;  // what PCRE2 takes before it begins
    enum class state : std::uint8_t { unknown, none, partial, match };

    [[nodiscard]] std::size_t begin() const noexcept { return groups_[0].begin; }

    /// A long wait is looked at again only when it has grown by an eighth: all looks together are linear.
    [[nodiscard]] PARLANCE_DECL bool worth(std::size_t end) const noexcept;

    bool opens_;
    std::size_t field_;
    regex const* pattern_;
    std::optional<regex_search> run_;
    bool ignored_ = false;
    state state_ = state::unknown;  // the rest is PCRE2's
    std::size_t from_ = 0;
    std::size_t seen_ = 0;  // the end of the text at the last look
    bool ended_ = false;    // ... which was the end of all
    std::uint64_t spent_ = 0;
    std::vector<text_span> groups_{text_span{}};
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/delimiter_scan.ipp>
#endif
