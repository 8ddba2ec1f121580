// test/property/mask_spelling.cpp - the law of vocabularies that do not spell every byte: no walk ends where no token goes on
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/json.hpp>
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/forced.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/vocab/load.hpp>
#include "random_run.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_mask_spelling)

namespace mask = parlance::mask;
namespace vocab = parlance::vocab;
using random_grammar::argument;  // -- grammars for each vocabulary [first seed]

namespace {

struct named_tokens {
    std::string name;
    vocab::token_list tokens;
};

/// Where no token ends the text there is one more that does.
vocab::token_list loaded(std::filesystem::path const& file) {
    auto found = vocab::load(file);
    BOOST_REQUIRE_MESSAGE(found, file);
    std::size_t const size = found->tokens.size();
    bool ends = false;
    for (vocab::token_id id = 0; id < size; ++id) {
        ends = ends || found->tokens.ends(id);
    }
    if (!ends) {
        vocab::named_token const special[] = {{"<|end_of_text|>", static_cast<vocab::token_id>(size)}};
        found = vocab::load(file, {.specials = special});
        BOOST_REQUIRE_MESSAGE(found, file);
    }
    return std::move(found->tokens);
}

/// Some bytes and code points are tokens, and some pairs of what is in them and in others.
vocab::token_list some_bytes(random_grammar::source& random) {
    static std::vector<std::string> const pieces{"\x03", "\x05", "\x11",     "A", "z", "\"",
                                                 "{",    "}",    ":",        ",", "1", "\xC3\xA9",
                                                 "\xC3", "\xA9", "\xC3\xA0", " ", "\\"};
    vocab::token_list_builder out;
    for (std::string const& p : pieces) {
        if (!random.one_in(3)) {
            out.add(p);
        }
    }
    for (int i = 0; i < 40; ++i) {
        std::string pair = random.pick(pieces);
        pair += random.pick(pieces);
        out.add(pair);
    }
    out.add("</s>", vocab::token_kind::control);
    out.end(static_cast<vocab::token_id>(out.size() - 1));
    return *std::move(out).finish();
}

/// Made up, and, where there is test data, of models: byte level ones that lack 28, 14 and 13 bytes, and SentencePiece with and
/// without bytes.
std::vector<named_tokens> vocabularies() {
    std::vector<named_tokens> out;
    random_grammar::source random(argument(2, 1));
    for (int i = 0; i < 6; ++i) {
        out.push_back({"made up " + std::to_string(i), some_bytes(random)});
    }
    std::filesystem::path const folder = std::filesystem::path(PARLANCE_CORPUS) / "vocab";
    if (!std::string_view(PARLANCE_CORPUS).empty()) {
        for (char const* const name : {"gguf/ggml-vocab-falcon.gguf", "gguf/ggml-vocab-starcoder.gguf",
                                       "gguf/ggml-vocab-deepseek-coder.gguf", "hf/t5-small/tokenizer.json",
                                       "spm/sentencepiece-test-1k.model", "spm/llama2-tokenizer.model"}) {
            out.push_back({name, loaded(folder / name)});
        }
    }
    return out;
}

/// A random grammar whose letters are code points that not every vocabulary spells.
std::string odd_text(random_grammar::source& random) {
    static std::vector<std::uint32_t> const points{0x03, 0x05, 0x0B, 0x11, 0x20, 0x22,
                                                   0x41, 0x7A, 0x7F, 0xA7, 0xE0};
    std::vector<std::uint32_t> chosen;
    while (chosen.size() < 3) {
        std::uint32_t const p = random.pick(points);
        if (std::find(chosen.begin(), chosen.end(), p) == chosen.end()) {
            chosen.push_back(p);
        }
    }
    std::sort(chosen.begin(), chosen.end());
    std::string out;
    for (char const c : random_grammar::writer(random, 1 + random.below(4), false).text()) {
        if (c < 'a' || c > 'c') {
            out += c;
            continue;
        }
        char escaped[8];
        std::snprintf(escaped, sizeof escaped, "\\u%04X",
                      static_cast<unsigned>(chosen[static_cast<std::size_t>(c - 'a')]));
        out += escaped;
    }
    return out;
}

struct tally {
    std::size_t steps = 0;
    std::size_t impossible = 0;  // nothing that the vocabulary spells is in the language
    std::size_t refused = 0;     // steps at which a token that the text could be read with led to no end
    std::size_t limited = 0;
};

void walk(mask::compiled_grammar const& with, mask::compiled_grammar const& without, int most,
          random_grammar::source& random, std::string const& where, tally& done) {
    mask::matcher m{with};
    mask::matcher any{without};
    for (int step = 0; step < most && !m.stopped(); ++step) {
        auto const allowed = m.allowed();
        auto const all = any.allowed();
        if (allowed.state == mask::filled::limited || all.state == mask::filled::limited) {
            ++done.limited;
            return;
        }
        std::vector<mask::token_id> ids;
        mask::detail::each_bit(allowed.words, [&](mask::token_id id) { ids.push_back(id); });
        BOOST_REQUIRE_MESSAGE(!ids.empty() || step == 0, where << ", no token at step " << step);
        BOOST_REQUIRE_MESSAGE(mask::has_tokens(allowed.state) == !ids.empty(), where);
        bool more = false;
        for (std::size_t w = 0; w < all.words.size(); ++w) {
            BOOST_REQUIRE_MESSAGE((allowed.words[w] & ~all.words[w]) == 0, where << ", step " << step);
            more = more || allowed.words[w] != all.words[w];
        }
        done.refused += more;
        if (ids.empty()) {
            ++done.impossible;
            return;
        }
        mask::token_id const id = random.pick(ids);
        BOOST_REQUIRE_MESSAGE(m.accept(id) && any.accept(id), where);
        ++done.steps;
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(random_walks_never_meet_a_state_without_a_token) {
    std::uint32_t const grammars = argument(1, 60);
    for (named_tokens const& v : vocabularies()) {
        auto const index = mask::token_index::build(v.tokens).value();
        tally done;
        for (std::uint32_t i = 0; i < grammars; ++i) {
            std::uint32_t const seed = argument(2, 1) + i;
            random_grammar::source random(seed);
            std::string const text = i == 0 ? std::string(parlance::gbnf::json_text) : odd_text(random);
            auto const net = random_grammar::network_of(text);
            auto const prepared =
                net ? mask::grammar::prepare(*net) : parlance::result<mask::grammar>{net.error()};
            if (!prepared) {
                continue;
            }
            mask::compiled_grammar const with{*prepared, index};
            mask::compiled_grammar const without{*prepared, index, {.no_dead_ends = false}};
            for (int n = 0; n < 3; ++n) {
                walk(with, without, i == 0 ? 40 : 12, random,
                     v.name + ", seed " + std::to_string(seed) + "\n" + text, done);
            }
        }
        BOOST_TEST_MESSAGE(v.name << ": " << done.steps << " steps, " << done.refused
                                  << " with tokens that lead to no end, " << done.impossible
                                  << " walks that no token begins, " << done.limited
                                  << " given up at a limit");
        BOOST_TEST(done.steps > 0u);
        BOOST_TEST(done.limited * 10 <= done.steps);
    }
}

BOOST_AUTO_TEST_SUITE_END()
