// parlance/mask/detail/mutex.hpp - the locks of text/mutex.hpp, by shorter names
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/mutex.hpp>

namespace parlance::mask::detail {

using parlance::detail::call_once;
using parlance::detail::lock_guard;
using parlance::detail::mutex;
using parlance::detail::once_flag;

}  // namespace parlance::mask::detail
