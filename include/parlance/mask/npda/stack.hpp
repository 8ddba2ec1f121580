// parlance/mask/npda/stack.hpp - policies for the stacks of the reference engine: on the heap, of fixed depth, hash-consed
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace parlance::mask {

/// What every stack can do: push() says no when there is no room; settle() makes no frame fresh any more, which is
/// what consuming a byte means.  top(f) replaces the frame on top.  They compare, the empty one first.
///
/// A policy is a type with a member template stack<Frame>, and a member template pool<Frame> whose empty() makes one.

/// Frames one after the other, each stack by itself.
template <class Frame>
class heap_stack {
public:
    [[nodiscard]] constexpr bool empty() const noexcept { return frames_.empty(); }
    [[nodiscard]] constexpr std::size_t depth() const noexcept { return frames_.size(); }
    [[nodiscard]] constexpr Frame const& top() const noexcept { return frames_.back(); }
    constexpr void top(Frame const& f) {  // so that g++ 12 sees that there is one
        frames_.pop_back();
        frames_.push_back(f);
    }
    [[nodiscard]] constexpr bool push(Frame const& f) {
        frames_.push_back(f);
        return true;
    }
    constexpr void pop() noexcept { frames_.pop_back(); }
    constexpr void settle() noexcept {
        for (Frame& f : frames_) {
            f.fresh = false;
        }
    }
    friend constexpr auto operator<=>(heap_stack const&, heap_stack const&) = default;

private:
    std::vector<Frame> frames_;
};

/// Up to Depth frames in the stack object itself: never allocates.
template <class Frame, std::size_t Depth>
class fixed_stack {
public:
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr std::size_t depth() const noexcept { return size_; }
    [[nodiscard]] constexpr Frame const& top() const noexcept { return frames_[size_ - 1]; }
    constexpr void top(Frame const& f) noexcept { frames_[size_ - 1] = f; }
    [[nodiscard]] constexpr bool push(Frame const& f) noexcept {
        return size_ < Depth && (frames_[size_++] = f, true);
    }
    constexpr void pop() noexcept { frames_[--size_] = Frame{}; }
    constexpr void settle() noexcept {
        for (std::size_t i = 0; i < size_; ++i) {
            frames_[i].fresh = false;
        }
    }
    friend constexpr auto operator<=>(fixed_stack const& a, fixed_stack const& b) noexcept {
        return std::lexicographical_compare_three_way(
            a.frames_.begin(), a.frames_.begin() + static_cast<std::ptrdiff_t>(a.size_), b.frames_.begin(),
            b.frames_.begin() + static_cast<std::ptrdiff_t>(b.size_));
    }
    friend constexpr bool operator==(fixed_stack const& a, fixed_stack const& b) noexcept {
        return (a <=> b) == 0;
    }

private:
    std::array<Frame, Depth> frames_{};
    std::size_t size_ = 0;
};

/// Every frame on every stack exists once in a pool, so that a stack is a number, and equal stacks are equal numbers.
/// Numbers of different pools do not compare.  One thread at a time per pool.
template <class Frame>
class stack_pool {
public:
    struct node {
        Frame frame{};
        std::uint32_t below = 0;
        std::uint32_t depth = 0;
        bool fresh = false;  // this frame, or one below
        friend auto operator<=>(node const&, node const&) = default;
    };
    [[nodiscard]] node const& at(std::uint32_t n) const noexcept { return *nodes_[n]; }
    [[nodiscard]] std::uint32_t push(Frame const& f, std::uint32_t below) {
        node const made{f, below, depth(below) + 1, f.fresh || (below != 0 && at(below).fresh)};
        auto const [it, fresh] = ids_.try_emplace(made, static_cast<std::uint32_t>(nodes_.size()));
        if (fresh) {
            nodes_.push_back(&it->first);
        }
        return it->second;
    }
    [[nodiscard]] std::uint32_t depth(std::uint32_t n) const noexcept { return n == 0 ? 0 : at(n).depth; }
    /// Frames that exist.
    [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }

private:
    std::map<node, std::uint32_t> ids_;
    std::vector<node const*> nodes_{nullptr};  // 0 is the bottom
};

template <class Frame>
class shared_stack {
public:
    explicit shared_stack(stack_pool<Frame>* pool) noexcept : pool_(pool) {}

    [[nodiscard]] bool empty() const noexcept { return top_ == 0; }
    [[nodiscard]] std::size_t depth() const noexcept { return pool_->depth(top_); }
    [[nodiscard]] Frame const& top() const noexcept { return pool_->at(top_).frame; }
    void top(Frame const& f) { top_ = pool_->push(f, pool_->at(top_).below); }
    [[nodiscard]] bool push(Frame const& f) {
        top_ = pool_->push(f, top_);
        return true;
    }
    void pop() noexcept { top_ = pool_->at(top_).below; }
    void settle() {
        std::vector<Frame> above;
        while (top_ != 0 && pool_->at(top_).fresh) {
            above.push_back(top());
            above.back().fresh = false;
            pop();
        }
        for (std::size_t i = above.size(); i-- > 0;) {
            top_ = pool_->push(above[i], top_);
        }
    }
    friend auto operator<=>(shared_stack const& a, shared_stack const& b) noexcept {
        return a.top_ <=> b.top_;
    }
    friend bool operator==(shared_stack const& a, shared_stack const& b) noexcept { return a.top_ == b.top_; }

private:
    stack_pool<Frame>* pool_;
    std::uint32_t top_ = 0;
};

/// Policy: heap_stack.  The default.
struct heap_stacks {
    template <class Frame>
    using stack = heap_stack<Frame>;
    template <class Frame>
    struct pool {
        [[nodiscard]] constexpr stack<Frame> empty() const noexcept { return {}; }
    };
};

/// Policy: fixed_stack; a deeper stack is errc::stack_too_deep.
template <std::size_t Depth>
struct fixed_stacks {
    template <class Frame>
    using stack = fixed_stack<Frame, Depth>;
    template <class Frame>
    struct pool {
        [[nodiscard]] constexpr stack<Frame> empty() const noexcept { return {}; }
    };
};

/// Policy: shared_stack.  Copies of an engine share the pool, and so a thread.
struct shared_stacks {
    template <class Frame>
    using stack = shared_stack<Frame>;
    template <class Frame>
    class pool {
    public:
        [[nodiscard]] stack<Frame> empty() const noexcept { return stack<Frame>{all_.get()}; }
        [[nodiscard]] stack_pool<Frame> const& frames() const noexcept { return *all_; }

    private:
        std::shared_ptr<stack_pool<Frame>> all_ = std::make_shared<stack_pool<Frame>>();
    };
};

}  // namespace parlance::mask
