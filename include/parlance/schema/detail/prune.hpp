// parlance/schema/detail/prune.hpp - ways that the facts so far rule out, and choices that they have made
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/prune.ipp>
#endif
