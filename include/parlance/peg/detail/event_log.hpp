// parlance/peg/detail/event_log.hpp - events that are not taken yet, some of which may be taken back
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/event.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <span>
#include <vector>

namespace parlance::peg::detail {

/// Positions in it are counted from the first event of all.
class event_log {
public:
    /// An event without its text.
    struct record {
        event_kind kind = event_kind::bytes;
        closing how = closing::complete;
        bool by_end = false;
        tag_id tag = none;
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    [[nodiscard]] constexpr std::size_t end() const noexcept { return dropped_ + log_.size(); }
    /// So many wait that they should be taken.
    [[nodiscard]] constexpr bool crowded() const noexcept { return log_.size() >= head_ + 256; }
    /// How many are not taken.
    [[nodiscard]] constexpr std::size_t waiting() const noexcept { return log_.size() - head_; }
    /// Those in front of a position that are not taken.
    [[nodiscard]] constexpr std::span<record const> up_to(std::size_t end) const noexcept {
        return std::span{log_}.subspan(head_, end - dropped_ - head_);
    }

    constexpr void note(record const& r) { log_.push_back(r); }
    /// Text of a tag, which is not empty.  It joins the last event, unless that stands in front of `mark`.
    constexpr void text(tag_id tag, std::size_t begin, std::size_t end, bool by_end, std::size_t mark) {
        if (waiting() > shown && dropped_ + log_.size() > mark) {
            record& last = log_.back();
            if (last.kind == event_kind::bytes && last.end == begin && last.tag == tag &&
                last.by_end == by_end) {
                last.end = end;
                return;
            }
        }
        log_.push_back({event_kind::bytes, closing::complete, by_end, tag, begin, end});
    }

    constexpr void take(std::size_t count) {
        head_ += count;
        if (head_ * 2 >= log_.size()) {
            log_.erase(log_.begin(), log_.begin() + static_cast<std::ptrdiff_t>(head_));
            dropped_ += head_;
            head_ = 0;
        }
    }
    /// Takes back all from a position on.
    constexpr void shrink(std::size_t to) {
        if (to < end()) {
            log_.resize(to - dropped_);
            if (shown > waiting()) {
                shown = 0;
                retracted = true;
            }
        }
    }

    /// How many of those that wait the caller has seen; they are not extended, and when some of them are taken back the
    /// number becomes 0 and `retracted` is set.
    std::size_t shown = 0;
    bool retracted = false;

private:
    std::vector<record> log_;
    std::size_t head_ = 0;     // records of log_ taken
    std::size_t dropped_ = 0;  // records taken and gone from log_
};

}  // namespace parlance::peg::detail
