// parlance/schema/detail/objects.hpp - objects as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/objects.ipp>
#endif
