// test/fuzz/vocab.cpp - any bytes are a vocabulary or an error, for every reader; a vocabulary makes a trie
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/gguf.hpp>
#include <parlance/vocab/hf_json.hpp>
#include <parlance/vocab/open.hpp>
#include <parlance/vocab/sentencepiece.hpp>
#include <parlance/vocab/tekken.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include <parlance/vocab/trie.hpp>
#include <cstdlib>
#include <utility>

namespace {

using namespace parlance;

result<vocab::token_list> read(unsigned reader, std::string_view bytes, limits const& bounds) {
    constexpr vocab::named_token specials[] = {{"<|end|>", 3},
                                               {"<think>", 5, vocab::token_kind::user_defined}};
    switch (reader % 7) {
    case 0: return vocab::read_gguf(bytes, bounds);
    case 1: return vocab::read_tiktoken(bytes, {.specials = specials, .logits = 16}, bounds);
    case 2: return vocab::read_sentencepiece(bytes, 16, bounds);
    case 3: return vocab::read_tekken(bytes, bounds);
    case 4: {
        auto any = vocab::read(bytes, {.specials = specials, .logits = 16}, bounds);
        return any ? result<vocab::token_list>{std::move(any->tokens)} : any.error();
    }
    case 5: return vocab::read_hf_json(bytes, {.logits = 16}, bounds);
    default: {
        std::size_t const half = bytes.find('\0');
        std::string_view const config = half == std::string_view::npos ? "" : bytes.substr(half + 1);
        return vocab::read_hf_json(bytes.substr(0, half),
                                   {.tokenizer_config = config,
                                    .generation_config = config,
                                    .special_tokens_map = config,
                                    .added_tokens = config},
                                   bounds);
    }
    }
}

/// Every text token is found where its bytes lead, and nothing else is.
void require_complete(vocab::trie const& t, vocab::view v) {
    std::size_t tokens = 0;
    for (auto const& n : t.nodes()) {
        t.each_token(n, [&](vocab::token_id) { ++tokens; });
    }
    for (vocab::token_id id = 0; id < v.size(); ++id) {
        if (v.bytes(id).empty()) {
            continue;
        }
        --tokens;
        bool found = false;
        if (auto const* n = t.find(v.bytes(id))) {
            t.each_token(*n, [&](vocab::token_id other) { found = found || other == id; });
        }
        if (!found) {
            std::abort();
        }
    }
    if (tokens != 0) {
        std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    limits bounds;
    bounds.tokens = 5000;
    auto const v = read(data[0], {reinterpret_cast<char const*>(data) + 1, size - 1}, bounds);
    if (!v) {
        if (render(v.error()).empty()) {
            std::abort();
        }
        return 0;
    }
    if (v->size() == 0 || v->size() > bounds.tokens) {
        std::abort();
    }
    auto const t = vocab::trie::build(*v);
    if (!t) {
        return 0;  // a token of more than 4095 bytes
    }
    require_complete(*t, *v);
    std::string const saved = t->save();
    auto const loaded = vocab::trie::load(saved, *v);
    if (!loaded || loaded->save() != saved) {
        std::abort();
    }
    return 0;
}
