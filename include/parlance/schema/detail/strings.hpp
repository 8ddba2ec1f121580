// parlance/schema/detail/strings.hpp - strings as rules
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/strings.ipp>
#endif
