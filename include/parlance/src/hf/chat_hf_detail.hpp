// parlance/src/hf/chat_hf_detail.hpp - the definitions of chat/hf/detail/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/impl/collected_fields.ipp>
#include <parlance/chat/hf/detail/impl/delimiter_search.ipp>
#include <parlance/chat/hf/detail/impl/document_reader.ipp>
#include <parlance/chat/hf/detail/impl/jmespath_functions.ipp>
#include <parlance/chat/hf/detail/impl/jmespath_grammar.ipp>
#include <parlance/chat/hf/detail/impl/jmespath_reader.ipp>
#include <parlance/chat/hf/detail/impl/member_scanner.ipp>
#include <parlance/chat/hf/detail/impl/message_deltas.ipp>
#include <parlance/chat/hf/detail/impl/pair_scanner.ipp>
#include <parlance/chat/hf/detail/impl/pcre2.ipp>
#include <parlance/chat/hf/detail/impl/python_text.ipp>
#include <parlance/chat/hf/detail/impl/regex_program.ipp>
#include <parlance/chat/hf/detail/impl/regex_scanner.ipp>
#include <parlance/chat/hf/detail/impl/regex_search.ipp>
#include <parlance/chat/hf/detail/impl/regex_set.ipp>
#include <parlance/chat/hf/detail/impl/replacement.ipp>
#include <parlance/chat/hf/detail/impl/schema_reading.ipp>
#include <parlance/chat/hf/detail/impl/template_loader.ipp>
#include <parlance/chat/hf/detail/impl/transform.ipp>
#include <parlance/chat/hf/detail/impl/watch.ipp>
