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

}  // namespace parlance
