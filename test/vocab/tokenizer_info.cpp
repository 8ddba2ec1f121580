// test/vocab/tokenizer_info.cpp - what a tokenizer's files say besides its tokens, and nothing where they do not say
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/tokenizer_info.hpp>
#include "tokenizer_files.hpp"
#include <parlance/vocab/open.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(vocab_tokenizer_info)

using namespace parlance;

BOOST_AUTO_TEST_CASE(gguf_names_its_template_and_what_begins_and_ends_a_text) {
    vocab::tokenizer_info const v = vocab::read(tokenizer_files::gguf()).value();
    BOOST_TEST(v.tokens.size() == 3u);
    BOOST_TEST(v.bos == "<s>");
    BOOST_TEST(v.eos == "<end>");
    BOOST_TEST(v.tokens.ends(2));
    BOOST_TEST(v.chat_template == "{{ messages }}");
}

BOOST_AUTO_TEST_CASE(sentencepiece_names_what_begins_and_ends_a_text) {
    vocab::tokenizer_info const v = vocab::read(tokenizer_files::sentencepiece()).value();
    BOOST_TEST(v.tokens.bytes(3) == " a");
    BOOST_TEST(v.bos == "<s>");
    BOOST_TEST(v.eos == "</s>");
    BOOST_TEST(v.tokens.ends(2));
}

BOOST_AUTO_TEST_CASE(a_sentencepiece_model_may_have_no_token_that_begins_a_text) {
    // TrainerSpec: bos_id (41) is -1, eos_id (42) is 1
    std::string const trainer = std::string("\xC8\x02") + std::string(9, '\xFF') + "\x01" + "\xD0\x02\x01";
    vocab::tokenizer_info const v =
        vocab::read(tokenizer_files::sentencepiece() + "\x12" + static_cast<char>(trainer.size()) + trainer)
            .value();
    BOOST_TEST(v.bos.empty());
    BOOST_TEST(v.eos == "<s>");
}

BOOST_AUTO_TEST_CASE(ranks_say_nothing_but_their_tokens) {
    vocab::tokenizer_info const v = vocab::read(tokenizer_files::tiktoken).value();
    BOOST_TEST(v.tokens.size() == 2u);
    BOOST_TEST(v.bos.empty());
    BOOST_TEST(v.eos.empty());
    BOOST_TEST(v.chat_template.empty());
}

BOOST_AUTO_TEST_SUITE_END()
