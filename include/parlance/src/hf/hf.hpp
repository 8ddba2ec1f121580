// parlance/src/hf/hf.hpp - the definitions of hf/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/impl/content.ipp>
#include <parlance/hf/impl/regex.ipp>
#include <parlance/hf/impl/region_event.ipp>
#include <parlance/hf/impl/response_reader.ipp>
#include <parlance/hf/impl/response_template.ipp>
#include <parlance/hf/impl/template_response.ipp>
