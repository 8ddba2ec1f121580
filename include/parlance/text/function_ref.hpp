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
    function_ref(F&& f) noexcept  // NOLINT: implicit on purpose
        : object_(const_cast<void*>(static_cast<void const*>(std::addressof(f)))),
          call_([](void* object, Arguments... arguments) -> Result {
              return (*static_cast<std::remove_reference_t<F>*>(object))(
                  std::forward<Arguments>(arguments)...);
          }) {}

    Result operator()(Arguments... arguments) const {
        return call_(object_, std::forward<Arguments>(arguments)...);
    }

private:
    void* object_;
    Result (*call_)(void*, Arguments...);
};

}  // namespace parlance
