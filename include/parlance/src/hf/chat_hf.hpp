// parlance/src/hf/chat_hf.hpp - the definitions of chat/hf/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/impl/content.ipp>
#include <parlance/chat/hf/impl/export.ipp>
#include <parlance/chat/hf/impl/jmespath.ipp>
#include <parlance/chat/hf/impl/regex.ipp>
#include <parlance/chat/hf/impl/region_event.ipp>
#include <parlance/chat/hf/impl/response_reader.ipp>
#include <parlance/chat/hf/impl/response_schema.ipp>
#include <parlance/chat/hf/impl/response_template.ipp>
#include <parlance/chat/hf/impl/schema_response.ipp>
#include <parlance/chat/hf/impl/template_response.ipp>
