// test/vocab/ending.cpp - tokens that end a turn are known by their spelling, and only special ones are
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/ending.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/test/unit_test.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

BOOST_AUTO_TEST_SUITE(vocab_ending)

namespace {

using namespace parlance;
using vocab::token_kind;

static_assert(vocab::is_ending_text("<|im_end|>"));
static_assert(!vocab::is_ending_text("<|im_end|> ") && !vocab::is_ending_text("<|im_start|>") &&
              !vocab::is_ending_text(""));

/// Those of the tokens that end the text, each in front of a blank.
std::string ends(std::initializer_list<std::string_view> texts, token_kind kind = token_kind::control) {
    vocab::token_list_builder out;
    for (std::string_view const text : texts) {
        out.add(text, kind);
    }
    vocab::mark_endings(out);
    auto const list = std::move(out).finish().value();
    std::string found;
    for (vocab::token_id id = 0; id < list.size(); ++id) {
        found += list.ends(id) ? std::string(list.text(id)) + " " : "";
    }
    return found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(all_that_are_spelled_so_end_the_text) {
    BOOST_TEST(ends({"<s>", "</s>", "<|im_start|>", "<|im_end|>", "<|endoftext|>"}) ==
               "</s> <|im_end|> <|endoftext|> ");
    BOOST_TEST(ends({"<|user|>", "<|end|>", "<|assistant|>"}) == "<|end|> ");
}

BOOST_AUTO_TEST_CASE(where_others_end_the_turn_end_ends_a_message_only) {
    BOOST_TEST(ends({"<|end|>", "<|return|>", "<|call|>"}) == "<|return|> <|call|> ");
    BOOST_TEST(ends({"<|end|>", "<|flush|>", "<|calls|>"}) == "<|flush|> <|calls|> ");
}

BOOST_AUTO_TEST_CASE(a_word_of_the_text_ends_nothing) {
    BOOST_TEST(ends({"</s>", "<|im_end|>"}, token_kind::normal) == "");
}

BOOST_AUTO_TEST_SUITE_END()
