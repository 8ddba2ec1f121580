// parlance/gbnf/detail/buffer.hpp - a growing array that is cheap to evaluate in the compiler
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cstddef>

namespace parlance::gbnf::detail {

/// Rows one after the other.  In a constant expression of clang, std::vector::push_back costs about 40
/// evaluation steps and this 4; that decides how large a grammar compiles at default limits.
template <class T>
struct buffer {
    T* data = nullptr;
    std::size_t size = 0;
    std::size_t capacity = 0;

    constexpr buffer() noexcept = default;
    /// `count` values T{}.
    constexpr explicit buffer(std::size_t count) : data(new T[count]()), size(count), capacity(count) {}
    constexpr buffer(buffer&& other) noexcept : data(other.data), size(other.size), capacity(other.capacity) {
        other.data = nullptr;
        other.size = other.capacity = 0;
    }
    buffer& operator=(buffer const&) = delete;
    constexpr ~buffer() { delete[] data; }

    constexpr void push(T const& value) {
        if (size == capacity) {
            grow(size < 32 ? 64 : size * 2);
        }
        data[size++] = value;
    }
    constexpr void grow(std::size_t room) {
        T* const larger = new T[room]();
        for (std::size_t i = 0; i < size; ++i) {
            larger[i] = data[i];
        }
        delete[] data;
        data = larger;
        capacity = room;
    }
    [[nodiscard]] constexpr T& back() noexcept { return data[size - 1]; }
    [[nodiscard]] constexpr T const* begin() const noexcept { return data; }
    [[nodiscard]] constexpr T const* end() const noexcept { return data + size; }
};

}  // namespace parlance::gbnf::detail
