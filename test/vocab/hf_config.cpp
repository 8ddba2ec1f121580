// test/vocab/hf_config.cpp - which of the files beside a tokenizer is believed, and how a mistake in one is told
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/hf_config.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(vocab_hf_config)

namespace {

using namespace parlance;
using vocab::hf_config;
using vocab::hf_extra;
using vocab::token_id;
using vocab::token_kind;

std::string tokens_of(hf_config const& c) {
    std::string out;
    for (vocab::added_token const& t : c.added) {
        out += std::to_string(t.id) + (t.kind == token_kind::control ? "!" : "=") + t.text + " ";
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_files_say_nothing) {
    hf_config const c = vocab::read_hf_config({}).value();
    BOOST_TEST((c.added.empty() && !c.bos_id && c.eos_ids.empty() && c.bos.empty() && c.eos.empty()));
    BOOST_TEST((c.chat_template.empty() && c.logits == 0));
}

BOOST_AUTO_TEST_CASE(added_tokens_are_those_of_the_newest_file_that_lists_them) {
    struct sample {
        hf_extra files;
        char const* tokens;
    };
    constexpr std::string_view decoder = R"({"added_tokens_decoder":{
        "7":{"content":"<s>","special":true},"9":{"content":"<tool>","special":false},"3":{"content":"x"}}})";
    constexpr std::string_view older = R"({"<s>":7,"<tool>":9,"<image>":8})";
    sample const samples[] = {
        {{.tokenizer_config = decoder}, "7!<s> 9=<tool> 3=x "},
        {{.tokenizer_config = decoder, .added_tokens = older}, "7!<s> 9=<tool> 3=x "},
        {{.added_tokens = older}, "7=<s> 9=<tool> 8=<image> "},
        {{.special_tokens_map = R"({"bos_token":"<s>"})", .added_tokens = older},
         "7!<s> 9=<tool> 8=<image> "},
        {{.tokenizer_config = R"({"eos_token":{"content":"<s>"},"additional_special_tokens":["<image>"]})",
          .added_tokens = older},
         "7!<s> 9=<tool> 8!<image> "},
        {{.tokenizer_config = R"({"added_tokens_decoder":[]})", .added_tokens = R"([])"}, ""},
    };
    for (sample const& s : samples) {
        BOOST_TEST(tokens_of(vocab::read_hf_config(s.files).value()) == s.tokens);
    }
}

BOOST_AUTO_TEST_CASE(texts_that_are_said_first_stay) {
    struct sample {
        hf_extra files;
        char const* bos;
        char const* eos;
    };
    sample const samples[] = {
        {{.tokenizer_config = R"({"bos_token":"<s>","eos_token":{"content":"</s>"}})"}, "<s>", "</s>"},
        {{.tokenizer_config = R"({"bos_token":"<s>","eos_token":null})",
          .special_tokens_map = R"({"bos_token":"<b>","eos_token":"<e>"})"},
         "<s>",
         "<e>"},
        {{.tokenizer_config = R"({"bos_token":7})"}, "", ""},
        {{.tokenizer_config = R"([1])"}, "", ""},
    };
    for (sample const& s : samples) {
        hf_config const c = vocab::read_hf_config(s.files).value();
        BOOST_TEST(c.bos == s.bos);
        BOOST_TEST(c.eos == s.eos);
    }
}

BOOST_AUTO_TEST_CASE(ids_of_generation_are_one_or_many_and_what_is_no_id_is_left_out) {
    struct sample {
        char const* generation;
        std::vector<token_id> ends;
        bool begins;
    };
    sample const samples[] = {
        {R"({"bos_token_id":1,"eos_token_id":2})", {2}, true},
        {R"({"eos_token_id":[2,3]})", {2, 3}, false},
        {R"({"bos_token_id":null,"eos_token_id":[-1,"x",4294967295,5]})", {5}, false},
        {R"({"eos_token_id":[]})", {}, false},
    };
    for (sample const& s : samples) {
        hf_config const c = vocab::read_hf_config({.generation_config = s.generation}).value();
        BOOST_TEST(c.eos_ids == s.ends, boost::test_tools::per_element());
        BOOST_TEST(c.bos_id.has_value() == s.begins);
    }
}

BOOST_AUTO_TEST_CASE(applied_to_tokens_it_names_them_and_marks_what_ends) {
    vocab::token_list_builder build;
    build.add("a");
    build.add("b");
    hf_config const c = vocab::read_hf_config({.tokenizer_config = R"({"added_tokens_decoder":{
            "1":{"content":"<s>","special":true},"2":{"content":"<tool>"},"3":{"content":"<end>","special":true}},
            "eos_token":"<end>"})",
                                               .generation_config = R"({"eos_token_id":[0]})",
                                               .logits = 6})
                            .value();
    c.apply(build);
    vocab::token_list const v = std::move(build).finish().value();
    BOOST_TEST(v.size() == 6u);
    BOOST_TEST((v.kind(1) == token_kind::control && v.text(1) == "<s>"));
    BOOST_TEST((v.kind(2) == token_kind::user_defined && v.bytes(2) == "<tool>"));
    BOOST_TEST((v.ends(0) && !v.ends(1) && !v.ends(2) && v.ends(3)));
    BOOST_TEST((v.kind(5) == token_kind::unused));
}

BOOST_AUTO_TEST_CASE(a_mistake_is_told_with_the_name_of_its_file) {
    struct sample {
        hf_extra files;
        errc code;
        std::string_view file;
    };
    sample const samples[] = {
        {{.tokenizer_config = "{"}, errc::json_syntax, "tokenizer_config.json"},
        {{.generation_config = "{"}, errc::json_syntax, "generation_config.json"},
        {{.special_tokens_map = "{"}, errc::json_syntax, "special_tokens_map.json"},
        {{.added_tokens = "{"}, errc::json_syntax, "added_tokens.json"},
        {{.chat_template_json = "{"}, errc::json_syntax, "chat_template.json"},
        {{.tokenizer_config = R"({"added_tokens_decoder":{"1":{}}})"},
         errc::malformed_file,
         "tokenizer_config.json"},
        {{.tokenizer_config = R"({"added_tokens_decoder":{"x":{"content":"a"}}})"},
         errc::malformed_file,
         "tokenizer_config.json"},
        {{.added_tokens = R"({"a":-1})"}, errc::malformed_file, "added_tokens.json"},
        {{.added_tokens = R"({"a":10})"}, errc::too_many_tokens, "added_tokens.json"},
    };
    limits bounds;
    bounds.tokens = 10;
    for (sample const& s : samples) {
        auto const r = vocab::read_hf_config(s.files, bounds);
        BOOST_REQUIRE(!r);
        BOOST_TEST((r.error().code == s.code), s.file);
        BOOST_TEST(r.error().hint.view().starts_with(s.file), r.error().hint.view());
    }
}

BOOST_AUTO_TEST_SUITE_END()
