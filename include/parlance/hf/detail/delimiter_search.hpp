// parlance/hf/detail/delimiter_search.hpp - which delimiter of a response template comes next
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/regex_search.hpp>
#include <parlance/hf/detail/delimiter_scan.hpp>
#include <parlance/decl.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::hf {
class response_template;
}

namespace parlance::hf::detail {

/// Looks for all delimiters that mean something at a place, in one pass over text as it arrives.  The template must
/// outlive it.
class delimiter_search {
public:
    /// fuel  of all patterns together, besides what each byte pays for
    PARLANCE_DECL delimiter_search(response_template const& t, std::uint64_t fuel);

    /// Bytes before the place of reading that may have to be seen again.
    [[nodiscard]] PARLANCE_DECL std::size_t lookbehind() const noexcept;

    /// From `at` on: the end of the region of field `region`, or where that is none, every beginning and the implicit
    /// field's end.
    PARLANCE_DECL void begin(std::size_t region, std::size_t at);

    /// The beginning of a field is text like any other from here on.
    PARLANCE_DECL void ignore(std::size_t field) noexcept;

    /// Goes on until a delimiter is certain to come next; null when the text is not enough for that.
    ///
    /// over         no more text will come
    /// on_too_much  called with a delimiter_scan whose pattern takes too many steps, alone or with the others, and is given up
    template <class F>
    [[nodiscard]] delimiter_scan* next(text_window const& text, bool over, F&& on_too_much) {
        auto const all = active();
        std::size_t const end = text.end();
        for (delimiter_scan& w : all) {
            std::uint64_t const before = w.spent();
            bool const good = w.look(text, over, left_for(w, end));
            spent_ += w.spent() - before;
            if (!good || too_much(w, end)) {
                w.ignore();
                on_too_much(static_cast<delimiter_scan const&>(w));
            }
        }
        if (auto* const best = decide(all, end)) {
            return best;
        }
        while (scanned_ < end && step(all, text)) {
            for (delimiter_scan& w : spent_ > allowed(end) ? all : all.first(0)) {
                if (w.run() != nullptr && too_much(w, end)) {
                    w.ignore();
                    on_too_much(static_cast<delimiter_scan const&>(w));
                }
            }
            if (auto* const best = decide(all, end)) {
                return best;
            }
        }
        if (!over) {
            return nullptr;
        }
        for (delimiter_scan& w : all) {
            if (w.run() != nullptr && !w.run()->done()) {
                w.run()->finish(end);
            }
        }
        return decide(all, end);
    }

    /// How far was stepped.
    [[nodiscard]] std::size_t scanned() const noexcept { return scanned_; }

    /// The first place before `end` where a delimiter may begin.
    [[nodiscard]] PARLANCE_DECL std::size_t earliest(std::size_t end) const noexcept;

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    template <class Self>
    [[nodiscard]] static auto active_of(Self& self) noexcept {
        std::size_t const first = self.region_ != none ? self.closes_[self.region_] : 0;
        std::size_t const last = self.region_ != none ? self.closes_[self.region_ + 1] : self.outer_;
        return std::span(self.scans_).subspan(first, last - first);
    }
    [[nodiscard]] std::span<delimiter_scan> active() noexcept { return active_of(*this); }
    [[nodiscard]] std::span<delimiter_scan const> active() const noexcept { return active_of(*this); }

    /// Steps all searches over bytes that change nothing, and then over one code point; false when none is left.
    PARLANCE_DECL bool step(std::span<delimiter_scan> all, text_window const& window);

    /// What all patterns together may cost until the text has come to `end`.
    [[nodiscard]] std::uint64_t allowed(std::size_t end) const noexcept {
        constexpr std::uint64_t steps_of_a_byte = 250;
        return fuel_ + steps_of_a_byte * end;
    }
    /// What of that this one may still take: what the others have left, and no less than its share.
    [[nodiscard]] std::uint64_t left_for(delimiter_scan const& w, std::size_t end) const noexcept {
        std::uint64_t const all = allowed(end);
        std::uint64_t const share = all / scans_.size();
        return (std::max)(all - (std::min)(spent_, all), share - (std::min)(w.spent(), share));
    }
    /// Whether they cost more, and this one has had its share; so all of them end at twice of that.
    [[nodiscard]] bool too_much(delimiter_scan const& w, std::size_t end) const noexcept {
        return spent_ > allowed(end) && !w.hopeless() && w.spent() > allowed(end) / scans_.size();
    }

    /// The delimiter that comes first, then the longest, then one that opens, then by name; null while one that may
    /// come no later is not decided.
    PARLANCE_DECL delimiter_scan* decide(std::span<delimiter_scan> all, std::size_t end);

    response_template const* template_;
    std::vector<delimiter_scan> scans_;  // first those outside regions, then each region's own
    std::vector<std::size_t> closes_;    // by field: where its own begin in scans_
    std::size_t outer_ = 0;
    std::size_t region_ = none;
    std::size_t scanned_ = 0;
    std::uint64_t fuel_;
    std::uint64_t spent_ = 0;  // by those that are looked for
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/delimiter_search.ipp>
#endif
