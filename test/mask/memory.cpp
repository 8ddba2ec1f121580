// test/mask/memory.cpp - what an index and the grammars over it say that they take is what they take
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include "../measured.hpp"
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_memory)

namespace mask = parlance::mask;
namespace vocab = parlance::vocab;

namespace {

vocab::token_list words_and_bytes() {
    vocab::token_list_builder out;
    for (unsigned b = 0; b < 256; ++b) {
        out.add(std::string(1, static_cast<char>(b)));
    }
    std::uint32_t seed = 7;
    for (int i = 0; i < 20'000; ++i) {
        std::string text;
        for (int n = 0; n < 2 + i % 7; ++n) {
            seed = seed * 1664525 + 1013904223;
            text += " etaoinshrdlucmfwypvbgkjqxz,.:\"{}"[(seed >> 16) % 33];
        }
        out.add(text);
    }
    out.add("<|a|>", vocab::token_kind::control);
    out.add("</s>", vocab::token_kind::control);
    out.end(static_cast<vocab::token_id>(out.size() - 1));
    return *std::move(out).finish();
}

void read(mask::compiled_grammar const& shared, std::string_view text) {
    mask::matcher m{shared};
    for (char const c : text) {
        BOOST_REQUIRE(mask::has_tokens(m.allowed().state));
        BOOST_REQUIRE(m.accept(std::string_view{&c, 1}));
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(all_that_an_index_and_its_grammars_take_is_counted_once) {
    vocab::token_list const tokens = words_and_bytes();
    std::size_t const before = measured::live;
    std::optional<mask::token_index> index{mask::token_index::build(tokens).value()};
    std::vector<mask::compiled_grammar> grammars;
    auto const counted = [&] {
        std::size_t out = index->memory();
        for (mask::compiled_grammar const& g : grammars) {
            out += g.memory() + g.grammar().memory();
        }
        return out;
    };
    auto const is_near = [&](char const* what) {
        std::size_t const taken = measured::live - before;
        BOOST_TEST_MESSAGE(what << ": " << counted() << " counted, " << taken << " taken");
        // blocks of arenas are not full
        BOOST_TEST(counted() >= taken / 5 * 3, what << ": " << counted() << " of " << taken);
        BOOST_TEST(counted() <= taken / 3 * 4 + 100'000, what << ": " << counted() << " of " << taken);
    };
    is_near("an index");
    std::string const text[] = {"<|a|>"};
    (void)index->with_roles({text, {}}).value();
    is_near("with roles");
    for (int i = 0; i < 12; ++i) {
        grammars.push_back(
            mask::compile_gbnf("root ::= \"{\" (string \":\" [a-z ]{1," + std::to_string(20 + i) +
                                   "} \",\"?){0,9} \"}\" [^\\n]*\nstring ::= \"\\\"\" [^\"]{0,60} \"\\\"\"",
                               *index)
                .value());
        read(grammars.back(), "{\"the one\":and the other,\"x\":y}and more: \"that\"");
    }
    is_near("twelve grammars");
    index->share(0);
    is_near("nothing shared any more");
    grammars.clear();
    is_near("none of them left");
}

BOOST_AUTO_TEST_SUITE_END()
