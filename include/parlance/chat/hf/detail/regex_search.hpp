// parlance/chat/hf/detail/regex_search.hpp - looks for the first match as text arrives, each code point once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/regex_program.hpp>
#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::chat::hf::detail {

/// A search in progress: the threads of a program, in the order in which a backtracking engine would try them, so that
/// the match is the one Python finds.  Positions are offsets in the whole text.  The program must outlive it.
///
/// cost  one turn of every thread per code point; threads are at most the steps of the program
class regex_search {
public:
    explicit regex_search(regex_program const& p)
        : program_(&p), width_(2 * p.names.size()), seen_(p.steps.size(), 0) {
        restart(0);
    }

    /// Begins anew at `origin`.  With not_empty the match must not be empty at `origin`.
    void restart(std::size_t origin, bool not_empty = false) {
        origin_ = origin;
        not_empty_ = not_empty;
        threads_.clear();
        slots_.clear();
        moving_.clear();
        found_ = false;
        done_ = false;
        skips_ = ~program_->first;
    }

    /// Whether the search is over: the match is found and can no longer change.
    [[nodiscard]] bool done() const noexcept { return done_; }

    /// Bytes that change nothing as long as none but them are read: instead of step(), advance() may count them.
    [[nodiscard]] std::bitset<256> const& skips() const noexcept { return skips_; }
    void advance(std::size_t bytes) noexcept {
        for (std::size_t const i : moving_) {
            slots_[i] += bytes;
        }
    }

    /// Whether there is a match; before done() it may still be replaced by one that is tried earlier.
    [[nodiscard]] bool found() const noexcept { return found_; }
    [[nodiscard]] std::vector<text_span> match() const {
        std::vector<text_span> groups(width_ / 2);
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (best_[2 * i] != nowhere && best_[2 * i + 1] != nowhere) {
                groups[i] = {best_[2 * i], best_[2 * i + 1]};
            }
        }
        return groups;
    }
    /// Where the match begins or may begin; `otherwise` when nothing is under way.
    [[nodiscard]] std::size_t earliest(std::size_t otherwise) const noexcept {
        std::size_t least = found_ ? best_[0] : otherwise;
        for (std::size_t i = 0; i < threads_.size(); ++i) {
            least = std::min(least, slots_[i * width_]);
        }
        return least;
    }

    /// Reads the code point at [at, next).
    void step(char32_t c, std::size_t at, std::size_t next) {
        std::size_t const before = threads_.size();
        if (!found_) {
            begin(at);
        }
        if (done_) {
            return;
        }
        next_threads_.clear();
        next_slots_.clear();
        ++mark_;
        for (std::size_t i = 0; i < threads_.size(); ++i) {
            regex_step const& s = program_->steps[threads_[i].at];
            bool goes_on = false;
            switch (s.is) {
            case kind::character: goes_on = s.a == c; break;
            case kind::any: goes_on = true; break;
            case kind::set: goes_on = program_->sets[s.a].contains(c); break;
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
        threads_.swap(next_threads_);
        slots_.swap(next_slots_);
        settle();
        learn(c, at, next, before);
    }

    /// The text ends at `at`.
    void finish(std::size_t at) {
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

private:
    using kind = regex_step::kind;
    static constexpr std::size_t nowhere = text_span::nowhere;
    struct thread {
        std::uint32_t at = 0;
        bool behind_newline = false;  // waits at $, with the line end behind it that may be the last
    };

    [[nodiscard]] std::size_t const* slot(std::vector<std::size_t> const& from,
                                          std::size_t i) const noexcept {
        return from.data() + i * width_;
    }
    void copy(std::vector<std::size_t> const& from, std::size_t i, std::vector<std::size_t>& to) const {
        to.insert(to.end(), slot(from, i), slot(from, i + 1));
    }

    /// A match may begin at `at`, after all that began before.
    void begin(std::size_t at) {
        ++mark_;
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

    /// Adds the threads that stand behind `at` at place `place` with the slots of scratch_.
    void follow(std::uint32_t at, std::size_t place) {
        constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);
        auto& todo = todo_;
        todo.clear();
        todo.push_back({at, none, 0});
        while (!todo.empty()) {
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
                next_threads_.push_back({p.at, false});
                next_slots_.insert(next_slots_.end(), scratch_.begin(), scratch_.end());
            }
        }
    }

    /// Whether the program can end at the end of the text, from `at` on; fills scratch_.
    bool ends(std::uint32_t at, std::size_t place) {
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

    /// A thread at the end is a match; those behind it would be tried later.
    void settle() {
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
    /// Whether the code point left everything as it was, but for slots that follow the place of reading.  `before` is
    /// the number of threads, now in next_threads_, that were there before it.
    void learn(char32_t c, std::size_t at, std::size_t next, std::size_t before) {
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

    void keep(std::size_t const* slots) {
        best_.assign(slots, slots + width_);
        found_ = true;
    }

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
};

}  // namespace parlance::chat::hf::detail
