// test/vocab/open.cpp - files of any format that needs no JSON, told apart by their content
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/open.hpp>
#include "tokenizer_files.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(vocab_open)

namespace {

using namespace parlance;
using vocab::token_id;
using vocab::token_kind;

}  // namespace

BOOST_AUTO_TEST_CASE(ranks_in_any_line_ends_and_behind_empty_lines) {
    for (std::string_view const text : {"IQ== 0\nYQ== 1\n", "IQ== 0\r\nYQ== 1", "\n\r\nIQ== 0\nYQ== 1"}) {
        vocab::tokenizer_info const v = vocab::read(text).value();
        BOOST_TEST(v.tokens.bytes(1) == "a");
        BOOST_TEST(v.eos.empty());
    }
}

BOOST_AUTO_TEST_CASE(the_caller_says_what_no_file_does) {
    vocab::named_token const specials[] = {{"<|im_end|>", 4}, {"<tool>", 1, token_kind::user_defined}};
    token_id const ends[] = {0};
    for (std::string const& bytes : {std::string(tokenizer_files::tiktoken), tokenizer_files::gguf(),
                                     tokenizer_files::sentencepiece()}) {
        vocab::token_list const v =
            vocab::read(bytes, {.specials = specials, .ends = ends, .logits = 8}).value().tokens;
        BOOST_TEST(v.size() == 8u);
        BOOST_TEST((v.find("<tool>") == token_id{1}));
        BOOST_TEST(v.bytes(1) == "<tool>");
        BOOST_TEST(v.ends(0));
        BOOST_TEST(v.ends(4));
        BOOST_TEST((v.kind(7) == token_kind::unused));
    }
}

BOOST_AUTO_TEST_CASE(a_file_goes_by_its_content_and_not_by_its_name) {
    tokenizer_files::folder const here;
    BOOST_TEST(vocab::open(here.write("tokenizer.model", tokenizer_files::tiktoken)).value().tokens.size() ==
               2u);
    BOOST_TEST(vocab::open(here.write("a.tiktoken", tokenizer_files::gguf())).value().tokens.size() == 3u);
    BOOST_TEST(vocab::open(here.write("b", tokenizer_files::sentencepiece())).value().tokens.size() == 4u);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_said) {
    struct sample {
        std::string bytes;
        errc code;
        std::string_view hint;
    };
    sample const samples[] = {
        {"", errc::truncated_file, "empty"},
        {std::string(tokenizer_files::lfs_pointer), errc::unsupported_file, "Git LFS"},
        {"{}", errc::unsupported_file, "JSON"},
        {"\x7F"
         "ELF",
         errc::unsupported_file, "SentencePiece"},
        {"a b c", errc::unsupported_file, "SentencePiece"},
        {std::string(100, '\0'), errc::unsupported_file, "SentencePiece"},
        {"GGUF", errc::truncated_file, ""},
        {"IQ== 0\nIQ== x\n", errc::malformed_file, "rank"},
        {"IQ==", errc::unsupported_file, "tiktoken"},
        {"\n\xFF\xFF", errc::truncated_file, ""},
    };
    tokenizer_files::folder const here;
    for (sample const& s : samples) {
        auto const r = vocab::open(here.write("file", s.bytes));
        BOOST_TEST_INFO(s.bytes << ": " << render(r.error()));
        BOOST_TEST((r.error().code == s.code));
        BOOST_TEST(r.error().hint.view().find(s.hint) != std::string_view::npos);
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_opened_has_the_systems_reason) {
    tokenizer_files::folder const here;
    std::error_code const missing = std::make_error_code(std::errc::no_such_file_or_directory);
    auto const none = vocab::open(here.path() / "none.gguf");
    BOOST_TEST((none.error().code == errc::cannot_open));
    BOOST_TEST(none.error().hint.view().find(missing.message()) != std::string_view::npos);
    BOOST_TEST(none.error().hint.view().find("none.gguf") != std::string_view::npos);
    BOOST_TEST((vocab::open(here.path()).error().code == errc::cannot_open));
    BOOST_TEST((vocab::open("").error().code == errc::cannot_open));
    BOOST_TEST((vocab::open(here.write("file", "a") / "b").error().code == errc::cannot_open));
}

BOOST_AUTO_TEST_CASE(files_are_bounded_but_for_the_tensors_of_gguf) {
    tokenizer_files::folder const here;
    limits bounds;
    bounds.file_bytes = 10;
    BOOST_TEST((vocab::open(here.write("t", tokenizer_files::tiktoken), {}, bounds).error().code ==
                errc::source_too_large));
    BOOST_TEST(vocab::open(here.write("g", tokenizer_files::gguf()), {}, bounds).has_value());
    bounds.template_bytes = 5;
    BOOST_TEST((vocab::read(tokenizer_files::gguf(), {}, bounds).error().code == errc::source_too_large));
    bounds.tokens = 1;
    BOOST_TEST((vocab::read(tokenizer_files::gguf(), {}, bounds).error().code == errc::too_many_tokens));
    BOOST_TEST((vocab::read(tokenizer_files::tiktoken, {.logits = 5}, bounds).error().code ==
                errc::too_many_tokens));
}

BOOST_AUTO_TEST_CASE(real_files) {
    struct sample {
        std::string_view file;
        std::size_t size;
        std::string_view bos, eos;
        bool has_template = false;
    };
    sample const samples[] = {
        {"gguf/ggml-vocab-phi-3.gguf", 32064, "<s>", "<|endoftext|>", true},
        {"gguf/ggml-vocab-llama-spm.gguf", 32000, "<s>", "</s>"},
        {"spm/llama2-tokenizer.model", 32000, "<s>", "</s>"},
        {"tiktoken/llama3-tokenizer.model", 128000, "", ""},
    };
    for (sample const& s : samples) {
        std::filesystem::path const path = std::filesystem::path{PARLANCE_CORPUS} / "vocab" / s.file;
        if (!std::filesystem::exists(path)) {
            BOOST_TEST_MESSAGE("no corpus: " << s.file << " not read");
            continue;
        }
        vocab::tokenizer_info const v = vocab::open(path).value();
        BOOST_TEST_INFO(s.file);
        BOOST_TEST(v.tokens.size() == s.size);
        BOOST_TEST(v.bos == s.bos, s.file);
        BOOST_TEST(v.eos == s.eos, s.file);
        BOOST_TEST(!v.chat_template.empty() == s.has_template, s.file);
    }
}

BOOST_AUTO_TEST_SUITE_END()
