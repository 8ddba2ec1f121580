// parlance/schema/detail/validate_left_over.hpp - unevaluatedItems and unevaluatedProperties of a value
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/validate_left_over.ipp>
#endif
