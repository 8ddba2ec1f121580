// parlance/peg/detail/machine.hpp - runs a table over a window of input, and can stop at any byte
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/event_log.hpp>
#include <parlance/peg/detail/first_byte.hpp>
#include <parlance/peg/detail/frame.hpp>
#include <parlance/peg/detail/leaf.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/text/limits.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace parlance::peg::detail {

/// Two stacks.  `frames_` is what is still to be done after the current node, and `points_` where to go back to when
/// it fails; a point lies on the frames that were there when it was made, and those do not change while it is live.
/// A cut empties `points_` down to the innermost barrier (a predicate or atomic), which is an entry of `points_` itself.
/// A log holds the events that a live point may still take back.
class machine {
public:
    constexpr machine(arena_view table, limits const& bounds) noexcept
        : table_(table), node_(table.root), depth_(bounds.stack_depth), budget_(bounds.fuel) {}
    using record = event_log::record;

    /// Goes on until it needs more input or is over; returns true when it only stopped to have its events taken.
    constexpr bool run(window const& w) {
        while (true) {
            switch (mode_) {
            case mode::enter:
                enter(w);
                if (mode_ != mode::read) {
                    break;
                }
                [[fallthrough]];
            case mode::read:
                if (!read(w)) {
                    return false;
                }
                if (mode_ != mode::up) {
                    break;
                }
                [[fallthrough]];
            case mode::up:
                if (log_.waiting() >= flush_at && points_.empty()) {
                    return true;
                }
                up(w);
                break;
            case mode::down: down(w); break;
            case mode::over: return false;
            }
        }
    }

    [[nodiscard]] constexpr bool over() const noexcept { return mode_ == mode::over; }
    [[nodiscard]] constexpr outcome const& result() const noexcept { return outcome_; }
    /// The first byte that may be read again.
    [[nodiscard]] constexpr std::size_t needed() const noexcept {
        return points_.empty() ? pos_ : std::min(pos_, points_.front().pos);
    }

    /// The events that are final and not taken yet.
    [[nodiscard]] constexpr std::span<record const> final_records() const noexcept {
        return log_.up_to(points_.empty() ? log_.end() : points_.front().mark);
    }
    /// All that may be shown: those inside an atomic part have to wait for its end.
    [[nodiscard]] constexpr std::span<record const> records() const noexcept {
        std::size_t end = log_.end();
        for (std::uint32_t b = barrier_; b != 0; b = points_[b - 1].next) {
            end = points_[b - 1].mark;
        }
        return log_.up_to(end);
    }
    [[nodiscard]] constexpr event_log& log() noexcept { return log_; }

private:
    enum class mode : std::uint8_t { enter, read, up, down, over };
    static constexpr std::size_t flush_at = 256;

    [[nodiscard]] static constexpr std::uint32_t narrow(std::size_t n) noexcept {
        return static_cast<std::uint32_t>(n);
    }

    constexpr void go(node_id n) noexcept {
        node_ = n;
        mode_ = mode::enter;
    }
    constexpr void fail(std::size_t at) noexcept {
        fail_at_ = at;
        mode_ = mode::down;
    }
    constexpr point here(std::uint32_t next, std::size_t height) const noexcept {
        return {node_, next, narrow(height), tag_, pos_, log_.end()};
    }

    constexpr void note(event_kind kind, tag_id tag, std::size_t begin, std::size_t end,
                        closing how = closing::complete) {
        if (quiet_ == 0) {
            log_.note({kind, how, tag, begin, end});
        }
    }
    constexpr void enter(window const& w) {
        if (frames_.size() >= depth_) {
            fail(pos_);
            return;
        }
        if (!budget_.step(pos_)) {
            out_of_fuel();
            return;
        }
        node const& n = table_.at(node_);
        switch (n.kind) {
        case op::epsilon: mode_ = mode::up; return;
        case op::fail: fail(pos_); return;
        case op::start:
            if (pos_ != 0) {
                fail(pos_);
            } else {
                mode_ = mode::up;
            }
            return;
        case op::cut:
            points_.resize(barrier_);
            mode_ = mode::up;
            return;
        case op::end:
        case op::literal:
        case op::chars:
        case op::until:
        case op::rest:
            leaf_.begin(pos_);
            mode_ = mode::read;
            return;
        case op::sequence:
            frames_.push_back({node_, 1, 0, 0});
            go(table_.children[n.a]);
            return;
        case op::choice: choose(w, 0); return;
        case op::repeat:
            frames_.push_back({node_, 0, 0, 0});
            turn(w);
            return;
        case op::look:
        case op::reject: ++quiet_; [[fallthrough]];
        case op::atomic:
            points_.push_back(here(barrier_, frames_.size()));
            barrier_ = narrow(points_.size());
            frames_.push_back({node_, 0, 0, pos_});
            go(n.a);
            return;
        case op::tag:
            frames_.push_back({node_, tag_, 0, pos_});
            tag_ = n.b;
            note(event_kind::enter, tag_, pos_, pos_);
            go(n.a);
            return;
        case op::recover:
            frames_.push_back({node_, 0, 0, pos_});
            go(n.a);
            return;
        case op::ref: go(table_.rules[n.a].root); return;
        case op::refine:
        case op::schema:
        case op::token:
        case op::gbnf: go(n.a); return;
        }
    }

    /// Alternatives that the next byte rules out are passed over: they would fail here and now.
    constexpr void choose(window const& w, std::uint32_t alternative) {
        node const& n = table_.at(node_);
        if (pos_ < w.end()) {
            auto const byte = static_cast<std::uint8_t>(w.text[pos_ - w.base]);
            while (alternative + 1 < n.b && refuses(table_, table_.children[n.a + alternative], byte)) {
                ++alternative;
            }
        }
        if (alternative + 1 < n.b) {
            frames_.push_back({node_, 0, narrow(points_.size()), pos_});
            points_.push_back(here(alternative + 1, frames_.size() - 1));
        }
        go(table_.children[n.a + alternative]);
    }

    /// Begins another turn of the repeat on top.
    constexpr void turn(window const& w) {
        frame& f = frames_.back();
        node const& n = table_.at(f.node);
        node_ = f.node;
        f.pos = pos_;
        f.points = narrow(points_.size());
        if (f.step >= n.b) {
            if (pos_ < w.end() && refuses(table_, n.a, static_cast<std::uint8_t>(w.text[pos_ - w.base]))) {
                frames_.pop_back();
                mode_ = mode::up;
                return;
            }
            points_.push_back(here(0, frames_.size() - 1));
        }
        go(n.a);
    }

    constexpr void drop_point_of(frame const& f) {
        if (points_.size() > f.points) {
            points_.resize(f.points);
        }
    }

    constexpr void up(window const& w) {
        if (frames_.empty()) {
            finish(outcome::verdict::complete, pos_);
            return;
        }
        frame& f = frames_.back();
        node const& n = table_.at(f.node);
        switch (n.kind) {
        case op::sequence: {
            node_id const next = table_.children[n.a + f.step];
            if (++f.step == n.b) {
                frames_.pop_back();
            }
            go(next);
            return;
        }
        case op::repeat: {
            drop_point_of(f);
            f.step = f.step == unbounded - 1 ? f.step : f.step + 1;
            if (pos_ == f.pos || f.step == n.c) {
                frames_.pop_back();
            } else {
                turn(w);
            }
            return;
        }
        case op::choice: drop_point_of(f); break;
        case op::tag:
            note(event_kind::leave, tag_, f.pos, pos_);
            tag_ = f.step;
            break;
        case op::look:
        case op::reject:
        case op::atomic: leave_barrier(n.kind); return;
        default: break;  // recover
        }
        frames_.pop_back();
    }

    /// The child of the predicate or atomic on top has succeeded.
    constexpr void leave_barrier(op kind) {
        if (kind == op::atomic) {
            barrier_ = points_[barrier_ - 1].next;
            points_.pop_back();
            frames_.pop_back();
            return;
        }
        pop_barrier();
        if (kind == op::reject) {
            fail(pos_);
        }
    }

    constexpr void restore(point const& p) {
        frames_.resize(p.height);
        log_.shrink(p.mark);
        tag_ = p.tag;
        pos_ = p.pos;
    }

    /// Back to where the innermost barrier was made.
    constexpr op pop_barrier() {
        point const p = points_[barrier_ - 1];
        op const kind = table_.at(p.node).kind;
        points_.resize(barrier_ - 1);
        barrier_ = p.next;
        quiet_ -= kind != op::atomic;
        restore(p);
        return kind;
    }

    constexpr void down(window const& w) {
        if (points_.size() > barrier_) {
            point const p = points_.back();
            points_.pop_back();
            budget_.spend(fail_at_ - p.pos);
            restore(p);
            node_ = p.node;
            if (table_.at(p.node).kind == op::choice) {
                choose(w, p.next);
            } else {
                mode_ = mode::up;  // a repeat ends
            }
            return;
        }
        bool const truncated = starved_ && w.last;
        std::size_t const floor = barrier_ == 0 ? 0 : points_[barrier_ - 1].height + 1;
        for (std::size_t i = frames_.size(); !truncated && i-- > floor;) {
            node const& n = table_.at(frames_[i].node);
            if (n.kind == op::recover) {
                unwind(i, closing::broken);
                pos_ = fail_at_;
                go(n.b);
                return;
            }
        }
        if (barrier_ != 0) {
            if (pop_barrier() == op::reject) {
                mode_ = mode::up;
            } else {
                fail(pos_);
            }
            return;
        }
        unwind(0, truncated ? closing::truncated : closing::broken);
        finish(truncated ? outcome::verdict::truncated : outcome::verdict::failed, fail_at_);
    }

    /// Takes frames off down to `height` and ends the tags among them.
    constexpr void unwind(std::size_t height, closing how) {
        for (; frames_.size() > height; frames_.pop_back()) {
            frame const& f = frames_.back();
            if (table_.at(f.node).kind == op::tag) {
                note(event_kind::leave, tag_, f.pos, fail_at_, how);
                tag_ = f.step;
            }
        }
    }

    constexpr void finish(outcome::verdict how, std::size_t at) noexcept {
        outcome_.is = how;
        outcome_.end = at;
        pos_ = at;
        mode_ = mode::over;
    }

    constexpr void out_of_fuel() {
        points_.clear();
        quiet_ = 0;
        fail_at_ = pos_;
        unwind(0, closing::broken);
        outcome_.why = errc::out_of_fuel;
        finish(outcome::verdict::failed, pos_);
    }

    /// What runs now cannot fail any more: drops the points that only it could have gone back to, those of
    /// choices, tags and turns that end with it.
    constexpr void settle() {
        for (std::size_t i = frames_.size(); points_.size() > barrier_ && i-- > 0;) {
            frame const& f = frames_[i];
            node const& n = table_.at(f.node);
            if (n.kind == op::choice) {
                drop_point_of(f);
            } else if (n.kind == op::repeat) {
                drop_point_of(f);
                if (f.step + 1 < n.b) {
                    return;
                }
            } else if (n.kind != op::tag && n.kind != op::recover) {
                return;
            }
        }
    }

    /// Goes on with the leaf at hand; false when it needs more input.
    constexpr bool read(window const& w) {
        leaf_progress const got = leaf_.read(w, table_, table_.at(node_), pos_);
        switch (got.is) {
        case leaf_progress::state::starved: starved_ = true; [[fallthrough]];
        case leaf_progress::state::failed: fail(pos_); return true;
        case leaf_progress::state::waiting: return false;
        case leaf_progress::state::flowing: settle(); break;
        case leaf_progress::state::done: mode_ = mode::up; break;
        }
        log_.text(tag_, pos_, got.end, quiet_ != 0, points_.empty() || points_.back().mark < log_.end());
        pos_ = got.end;
        return got.is == leaf_progress::state::done;
    }

    arena_view table_;
    node_id node_;
    mode mode_ = mode::enter;
    bool starved_ = false;       // some leaf has failed for want of input
    std::uint32_t quiet_ = 0;    // predicates around us
    std::uint32_t barrier_ = 0;  // points_ up to here are out of reach; the last of them is the barrier
    tag_id tag_ = none;
    std::size_t pos_ = 0;
    leaf leaf_{};
    std::size_t fail_at_ = 0;
    std::size_t depth_;
    step_budget budget_;
    std::vector<frame> frames_;
    std::vector<point> points_;
    event_log log_;
    outcome outcome_{};
};

}  // namespace parlance::peg::detail
