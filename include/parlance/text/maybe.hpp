// parlance/text/maybe.hpp - a value or none
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <cassert>
#include <memory>
#include <new>

namespace parlance {

/// std::optional as far as the library needs it, for its own types inside: 1 MB less of a compiler's memory for each T,
/// see parlance/text/vec.hpp.  Members mean what they mean there; none where there should be a value is an assertion.
template <class T>
class maybe {
public:
    constexpr maybe() noexcept : none_{} {}
    constexpr maybe(T const& value)  // NOLINT: implicit
    requires requires { T(value); }
        : has_(true), value_(value) {}
    constexpr maybe(T&& value) : has_(true), value_(static_cast<T&&>(value)) {}  // NOLINT: implicit
    constexpr maybe(maybe const& other)
    requires requires(T const& value) { T(value); }
        : none_{} {
        if (other.has_) {
            construct(other.value_);
        }
    }
    constexpr maybe(maybe&& other) noexcept(noexcept(T(static_cast<T&&>(other.value_)))) : none_{} {
        if (other.has_) {
            construct(static_cast<T&&>(other.value_));
        }
    }
    constexpr maybe& operator=(maybe const& other)
    requires requires(T const& value) { T(value); }
    {
        if (this != &other) {
            reset();
            if (other.has_) {
                construct(other.value_);
            }
        }
        return *this;
    }
    constexpr maybe& operator=(maybe&& other) noexcept(noexcept(T(static_cast<T&&>(other.value_)))) {
        if (this != &other) {
            reset();
            if (other.has_) {
                construct(static_cast<T&&>(other.value_));
            }
        }
        return *this;
    }
    constexpr ~maybe() {
        if (has_) {
            value_.~T();
        }
    }

    template <class... Arguments>
    constexpr T& emplace(Arguments&&... arguments) {
        reset();
        return construct(static_cast<Arguments&&>(arguments)...);
    }
    constexpr void reset() noexcept {
        if (has_) {
            has_ = false;
            value_.~T();
        }
    }

    [[nodiscard]] constexpr bool has_value() const noexcept { return has_; }
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return has_; }
    [[nodiscard]] constexpr T& operator*() & noexcept { return assert(has_), value_; }
    [[nodiscard]] constexpr T const& operator*() const& noexcept { return assert(has_), value_; }
    [[nodiscard]] constexpr T&& operator*() && noexcept { return assert(has_), static_cast<T&&>(value_); }
    [[nodiscard]] constexpr T value_or(T other) const { return has_ ? value_ : static_cast<T&&>(other); }
    [[nodiscard]] constexpr T* operator->() noexcept { return std::addressof(**this); }
    [[nodiscard]] constexpr T const* operator->() const noexcept { return std::addressof(**this); }

    friend constexpr bool operator==(maybe const& a, maybe const& b) {
        return a.has_ == b.has_ && (!a.has_ || a.value_ == b.value_);
    }

private:
    /// There is no value; that it is not looked at once more spares g++ a warning about one that is not initialized.
    template <class... Arguments>
    constexpr T& construct(Arguments&&... arguments) {
        std::construct_at(std::addressof(value_), static_cast<Arguments&&>(arguments)...);
        has_ = true;
        return value_;
    }

    bool has_ = false;
    union {
        char none_;
        T value_;
    };
};

}  // namespace parlance
