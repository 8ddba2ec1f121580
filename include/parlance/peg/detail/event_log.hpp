// parlance/peg/detail/event_log.hpp - events that are not taken yet, some of which may be taken back
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/event.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <utility>
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

    [[nodiscard]] constexpr std::size_t end() const noexcept { return dropped_ + size_; }
    /// So many wait that they should be taken.
    [[nodiscard]] constexpr bool crowded() const noexcept { return size_ >= head_ + in_block; }
    /// How many are not taken.
    [[nodiscard]] constexpr std::size_t waiting() const noexcept { return size_ - head_; }
    /// How many of those stand in front of a position.
    [[nodiscard]] constexpr std::size_t up_to(std::size_t end) const noexcept {
        return end - dropped_ - head_;
    }
    /// One of those that wait.
    [[nodiscard]] constexpr record const& operator[](std::size_t i) const noexcept {
        return blocks_[(head_ + i) / in_block][(head_ + i) % in_block];
    }

    constexpr void note(record const& r) {
        if (size_ == blocks_.size() * in_block) {
            std::vector<record> block;
            if (size_ != 0) {
                block.reserve(in_block);
            }
            blocks_.push_back(std::move(block));
        }
        blocks_[size_ / in_block].push_back(r);
        ++size_;
    }
    /// Text of a tag, which is not empty.  It joins the last event, unless that stands in front of `mark`.
    constexpr void text(tag_id tag, std::size_t begin, std::size_t end, bool by_end, std::size_t mark) {
        if (waiting() > shown && dropped_ + size_ > mark) {
            record& last = blocks_.back().back();
            if (last.kind == event_kind::bytes && last.end == begin && last.tag == tag &&
                last.by_end == by_end) {
                last.end = end;
                return;
            }
        }
        note({event_kind::bytes, closing::complete, by_end, tag, begin, end});
    }

    constexpr void take(std::size_t count) {
        head_ += count;
        if (head_ == size_ && blocks_.size() == 1) {
            blocks_.front().clear();
            drop(std::exchange(size_, 0));
        } else if (head_ == size_) {
            drop(size_);
            cut(0);
        } else if (head_ >= in_block && 2 * head_ >= size_) {
            std::size_t const gone = head_ / in_block;
            blocks_.erase(blocks_.begin(), blocks_.begin() + static_cast<std::ptrdiff_t>(gone));
            size_ -= gone * in_block;
            drop(gone * in_block);
        }
    }
    /// Takes back all from a position on.
    constexpr void shrink(std::size_t to) {
        if (to < end()) {
            cut(to - dropped_);
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

    /// So many are worth while to be taken.
    static constexpr std::size_t in_block = 256;

private:
    /// Leaves `size` records; the first block stays, so that a parse that keeps little allocates nothing.
    constexpr void cut(std::size_t size) {
        std::size_t const kept = size == 0 ? 1 : (size + in_block - 1) / in_block;
        blocks_.resize((std::min)(blocks_.size(), kept));
        if (!blocks_.empty()) {
            blocks_.back().resize(size - (blocks_.size() - 1) * in_block);
        }
        size_ = size;
    }
    /// Records that were taken are gone.
    constexpr void drop(std::size_t count) noexcept {
        head_ -= count;
        dropped_ += count;
    }

    std::vector<std::vector<record>> blocks_;  // all but the last are full, and none moves as there are more
    std::size_t size_ = 0;                     // records in them
    std::size_t head_ = 0;                     // of those, taken
    std::size_t dropped_ = 0;                  // records taken and gone
};

}  // namespace parlance::peg::detail
