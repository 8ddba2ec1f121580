// parlance/text/function_ref.hpp - a callable that belongs to somebody else
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <memory>
#include <type_traits>
#include <utility>

namespace parlance {

template <class Signature>
class function_ref;

/// Refers to any callable, without owning it: a parameter type for functions that are compiled once, where a template
/// would be compiled for every callable.  Valid as long as what it refers to; it allocates nothing.
template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
public:
    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, function_ref> &&
             std::is_invocable_r_v<Result, F&, Arguments...>)
    function_ref(F&& f) noexcept {  // NOLINT: implicit on purpose
        using callable = std::remove_reference_t<F>;
        if constexpr (std::is_function_v<callable>) {  // no object, so that its address is of another kind
            to_.function = reinterpret_cast<void (*)()>(&f);
            call_ = [](target to, Arguments... arguments) -> Result {
                return invoke(*reinterpret_cast<callable*>(to.function),
                              std::forward<Arguments>(arguments)...);
            };
        } else {
            to_.object = const_cast<void*>(static_cast<void const*>(std::addressof(f)));
            call_ = [](target to, Arguments... arguments) -> Result {
                return invoke(*static_cast<callable*>(to.object), std::forward<Arguments>(arguments)...);
            };
        }
    }

    Result operator()(Arguments... arguments) const {
        return call_(to_, std::forward<Arguments>(arguments)...);
    }

private:
    union target {
        void* object;
        void (*function)();
    };

    template <class F>
    static Result invoke(F& f, Arguments... arguments) {
        if constexpr (std::is_void_v<Result>) {
            static_cast<void>(f(std::forward<Arguments>(arguments)...));  // whatever it gives
        } else {
            return f(std::forward<Arguments>(arguments)...);
        }
    }

    target to_;
    Result (*call_)(target, Arguments...);
};

}  // namespace parlance
