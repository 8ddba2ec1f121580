// parlance/hf/detail/impl/delimiter_scan.ipp - definitions of what parlance/hf/detail/delimiter_scan.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/delimiter_scan.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>

namespace parlance::hf::detail {

delimiter_scan::delimiter_scan(bool opens, std::size_t field, regex const& pattern)
    : opens_(opens), field_(field), pattern_(&pattern) {
    if (pattern.linear()) {
        run_.emplace(pattern.program());
    }
}

void delimiter_scan::restart(std::size_t at) {
    if (run_) {
        run_->restart(at);
    } else if ((state_ == state::none && seen_ < at) ||
               ((state_ == state::partial || state_ == state::match) && begin() < at)) {
        state_ = state::unknown;  // what was found behind `at` still holds
    }
    from_ = at;
    ended_ = false;
}

bool delimiter_scan::look(text_window const& w, bool over, std::uint64_t fuel) {
    if (run_ || ignored_ || state_ == state::match || (ended_ && over)) {
        return true;
    }
    if (!over && state_ != state::unknown &&
        (seen_ == w.end() || (state_ == state::partial && !worth(w.end())))) {
        return true;
    }
    std::size_t const from = state_ == state::none      ? (std::max)(seen_, from_)
                             : state_ == state::partial ? (std::max)(begin(), from_)
                                                        : from_;
    work paid{limits{}};
    paid.keep(fuel);
    std::uint64_t const before = paid.left();
    regex_match found = pattern_->backtracking().search(w.text, from - w.base, !over, paid, w.base == 0);
    spent_ += steps_of_a_look + before - paid.left();
    seen_ = w.end();
    ended_ = over;
    switch (found.is) {
    case regex_match::verdict::limit: return false;
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

bool delimiter_scan::decided() const noexcept {
    return !ignored_ && (run_ ? run_->done() && run_->found() : state_ == state::match);
}

bool delimiter_scan::hopeless() const noexcept {
    return ignored_ || (run_ && run_->done() && !run_->found());
}

std::size_t delimiter_scan::earliest(std::size_t scanned, std::size_t end) const noexcept {
    if (hopeless()) {
        return static_cast<std::size_t>(-1);
    }
    if (run_) {
        return run_->earliest(scanned);
    }
    switch (state_) {
    case state::none: return ended_ ? static_cast<std::size_t>(-1) : (std::min)(seen_, end);
    case state::unknown: return from_;
    default: return begin();
    }
}

std::size_t delimiter_scan::lookbehind() const noexcept {
    return run_ ? 0 : pattern_->backtracking().lookbehind();
}

bool delimiter_scan::worth(std::size_t end) const noexcept {
    constexpr std::size_t always = 2048;
    std::size_t const held = seen_ - begin();
    return held < always || end - seen_ >= held / 8;
}

}  // namespace parlance::hf::detail
