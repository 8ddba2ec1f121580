// parlance/schema.hpp - JSON Schema: networks of the values it describes, and a validator
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/format.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/schema/validate.hpp>
