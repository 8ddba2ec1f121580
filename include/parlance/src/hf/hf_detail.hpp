// parlance/src/hf/hf_detail.hpp - the definitions of hf/detail/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/impl/collected_fields.ipp>
#include <parlance/hf/detail/impl/delimiter_search.ipp>
#include <parlance/hf/detail/impl/document_reader.ipp>
#include <parlance/hf/detail/impl/member_scanner.ipp>
#include <parlance/hf/detail/impl/message_deltas.ipp>
#include <parlance/hf/detail/impl/pair_scanner.ipp>
#include <parlance/hf/detail/impl/pcre2.ipp>
#include <parlance/hf/detail/impl/python_text.ipp>
#include <parlance/hf/detail/impl/regex_program.ipp>
#include <parlance/hf/detail/impl/regex_scanner.ipp>
#include <parlance/hf/detail/impl/regex_search.ipp>
#include <parlance/hf/detail/impl/regex_set.ipp>
#include <parlance/hf/detail/impl/template_loader.ipp>
#include <parlance/hf/detail/impl/transform.ipp>
#include <parlance/hf/detail/impl/delimiter_scan.ipp>
