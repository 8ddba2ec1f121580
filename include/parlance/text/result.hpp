// parlance/text/result.hpp - a value, or the diagnostic that says why there is none
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/maybe.hpp>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

namespace parlance {

/// Thrown by result::value() when there is no value, and by nothing else; what() is the rendered diagnostic, behind its
/// line and column where it has them: "3:7: error: this rule is never defined (valu; did you mean 'value'?)".
class bad_result : public std::runtime_error {
public:
    explicit bad_result(parlance::diagnostic const& d) : std::runtime_error(render(d)), error_(d) {}
    [[nodiscard]] parlance::diagnostic const& error() const noexcept { return error_; }

private:
    parlance::diagnostic error_;
};

/// A value of type T or a diagnostic.  Test it, then use `*r` or `r.error()`.
template <class T>
class [[nodiscard]] result {
public:
    using value_type = T;

    constexpr result(T value) : value_(std::move(value)) {}                 // NOLINT: implicit
    constexpr result(parlance::diagnostic const& error) : error_(error) {}  // NOLINT: implicit

    [[nodiscard]] constexpr bool has_value() const noexcept { return value_.has_value(); }
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return has_value(); }

    /// Precondition for these: has_value().
    [[nodiscard]] constexpr T& operator*() & noexcept { return *value_; }
    [[nodiscard]] constexpr T const& operator*() const& noexcept { return *value_; }
    [[nodiscard]] constexpr T&& operator*() && noexcept { return *std::move(value_); }
    [[nodiscard]] constexpr T* operator->() noexcept { return value_.operator->(); }
    [[nodiscard]] constexpr T const* operator->() const noexcept { return value_.operator->(); }

    /// errc::none when there is a value.
    [[nodiscard]] constexpr parlance::diagnostic const& error() const noexcept { return error_; }

    /// The value; without one throws bad_result, or aborts where exceptions are disabled.
    [[nodiscard]] constexpr T& value() & { return check(), *value_; }
    [[nodiscard]] constexpr T const& value() const& { return check(), *value_; }
    [[nodiscard]] constexpr T&& value() && { return check(), *std::move(value_); }

    /// The value, or `other` without one.
    [[nodiscard]] constexpr T value_or(T other) const& { return value_.value_or(std::move(other)); }
    [[nodiscard]] constexpr T value_or(T other) && {
        return has_value() ? *std::move(value_) : std::move(other);
    }

private:
    constexpr void check() const {
        if (!has_value()) {
#if defined(__cpp_exceptions)
            throw bad_result(error_);
#else
            std::abort();
#endif
        }
    }

    maybe<T> value_;
    parlance::diagnostic error_{};
};

/// Success without a value, or a diagnostic.
template <>
class [[nodiscard]] result<void> {
public:
    using value_type = void;

    constexpr result() noexcept = default;
    constexpr result(parlance::diagnostic const& error) noexcept : error_(error) {}  // NOLINT: implicit

    [[nodiscard]] constexpr bool has_value() const noexcept { return error_.code == errc::none; }
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return has_value(); }
    [[nodiscard]] constexpr parlance::diagnostic const& error() const noexcept { return error_; }
    constexpr void value() const {
        if (!has_value()) {
#if defined(__cpp_exceptions)
            throw bad_result(error_);
#else
            std::abort();
#endif
        }
    }

private:
    parlance::diagnostic error_{};
};

}  // namespace parlance
