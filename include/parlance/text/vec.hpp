// parlance/text/vec.hpp - a dynamic array that costs a compiler little
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <algorithm>
#include <cassert>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

namespace parlance {

namespace detail {

/// Storage without objects in it.
struct storage {
    void* at;
    std::size_t capacity;  // in items
};

/// Storage for `least` items of `item` bytes, or for twice `capacity`, whichever is more.
/// Errors: std::bad_alloc, also where the bytes cannot be counted.
[[nodiscard]] PARLANCE_DECL storage larger_storage(std::size_t capacity, std::size_t least, std::size_t item);

/// The same, into which the first `used` items of `old` go as bytes; `old` is freed then.
[[nodiscard]] PARLANCE_DECL storage moved_storage(storage old, std::size_t used, std::size_t least,
                                                  std::size_t item);

/// The same, and behind them the bytes of `value`, which may be one of the items of `old`.
[[nodiscard]] PARLANCE_DECL storage pushed_storage(storage old, std::size_t used, std::size_t least,
                                                   void const* value, std::size_t item);

/// Moves bytes to where they may overlap with where they are.
PARLANCE_DECL void move_bytes(void* to, void const* from, std::size_t count) noexcept;

}  // namespace detail

/// std::vector as far as the library needs it, for its own types inside.
///
/// A compiler spends 40 to 60 ms and 3 to 6 MB on the members of each std::vector<T> that is used.  This library has some
/// hundreds of types that stand in arrays, and in header-only mode every program pays for them: half of the time that
/// mask.hpp took was std::vector.  Here storage is made by functions that are no templates, iterators are pointers, and
/// there are no allocators; what is left takes a fifth (bench/headers prints the sum).  As in LLVM's SmallVector, items
/// that are trivially copyable move as bytes.  Interfaces that users see have std::vector.
///
/// Members mean what they mean in std::vector, with its complexity and its guarantees; arguments may refer to items of the
/// array itself.  Items are moved without exceptions.  An index out of bounds is an assertion.
template <class T>
class vec {
public:
    using value_type = T;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T&;
    using const_reference = T const&;
    using pointer = T*;
    using const_pointer = T const*;
    using iterator = T*;
    using const_iterator = T const*;

    constexpr vec() noexcept = default;
    explicit vec(std::size_t count) : vec() { resize(count); }
    vec(std::size_t count, T const& value) : vec() { resize(count, value); }
    vec(std::initializer_list<T> items) : vec() { append(items.begin(), items.size()); }
    template <class It>
    requires(!std::is_arithmetic_v<It>)
    vec(It first, It last) : vec() {
        append(first, last);
    }
    vec(vec const& other) : vec() { append(other.data_, other.size_); }
    vec(vec&& other) noexcept : data_(other.data_), size_(other.size_), capacity_(other.capacity_) {
        other.forget();
    }
    vec& operator=(vec const& other) {
        if (this != &other) {
            clear();
            append(other.data_, other.size_);
        }
        return *this;
    }
    vec& operator=(vec&& other) noexcept {
        if (this != &other) {
            release();
            data_ = other.data_;
            size_ = other.size_;
            capacity_ = other.capacity_;
            other.forget();
        }
        return *this;
    }
    ~vec() { release(); }

    [[nodiscard]] T* begin() noexcept { return data_; }
    [[nodiscard]] T* end() noexcept { return data_ + size_; }
    [[nodiscard]] constexpr T const* begin() const noexcept { return data_; }
    [[nodiscard]] constexpr T const* end() const noexcept { return data_ + size_; }
    [[nodiscard]] constexpr T const* cbegin() const noexcept { return data_; }
    [[nodiscard]] constexpr T const* cend() const noexcept { return data_ + size_; }
    [[nodiscard]] auto rbegin() noexcept { return std::reverse_iterator(end()); }
    [[nodiscard]] auto rend() noexcept { return std::reverse_iterator(begin()); }
    [[nodiscard]] auto rbegin() const noexcept { return std::reverse_iterator(end()); }
    [[nodiscard]] auto rend() const noexcept { return std::reverse_iterator(begin()); }

    [[nodiscard]] T* data() noexcept { return data_; }
    [[nodiscard]] constexpr T const* data() const noexcept { return data_; }
    [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
    [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

    [[nodiscard]] T& operator[](std::size_t i) noexcept {
        assert(i < size_);
        return data_[i];
    }
    [[nodiscard]] T const& operator[](std::size_t i) const noexcept {
        assert(i < size_);
        return data_[i];
    }
    [[nodiscard]] T& front() noexcept { return (*this)[0]; }
    [[nodiscard]] T const& front() const noexcept { return (*this)[0]; }
    [[nodiscard]] T& back() noexcept { return (*this)[size_ - 1]; }
    [[nodiscard]] T const& back() const noexcept { return (*this)[size_ - 1]; }

    void reserve(std::size_t count) {
        if (count > capacity_) {
            grow(count);
        }
    }
    void shrink_to_fit() {
        if (capacity_ > size_) {
            vec exact;
            exact.reserve(size_);
            exact.take(*this);
            *this = static_cast<vec&&>(exact);
        }
    }
    void clear() noexcept { destroy_from(0); }
    void pop_back() noexcept {
        assert(size_ != 0);
        data_[--size_].~T();
    }
    void resize(std::size_t count) {
        if (count < size_) {
            return destroy_from(count);
        }
        reserve(count);
        for (; size_ < count; ++size_) {
            ::new (static_cast<void*>(data_ + size_)) T();
        }
    }
    void resize(std::size_t count, T const& value) {
        if (count < size_) {
            return destroy_from(count);
        }
        if (count > capacity_) {
            T const kept(value);
            grow(count);
            return fill(count, kept);
        }
        fill(count, value);
    }

    template <class... Arguments>
    T& emplace_back(Arguments&&... arguments) {
        if (size_ == capacity_) {
            return push_grown(T(static_cast<Arguments&&>(arguments)...));
        }
        T* const at = ::new (static_cast<void*>(data_ + size_)) T(static_cast<Arguments&&>(arguments)...);
        ++size_;
        return *at;
    }
    void push_back(T const& value) {
        if (size_ == capacity_) {
            return push_copy_grown(value);
        }
        ::new (static_cast<void*>(data_ + size_)) T(value);
        ++size_;
    }
    void push_back(T&& value) {
        if (size_ == capacity_) {
            push_grown(static_cast<T&&>(value));
            return;
        }
        ::new (static_cast<void*>(data_ + size_)) T(static_cast<T&&>(value));
        ++size_;
    }

    void assign(std::size_t count, T const& value) {
        T const kept(value);
        clear();
        resize(count, kept);
    }
    template <class It>
    requires(!std::is_arithmetic_v<It>)
    void assign(It first, It last) {
        clear();
        append(first, last);
    }

    void assign(std::initializer_list<T> items) { assign(items.begin(), items.end()); }

    T* insert(T const* at, std::initializer_list<T> items) { return insert(at, items.begin(), items.end()); }
    T* insert(T const* at, T value) {
        std::size_t const index = static_cast<std::size_t>(at - data_);
        emplace_back(static_cast<T&&>(value));
        return bring_back(index, size_ - 1);
    }
    T* insert(T const* at, std::size_t count, T const& value) {
        std::size_t const index = static_cast<std::size_t>(at - data_);
        std::size_t const old = size_;
        resize(size_ + count, value);
        return bring_back(index, old);
    }
    /// The range is none of this array.
    template <class It>
    requires(!std::is_arithmetic_v<It>)
    T* insert(T const* at, It first, It last) {
        std::size_t const index = static_cast<std::size_t>(at - data_);
        std::size_t const old = size_;
        append(first, last);
        return bring_back(index, old);
    }
    T* erase(T const* first, T const* last) {
        T* const to = data_ + (first - data_);
        if (first != last) {
            std::size_t const rest = static_cast<std::size_t>(end() - last);
            if constexpr (moves_as_bytes) {
                detail::move_bytes(to, last, rest * sizeof(T));
            } else {
                for (std::size_t i = 0; i < rest; ++i) {
                    to[i] = static_cast<T&&>(const_cast<T&>(last[i]));
                }
            }
            destroy_from(static_cast<std::size_t>(to - data_) + rest);
        }
        return to;
    }
    T* erase(T const* at) { return erase(at, at + 1); }

    void swap(vec& other) noexcept {
        T* const data = data_;
        std::size_t const size = size_;
        std::size_t const capacity = capacity_;
        data_ = other.data_;
        size_ = other.size_;
        capacity_ = other.capacity_;
        other.data_ = data;
        other.size_ = size;
        other.capacity_ = capacity;
    }
    friend void swap(vec& a, vec& b) noexcept { a.swap(b); }

    friend bool operator==(vec const& a, vec const& b) {
        std::size_t i = 0;
        while (i < a.size_ && i < b.size_ && a.data_[i] == b.data_[i]) {
            ++i;
        }
        return i == a.size_ && i == b.size_;
    }
    friend auto operator<=>(vec const& a, vec const& b) {
        using order = std::compare_three_way_result_t<T>;
        std::size_t const both = a.size_ < b.size_ ? a.size_ : b.size_;
        for (std::size_t i = 0; i < both; ++i) {
            if (order const here = a.data_[i] <=> b.data_[i]; here != 0) {
                return here;
            }
        }
        return static_cast<order>(a.size_ <=> b.size_);
    }

private:
    // Not std::is_trivially_copyable: its checks of T alone cost a tenth of an array.  The compilers have the same one.
    static constexpr bool moves_as_bytes = __is_trivially_copyable(T);

    /// push_back() where there is no room.  The value may be an item of this array.
    PARLANCE_COLD T& push_grown(T&& value) {
        constexpr std::size_t some = sizeof(T) < 24 ? 24 / sizeof(T) : 1;  // what any allocation has room for
        if constexpr (moves_as_bytes) {
            std::size_t const least = size_ == 0 ? some : size_ + 1;
            adopt(detail::pushed_storage({data_, capacity_}, size_, least, &value, sizeof(T)));
            return data_[size_++];
        }
        T kept(static_cast<T&&>(value));
        grow(size_ == 0 ? some : size_ + 1);
        return *::new (static_cast<void*>(data_ + size_++)) T(static_cast<T&&>(kept));
    }
    PARLANCE_COLD void push_copy_grown(T const& value) { push_grown(T(value)); }
    void grow(std::size_t least) {
        static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
        if constexpr (moves_as_bytes) {
            adopt(detail::moved_storage({data_, capacity_}, size_, least, sizeof(T)));
        } else {
            vec larger;
            larger.adopt(detail::larger_storage(capacity_, least, sizeof(T)));
            larger.take(*this);
            swap(larger);
        }
    }
    void adopt(detail::storage room) noexcept {
        data_ = static_cast<T*>(room.at);
        capacity_ = room.capacity;
    }
    /// Moves the items of another array to the end of this one, which has room for them.
    void take(vec& other) noexcept {
        for (T* item = other.data_; item != other.data_ + other.size_; ++item, ++size_) {
            ::new (static_cast<void*>(data_ + size_)) T(static_cast<T&&>(*item));
        }
    }
    void append(T const* items, std::size_t count) {
        reserve(size_ + count);
        if constexpr (moves_as_bytes) {
            if (count != 0) {
                detail::move_bytes(data_ + size_, items, count * sizeof(T));
                size_ += count;
            }
            return;
        }
        for (std::size_t i = 0; i < count; ++i, ++size_) {
            ::new (static_cast<void*>(data_ + size_)) T(items[i]);
        }
    }
    template <class It>
    void append(It first, It last) {
        if constexpr (std::is_same_v<It, T const*> || std::is_same_v<It, T*>) {
            return append(first, static_cast<std::size_t>(last - first));
        }
        if constexpr (requires { last - first; }) {
            reserve(size_ + static_cast<std::size_t>(last - first));
        }
        for (; first != last; ++first) {
            emplace_back(*first);
        }
    }
    /// Lets the items from `old` on stand in front of those from `index` on.
    T* bring_back(std::size_t index, std::size_t old) {
        std::size_t const count = size_ - old;
        if (index == old || count == 0) {
            return data_ + index;
        }
        if constexpr (moves_as_bytes) {
            reserve(size_ + count);
            detail::move_bytes(data_ + index + count, data_ + index, (size_ - index) * sizeof(T));
            detail::move_bytes(data_ + index, data_ + size_, count * sizeof(T));
        } else {
            std::rotate(data_ + index, data_ + old, data_ + size_);
        }
        return data_ + index;
    }
    void fill(std::size_t count, T const& value) {
        if constexpr (moves_as_bytes) {
            T const kept = value;
            T* const end = data_ + count;
            for (T* at = data_ + size_; at < end; ++at) {
                ::new (static_cast<void*>(at)) T(kept);
            }
            size_ = size_ < count ? count : size_;
            return;
        }
        for (; size_ < count; ++size_) {
            ::new (static_cast<void*>(data_ + size_)) T(value);
        }
    }
    void destroy_from(std::size_t index) noexcept {
        if constexpr (moves_as_bytes) {
            size_ = index;
        } else if (size_ > index) {
            destroy_each_from(index);
        }
    }
    /// Never inlined: each end of each scope would have the loop, and those that exceptions leave.
    PARLANCE_APART void destroy_each_from(std::size_t index) noexcept {
        while (size_ > index) {
            data_[--size_].~T();
        }
    }
    void release() noexcept {
        destroy_from(0);
        if (data_ != nullptr) {
            ::operator delete(static_cast<void*>(data_));
        }
    }
    void forget() noexcept {
        data_ = nullptr;
        size_ = 0;
        capacity_ = 0;
    }

    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// Removes all items that fulfil a predicate, as std::erase_if.  Returns how many.
template <class T, class Predicate>
std::size_t erase_if(vec<T>& items, Predicate predicate) {
    T* const rest = std::remove_if(items.begin(), items.end(), predicate);
    std::size_t const count = static_cast<std::size_t>(items.end() - rest);
    items.erase(rest, items.end());
    return count;
}

/// Removes all items that are equal to a value, as std::erase.  Returns how many.
template <class T, class U>
std::size_t erase(vec<T>& items, U const& value) {
    return erase_if(items, [&](T const& item) { return item == value; });
}

}  // namespace parlance

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/text/impl/vec.ipp>
#endif
