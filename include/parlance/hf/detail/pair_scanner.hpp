// parlance/hf/detail/pair_scanner.hpp - the members of a region of tags or lines, while its text arrives
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/content.hpp>
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/hf/detail/regex_search.hpp>
#include <parlance/hf/detail/regex_set.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/work.hpp>
#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::hf::detail {

/// Finds each pair as soon as no more text can change it.  What it does not find (a last line without its end, all
/// behind a pair that cannot be read) is known when the region ends.  The format must outlive it.
class pair_scanner {
public:
    PARLANCE_DECL pair_scanner(content_format const& how, limits const& bounds);

    /// Whether regions of this format have pairs that later text cannot change.
    [[nodiscard]] PARLANCE_DECL static bool can_follow(content_format const& how) noexcept;

    /// Calls f with every content_pair that `text`, cut between code points, makes certain.
    template <class F>
    void put(std::string_view text, F&& f) {
        text_.append(text);
        while (!stopped_ && at_ < text_.size()) {
            if (!(run_ ? tag(f) : line(f))) {
                break;
            }
        }
    }

private:
    /// One code point further; false at the end of the text.
    template <class F>
    bool tag(F& f) {
        std::string_view rest = std::string_view(text_).substr(at_);
        std::size_t skipped = 0;
        while (skipped < rest.size() && run_->skips()[static_cast<unsigned char>(rest[skipped])]) {
            ++skipped;
        }
        run_->advance(skipped);
        at_ += skipped;
        rest.remove_prefix(skipped);
        if (rest.empty()) {
            return false;
        }
        utf8::decoded const d = utf8::decode(rest);
        std::size_t const next = at_ + (d.valid ? d.length : 1);
        run_->step(d.valid ? d.value : bad_byte(rest[0]), at_, next);
        at_ = next;
        if (run_->spent() > bounds_.fuel / 4 + steps_of_a_byte * at_) {
            return !(stopped_ = true);
        }
        if (!run_->done()) {
            return true;
        }
        if (!run_->found()) {
            return !(stopped_ = true);
        }
        auto const groups = run_->match();
        tell(read_tag(text_, {regex_match::verdict::match, groups}, *how_, bounds_, paid_), f);
        at_ = groups[0].end;
        run_->restart(at_, groups[0].begin == groups[0].end);
        return true;
    }

    template <class F>
    bool line(F& f) {
        // a separator may have come in two pieces
        std::size_t const from = (std::max)(at_, looked_ - (std::min)(looked_, how_->line_separator.size()));
        std::size_t const end = text_.find(how_->line_separator, from);
        looked_ = text_.size();
        if (end == text_.npos) {
            return false;
        }
        auto pair = read_line(std::string_view(text_).substr(at_, end - at_), *how_, bounds_, paid_);
        if (!pair || *pair) {
            tell(pair ? result<content_pair>(**std::move(pair)) : result<content_pair>(pair.error()), f);
        }
        at_ = looked_ = end + how_->line_separator.size();
        return true;
    }

    template <class F>
    void tell(result<content_pair> pair, F& f) {
        if (pair) {
            f(*std::move(pair));
        } else {
            stopped_ = true;
        }
    }

    static constexpr std::uint64_t steps_of_a_byte = 250;

    content_format const* how_;
    limits bounds_;
    work paid_{bounds_};  // for values inside pairs
    std::optional<regex_search> run_;
    std::string text_;
    std::size_t at_ = 0;
    std::size_t looked_ = 0;  // where no line ends before
    bool stopped_ = false;
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/detail/impl/pair_scanner.ipp>
#endif
