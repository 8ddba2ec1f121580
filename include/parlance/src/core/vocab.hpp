// parlance/src/core/vocab.hpp - the definitions of vocab/, for one object of a compiled library
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/detail/impl/base64.ipp>
#include <parlance/vocab/detail/impl/bytes.ipp>
#include <parlance/vocab/detail/impl/file_format.ipp>
#include <parlance/vocab/detail/impl/mapped_file.ipp>
#include <parlance/vocab/detail/impl/token_sorter.ipp>
#include <parlance/vocab/impl/byte_level.ipp>
#include <parlance/vocab/impl/ending.ipp>
#include <parlance/vocab/impl/gguf.ipp>
#include <parlance/vocab/impl/open.ipp>
#include <parlance/vocab/impl/sentencepiece.ipp>
#include <parlance/vocab/impl/tiktoken.ipp>
#include <parlance/vocab/impl/token_list.ipp>
#include <parlance/vocab/impl/trie.ipp>
