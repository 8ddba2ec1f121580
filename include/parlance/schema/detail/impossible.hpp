// parlance/schema/detail/impossible.hpp - whether a goal has no value, as far as a short look can tell
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/impossible.ipp>
#endif
