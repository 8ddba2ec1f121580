// parlance/schema/detail/unique.hpp - arrays without equal items, where there are few items to choose from
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/unique.ipp>
#endif
