// parlance/schema/detail/contradictory.hpp - facts that no value meets, seen at a glance
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/contradictory.ipp>
#endif
