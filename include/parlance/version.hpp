// parlance/version.hpp - version of this source tree, the one place it is written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#define PARLANCE_VERSION "0.1.0"
