// parlance/jinja/detail/vm/fault.hpp - how an error travels inside the engine
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <string>

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

[[noreturn]] PARLANCE_RARE void type_error(std::string message);
[[noreturn]] PARLANCE_RARE void value_error(std::string message);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/fault.ipp>
#endif
