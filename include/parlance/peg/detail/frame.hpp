// parlance/peg/detail/frame.hpp - entries of a machine's two stacks, and the steps it may take
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/peg/node.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/stop.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace parlance::peg::detail {

/// What is still to be done after the current node.
struct frame {
    node_id node = 0;
    std::uint32_t step = 0;    // sequence: next child; repeat: turns done; tag: the tag around it
    std::uint32_t points = 0;  // choice, repeat: height of the points before its own; tag: tag_ends around it
    std::size_t pos = 0;       // repeat: where the turn began; tag: where it began
};

/// Where to go back to.
struct point {
    node_id node = 0;
    std::uint32_t next = 0;  // choice: next alternative; barrier: the barrier around it
    std::uint32_t height = 0;
    tag_id tag = none;
    std::uint32_t tag_ends = 0;  // decisions by the end of the input, when the tag began
    std::size_t pos = 0;
    std::size_t mark = 0;
};

/// Rows that are put on top and taken off again.
template <class Row>
class stack {
public:
    [[nodiscard]] constexpr bool empty() const noexcept { return rows_.empty(); }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return rows_.size(); }
    [[nodiscard]] constexpr Row const& operator[](std::size_t i) const noexcept { return rows_[i]; }
    [[nodiscard]] constexpr Row const& front() const noexcept { return rows_.front(); }
    [[nodiscard]] constexpr Row& top() noexcept { return rows_.back(); }
    [[nodiscard]] constexpr Row const& top() const noexcept { return rows_.back(); }
    constexpr void push(Row const& r) { rows_.push_back(r); }
    constexpr void pop() noexcept { rows_.pop_back(); }
    /// Takes off what is above a height.
    constexpr void shrink(std::size_t height) noexcept {
        if (rows_.size() > height) {
            rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(height), rows_.end());
        }
    }

private:
    std::vector<Row> rows_;
};

/// Steps of a dozen nanoseconds, allowed for in proportion to what was read; the fuel is for what goes beyond.
class step_budget {
public:
    constexpr explicit step_budget(std::uint64_t fuel) noexcept
        : fuel_(fuel / nanoseconds_of_a_step), limit_((std::min)(fuel_, between_looks)) {}

    /// Asks whether to stop, too, about every 50 microseconds.
    constexpr void stop_on(stop_token asked) noexcept { stop_ = asked; }
    /// Asks now.
    [[nodiscard]] constexpr bool stopped() const { return stop_.stop_requested(); }
    /// Pays for bytes that are read again, or what takes as long.
    constexpr void reread(std::size_t bytes) noexcept { spent_ += bytes / bytes_of_a_step; }
    /// Takes a step at `pos`; none when there was one, else why not.
    constexpr errc step(std::size_t pos) {
        if (++spent_ <= limit_) {
            return errc::none;
        }
        if (stop_.stop_requested()) {
            return errc::cancelled;
        }
        std::uint64_t const most = fuel_ + steps_of_a_byte * static_cast<std::uint64_t>(pos);
        limit_ = (std::min)(most, spent_ + between_looks);
        return spent_ <= most ? errc::none : errc::out_of_fuel;
    }

private:
    static constexpr std::uint64_t nanoseconds_of_a_step = 16;
    static constexpr std::uint64_t steps_of_a_byte = 40;
    static constexpr std::uint64_t bytes_of_a_step = 4;
    static constexpr std::uint64_t between_looks = 1500;

    std::uint64_t fuel_;
    std::uint64_t limit_;
    std::uint64_t spent_ = 0;
    stop_token stop_{};
};

}  // namespace parlance::peg::detail
