// parlance/schema/detail/open.hpp - what a schema and its complement assert, keyword by keyword
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/open.ipp>
#endif
