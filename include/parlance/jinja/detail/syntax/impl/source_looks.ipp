// parlance/jinja/detail/syntax/impl/source_looks.ipp - definitions of what parlance/jinja/detail/syntax/source_looks.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/syntax/source_looks.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/text/errc.hpp>

namespace parlance::jinja {

void source_looks::look() {
    passed_ = 0;
    if (asked_.stop_requested()) {
        throw fault{errc::cancelled};
    }
}

}  // namespace parlance::jinja
