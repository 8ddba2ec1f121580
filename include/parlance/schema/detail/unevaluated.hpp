// parlance/schema/detail/unevaluated.hpp - which members and items are left to unevaluatedProperties and -Items
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/unevaluated.ipp>
#endif
