// parlance/jinja/fault.hpp - how an error travels inside the engine
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::jinja {

/// Thrown inside compile() and render(), turned into a diagnostic at their edge; never leaves them.
///
/// at  byte offset in the template; `nowhere` until the machine adds the place of the instruction it was executing
struct fault {
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    errc code = errc::none;
    std::string message{};
    std::size_t at = nowhere;
    std::size_t length = 0;
};

[[noreturn]] inline void type_error(std::string message) {
    throw fault{errc::jinja_type, std::move(message)};
}
[[noreturn]] inline void value_error(std::string message) {
    throw fault{errc::jinja_value, std::move(message)};
}

}  // namespace parlance::jinja
