// parlance/schema/detail/validate_nested.hpp - the keywords that hold schemas
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/validate_nested.ipp>
#endif
