// parlance/vocab.hpp - vocabularies of tokens and the formats they come in; what reads JSON has doors of its own
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/byte_level.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/ending.hpp>
#include <parlance/vocab/file_path.hpp>
#include <parlance/vocab/gguf.hpp>
#include <parlance/vocab/open.hpp>
#include <parlance/vocab/sentencepiece.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/tokenizer_info.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
