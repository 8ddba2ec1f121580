// test/chat/preset_guess.cpp - families of models by their names, and how sure that is
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/preset_guess.hpp>
#include <parlance/chat/preset.hpp>
#include <boost/test/unit_test.hpp>
#include <string_view>

BOOST_AUTO_TEST_SUITE(chat_preset_guess)

namespace chat = parlance::chat;
using chat::preset_family;

BOOST_AUTO_TEST_CASE(case_does_not_matter_and_the_first_rule_counts) {
    BOOST_TEST((chat::detect_preset("Meta-Llama-3-8B-Instruct").family == preset_family::llama3));
    BOOST_TEST((chat::detect_preset("CODELLAMA-13b").family == preset_family::code_llama));
    BOOST_TEST((chat::detect_preset("llama-2-7b-chat").family == preset_family::llama2));
    BOOST_TEST((chat::detect_preset("Mixtral-8x7B").family == preset_family::mistral));
    BOOST_TEST((chat::detect_preset("no model of anyone's").family == preset_family::chatml));
}

BOOST_AUTO_TEST_CASE(what_speaks_against_a_guess_makes_it_less_sure) {
    auto const sure = [](std::string_view name) { return chat::detect_preset(name).confidence; };
    BOOST_TEST(sure("llama-3-8b") > sure("open_llama_7b"));           // a word that several families have
    BOOST_TEST(sure("mistral-7b") > sure("mistral-7b-alpaca"));       // two families
    BOOST_TEST(sure("mistral-7b") > sure("dolphin-2.1-mistral-7b"));  // tuned on another format
    BOOST_TEST(sure("mistral-7b") > sure("mistral-7b-chatml"));       // which it names
    BOOST_TEST(sure("my-chatml-model") > sure("no model of anyone's"));
}

BOOST_AUTO_TEST_SUITE_END()
