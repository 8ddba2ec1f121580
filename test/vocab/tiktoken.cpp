// test/vocab/tiktoken.cpp - lines of base64 and rank, and the special tokens beside them
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/tiktoken.hpp>
#include <parlance/vocab/trie.hpp>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>

BOOST_AUTO_TEST_SUITE(vocab_tiktoken)

namespace {

using namespace parlance;
using vocab::token_id;
using vocab::token_kind;

std::string read(std::filesystem::path const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(lines_in_any_order_with_any_line_end) {
    vocab::named_token const specials[] = {{"<|endoftext|>", 6},
                                           {"<tool_call>", 5, token_kind::user_defined}};
    token_id const ends[] = {2};
    auto const v = vocab::read_tiktoken("IQ== 1\r\n\r\n/+8= 0\nICAg 2\n\nYQ== 4",
                                        {.specials = specials, .ends = ends, .logits = 9})
                       .value();
    BOOST_TEST(v.size() == 9u);
    BOOST_TEST(v.bytes(0) == "\xFF\xEF");
    BOOST_TEST(v.bytes(1) == "!");
    BOOST_TEST(v.ends(2));
    BOOST_TEST(v.bytes(2).empty());
    BOOST_TEST((v.kind(3) == token_kind::unused));
    BOOST_TEST(v.bytes(4) == "a");
    BOOST_TEST(v.bytes(5) == "<tool_call>");
    BOOST_TEST((v.find("<|endoftext|>") == token_id{6}));
    BOOST_TEST(v.ends(6));
    BOOST_TEST((v.kind(8) == token_kind::unused));
}

BOOST_AUTO_TEST_CASE(a_token_of_no_bytes_is_unused) {
    auto const v = vocab::read_tiktoken("IQ== 0\n= 1\nYQ== 2\n").value();
    BOOST_TEST(v.size() == 3u);
    BOOST_TEST((v.bytes(1).empty() && v.kind(1) == token_kind::unused));
    BOOST_TEST(v.bytes(2) == "a");
}

BOOST_AUTO_TEST_CASE(harmony_messages_end_without_ending_the_text) {
    vocab::named_token const specials[] = {{"<|end|>", 1}, {"<|return|>", 2}, {"<|call|>", 3}};
    auto const harmony = vocab::read_tiktoken("IQ== 0", {.specials = specials}).value();
    BOOST_TEST(!harmony.ends(1));
    BOOST_TEST(harmony.ends(2));
    BOOST_TEST(harmony.ends(3));
    vocab::named_token const flushed[] = {{"<|end|>", 1}, {"<|flush|>", 2}, {"<|calls|>", 3}};
    auto const solar = vocab::read_tiktoken("IQ== 0", {.specials = flushed}).value();
    BOOST_TEST((!solar.ends(1) && solar.ends(2) && solar.ends(3)));
    auto const phi = vocab::read_tiktoken("IQ== 0", {.specials = std::span{specials}.first(1)}).value();
    BOOST_TEST(phi.ends(1));
}

BOOST_AUTO_TEST_CASE(what_is_wrong_has_a_place) {
    struct sample {
        std::string_view text;
        errc code;
        std::size_t line, column;
    };
    sample const samples[] = {
        {"", errc::empty_vocabulary, 1, 1},
        {"IQ== 0\nIQ=  1", errc::malformed_file, 2, 1},
        {"IQ== 0\nIR== 1", errc::malformed_file, 2, 1},  // bits behind the last byte
        {"IQ===0", errc::malformed_file, 1, 1},
        {"IQ==", errc::malformed_file, 1, 5},
        {"IQ== ", errc::malformed_file, 1, 5},
        {"IQ== x", errc::malformed_file, 1, 6},
        {"IQ== 1 ", errc::malformed_file, 1, 6},
        {" 1", errc::malformed_file, 1, 1},
        {"\x0A\xFF", errc::malformed_file, 2, 1},
        {"IQ== 5\nIg== 5", errc::duplicate_token_id, 2, 6},
        {"IQ== 4000000", errc::too_many_tokens, 1, 5},
        {"IQ== 99999999999999999999999999999999", errc::too_many_tokens, 1, 5},
    };
    BOOST_TEST(vocab::read_tiktoken("IQ== 0\nIg==").error().hint.view().starts_with("a line without a rank"));
    for (sample const& s : samples) {
        auto const r = vocab::read_tiktoken(s.text);
        BOOST_TEST((r.error().code == s.code), s.text);
        BOOST_TEST(r.error().at.line == s.line, s.text);
        BOOST_TEST(r.error().at.column == s.column, s.text);
    }
}

BOOST_AUTO_TEST_CASE(a_rank_is_not_believed_beyond_what_the_file_can_hold) {
    BOOST_TEST((vocab::read_tiktoken("YQ== 3999999\n").error().code == errc::too_many_tokens));
    BOOST_TEST(vocab::read_tiktoken("YQ== 60000\n").has_value());
    vocab::named_token const far[] = {{"<|far|>", 3'000'000}};
    BOOST_TEST(vocab::read_tiktoken("YQ== 0\n", {.specials = far}).has_value());  // the caller is believed
}

BOOST_AUTO_TEST_CASE(a_128_k_vocabulary_makes_a_trie_in_under_100_ms) {
    std::string const text =
        read(std::filesystem::path{PARLANCE_CORPUS} / "vocab/tiktoken/llama3-tokenizer.model");
    if (text.empty()) {
        BOOST_TEST_MESSAGE("no corpus: not measured");
        return;
    }
    vocab::token_list const v = vocab::read_tiktoken(text).value();
    BOOST_TEST(v.size() == 128'000u);
    double best = 1e9;
    for (int run = 0; run < 5; ++run) {
        std::clock_t const begin = std::clock();  // processor time: others may be busy here
        vocab::trie const t = vocab::trie::build(v).value();
        best = std::min(best, 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
        BOOST_TEST(t.nodes().size() == 274'521u);
        BOOST_TEST(t.memory() < 4u << 20);
    }
    BOOST_TEST_MESSAGE("trie of 128000 tokens: " << best << " ms");
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    BOOST_TEST(best < 100);
#endif
}

BOOST_AUTO_TEST_SUITE_END()
