// parlance/schema/detail/goals.hpp - goals as rules: an alternative per branch and type
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/goals.ipp>
#endif
