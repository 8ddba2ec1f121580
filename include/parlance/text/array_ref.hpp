// parlance/text/array_ref.hpp - an array that belongs to somebody else
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cassert>
#include <cstddef>
#include <type_traits>

namespace parlance {

/// std::span as far as the library needs it, for its own types.
///
/// Making a std::span<T const> of an array asks a compiler for the concepts of a contiguous range, and for those of T*: 2 MB
/// and 10 ms for each T.  This is a pointer and a size.  Members mean what they mean in std::span; an index out of bounds is
/// an assertion.  Interfaces of numbers and text have std::span.
template <class T>
class array_ref {
public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using pointer = T*;
    using reference = T&;
    using iterator = T*;

    constexpr array_ref() noexcept = default;
    constexpr array_ref(T* at, std::size_t size) noexcept : data_(at), size_(size) {}
    constexpr array_ref(T* first, T* last) noexcept
        : data_(first), size_(static_cast<std::size_t>(last - first)) {}
    template <std::size_t Size>
    constexpr array_ref(T (&items)[Size]) noexcept : data_(items), size_(Size) {}  // NOLINT: implicit
    /// Of anything that has the items one behind the other: a vec, a std::vector, a std::span.
    template <class Items>
    requires requires(Items& items) { array_ref(items.data(), items.size()); }
    constexpr array_ref(Items&& items) noexcept  // NOLINT: implicit
        : data_(items.data()), size_(items.size()) {}

    [[nodiscard]] constexpr T* begin() const noexcept { return data_; }
    [[nodiscard]] constexpr T* end() const noexcept { return data_ + size_; }
    [[nodiscard]] constexpr T* data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] constexpr T& operator[](std::size_t i) const noexcept {
        assert(i < size_);
        return data_[i];
    }
    [[nodiscard]] constexpr T& front() const noexcept { return (*this)[0]; }
    [[nodiscard]] constexpr T& back() const noexcept { return (*this)[size_ - 1]; }

    [[nodiscard]] constexpr array_ref first(std::size_t count) const noexcept { return subspan(0, count); }
    [[nodiscard]] constexpr array_ref subspan(std::size_t from) const noexcept {
        return subspan(from, size_ - from);
    }
    [[nodiscard]] constexpr array_ref subspan(std::size_t from, std::size_t count) const noexcept {
        assert(from <= size_ && count <= size_ - from);
        return {data_ + from, count};
    }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

template <class Items>
array_ref(Items&& items) -> array_ref<std::remove_pointer_t<decltype(items.data())>>;

}  // namespace parlance
