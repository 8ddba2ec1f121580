// parlance/schema.hpp - JSON Schema: compile it to a network, validate against it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/compile_for.hpp>
#include <parlance/schema/contract.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/lowering_cache.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/schema/to_gbnf.hpp>
#include <parlance/schema/validate.hpp>
