// parlance/chat/hf/detail/watch.hpp - one delimiter that is looked for while text arrives
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/regex_search.hpp>
#include <parlance/chat/hf/regex.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf::detail {

/// The bytes that are there: [base, end), of which nothing before base is needed any more.
struct text_window {
    std::string_view text;
    std::size_t base = 0;
    [[nodiscard]] std::size_t end() const noexcept { return base + text.size(); }
};

/// A search for one delimiter, by our own engine as text is stepped over, or by PCRE2 whenever there is more.
class watch {
public:
    watch(bool opens, std::size_t field, regex const& pattern)
        : opens_(opens), field_(field), pattern_(&pattern) {
        if (pattern.linear()) {
            run_.emplace(pattern.program());
        }
    }

    [[nodiscard]] bool opens() const noexcept { return opens_; }
    [[nodiscard]] std::size_t field() const noexcept { return field_; }
    [[nodiscard]] regex const& pattern() const noexcept { return *pattern_; }
    [[nodiscard]] regex_search* run() noexcept { return run_ && !ignored_ ? &*run_ : nullptr; }

    /// Nothing is looked for any more.
    void ignore() noexcept { ignored_ = true; }

    /// Begins anew at `at`.
    void restart(std::size_t at) {
        if (run_) {
            run_->restart(at);
        } else if ((state_ == state::none && seen_ < at) ||
                   ((state_ == state::partial || state_ == state::match) && begin() < at)) {
            state_ = state::unknown;  // what was found behind `at` still holds
        }
        from_ = at;
        ended_ = false;
    }

    /// For PCRE2: searches what is there.  Returns false when the pattern takes too many steps; it is given up then.
    bool look(text_window const& w, bool over) {
        if (run_ || ignored_ || state_ == state::given_up || state_ == state::match || (ended_ && over)) {
            return true;
        }
        if (!over && state_ != state::unknown &&
            (seen_ == w.end() || (state_ == state::partial && !worth(w.end())))) {
            return true;
        }
        std::size_t const from = state_ == state::none      ? std::max(seen_, from_)
                                 : state_ == state::partial ? std::max(begin(), from_)
                                                            : from_;
        regex_match found =
            pattern_->backtracking().search(w.text, from - w.base, !over, w.base == 0, false, &spent_);
        seen_ = w.end();
        ended_ = over;
        if (spent_ > most_in_all) {
            found.is = regex_match::verdict::limit;
        }
        switch (found.is) {
        case regex_match::verdict::limit: state_ = state::given_up; return false;
        case regex_match::verdict::none: state_ = state::none; return true;
        case regex_match::verdict::partial: state_ = state::partial; break;
        case regex_match::verdict::match: state_ = state::match; break;
        }
        groups_ = std::move(found.groups);
        for (text_span& g : groups_) {
            if (g.matched()) {
                g.begin += w.base;
                g.end += w.base;
            }
        }
        return true;
    }

    /// Whether the match is found and will not change.
    [[nodiscard]] bool decided() const noexcept {
        return !ignored_ && (run_ ? run_->done() && run_->found() : state_ == state::match);
    }
    /// Whether nothing will be found any more.
    [[nodiscard]] bool hopeless() const noexcept {
        return ignored_ || (run_ ? run_->done() && !run_->found() : state_ == state::given_up);
    }

    /// Precondition: decided().
    [[nodiscard]] std::vector<text_span> match() const { return run_ ? run_->match() : groups_; }

    /// Where its match begins, or the first place where one still may; `scanned` is how far was stepped.
    [[nodiscard]] std::size_t earliest(std::size_t scanned, std::size_t end) const noexcept {
        if (hopeless()) {
            return static_cast<std::size_t>(-1);
        }
        if (run_) {
            return run_->earliest(scanned);
        }
        switch (state_) {
        case state::none: return ended_ ? static_cast<std::size_t>(-1) : std::min(seen_, end);
        case state::unknown: return from_;
        default: return begin();
        }
    }

    /// Bytes before the place of reading that it may have to see again.
    [[nodiscard]] std::size_t lookbehind() const noexcept {
        return run_ ? 0 : pattern_->backtracking().lookbehind();
    }

private:
    static constexpr std::uint64_t most_in_all = 50'000'000;  // PCRE2's steps in one text: some seconds
    enum class state : std::uint8_t { unknown, none, partial, match, given_up };

    [[nodiscard]] std::size_t begin() const noexcept { return groups_[0].begin; }

    /// A long wait is looked at again only when it has grown by an eighth: all looks together are linear.
    [[nodiscard]] bool worth(std::size_t end) const noexcept {
        constexpr std::size_t always = 2048;
        std::size_t const held = seen_ - begin();
        return held < always || end - seen_ >= held / 8;
    }

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

}  // namespace parlance::chat::hf::detail
