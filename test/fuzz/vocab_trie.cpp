// test/fuzz/vocab_trie.cpp - no bytes but those that save() wrote are loaded as a vocabulary's trie
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/trie.hpp>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace parlance;
    static vocab::token_list const tokens{"a", "ab", "ab", "b", "", "abc", "ab", "\xFF", "b", "</s>"};
    static std::string const saved = vocab::trie::build(tokens).value().save();
    auto const refuses = [](std::string_view bytes) {
        auto const loaded = vocab::trie::load(bytes, tokens);
        if (loaded && loaded->save() != saved) {
            std::abort();
        }
        return !loaded;
    };
    std::string_view const bytes{reinterpret_cast<char const*>(data), size};
    if (refuses(bytes) && bytes == saved) {
        std::abort();
    }
    std::string changed = saved;  // and the real thing with some bytes changed: pairs of a place and a value
    for (std::size_t i = 0; i + 2 < size; i += 3) {
        changed[(data[i] * 256u + data[i + 1]) % changed.size()] = static_cast<char>(data[i + 2]);
    }
    if (!refuses(changed) && changed != saved) {
        std::abort();
    }
    return 0;
}
