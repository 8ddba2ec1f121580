// parlance/hf.hpp - Hugging Face's response templates; needs PCRE2 and is no part of parlance.hpp
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/content.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/hf/region_event.hpp>
#include <parlance/hf/response_reader.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/hf/template_field.hpp>
#include <parlance/hf/template_response.hpp>
