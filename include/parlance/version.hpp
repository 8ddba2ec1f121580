// parlance/version.hpp - version of this source tree, the one place it is written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#define PARLANCE_VERSION "0.1.0"

/// The same as numbers, for #if.
#define PARLANCE_VERSION_MAJOR 0
#define PARLANCE_VERSION_MINOR 1
#define PARLANCE_VERSION_PATCH 0
