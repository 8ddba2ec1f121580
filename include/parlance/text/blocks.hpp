// parlance/text/blocks.hpp - an array that grows without moving what it has
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/array_ref.hpp>
#include <parlance/text/vec.hpp>
#include <bit>
#include <cassert>
#include <cstddef>
#include <new>
#include <utility>

namespace parlance {

/// Items in blocks of some 16 KiB, which stay where they are.  Growing touches no more than a block, and so does freeing one:
/// whoever pays for each item looks often enough whether to stop, which is not so where a long array moves.
template <class T>
class blocks {
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

public:
    static constexpr std::size_t bytes = 16 * 1024;
    static constexpr std::size_t in_block = std::bit_floor(bytes / sizeof(T));
    static_assert(in_block != 0);

    blocks() noexcept = default;
    blocks(blocks&& other) noexcept
        : blocks_(std::move(other.blocks_)),
          next_(std::exchange(other.next_, nullptr)),
          end_(std::exchange(other.end_, nullptr)) {}
    blocks(blocks const& other) : blocks() {
        for (std::size_t b = 0; b < other.block_count(); ++b) {
            for (T const& each : other.block(b)) {
                push_back(each);
            }
        }
    }
    blocks& operator=(blocks other) noexcept {
        blocks_.swap(other.blocks_);
        std::swap(next_, other.next_);
        std::swap(end_, other.end_);
        return *this;
    }
    ~blocks() {
        while (!blocks_.empty()) {
            pop_block();
        }
    }

    [[nodiscard]] std::size_t size() const noexcept {
        return blocks_.size() * in_block - static_cast<std::size_t>(end_ - next_);
    }
    [[nodiscard]] bool empty() const noexcept { return blocks_.empty(); }
    [[nodiscard]] T& operator[](std::size_t i) noexcept {
        assert(i < size());
        return blocks_[i / in_block][i % in_block];
    }
    [[nodiscard]] T const& operator[](std::size_t i) const noexcept {
        assert(i < size());
        return blocks_[i / in_block][i % in_block];
    }
    /// Precondition: !empty().
    [[nodiscard]] T& back() noexcept {
        assert(!empty());
        return next_[-1];
    }
    [[nodiscard]] std::size_t block_count() const noexcept { return blocks_.size(); }
    /// The items of a block; all but the last have in_block.
    [[nodiscard]] array_ref<T const> block(std::size_t b) const noexcept {
        return {blocks_[b],
                b + 1 == blocks_.size() ? static_cast<std::size_t>(next_ - blocks_[b]) : in_block};
    }

    void push_back(T item) {
        if (next_ == end_) {
            add_block();
        }
        ::new (static_cast<void*>(next_)) T(std::move(item));
        ++next_;
    }
    /// Frees the last block.  Precondition: !empty().
    void pop_block() noexcept {
        T* const first = blocks_.back();
        while (next_ != first) {
            (--next_)->~T();
        }
        ::operator delete(static_cast<void*>(first));
        blocks_.pop_back();
        next_ = end_ = blocks_.empty() ? nullptr : blocks_.back() + in_block;
    }
    /// Leaves the first `size` items.  Precondition: there are as many.
    void shrink(std::size_t size) noexcept {
        while (this->size() > size) {
            if ((blocks_.size() - 1) * in_block >= size) {
                pop_block();
            } else {
                (--next_)->~T();
            }
        }
    }
    /// Frees one block after the other, and calls look() behind each.
    template <class Look>
    void clear(Look&& look) {
        while (!empty()) {
            pop_block();
            look();
        }
    }

private:
    void add_block() {
        blocks_.reserve(blocks_.size() + 1);
        auto* const made = static_cast<T*>(::operator new(in_block * sizeof(T)));
        blocks_.push_back(made);
        next_ = made;
        end_ = made + in_block;
    }

    vec<T*> blocks_;
    T* next_ = nullptr;  // where the next item goes
    T* end_ = nullptr;   // of the last block
};

}  // namespace parlance
