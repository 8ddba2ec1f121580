// parlance/jinja/detail/vm/memory.hpp - the arena every value of one rendering lives in, and its budget
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/fuel.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace parlance::jinja {

/// Storage that is freed all at once.  Values are never destroyed one by one, so cycles and deep nesting are
/// harmless.  Every byte is counted before it is allocated, those between two values and at the end of a block too; above
/// the budget a `fault` of out_of_memory_budget is thrown.  Blocks are paid for in steps as well, so that whoever
/// allocates need not.
class memory {
public:
    memory(std::size_t budget, fuel& steps) noexcept : steps_(steps), left_(budget) {}
    memory(memory const&) = delete;
    memory& operator=(memory const&) = delete;
    PARLANCE_DECL ~memory();

    /// Counts `bytes` against the budget without allocating them.
    PARLANCE_DECL void charge(std::size_t bytes);
    /// The same for bytes that will be allocated elsewhere, and written to; see scratch.hpp.
    PARLANCE_DECL void lend(std::size_t bytes);
    /// What was charged and is free again.
    void give_back(std::size_t bytes) noexcept { left_ += bytes; }
    /// Looks whether to stop, while something else is freed.
    void look() noexcept { steps_.look(); }
    [[nodiscard]] std::size_t left() const noexcept { return left_; }

    /// Uninitialised storage for `bytes` bytes, aligned for any value.
    [[nodiscard]] char* allocate(std::size_t bytes) {
        std::size_t const whole = (bytes + alignment - 1) & ~(alignment - 1);
        if (whole < bytes || whole > left_ || whole > static_cast<std::size_t>(end_ - next_)) [[unlikely]] {
            return allocate_elsewhere(bytes);
        }
        left_ -= whole;
        return std::exchange(next_, next_ + whole);
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
        steps_.in_parts(count, items_of_a_step<T>, [first](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                ::new (first + i) T{};
            }
        });
        return first;
    }

    /// A copy of `text` that lives as long as the arena.
    [[nodiscard]] PARLANCE_DECL std::string_view keep(std::string_view text);

    // What is long is copied in parts, with looks whether to stop in between.  Whoever calls these pays before.

    /// Copies bytes to where there is room for them.
    void copy(char* to, char const* from, std::size_t count) {
        steps_.in_parts(count, bytes_of_a_step, [=](std::size_t begin, std::size_t end) {
            std::memcpy(to + begin, from + begin, end - begin);
        });
    }
    /// Copies items to where others are; these may begin in front of them in the same array.
    template <class T>
    void copy(T* to, T const* from, std::size_t count) {
        steps_.in_parts(count, items_of_a_step<T>, [=](std::size_t begin, std::size_t end) {
            std::copy(from + begin, from + end, to + begin);
        });
    }
    /// Appends to a text that has room for it.
    void append(std::string& text, std::string_view s) {
        steps_.in_parts(s.size(), bytes_of_a_step, [&](std::size_t begin, std::size_t end) {
            text.append(s.data() + begin, end - begin);
        });
    }
    void append(std::string& text, std::size_t count, char c) {
        steps_.in_parts(count, bytes_of_a_step,
                        [&](std::size_t begin, std::size_t end) { text.append(end - begin, c); });
    }
    /// Makes room for `room` bytes, or items.
    PARLANCE_DECL void reserve(std::string& text, std::size_t room);
    template <class T>
    void reserve(vec<T>& items, std::size_t room) {
        vec<T> larger;
        larger.reserve(room);
        steps_.in_parts(items.size(), items_of_a_step<T>, [&](std::size_t begin, std::size_t end) {
            larger.insert(larger.end(), items.begin() + begin, items.begin() + end);
        });
        items.swap(larger);
    }
    /// Adds items, for which there is room.
    template <class T>
    void resize(vec<T>& items, std::size_t count) {
        std::size_t const before = items.size();
        steps_.in_parts(count - (std::min)(before, count), items_of_a_step<T>,
                        [&](std::size_t, std::size_t end) { items.resize(before + end); });
    }
    /// Appends an item, and moves the others in parts where there is no room.
    template <class T>
    void push_back(vec<T>& items, T const& item) {
        T const kept = item;
        if (items.size() == items.capacity()) {
            reserve(items, (std::max)(std::size_t{8}, 2 * items.capacity()));
        }
        items.push_back(kept);
    }

private:
    template <class T>
    static constexpr std::size_t items_of_a_step = sizeof(T) < 64 ? 64 / sizeof(T) : 1;
    static constexpr std::size_t alignment = 8;
    static constexpr std::size_t first_block = std::size_t{4} << 10;  // all that a short rendering needs
    static constexpr std::size_t second_block = std::size_t{16} << 10;
    static constexpr std::size_t largest_block = std::size_t{1} << 20;
    static constexpr std::size_t bytes_of_a_step = 64;        // written for the first time
    static constexpr std::size_t bytes_of_a_small_step = 32;  // in a block, where many allocations share them

    /// Where the current block has no room: in the next one, or in one of its own.
    PARLANCE_APART PARLANCE_DECL char* allocate_elsewhere(std::size_t bytes);
    PARLANCE_DECL char* block(std::size_t bytes);

    fuel& steps_;
    std::size_t left_;
    std::size_t block_ = second_block;  // size of the next one
    char* next_ = nullptr;
    char* end_ = nullptr;
    vec<std::unique_ptr<char[]>> blocks_{};
    alignas(alignment) char first_[first_block];
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/memory.ipp>
#endif
