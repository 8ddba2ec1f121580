// parlance/peg/detail/machine.hpp - runs a table over a window of input, and can stop at any byte
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/automaton.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::peg::detail {

/// Bytes [base, base + text.size()) of the input; `last` when nothing follows.
struct window {
    std::string_view text{};
    std::size_t base = 0;
    bool last = false;
    [[nodiscard]] constexpr std::size_t end() const noexcept { return base + text.size(); }
};

/// Two stacks.  `frames_` is what is still to be done after the current node, and `points_` where to go back to when
/// it fails; a point lies on the frames that were there when it was made, and those do not change while it is live.
/// A cut empties `points_` down to the innermost barrier (a predicate or atomic), which is an entry of `points_` itself.
/// A log holds the events that a live point may still take back.
class machine {
public:
    constexpr machine(arena_view table, limits const& bounds) noexcept
        : table_(table),
          node_(table.root),
          depth_(bounds.stack_depth),
          fuel_(bounds.fuel),
          limit_(bounds.fuel) {}

    struct record {
        event_kind kind = event_kind::bytes;
        closing how = closing::complete;
        tag_id tag = none;
        std::size_t begin = 0;
        std::size_t end = 0;
    };

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
                if (log_.size() - head_ >= flush_at && points_.empty()) {
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
        std::size_t const end = points_.empty() ? log_end() : points_.front().mark;
        return std::span{log_}.subspan(head_, end - dropped_ - head_);
    }
    /// All that may be shown: those inside an atomic part have to wait for its end.
    [[nodiscard]] constexpr std::span<record const> records() const noexcept {
        std::size_t end = log_end();
        for (std::uint32_t b = barrier_; b != 0; b = points_[b - 1].next) {
            end = points_[b - 1].mark;
        }
        return std::span{log_}.subspan(head_, end - dropped_ - head_);
    }
    constexpr void take(std::size_t count) {
        head_ += count;
        if (head_ * 2 >= log_.size()) {
            log_.erase(log_.begin(), log_.begin() + static_cast<std::ptrdiff_t>(head_));
            dropped_ += head_;
            head_ = 0;
        }
    }
    /// How many of records() the caller has seen; they are not extended, and when some of them are taken back the
    /// number becomes 0 and `retracted` is set.
    std::size_t shown = 0;
    bool retracted = false;

private:
    enum class mode : std::uint8_t { enter, read, up, down, over };
    static constexpr std::size_t flush_at = 256;

    struct frame {
        node_id node = 0;
        std::uint32_t step = 0;    // sequence: next child; repeat: turns done; tag: the tag around it
        std::uint32_t points = 0;  // choice, repeat: height of points_ before its own
        std::size_t pos = 0;       // repeat: where the turn began; tag: where it began
    };
    struct point {
        node_id node = 0;
        std::uint32_t next = 0;  // choice: next alternative; barrier: the barrier around it
        std::uint32_t height = 0;
        tag_id tag = none;
        std::size_t pos = 0;
        std::size_t mark = 0;
    };

    [[nodiscard]] constexpr std::size_t log_end() const noexcept { return dropped_ + log_.size(); }
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
    constexpr void fail_at_end() noexcept {
        starved_ = true;
        fail(pos_);
    }
    constexpr point here(std::uint32_t next, std::size_t height) const noexcept {
        return {node_, next, narrow(height), tag_, pos_, log_end()};
    }

    constexpr void note(event_kind kind, tag_id tag, std::size_t begin, std::size_t end,
                        closing how = closing::complete) {
        if (quiet_ == 0) {
            log_.push_back({kind, how, tag, begin, end});
        }
    }
    constexpr void text(std::size_t begin, std::size_t end) {
        if (begin == end || tag_ == none || quiet_ != 0) {
            return;
        }
        bool const open = log_.size() - head_ > shown && (points_.empty() || points_.back().mark < log_end());
        if (open && log_.back().kind == event_kind::bytes && log_.back().end == begin &&
            log_.back().tag == tag_) {
            log_.back().end = end;
        } else {
            note(event_kind::bytes, tag_, begin, end);
        }
    }

    constexpr void enter(window const& w) {
        if (frames_.size() >= depth_ || (++spent_ > limit_ && out_of_fuel())) {
            if (mode_ != mode::over) {
                fail(pos_);
            }
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
            progress_ = 0;
            scanned_ = pos_;
            scan_ = {};
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
            while (alternative + 1 < n.b && refuses(table_.children[n.a + alternative], byte, 3)) {
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
            if (pos_ < w.end() && refuses(n.a, static_cast<std::uint8_t>(w.text[pos_ - w.base]), 3)) {
                frames_.pop_back();
                mode_ = mode::up;
                return;
            }
            points_.push_back(here(0, frames_.size() - 1));
        }
        go(n.a);
    }

    /// Whether the node certainly fails at this byte; follows at most `depth` choices.
    constexpr bool refuses(node_id at, std::uint8_t byte, int depth) const noexcept {
        while (true) {
            node const& n = table_.at(at);
            switch (n.kind) {
            case op::fail: return true;
            case op::literal: return static_cast<std::uint8_t>(table_.text[n.a]) != byte;
            case op::chars: {
                char_class const& set = table_.classes[n.a];
                return n.b != 0 && (byte < 0x80 ? !set.has_ascii(byte) : !set.negated && is_ascii(set));
            }
            case op::sequence: at = table_.children[n.a]; break;
            case op::choice:
                return depth != 0 && std::ranges::all_of(table_.children_of(n), [&](node_id c) {
                           return refuses(c, byte, depth - 1);
                       });
            case op::repeat:
                if (n.b == 0) {
                    return false;
                }
                at = n.a;
                break;
            case op::ref: at = table_.rules[n.a].root; break;
            case op::look:
            case op::atomic:
            case op::tag:
            case op::recover:
            case op::refine:
            case op::schema:
            case op::token:
            case op::gbnf: at = n.a; break;
            default: return false;
            }
        }
    }
    constexpr bool is_ascii(char_class const& set) const noexcept {
        return set.range_count == 0 || table_.ranges_of(set).back().high < 0x80;
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
        if (p.mark < log_end()) {
            log_.resize(p.mark - dropped_);
            if (shown > log_.size() - head_) {
                shown = 0;
                retracted = true;
            }
        }
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
            spent_ += fail_at_ - p.pos;
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

    /// Steps are allowed for in proportion to what was read; `fuel` is for what goes beyond.
    constexpr bool out_of_fuel() {
        limit_ = fuel_ + 64 * static_cast<std::uint64_t>(pos_);
        if (spent_ <= limit_) {
            return false;
        }
        points_.clear();
        quiet_ = 0;
        fail_at_ = pos_;
        unwind(0, closing::broken);
        outcome_.why = errc::out_of_fuel;
        finish(outcome::verdict::failed, pos_);
        return true;
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
        node const& n = table_.at(node_);
        switch (n.kind) {
        case op::literal: return read_literal(w, table_.literal_of(n));
        case op::chars: return read_chars(w, n);
        case op::until: return read_until(w, table_.untils[n.a]);
        case op::rest: return accept(w, w.end());
        default: break;  // end
        }
        if (pos_ < w.end()) {
            fail(pos_);
        } else if (w.last) {
            mode_ = mode::up;
        }
        return mode_ != mode::read;
    }

    /// The text up to `to` belongs to a leaf that cannot fail any more; done only when the input is.
    constexpr bool accept(window const& w, std::size_t to) {
        if (!w.last) {
            settle();
        }
        text(pos_, to);
        pos_ = to;
        if (w.last) {
            mode_ = mode::up;
        }
        return w.last;
    }

    constexpr bool read_literal(window const& w, std::string_view want) {
        std::size_t const have = std::min(want.size(), w.end() - pos_);
        if (w.text.substr(pos_ - w.base + progress_, have - progress_) !=
            want.substr(progress_, have - progress_)) {
            fail(pos_);
            return true;
        }
        if (have < want.size()) {
            progress_ = narrow(have);
            if (w.last) {
                fail_at_end();
            }
            return w.last;
        }
        text(pos_, pos_ + have);
        pos_ += have;
        mode_ = mode::up;
        return true;
    }

    constexpr bool read_chars(window const& w, node const& n) {
        char_class const& set = table_.classes[n.a];
        auto const* const bytes = w.text.data();
        std::size_t at = scanned_ - w.base;
        std::size_t const size = w.text.size();
        bool more = true;
        while (more && progress_ < n.c) {
            if (n.c == unbounded && progress_ >= n.b) {
                while (at < size && static_cast<std::uint8_t>(bytes[at]) < 0x80 &&
                       set.has_ascii(static_cast<std::uint8_t>(bytes[at]))) {
                    ++at;
                }
            }
            if (at == size) {
                break;
            }
            auto const byte = static_cast<std::uint8_t>(bytes[at]);
            if (byte < 0x80) {
                more = set.has_ascii(byte);
                at += more;
            } else {
                utf8::decoded const d = utf8::decode(w.text.substr(at, 4));
                if (d.cut && !w.last) {
                    break;
                }
                more = contains(table_, set, d.value, d.valid);
                at += more ? d.length : 0;
            }
            progress_ += more && (n.c != unbounded || progress_ < n.b);
        }
        scanned_ = w.base + at;
        bool const over = !more || progress_ == n.c || w.last;
        if (progress_ < n.b) {
            if (over) {
                starved_ = starved_ || (more && w.last);
                fail(pos_);
            }
            return over;
        }
        if (!over) {
            settle();
        }
        text(pos_, scanned_);
        pos_ = scanned_;
        mode_ = over ? mode::up : mode::read;
        return over;
    }

    constexpr bool read_until(window const& w, until_row const& row) {
        std::span<until_step const> const steps = table_.steps.subspan(row.first_step, row.step_count);
        std::size_t at = scanned_ - w.base;
        std::size_t const size = w.text.size();
        bool over = false;
        while (!over && at < size) {
            if (scan_.state == 0) {
                at = skip(w.text, at, row);
                if (at == size) {
                    break;
                }
            }
            over = scan_.take(steps, static_cast<std::uint8_t>(w.text[at]), w.base + at + 1);
            ++at;
        }
        scanned_ = w.base + at;
        if (!over) {
            std::size_t const open = w.last ? scanned_ : scanned_ - steps[scan_.state].depth;
            return accept(w, std::min(scan_.found, open));
        }
        text(pos_, scan_.found);
        pos_ = scan_.found;
        mode_ = mode::up;
        return true;
    }

    /// The next byte that begins a delimiter.
    static constexpr std::size_t skip(std::string_view text, std::size_t at, until_row const& row) noexcept {
        if (row.starts >= 0) {
            return std::min(text.find(static_cast<char>(row.starts), at), text.size());
        }
        while (at < text.size() && !row.begins(static_cast<std::uint8_t>(text[at]))) {
            ++at;
        }
        return at;
    }

    arena_view table_;
    node_id node_;
    mode mode_ = mode::enter;
    bool starved_ = false;        // some leaf has failed for want of input
    std::uint32_t quiet_ = 0;     // predicates around us
    std::uint32_t barrier_ = 0;   // points_ up to here are out of reach; the last of them is the barrier
    std::uint32_t progress_ = 0;  // of the leaf: bytes matched, characters counted
    tag_id tag_ = none;
    std::size_t pos_ = 0;
    std::size_t scanned_ = 0;  // of the leaf
    scan scan_{};
    std::size_t fail_at_ = 0;
    std::size_t depth_;
    std::uint64_t fuel_;
    std::uint64_t limit_;
    std::uint64_t spent_ = 0;
    std::vector<frame> frames_;
    std::vector<point> points_;
    std::vector<record> log_;
    std::size_t head_ = 0;     // records of log_ taken
    std::size_t dropped_ = 0;  // records taken and gone from log_
    outcome outcome_{};
};

}  // namespace parlance::peg::detail
