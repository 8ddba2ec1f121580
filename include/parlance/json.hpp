// parlance/json.hpp - strict parsing with exact numbers, and Python's spelling on output
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/dump.hpp>
#include <parlance/json/number.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/partial.hpp>
#include <parlance/json/value.hpp>
