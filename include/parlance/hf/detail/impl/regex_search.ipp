// parlance/hf/detail/impl/regex_search.ipp - definitions of what parlance/hf/detail/regex_search.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/regex_search.hpp>
#include <parlance/hf/detail/regex_set.hpp>
#include <algorithm>

namespace parlance::hf::detail {

regex_search::regex_search(regex_program const& p)
    : program_(&p), width_(2 * p.names.size()), seen_(p.steps.size(), 0) {
    restart(0);
}

void regex_search::restart(std::size_t origin, bool not_empty) {
    origin_ = origin;
    not_empty_ = not_empty;
    threads_.clear();
    slots_.clear();
    moving_.clear();
    found_ = false;
    done_ = false;
    skips_ = ~program_->first;
}

void regex_search::advance(std::size_t bytes) noexcept {
    spent_ += 8 + bytes + moving_.size();
    for (std::size_t const i : moving_) {
        slots_[i] += bytes;
    }
}

std::vector<text_span> regex_search::match() const {
    std::vector<text_span> groups(width_ / 2);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (best_[2 * i] != nowhere && best_[2 * i + 1] != nowhere) {
            groups[i] = {best_[2 * i], best_[2 * i + 1]};
        }
    }
    return groups;
}

std::size_t regex_search::earliest(std::size_t otherwise) const noexcept {
    std::size_t least = found_ ? best_[0] : otherwise;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
        least = (std::min)(least, slots_[i * width_]);
    }
    return least;
}

void regex_search::step(char32_t c, std::size_t at, std::size_t next) {
    std::size_t const before = threads_.size();
    spent_ += 20 + before * (5 + width_ / 2);
    if (!found_) {
        begin(at);
    }
    if (done_) {
        return;
    }
    next_threads_.clear();
    next_slots_.clear();
    ++mark_;
    unicode_classes known;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
        regex_step const& s = program_->steps[threads_[i].at];
        bool goes_on = false;
        switch (s.is) {
        case kind::character: goes_on = s.a == c; break;
        case kind::any: goes_on = true; break;
        case kind::set:
            spent_ += program_->sets[s.a].cost(c);
            goes_on = program_->sets[s.a].contains(c, known);
            break;
        case kind::end:
            if (c == U'\n' && !threads_[i].behind_newline) {
                next_threads_.push_back({threads_[i].at, true});
                copy(slots_, i, next_slots_);
            }
            break;
        default: break;
        }
        if (goes_on) {
            scratch_.assign(slot(slots_, i), slot(slots_, i + 1));
            follow(threads_[i].at + 1, next);
        }
    }
    spent_ += known.spent;
    threads_.swap(next_threads_);
    slots_.swap(next_slots_);
    settle();
    learn(c, at, next, before);
}

void regex_search::finish(std::size_t at) {
    if (!found_) {
        begin(at);
    }
    if (done_) {
        return;
    }
    for (std::size_t i = 0; i < threads_.size(); ++i) {
        kind const is = program_->steps[threads_[i].at].is;
        if (is == kind::end || is == kind::very_end) {
            std::size_t const place = threads_[i].behind_newline ? at - 1 : at;
            scratch_.assign(slot(slots_, i), slot(slots_, i + 1));
            if (ends(threads_[i].at + 1, place)) {
                keep(scratch_.data());
                break;
            }
        }
    }
    threads_.clear();
    slots_.clear();
    done_ = true;
}

std::size_t const* regex_search::slot(std::vector<std::size_t> const& from, std::size_t i) const noexcept {
    return from.data() + i * width_;
}

void regex_search::copy(std::vector<std::size_t> const& from, std::size_t i,
                        std::vector<std::size_t>& to) const {
    to.insert(to.end(), slot(from, i), slot(from, i + 1));
}

void regex_search::begin(std::size_t at) {
    ++mark_;
    spent_ += threads_.size();
    for (thread const& t : threads_) {
        seen_[t.at] = t.behind_newline ? seen_[t.at] : mark_;
    }
    next_threads_.swap(threads_);
    next_slots_.swap(slots_);
    scratch_.assign(width_, nowhere);
    follow(0, at);
    next_threads_.swap(threads_);
    next_slots_.swap(slots_);
    settle();
}

void regex_search::follow(std::uint32_t at, std::size_t place) {
    constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
    auto& todo = todo_;
    todo.clear();
    todo.push_back({at, none, 0});
    while (!todo.empty()) {
        spent_ += 4;
        auto const p = todo.back();
        todo.pop_back();
        if (p.slot != none) {
            scratch_[p.slot] = p.former;
            continue;
        }
        if (seen_[p.at] == mark_) {
            continue;
        }
        seen_[p.at] = mark_;
        regex_step const& s = program_->steps[p.at];
        switch (s.is) {
        case kind::jump: todo.push_back({s.a, none, 0}); break;
        case kind::split:
            todo.push_back({s.b, none, 0});
            todo.push_back({s.a, none, 0});
            break;
        case kind::save:
            todo.push_back({0, s.a, scratch_[s.a]});
            todo.push_back({p.at + 1, none, 0});
            scratch_[s.a] = place;
            break;
        case kind::begin:
            if (place == 0) {
                todo.push_back({p.at + 1, none, 0});
            }
            break;
        case kind::match:
            if (not_empty_ && place == origin_) {
                break;
            }
            [[fallthrough]];
        default:
            spent_ += 2 + width_ / 4;
            next_threads_.push_back({p.at, false});
            next_slots_.insert(next_slots_.end(), scratch_.begin(), scratch_.end());
        }
    }
}

bool regex_search::ends(std::uint32_t at, std::size_t place) {
    for (;;) {
        regex_step const& s = program_->steps[at];
        switch (s.is) {
        case kind::match: return !(not_empty_ && place == origin_);
        case kind::jump:
        case kind::split: at = s.a; break;
        case kind::save: scratch_[s.a] = place, ++at; break;
        default: ++at; break;
        }
    }
}

void regex_search::settle() {
    for (std::size_t i = 0; i < threads_.size(); ++i) {
        if (program_->steps[threads_[i].at].is == kind::match) {
            keep(slot(slots_, i));
            threads_.resize(i);
            slots_.resize(i * width_);
            break;
        }
    }
    done_ = found_ && threads_.empty();
}

void regex_search::learn(char32_t c, std::size_t at, std::size_t next, std::size_t before) {
    bool same = !found_ && c < 0x80 && threads_.size() == before && !(not_empty_ && at == origin_);
    for (std::size_t i = 0; same && i < before; ++i) {
        same = threads_[i].at == next_threads_[i].at && !threads_[i].behind_newline;
    }
    moved_.clear();
    for (std::size_t i = 0; same && i < slots_.size(); ++i) {
        if (slots_[i] != next_slots_[i]) {
            same = next_slots_[i] == at && slots_[i] == next;
            moved_.push_back(i);
        }
    }
    if (same && moved_ == moving_) {
        skips_.set(c);
    } else {
        // what is now under way is another state, in which nothing is known yet
        skips_ = threads_.empty() && !found_ ? ~program_->first : std::bitset<256>{};
        moving_.clear();
        if (same) {
            moving_.swap(moved_);
            skips_.set(c);
        }
    }
}

void regex_search::keep(std::size_t const* slots) {
    best_.assign(slots, slots + width_);
    found_ = true;
}

}  // namespace parlance::hf::detail
