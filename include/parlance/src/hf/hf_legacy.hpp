// parlance/src/hf/hf_legacy.hpp - the definitions of hf/legacy/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/impl/jmespath_functions.ipp>
#include <parlance/hf/legacy/detail/impl/jmespath_values.ipp>
#include <parlance/hf/legacy/detail/impl/jmespath_grammar.ipp>
#include <parlance/hf/legacy/detail/impl/jmespath_reader.ipp>
#include <parlance/hf/legacy/detail/impl/replacement.ipp>
#include <parlance/hf/legacy/detail/impl/schema_reading.ipp>
#include <parlance/hf/legacy/impl/jmespath.ipp>
#include <parlance/hf/legacy/impl/jmespath_calls.ipp>
#include <parlance/hf/legacy/impl/response_schema.ipp>
#include <parlance/hf/legacy/impl/schema_response.ipp>
