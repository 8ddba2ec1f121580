// parlance/text/stop.hpp - how a caller asks a long call to give up
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <concepts>
#include <cstddef>

namespace parlance {

/// Anything that can be asked whether to stop: std::stop_token, or a class of the caller's own around a flag.
template <class T>
concept stoppable = requires(T const& t) {
    { t.stop_requested() } -> std::convertible_to<bool>;
};

/// A view of such an object, which must live until the call that it is passed to has returned; by default of none,
/// and never stops.  (<stop_token> itself is not everywhere: libc++ 19 and platforms without threads lack it.)
class stop_token {
public:
    constexpr stop_token() noexcept = default;
    constexpr stop_token(std::nullptr_t) noexcept {}
    template <stoppable T>
    requires(!std::same_as<T, stop_token>)
    constexpr stop_token(T const& asked) noexcept : stop_token(&asked) {}
    template <stoppable T>
    requires(!std::same_as<T, stop_token>)
    stop_token(T const&&) = delete;  // a temporary would be gone when it is asked
    /// Null is allowed, and never stops.
    template <stoppable T>
    constexpr stop_token(T const* asked) noexcept
        : object_(asked), ask_(asked == nullptr ? nullptr : &requested<T>) {}

    [[nodiscard]] constexpr bool stop_requested() const { return ask_ != nullptr && ask_(object_); }

private:
    template <class T>
    static bool requested(void const* asked) {
        return static_cast<bool>(static_cast<T const*>(asked)->stop_requested());
    }

    void const* object_ = nullptr;
    bool (*ask_)(void const*) = nullptr;
};

/// A stop object that stays stopped: whoever was told to stop has left something undone, and what comes next must know.
/// For one thread.
class lasting_stop {
public:
    constexpr explicit lasting_stop(stop_token asked) noexcept : asked_(asked) {}
    [[nodiscard]] constexpr bool stop_requested() const {
        return stopped_ = stopped_ || asked_.stop_requested();
    }
    /// Whether it was told to stop, without asking again.
    [[nodiscard]] constexpr bool stopped() const noexcept { return stopped_; }

private:
    stop_token asked_;
    mutable bool stopped_ = false;
};

/// Asks now and then among many small steps, and remembers that it was asked to stop.
class stop_asker {
public:
    /// Rows that are read, copied, or touched for the first time between two looks: some ten microseconds of them.
    static constexpr std::size_t between_looks = 512;

    constexpr stop_asker() noexcept = default;  // never stops
    constexpr explicit stop_asker(stop_token asked, stop_token other = {}) noexcept
        : asked_(asked), other_(other) {}

    /// Whether to go on with so many more rows; false, once and for all, where the caller wants to go no further.
    constexpr bool next(std::size_t rows = 1) {
        rows_ += rows;
        return rows_ < between_looks ? !stopped_ : look();
    }
    /// The same, and asks now.
    constexpr bool look() {
        rows_ = 0;
        stopped_ = stopped_ || asked_.stop_requested() || other_.stop_requested();
        return !stopped_;
    }
    [[nodiscard]] constexpr bool stopped() const noexcept { return stopped_; }

private:
    stop_token asked_{};
    stop_token other_{};
    std::size_t rows_ = 0;
    bool stopped_ = false;
};

}  // namespace parlance
