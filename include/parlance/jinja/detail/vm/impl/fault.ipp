// parlance/jinja/detail/vm/impl/fault.ipp - definitions of what parlance/jinja/detail/vm/fault.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/text/errc.hpp>
#include <cstddef>
#include <string>
#include <string_view>

namespace parlance::jinja {

void type_error(std::string message) { throw fault{errc::jinja_type, std::move(message)}; }

void value_error(std::string message) { throw fault{errc::jinja_value, std::move(message)}; }

}  // namespace parlance::jinja
