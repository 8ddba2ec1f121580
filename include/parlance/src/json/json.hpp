// parlance/src/json/json.hpp - the definitions of json/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/detail/impl/nearest_double.ipp>
#include <parlance/json/impl/dump.ipp>
#include <parlance/json/impl/number.ipp>
#include <parlance/json/impl/parse.ipp>
#include <parlance/json/impl/partial.ipp>
#include <parlance/json/impl/value.ipp>
