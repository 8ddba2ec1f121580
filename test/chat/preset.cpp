// test/chat/preset.cpp - prompt formats known by name
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/preset.hpp>
#include <parlance/chat/preset_guess.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_preset)

namespace data = boost::unit_test::data;
namespace chat = parlance::chat;
using family = chat::preset_family;

namespace {

std::vector<chat::preset_message> const talk{
    {"system", "S"}, {"user", "a"}, {"assistant", "b"}, {"user", "c"}};

}  // namespace

struct written {
    family f;
    char const* text;
    friend std::ostream& operator<<(std::ostream& out, written const& w) { return out << chat::name_of(w.f); }
};
written const prompts[] = {
    {family::llama2, "<s>[INST] <<SYS>>\nS\n<</SYS>>\n\na [/INST] b </s><s>[INST] c [/INST]"},
    {family::llama3, "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nS<|eot_id|>"
                     "<|start_header_id|>user<|end_header_id|>\n\na<|eot_id|><|start_header_id|>assistant<|"
                     "end_header_id|>\n\nb<|eot_id|>"
                     "<|start_header_id|>user<|end_header_id|>\n\nc<|eot_id|><|start_header_id|>assistant<|"
                     "end_header_id|>\n\n"},
    {family::mistral, "<s>[INST] S\n\na [/INST] b</s> [INST] c [/INST]"},
    {family::chatml,
     "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\na<|im_end|>\n<|im_start|>assistant\nb<|im_end|>\n"
     "<|im_start|>user\nc<|im_end|>\n<|im_start|>assistant\n"},
    {family::alpaca,
     "### System:\nS\n\n### Human:\na\n\n### Assistant:\nb\n\n### Human:\nc\n\n### Assistant:\n"},
    {family::vicuna, "S\n\nUSER: a\nASSISTANT: b</s>USER: c\nASSISTANT:"},
    {family::orca, "System:\nS\nUser:\na\nAssistant:\nb<|im_end|>User:\nc\nAssistant:\n"},
    {family::gpt4, "S\n\na\n\nb\n\nc"},
    {family::claude, "S\n\nHuman: a\n\nAssistant: b\n\nHuman: c\n\nAssistant:"},
    {family::custom, "Sabc"},
};
BOOST_DATA_TEST_CASE(a_conversation_is_written_as_the_family_was_trained, data::make(prompts)) {
    BOOST_TEST(*chat::make_preset(sample.f).apply(talk) == sample.text);
}

BOOST_AUTO_TEST_CASE(the_literal_style_puts_the_separator_everywhere) {
    BOOST_TEST(*chat::make_preset(family::llama2).apply(talk, chat::preset_style::literal) ==
               "<s>[INST] <<SYS>>\nS\n<</SYS>>\n\n<s>[INST] a [/INST]<s> b </s><s>[INST] c [/INST]<s> ");
}

BOOST_AUTO_TEST_CASE(of_a_role_that_it_does_not_know_the_literal_style_writes_the_separator) {
    BOOST_TEST(*chat::make_preset(family::llama2)
                    .apply({{"user", "a"}, {"function", "f"}, {"user", "b"}}, chat::preset_style::literal) ==
               "<s>[INST] a [/INST]<s><s>[INST] b [/INST]<s> ");
}

BOOST_AUTO_TEST_CASE(a_role_without_a_place_is_an_error_with_its_name) {
    auto const made = chat::make_preset(family::chatml).apply({{"user", "a"}, {"function", "1"}});
    BOOST_TEST_REQUIRE(!made.has_value());
    BOOST_TEST((made.error().code == parlance::errc::invalid_message));
    BOOST_TEST(made.error().hint.view() == "unsupported role: function");
}

struct named {
    char const* model;
    family f;
    bool sure;
    friend std::ostream& operator<<(std::ostream& out, named const& n) { return out << n.model; }
};
named const models[] = {
    {"meta-llama/Meta-Llama-3.1-8B-Instruct", family::llama3, true},
    {"Llama-2-7b-chat-hf", family::llama2, true},
    {"CodeLlama-7b-Python", family::code_llama, true},
    {"Mixtral-8x7B-Instruct", family::mistral, true},
    {"OpenHermes-2.5-Mistral-7B", family::mistral, false},
    {"gpt4-x-alpaca-13b", family::gpt4, false},
    {"vicuna-13b-v1.5", family::vicuna, true},
    {"something-else", family::chatml, false},
};
BOOST_DATA_TEST_CASE(a_name_gives_a_guess_and_how_sure_it_is, data::make(models)) {
    auto const guess = chat::detect_preset(sample.model);
    BOOST_TEST((guess.family == sample.f));
    BOOST_TEST((guess.confidence > 0.5) == sample.sure);
}

BOOST_AUTO_TEST_SUITE_END()
