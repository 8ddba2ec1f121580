// parlance/vocab.hpp - vocabularies of tokens and the formats they come in; tokenizer.json and tekken are doors of their own
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/byte_level.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/ending.hpp>
#include <parlance/vocab/gguf.hpp>
#include <parlance/vocab/list.hpp>
#include <parlance/vocab/sentencepiece.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include <parlance/vocab/trie.hpp>
#include <parlance/vocab/view.hpp>
