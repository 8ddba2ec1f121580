// parlance/chat/hf/detail/delimiter_search.hpp - which delimiter of a response template comes next
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/regex_set.hpp>
#include <parlance/chat/hf/detail/watch.hpp>
#include <parlance/chat/hf/response_template.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <bitset>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::chat::hf::detail {

/// Looks for all delimiters that mean something at a place, in one pass over text as it arrives.  The template must
/// outlive it.
class delimiter_search {
public:
    explicit delimiter_search(response_template const& t) : template_(&t) {
        watches_.reserve(2 * t.fields().size());
        for (std::size_t i = 0; i < t.fields().size(); ++i) {
            if (t.fields()[i].open) {
                watches_.emplace_back(true, i, *t.fields()[i].open);
            }
        }
        if (t.implicit() != none && t.fields()[t.implicit()].close) {
            watches_.emplace_back(false, t.implicit(), *t.fields()[t.implicit()].close);
        }
        outer_ = watches_.size();
        for (std::size_t i = 0; i < t.fields().size(); ++i) {
            closes_.push_back(watches_.size());
            if (t.fields()[i].open && t.fields()[i].close) {
                watches_.emplace_back(false, i, *t.fields()[i].close);
            }
        }
        closes_.push_back(watches_.size());
        begin(none, 0);
    }

    /// Bytes before the place of reading that may have to be seen again.
    [[nodiscard]] std::size_t lookbehind() const noexcept {
        std::size_t most = 0;
        for (watch const& w : watches_) {
            most = std::max(most, w.lookbehind());
        }
        return most;
    }

    /// From `at` on: the end of the region of field `region`, or where that is none, every beginning and the implicit
    /// field's end.
    void begin(std::size_t region, std::size_t at) {
        region_ = region;
        scanned_ = at;
        for (watch& w : active()) {
            w.restart(at);
        }
    }

    /// The beginning of a field is text like any other from here on.
    void ignore(std::size_t field) noexcept {
        for (watch& w : std::span(watches_).first(outer_)) {
            if (w.opens() && w.field() == field) {
                w.ignore();
            }
        }
    }

    /// Goes on until a delimiter is certain to come next; null when the text is not enough for that.
    ///
    /// over         no more text will come
    /// on_too_much  called with a watch whose pattern takes too many steps, and is given up
    template <class F>
    [[nodiscard]] watch* next(text_window const& text, bool over, F&& on_too_much) {
        auto const all = active();
        std::size_t const end = text.end();
        for (watch& w : all) {
            if (!w.look(text, over)) {
                on_too_much(static_cast<watch const&>(w));
            }
        }
        if (auto* const best = decide(all, end)) {
            return best;
        }
        while (scanned_ < end && step(all, text)) {
            if (auto* const best = decide(all, end)) {
                return best;
            }
        }
        if (!over) {
            return nullptr;
        }
        for (watch& w : all) {
            if (w.run() != nullptr && !w.run()->done()) {
                w.run()->finish(end);
            }
        }
        return decide(all, end);
    }

    /// How far was stepped.
    [[nodiscard]] std::size_t scanned() const noexcept { return scanned_; }

    /// The first place before `end` where a delimiter may begin.
    [[nodiscard]] std::size_t earliest(std::size_t end) const noexcept {
        std::size_t least = end;
        for (watch const& w : active()) {
            least = std::min(least, w.earliest(scanned_, end));
        }
        return least;
    }

private:
    static constexpr std::size_t none = response_template::none;

    template <class Self>
    [[nodiscard]] static auto active_of(Self& self) noexcept {
        std::size_t const first = self.region_ != none ? self.closes_[self.region_] : 0;
        std::size_t const last = self.region_ != none ? self.closes_[self.region_ + 1] : self.outer_;
        return std::span(self.watches_).subspan(first, last - first);
    }
    [[nodiscard]] std::span<watch> active() noexcept { return active_of(*this); }
    [[nodiscard]] std::span<watch const> active() const noexcept { return active_of(*this); }

    /// Steps all searches over bytes that change nothing, and then over one code point; false when none is left.
    bool step(std::span<watch> all, text_window const& window) {
        std::bitset<256> skips;
        skips.set();
        bool left = false;
        for (watch& w : all) {
            if (w.run() != nullptr && !w.run()->done()) {
                skips &= w.run()->skips();
                left = true;
            }
        }
        if (!left) {
            return false;
        }
        std::size_t const before = scanned_;
        std::string_view rest = window.text.substr(scanned_ - window.base);
        std::size_t skipped = 0;
        while (skipped < rest.size() && skips[static_cast<unsigned char>(rest[skipped])]) {
            ++skipped;
        }
        rest.remove_prefix(skipped);
        scanned_ += skipped;
        utf8::decoded const d = utf8::decode(rest);
        std::size_t const next = scanned_ + (d.valid ? d.length : std::min<std::size_t>(rest.size(), 1));
        for (watch& w : all) {
            if (w.run() != nullptr && !w.run()->done()) {
                w.run()->advance(scanned_ - before);
                if (!rest.empty()) {
                    w.run()->step(d.valid ? d.value : bad_byte(rest[0]), scanned_, next);
                }
            }
        }
        scanned_ = next;
        return true;
    }

    /// The delimiter that comes first, then the longest, then one that opens, then by name; null while one that may
    /// come no later is not decided.
    watch* decide(std::span<watch> all, std::size_t end) {
        watch* best = nullptr;
        text_span where;
        for (watch& w : all) {
            if (!w.decided()) {
                continue;
            }
            text_span const here = w.match()[0];
            auto const& name = template_->fields()[w.field()].name;
            bool const first = best == nullptr || here.begin != where.begin
                                   ? best == nullptr || here.begin < where.begin
                               : here.end != where.end      ? here.end > where.end
                               : w.opens() != best->opens() ? w.opens()
                                                            : name < template_->fields()[best->field()].name;
            if (first) {
                best = &w;
                where = here;
            }
        }
        if (best == nullptr) {
            return nullptr;
        }
        for (watch const& w : all) {
            if (!w.decided() && !w.hopeless() && w.earliest(scanned_, end) <= where.begin) {
                return nullptr;
            }
        }
        return best;
    }

    response_template const* template_;
    std::vector<watch> watches_;       // first those outside regions, then each region's own
    std::vector<std::size_t> closes_;  // by field: where its own begin in watches_
    std::size_t outer_ = 0;
    std::size_t region_ = none;
    std::size_t scanned_ = 0;
};

}  // namespace parlance::chat::hf::detail
