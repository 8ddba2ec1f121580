// parlance/peg/detail/machine.hpp - runs a table over a window of input, and can stop at any byte
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/event_log.hpp>
#include <parlance/peg/detail/first_byte.hpp>
#include <parlance/peg/detail/frame.hpp>
#include <parlance/peg/detail/leaf.hpp>
#include <parlance/peg/detail/window.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace parlance::peg::detail {

/// Two stacks.  `frames_` is what is still to be done after the current node, and `points_` where to go back to when
/// it fails; a point lies on the frames that were there when it was made, and those do not change while it is live.
/// A cut empties `points_` down to the innermost barrier (a predicate or atomic), which is an entry of `points_` itself.
/// A log holds the events that a live point may still take back.
class machine {
public:
    constexpr machine(arena_view table, limits const& bounds) noexcept
        : table_(table),
          node_(table.root),
          mode_(bounds.stack_depth == 0 ? mode::down : mode::enter),
          depth_(bounds.stack_depth),
          budget_(bounds.fuel) {}
    using record = event_log::record;

    constexpr void stop_on(stop_token asked) noexcept { budget_.stop_on(asked); }

    /// Goes on until it needs more input or is over; returns true when it only stopped to have its events taken.
    constexpr bool run(window const& w) {
        for (mode now = mode_;;) {
            switch (now) {
            case mode::enter: now = enter(w); break;
            case mode::read:
                if (now = read(w); now == mode::read) {
                    return stop(now, false);
                }
                break;
            case mode::up:
                if (log_.crowded() && points_.empty()) {
                    return stop(now, true);
                }
                now = up(w);
                break;
            case mode::down: now = down(w); break;
            case mode::over: return stop(now, false);
            }
        }
    }

    /// What most pieces of an answer are: text in the midst of other text.  Answers with its event, where nothing else is
    /// to be said; where not, run() does it all.  Precondition: no byte in front of the window may be read again.
    PARLANCE_HOT constexpr std::optional<record> flow(window const& w) noexcept {
        if (mode_ != mode::read || w.last || w.text.empty() || logged_ != pos_ || tag_ == none ||
            quiet_ != 0 || !points_.empty() || log_.waiting() != 0 || log_.retracted ||
            !leaf_.takes_all(w, table_, table_.at(node_))) {
            return std::nullopt;
        }
        logged_ = pos_ = w.end();
        return record{event_kind::bytes, closing::complete, ends_ != tag_ends_, tag_, w.base, w.end()};
    }

    /// Asks whether to go on while many events are taken.  Where not, those that wait are given up, and the parse has failed
    /// in front of them.
    constexpr bool goes_on() {
        if (!budget_.stopped()) {
            return true;
        }
        std::size_t end = pos_;
        if (log_.waiting() != 0) {
            record const& first = log_[0];
            end = first.kind == event_kind::leave ? first.end : first.begin;
        }
        points_.shrink(0);
        barrier_ = 0;
        log_.take(log_.waiting());
        logged_ = pos_;
        mode_ = mode::over;
        outcome_ = {outcome::verdict::failed, end, errc::cancelled};
        return false;
    }

    [[nodiscard]] constexpr bool over() const noexcept { return mode_ == mode::over; }
    [[nodiscard]] constexpr outcome const& result() const noexcept { return outcome_; }
    /// The first byte that may be read again.
    [[nodiscard]] constexpr std::size_t needed() const noexcept {
        return points_.empty() ? pos_ : (std::min)(pos_, points_.front().pos);
    }

    /// How many events are final and not taken yet.
    [[nodiscard]] constexpr std::size_t final_records() const noexcept {
        return log_.up_to(points_.empty() ? log_.end() : points_.front().mark);
    }
    /// How many may be shown: those inside an atomic part have to wait for its end.
    [[nodiscard]] constexpr std::size_t records() const noexcept {
        return log_.up_to(barrier_ == 0 ? log_.end() : points_[outermost_ - 1].mark);
    }
    [[nodiscard]] constexpr event_log& log() noexcept { return log_; }

private:
    enum class mode : std::uint8_t { enter, read, up, down, over };

    [[nodiscard]] static constexpr std::uint32_t narrow(std::size_t n) noexcept {
        return static_cast<std::uint32_t>(n);
    }

    constexpr bool stop(mode now, bool crowded) {
        log_text();
        mode_ = now;
        return crowded;
    }
    /// Turns to a node, maybe below a frame that was just pushed.
    constexpr mode descend(node_id n) noexcept {
        node_ = n;
        return frames_.size() < depth_ ? mode::enter : fail(pos_);
    }
    constexpr mode fail(std::size_t at) noexcept {
        fail_at_ = at;
        return mode::down;
    }
    constexpr point here(std::uint32_t next, std::size_t height) {
        log_text();
        return {node_, next, narrow(height), tag_, tag_ends_, pos_, log_.end()};
    }

    constexpr void log_event(event_log::record const& r) {
        log_text();
        if (quiet_ == 0) {
            log_.note(r);
        }
    }
    constexpr void leave(frame const& tag, std::size_t end, closing how) {
        log_event({event_kind::leave, how, ends_ != tag_ends_, tag_, tag.pos, end});
        tag_ = tag.step;
        tag_ends_ = tag.points;
    }
    /// Logs the text that was read since text was last logged, before whatever else is logged here.
    constexpr void log_text() {
        if (logged_ != pos_ && tag_ != none && quiet_ == 0) {
            log_.text(tag_, logged_, pos_, ends_ != tag_ends_, points_.empty() ? 0 : points_.top().mark);
        }
        logged_ = pos_;
    }

    /// Reads nodes, and in a sequence what follows them, until there is something else to do.
    constexpr mode enter(window const& w) {
        while (true) {
            if (errc const why = budget_.step(pos_); why != errc::none) {
                return give_up(why);
            }
            node const& n = table_.at(node_);
            switch (n.kind) {
            case op::fail: return fail(pos_);
            case op::start:
                if (pos_ == 0) {
                    break;
                }
                return fail(pos_);
            case op::epsilon: break;
            case op::cut: points_.shrink(barrier_); break;
            case op::literal:
            case op::chars: {
                leaf_progress const got = leaf::at_once(w, table_, n, pos_);
                if (got.is == leaf_progress::state::failed) {
                    budget_.reread(got.certain - pos_);
                    return fail(pos_);
                }
                if (got.is != leaf_progress::state::done) {
                    return begin_leaf();
                }
                pos_ = got.end;
                break;
            }
            case op::end:
            case op::until:
            case op::rest: return begin_leaf();
            case op::sequence:
                frames_.push({node_, 1, 0, 0});
                if (descend(table_.children[n.a]) == mode::enter) {
                    continue;
                }
                return mode::down;
            case op::choice:
                if (choose(w, 0) == mode::enter) {
                    continue;
                }
                return mode::down;
            case op::repeat:
                if (n.b == 0 && refuses(table_, w, pos_, n.a)) {
                    break;
                }
                frames_.push({node_, 0, 0, 0});
                return turn();
            case op::look:
            case op::reject:
            case op::atomic:
                points_.push(here(barrier_, frames_.size()));
                quiet_ += n.kind != op::atomic;
                outermost_ = barrier_ == 0 ? narrow(points_.size()) : outermost_;
                barrier_ = narrow(points_.size());
                frames_.push({node_, 0, 0, pos_});
                return descend(n.a);
            case op::tag:
                log_event({event_kind::enter, closing::complete, false, n.b, pos_, pos_});
                frames_.push({node_, tag_, tag_ends_, pos_});
                tag_ = n.b;
                tag_ends_ = ends_;
                return descend(n.a);
            case op::recover: frames_.push({node_, 0, 0, pos_}); return descend(n.a);
            case op::ref: node_ = table_.rules[n.a].root; continue;
            case op::refine:
            case op::schema:
            case op::token:
            case op::gbnf: node_ = n.a; continue;
            }
            if (frames_.empty() || !next(frames_.top())) {
                return mode::up;
            }
        }
    }

    /// In a sequence, turns to what follows.
    constexpr bool next(frame& f) noexcept {
        node const& n = table_.at(f.node);
        if (n.kind != op::sequence) {
            return false;
        }
        node_ = table_.children[n.a + f.step];
        if (++f.step == n.b) {
            frames_.pop();
        }
        return true;
    }

    /// Alternatives that are ruled out are passed over: they would fail here and now.
    constexpr mode choose(window const& w, std::uint32_t alternative) {
        node const& n = table_.at(node_);
        std::uint32_t const from = alternative;
        while (alternative + 1 < n.b && refuses(table_, w, pos_, table_.children[n.a + alternative])) {
            ++alternative;
        }
        budget_.reread(alternative - from);
        node_id const chosen = table_.children[n.a + alternative];
        if (alternative + 1 == n.b) {
            return descend(chosen);
        }
        frames_.push({node_, 0, narrow(points_.size()), pos_});
        points_.push(here(alternative + 1, frames_.size() - 1));
        return descend(chosen);
    }

    /// Begins another turn of the repeat on top.
    constexpr mode turn() {
        frame& f = frames_.top();
        node const& n = table_.at(f.node);
        node_ = f.node;
        f.pos = pos_;
        f.points = narrow(points_.size());
        if (f.step >= n.b) {
            points_.push(here(0, frames_.size() - 1));
        }
        return descend(n.a);
    }

    constexpr mode up(window const& w) {
        if (frames_.empty()) {
            return finish(outcome::verdict::complete, pos_);
        }
        frame& f = frames_.top();
        node const& n = table_.at(f.node);
        switch (n.kind) {
        case op::sequence: return next(f) ? mode::enter : mode::up;
        case op::repeat:
            points_.shrink(f.points);
            f.step += f.step != unbounded - 1;
            if (pos_ != f.pos && f.step != n.c && (f.step < n.b || !refuses(table_, w, pos_, n.a))) {
                return turn();
            }
            break;
        case op::choice: points_.shrink(f.points); break;
        case op::tag: leave(f, pos_, closing::complete); break;
        case op::look:
        case op::reject:
        case op::atomic: return leave_barrier(n.kind);
        default: break;  // recover
        }
        frames_.pop();
        return mode::up;
    }

    /// The child of the predicate or atomic on top has succeeded.
    constexpr mode leave_barrier(op kind) {
        if (kind == op::atomic) {
            barrier_ = points_[barrier_ - 1].next;
            points_.pop();
            frames_.pop();
            return mode::up;
        }
        return pop_barrier(pos_) == op::reject ? fail(pos_) : mode::up;
    }

    constexpr void restore(point const& p) {
        frames_.shrink(p.height);
        log_.shrink(p.mark);
        tag_ = p.tag;
        tag_ends_ = p.tag_ends;
        pos_ = p.pos;
        logged_ = p.pos;
    }

    /// Back to where the innermost barrier was made, from `end`.
    constexpr op pop_barrier(std::size_t end) {
        point const p = points_[barrier_ - 1];
        budget_.reread(end - p.pos);
        op const kind = table_.at(p.node).kind;
        points_.shrink(barrier_ - 1);
        barrier_ = p.next;
        quiet_ -= kind != op::atomic;
        restore(p);
        return kind;
    }

    constexpr mode down(window const& w) {
        if (points_.size() > barrier_) {
            point const p = points_.top();
            points_.pop();
            budget_.reread(fail_at_ - p.pos);
            restore(p);
            node_ = p.node;
            return table_.at(p.node).kind == op::choice ? choose(w, p.next) : mode::up;  // or a repeat ends
        }
        bool const truncated = starved_ && w.last;
        std::size_t const floor = barrier_ == 0 ? 0 : points_[barrier_ - 1].height + 1;
        for (std::size_t i = frames_.size(); !truncated && i-- > floor;) {
            node const& n = table_.at(frames_[i].node);
            if (n.kind == op::recover) {
                unwind(i, closing::broken);
                pos_ = fail_at_;
                return descend(n.b);
            }
        }
        if (barrier_ != 0) {
            return pop_barrier(fail_at_) == op::reject ? mode::up : fail(pos_);
        }
        unwind(0, truncated ? closing::truncated : closing::broken);
        return finish(truncated ? outcome::verdict::truncated : outcome::verdict::failed, fail_at_);
    }

    /// Takes frames off down to `height` and ends the tags among them.
    constexpr void unwind(std::size_t height, closing how) {
        for (; frames_.size() > height; frames_.pop()) {
            frame const& f = frames_.top();
            if (table_.at(f.node).kind == op::tag) {
                leave(f, fail_at_, how);
            }
        }
    }

    constexpr mode finish(outcome::verdict how, std::size_t at) noexcept {
        log_text();
        outcome_.is = how;
        outcome_.end = at;
        pos_ = at;
        return mode::over;
    }

    /// Nothing of a predicate has been told: it is as if it had not begun.
    constexpr mode give_up(errc why) {
        log_text();
        while (quiet_ != 0) {
            point const p = points_[barrier_ - 1];
            quiet_ -= table_.at(p.node).kind != op::atomic;
            barrier_ = p.next;
            restore(p);
        }
        points_.shrink(0);
        barrier_ = 0;
        fail_at_ = pos_;
        unwind(0, closing::broken);
        outcome_.why = why;
        return finish(outcome::verdict::failed, pos_);
    }

    /// What runs now cannot fail any more: drops the points that only it could have gone back to, those of
    /// choices, tags and turns that end with it.
    constexpr void settle() {
        for (std::size_t i = frames_.size(); points_.size() > barrier_ && i-- > 0;) {
            frame const& f = frames_[i];
            node const& n = table_.at(f.node);
            if (n.kind == op::choice) {
                points_.shrink(f.points);
            } else if (n.kind == op::repeat) {
                points_.shrink(f.points);
                if (f.step + 1 < n.b) {
                    return;
                }
            } else if (n.kind != op::tag && n.kind != op::recover) {
                return;
            }
        }
    }

    constexpr mode begin_leaf() noexcept {
        leaf_.begin(pos_);
        settled_ = false;
        return mode::read;
    }

    /// Goes on with the leaf at hand; stays in this mode when it needs more input.
    constexpr mode read(window const& w) {
        leaf_progress const got = leaf_.read(w, table_, table_.at(node_), pos_);
        budget_.reread(leaf_.take_passed());
        switch (got.is) {
        case leaf_progress::state::starved:
            starved_ = true;
            decide_by_end();
            [[fallthrough]];
        case leaf_progress::state::failed: budget_.reread(got.certain - pos_); return fail(pos_);
        case leaf_progress::state::ended:
            pos_ = got.certain;
            decide_by_end();
            break;
        case leaf_progress::state::waiting: return mode::read;
        case leaf_progress::state::flowing:
            if (!std::exchange(settled_, true)) {
                settle();
            }
            break;
        case leaf_progress::state::done: break;
        }
        pos_ = got.end;
        bool const over = got.is == leaf_progress::state::done || got.is == leaf_progress::state::ended;
        if (over && leaf_.scanned() > pos_) {  // behind a delimiter, for a longer one that begins before it
            budget_.reread(leaf_.scanned() - pos_);
        }
        return over ? mode::up : mode::read;
    }

    /// What follows would not be so if there were more input.
    constexpr void decide_by_end() {
        log_text();
        ++ends_;
    }

    arena_view table_;
    node_id node_;
    mode mode_;
    bool starved_ = false;         // some leaf has failed for want of input
    bool settled_ = false;         // nothing is left to settle() while the leaf at hand is read
    std::uint32_t ends_ = 0;       // decisions that were made by the end of the input
    std::uint32_t tag_ends_ = 0;   // when the innermost tag began
    std::uint32_t quiet_ = 0;      // predicates around us
    std::uint32_t barrier_ = 0;    // points_ up to here are out of reach; the last of them is the barrier
    std::uint32_t outermost_ = 0;  // the first barrier, if there is one
    tag_id tag_ = none;
    std::size_t pos_ = 0;
    std::size_t logged_ = 0;  // text from here to pos_ is not in the log yet
    leaf leaf_{};
    std::size_t fail_at_ = 0;
    std::size_t depth_;
    step_budget budget_;
    stack<frame> frames_;
    stack<point> points_;
    event_log log_;
    outcome outcome_{};
};

}  // namespace parlance::peg::detail
