// parlance/src/json/vocab.hpp - the definitions of vocab/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/impl/hf_config.ipp>
#include <parlance/vocab/impl/hf_json.ipp>
#include <parlance/vocab/impl/load.ipp>
#include <parlance/vocab/impl/tekken.ipp>
