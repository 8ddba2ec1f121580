// parlance/schema/detail/raw.hpp - values that stand between markers without quotes
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/raw.ipp>
#endif
