// parlance/jinja/memory.hpp - the arena every value of one rendering lives in, and its budget
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/fault.hpp>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace parlance::jinja {

/// Storage that is freed all at once.  Values are never destroyed one by one, so cycles and deep nesting are
/// harmless.  Every byte is counted before it is allocated; above the budget a `fault` of out_of_memory_budget is
/// thrown.
class memory {
public:
    explicit memory(std::size_t budget) noexcept : left_(budget) {}
    memory(memory const&) = delete;
    memory& operator=(memory const&) = delete;

    /// Counts `bytes` against the budget without allocating them.
    void charge(std::size_t bytes) {
        if (bytes > left_) {
            throw fault{errc::out_of_memory_budget, {}};
        }
        left_ -= bytes;
    }
    [[nodiscard]] std::size_t left() const noexcept { return left_; }

    /// Uninitialised storage for `bytes` bytes, aligned for any value.
    [[nodiscard]] char* allocate(std::size_t bytes) {
        charge(bytes);
        bytes = (bytes + alignment - 1) & ~(alignment - 1);
        if (bytes > static_cast<std::size_t>(end_ - next_)) {
            if (bytes > block_ / 4) {
                return block(bytes);  // one of its own; the current one stays in use
            }
            next_ = block(block_);
            end_ = next_ + block_;
            block_ = block_ < largest_block ? block_ * 2 : block_;
        }
        char* const place = next_;
        next_ += bytes;
        return place;
    }

    template <class T, class... Arguments>
    [[nodiscard]] T* make(Arguments&&... arguments) {
        static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= alignment);
        return ::new (allocate(sizeof(T))) T{std::forward<Arguments>(arguments)...};
    }

    template <class T>
    [[nodiscard]] T* make_array(std::size_t count) {
        static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= alignment);
        if (count > left_ / sizeof(T)) {
            throw fault{errc::out_of_memory_budget, {}};
        }
        T* const first = reinterpret_cast<T*>(allocate(count * sizeof(T)));
        for (std::size_t i = 0; i < count; ++i) {
            ::new (first + i) T{};
        }
        return first;
    }

    /// A copy of `text` that lives as long as the arena.
    [[nodiscard]] std::string_view keep(std::string_view text) {
        char* const place = allocate(text.size());
        if (!text.empty()) {
            std::memcpy(place, text.data(), text.size());
        }
        return {place, text.size()};
    }

private:
    static constexpr std::size_t alignment = 8;
    static constexpr std::size_t first_block = std::size_t{16} << 10;
    static constexpr std::size_t largest_block = std::size_t{1} << 20;

    char* block(std::size_t bytes) {
        blocks_.push_back(std::make_unique_for_overwrite<char[]>(bytes));
        return blocks_.back().get();
    }

    std::size_t left_;
    std::size_t block_ = first_block;
    char* next_ = nullptr;
    char* end_ = nullptr;
    std::vector<std::unique_ptr<char[]>> blocks_{};
};

}  // namespace parlance::jinja
