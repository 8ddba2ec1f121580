// parlance/gbnf/detail/buffer.hpp - a growing array that is cheap to evaluate in the compiler
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/stop.hpp>
#include <cstddef>
#include <new>
#include <type_traits>

namespace parlance::gbnf::detail {

/// Rows one after the other.  In a constant expression of clang, std::vector::push_back costs about 40
/// evaluation steps and this 4; that decides how large a grammar compiles at default limits.
///
/// One that has a stop_asker asks each time it has taken some thousand rows, and while it moves to larger storage.
template <class T>
struct buffer {
    static_assert(std::is_trivially_copyable_v<T>);

    T* data = nullptr;
    std::size_t size = 0;
    std::size_t capacity = 0;  // before the next look
    std::size_t room = 0;
    stop_asker* asker = nullptr;

    constexpr buffer() noexcept = default;
    constexpr explicit buffer(stop_asker& asked) noexcept : asker(&asked) {}
    /// `count` values T{}.
    constexpr explicit buffer(std::size_t count) : buffer() { fill(count); }
    constexpr buffer(std::size_t count, stop_asker& asked) : buffer(asked) { fill(count); }
    constexpr buffer(buffer&& other) noexcept
        : data(other.data), size(other.size), capacity(other.capacity), room(other.room), asker(other.asker) {
        other.data = nullptr;
        other.size = other.capacity = other.room = 0;
    }
    buffer& operator=(buffer const&) = delete;
    constexpr ~buffer() { release(data); }

    constexpr void push(T const& value) {
        if (size == capacity) {
            make_room(value);
        } else {
            data[size++] = value;
        }
    }
    /// Makes room for so many rows in all.
    constexpr void grow(std::size_t wanted) {
        T* const larger = allocate(wanted);
        for (std::size_t i = 0; i < size; look()) {
            for (std::size_t const end = next_look(i, size); i < end; ++i) {
                larger[i] = data[i];
            }
        }
        release(data);
        data = larger;
        room = wanted;
        capacity = next_look(size, room);
    }
    /// Looks whether to stop.
    constexpr void look() {
        if (asker != nullptr) {
            asker->look();
        }
        capacity = next_look(size, room);
    }
    /// Gives the storage back.
    constexpr void clear() noexcept {
        release(data);
        data = nullptr;
        size = capacity = room = 0;
    }
    [[nodiscard]] constexpr T& back() noexcept { return data[size - 1]; }
    [[nodiscard]] constexpr T const* begin() const noexcept { return data; }
    [[nodiscard]] constexpr T const* end() const noexcept { return data + size; }

private:
    /// In a program the rows are not touched before they are written.
    [[nodiscard]] static constexpr T* allocate(std::size_t count) {
        if (std::is_constant_evaluated()) {
            return new T[count]();
        }
        return static_cast<T*>(::operator new(count * sizeof(T)));
    }
    static constexpr void release(T* rows) noexcept {
        if (std::is_constant_evaluated()) {
            delete[] rows;
        } else {
            ::operator delete(static_cast<void*>(rows));
        }
    }
    /// How far a loop from `i` to `end` goes before it looks.
    [[nodiscard]] constexpr std::size_t next_look(std::size_t i, std::size_t end) const noexcept {
        return asker != nullptr && end - i > stop_asker::between_looks ? i + stop_asker::between_looks : end;
    }
    constexpr void make_room(T const value) {
        if (size == room) {
            grow(size < 32 ? 64 : size * 2);
        } else {
            look();
        }
        data[size++] = value;
    }
    constexpr void fill(std::size_t count) {
        grow(count);
        if (std::is_constant_evaluated()) {
            size = capacity = count;  // they are T{}
            return;
        }
        for (; size < count; look()) {
            for (std::size_t const end = next_look(size, count); size < end; ++size) {
                data[size] = T{};
            }
        }
        capacity = count;
    }
};

}  // namespace parlance::gbnf::detail
