// parlance/schema/detail/constants.hpp - constants, and the white space around them
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/constants.ipp>
#endif
