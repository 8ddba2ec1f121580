// test/vocab/load.cpp - a tokenizer of any format, from its file or folder, with what is said beside it
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/load.hpp>
#include "tokenizer_files.hpp"
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(vocab_load)

namespace {

using namespace parlance;
using vocab::token_id;
using vocab::token_kind;

constexpr std::string_view tokenizer_json =
    R"({"decoder":{"type":"ByteLevel"},"model":{"vocab":{"Ġa":0,"b":1}},
    "added_tokens":[{"id":2,"content":"<tool>"},{"id":3,"content":"<s>","special":true}]})";
constexpr std::string_view tekken_json = R"({"config":{"default_vocab_size":5,"default_num_special_tokens":3},
    "vocab":[{"rank":0,"token_bytes":"IQ=="},{"rank":1,"token_bytes":"YQ=="}]})";

/// The special tokens of a model of two ranks.
constexpr std::string_view config_json = R"({"bos_token":"<s>","eos_token":{"content":"<end>"},
    "chat_template":"{{ from_config }}","added_tokens_decoder":{"2":{"content":"<s>","special":true},
    "3":{"content":"<end>","special":true},"4":{"content":"<tool>","special":false}}})";

}  // namespace

BOOST_AUTO_TEST_CASE(a_file_goes_by_its_content_and_not_by_its_name) {
    struct sample {
        std::string bytes;
        std::string_view first;
        std::size_t size;
        std::string_view bos, eos;
    };
    sample const samples[] = {
        {std::string(tokenizer_json), " a", 4, "", ""},
        {"\n " + std::string(tekken_json), "", 5, "<s>", "</s>"},
        {std::string(tokenizer_files::tiktoken), "!", 2, "", ""},
        {tokenizer_files::sentencepiece(), "", 4, "<s>", "</s>"},
        {tokenizer_files::gguf(), "a", 3, "<s>", "<end>"},
    };
    for (sample const& s : samples) {
        tokenizer_files::folder const here;
        for (std::string_view const name : {"tokenizer.model", "tokenizer.json", "anything"}) {
            vocab::tokenizer_info const v = vocab::load(here.write(name, s.bytes)).value();
            BOOST_TEST(v.tokens.size() == s.size);
            BOOST_TEST(v.tokens.bytes(0) == s.first);
            BOOST_TEST(v.bos == s.bos);
            BOOST_TEST(v.eos == s.eos);
        }
        BOOST_TEST(vocab::load(here.path()).value().tokens.size() == s.size);
    }
}

BOOST_AUTO_TEST_CASE(a_folder_has_a_best_tokenizer) {
    tokenizer_files::folder const here;
    std::filesystem::create_directory(here.path() / "tokenizer.json");
    auto const size = [&] { return vocab::load(here.path()).value().tokens.size(); };
    here.write("unrelated.txt", "GGUF");
    here.write("z.gguf", "not read");
    here.write("b.gguf", tokenizer_files::gguf());
    BOOST_TEST(size() == 3u);
    here.write("qwen.tiktoken", tokenizer_files::tiktoken);
    BOOST_TEST(size() == 2u);
    here.write("spiece.model", tokenizer_files::sentencepiece());
    BOOST_TEST(size() == 4u);
    here.write("tokenizer.model", tokenizer_files::tiktoken);
    BOOST_TEST(size() == 2u);
    here.write("tekken.json", tekken_json);
    BOOST_TEST(size() == 5u);
    std::filesystem::remove(here.path() / "tokenizer.json");
    here.write("tokenizer.json", tokenizer_json);
    BOOST_TEST(size() == 4u);
}

BOOST_AUTO_TEST_CASE(special_tokens_of_ranks_are_in_tokenizer_config) {
    tokenizer_files::folder const here;
    here.write("tokenizer.model", tokenizer_files::tiktoken);
    here.write("tokenizer_config.json", config_json);
    here.write("generation_config.json", R"({"eos_token_id":[3,0]})");
    vocab::tokenizer_info const v = vocab::load(here.path(), {.logits = 8}).value();
    BOOST_TEST(v.tokens.size() == 8u);
    BOOST_TEST((v.tokens.find("<s>") == token_id{2}));
    BOOST_TEST((v.tokens.kind(4) == token_kind::user_defined));
    BOOST_TEST(v.tokens.ends(3));
    BOOST_TEST(v.tokens.ends(0));
    BOOST_TEST(v.bos == "<s>");
    BOOST_TEST(v.eos == "<end>");
    BOOST_TEST(v.chat_template == "{{ from_config }}");
}

BOOST_AUTO_TEST_CASE(what_the_caller_says_wins) {
    tokenizer_files::folder const here;
    here.write("tokenizer_config.json", config_json);
    vocab::named_token const specials[] = {{"<other>", 4}};
    token_id const ends[] = {4};
    for (std::string_view const bytes : {tokenizer_files::tiktoken, tokenizer_json, tekken_json}) {
        here.write("tokenizer.model", bytes);
        vocab::tokenizer_info const v =
            vocab::load(here.path(), {.specials = specials, .ends = ends, .logits = 9}).value();
        BOOST_TEST((v.tokens.find("<other>") == token_id{4}));
        BOOST_TEST(v.tokens.ends(4));
        BOOST_TEST(v.tokens.size() == 9u);
        BOOST_TEST(v.eos == "<end>");
    }
}

BOOST_AUTO_TEST_CASE(messages_of_harmony_end_no_text_wherever_its_tokens_are_named) {
    tokenizer_files::folder const here;
    here.write("a.tiktoken", tokenizer_files::tiktoken);
    here.write("tokenizer_config.json", R"({"added_tokens_decoder":{"2":{"content":"<|end|>","special":true},
        "3":{"content":"<|call|>","special":true}}})");
    vocab::named_token const specials[] = {{"<|return|>", 4}};
    vocab::token_list const v = vocab::load(here.path(), {.specials = specials}).value().tokens;
    BOOST_TEST(!v.ends(2));
    BOOST_TEST(v.ends(3));
    BOOST_TEST(v.ends(4));
}

BOOST_AUTO_TEST_CASE(older_folders_name_special_tokens_in_files_of_their_own) {
    tokenizer_files::folder const here;
    here.write("tokenizer.model", tokenizer_files::sentencepiece());
    here.write("added_tokens.json", R"({"<|im_end|>":4,"<tool>":5,"<image>":6})");
    here.write(
        "special_tokens_map.json",
        R"({"bos_token":{"content":"<s>"},"eos_token":"<|im_end|>","additional_special_tokens":["<image>"]})");
    vocab::tokenizer_info const v = vocab::load(here.path()).value();
    BOOST_TEST(v.eos == "<|im_end|>");
    BOOST_TEST(v.tokens.ends(4));
    BOOST_TEST((v.tokens.kind(4) == token_kind::control));
    BOOST_TEST((v.tokens.kind(5) == token_kind::user_defined));
    BOOST_TEST((v.tokens.kind(6) == token_kind::control));
    here.write("tokenizer_config.json", config_json);  // lists them all: added_tokens.json is out of date
    BOOST_TEST(vocab::load(here.path()).value().tokens.size() == 5u);
}

BOOST_AUTO_TEST_CASE(ids_of_generation_name_the_texts_where_nothing_else_does) {
    tokenizer_files::folder const here;
    here.write("tokenizer.json", tokenizer_json);
    here.write("generation_config.json", R"({"bos_token_id":3,"eos_token_id":[2,3,99]})");
    vocab::tokenizer_info const v = vocab::load(here.path()).value();
    BOOST_TEST(v.bos == "<s>");
    BOOST_TEST(v.eos == "<tool>");
    BOOST_TEST(v.tokens.ends(3));
}

BOOST_AUTO_TEST_CASE(the_template_is_in_one_of_three_files) {
    tokenizer_files::folder const here;
    here.write("tokenizer.json", tokenizer_json);
    auto const found = [&] { return vocab::load(here.path()).value().chat_template; };
    BOOST_TEST(found().empty());
    here.write("tokenizer_config.json", R"({"chat_template":[{"name":"tool_use","template":"tools"}]})");
    BOOST_TEST(found().empty());
    here.write("tokenizer_config.json", R"({"chat_template":[{"name":"tool_use","template":"tools"},
        {"name":"default","template":"plain"}]})");
    BOOST_TEST(found() == "plain");
    here.write("chat_template.json", R"({"chat_template":"own"})");
    BOOST_TEST(found() == "own");
    here.write("chat_template.jinja", "{{ jinja }}");
    BOOST_TEST(found() == "{{ jinja }}");
}

BOOST_AUTO_TEST_CASE(gguf_says_all_itself) {
    tokenizer_files::folder const here;
    here.write("model.gguf", tokenizer_files::gguf());
    here.write("tokenizer_config.json", "not JSON");
    BOOST_TEST(vocab::load(here.path()).value().chat_template == "{{ messages }}");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_names_its_file) {
    struct sample {
        std::string_view name, bytes;
        errc code;
        std::string_view hint;
    };
    sample const samples[] = {
        {"tokenizer.json", "", errc::truncated_file, "tokenizer.json: it is empty"},
        {"tokenizer.json", tokenizer_files::lfs_pointer, errc::unsupported_file, "tokenizer.json: a Git LFS"},
        {"tokenizer.json", "garbage", errc::unsupported_file, "tokenizer.json: not GGUF"},
        {"tokenizer.json", "{\"model\"", errc::json_syntax, "tokenizer.json"},
        {"tokenizer.json", "{\"a\":0}", errc::unsupported_file, "tokenizer.json: JSON, but"},
        {"tokenizer.json", "{\"model\":{}}", errc::malformed_file, "tokenizer.json: "},
        {"tokenizer.json", "{\"config\":{}}", errc::malformed_file, "tokenizer.json: "},
        {"tokenizer_config.json", tokenizer_files::lfs_pointer, errc::unsupported_file,
         "tokenizer_config.json: a Git LFS"},
        {"tokenizer_config.json", "{", errc::json_syntax, "tokenizer_config.json"},
        {"tokenizer_config.json", R"({"added_tokens_decoder":{"x":{"content":"c"}}})", errc::malformed_file,
         "tokenizer_config.json: no id for 'c'"},
        {"tokenizer_config.json", R"({"added_tokens_decoder":{"4000000":{"content":"c"}}})",
         errc::too_many_tokens, "tokenizer_config.json: "},
        {"added_tokens.json", R"({"c":-1})", errc::malformed_file, "added_tokens.json: no id for 'c'"},
        {"generation_config.json", "[", errc::json_syntax, "generation_config.json"},
        {"special_tokens_map.json", "[", errc::json_syntax, "special_tokens_map.json"},
        {"chat_template.json", "[", errc::json_syntax, "chat_template.json"},
    };
    for (sample const& s : samples) {
        tokenizer_files::folder const here;
        here.write("tokenizer.model", tokenizer_files::tiktoken);
        here.write(s.name, s.bytes);
        auto const r = vocab::load(here.path());
        BOOST_TEST_INFO(s.bytes << " in " << s.name << ": " << render(r.error()));
        BOOST_TEST((r.error().code == s.code));
        BOOST_TEST(r.error().hint.view().starts_with(s.hint));
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_said) {
    tokenizer_files::folder const here;
    auto const error_of = [&](std::string_view name) { return vocab::load(here.path() / name).error(); };
    BOOST_TEST((error_of("missing").code == errc::cannot_open));
    BOOST_TEST((error_of("").code == errc::cannot_open));
    BOOST_TEST(error_of("").hint.view().starts_with("none of tokenizer.json, tekken.json, tokenizer.model, "
                                                    "*.model, *.tiktoken, *.gguf in "));
    BOOST_TEST((vocab::load("").error().code == errc::cannot_open));

    std::error_code no_links;
    std::filesystem::create_symlink("tokenizer.json", here.path() / "tokenizer.json", no_links);
    std::filesystem::create_directory_symlink(".", here.path() / "again", no_links);
    std::filesystem::create_symlink("loop", here.path() / "loop", no_links);
    if (no_links) {
        BOOST_TEST_MESSAGE("no symbolic links here: loops are not tried");
        return;
    }
    BOOST_TEST((error_of("loop").code == errc::cannot_open));
    BOOST_TEST((error_of("again/again").code == errc::cannot_open));
    BOOST_TEST(error_of("again").hint.view().find("tokenizer.json") != std::string_view::npos);
    std::filesystem::remove(here.path() / "tokenizer.json");
    here.write("tokenizer.json", tokenizer_json);
    BOOST_TEST(vocab::load(here.path() / "again/again/again").value().tokens.size() == 4u);
    std::filesystem::create_symlink("nowhere", here.path() / "tokenizer_config.json");
    BOOST_TEST(
        (error_of("").code == errc::cannot_open));  // one that cannot be read is not one that is not there
}

BOOST_AUTO_TEST_CASE(files_beside_are_bounded_too) {
    tokenizer_files::folder const here;
    here.write("tokenizer.model", tokenizer_files::tiktoken);
    here.write("tokenizer_config.json", config_json);
    limits bounds;
    bounds.file_bytes = 100;
    BOOST_TEST((vocab::load(here.path(), {}, bounds).error().code == errc::source_too_large));
    here.write("chat_template.jinja", "GGUF" + std::string(100, ' '));  // which is no reason to copy it
    bounds.file_bytes = 1000;
    BOOST_TEST(vocab::load(here.path(), {}, bounds).has_value());
    bounds.file_bytes = config_json.size() - 1;
    BOOST_TEST((vocab::load(here.path(), {}, bounds).error().code == errc::source_too_large));
    std::filesystem::remove(here.path() / "tokenizer_config.json");
    bounds.file_bytes = 100;
    BOOST_TEST((vocab::load(here.path(), {}, bounds).error().code == errc::source_too_large));
    std::filesystem::remove(here.path() / "chat_template.jinja");
    here.write("tokenizer_config.json", config_json);
    bounds.file_bytes = 1000;
    bounds.template_bytes = 5;
    BOOST_TEST((vocab::load(here.path(), {}, bounds).error().code == errc::source_too_large));
    bounds.template_bytes = 100;
    BOOST_TEST(vocab::load(here.path(), {}, bounds).has_value());
    bounds.tokens = 4;
    BOOST_TEST((vocab::load(here.path(), {}, bounds).error().code == errc::too_many_tokens));
}

BOOST_AUTO_TEST_CASE(real_files) {
    struct sample {
        std::string_view file;
        std::size_t size;
        std::string_view bos, eos;
        std::size_t ends;
    };
    sample const samples[] = {
        {"hf/phi-3", 32011, "<s>", "<|endoftext|>", 3},
        {"hf/t5-small", 32100, "", "", 1},
        {"hf/generated-llama3", 128256, "", "", 3},
        {"spm", 32000, "<s>", "</s>", 1},
        {"spm/mistral-v1-tokenizer.model", 32000, "<s>", "</s>", 1},
        {"tekken/synthetic-tekken-4100.json", 4100, "<s>", "</s>", 1},
        {"tiktoken/cl100k_base.tiktoken", 100256, "", "", 0},
        {"gguf/generated-llama-bpe.gguf", 128256, "<|begin_of_text|>", "<|eot_id|>", 3},
    };
    for (sample const& s : samples) {
        std::filesystem::path const path = std::filesystem::path{PARLANCE_CORPUS} / "vocab" / s.file;
        if (!std::filesystem::exists(path)) {
            BOOST_TEST_MESSAGE("no corpus: " << s.file << " not read");
            continue;
        }
        vocab::tokenizer_info const v = vocab::load(path).value();
        std::size_t ends = 0;
        for (token_id id = 0; id < v.tokens.size(); ++id) {
            ends += v.tokens.ends(id);
        }
        BOOST_TEST(v.tokens.size() == s.size, s.file);
        BOOST_TEST(v.bos == s.bos, s.file << ": " << v.bos);
        BOOST_TEST(v.eos == s.eos, s.file << ": " << v.eos);
        BOOST_TEST(ends == s.ends, s.file << ": " << ends);
    }
}

BOOST_AUTO_TEST_CASE(real_ranks_with_their_configuration) {
    std::filesystem::path const corpus = std::filesystem::path{PARLANCE_CORPUS} / "vocab";
    struct sample {
        std::string_view ranks, config, special;
        token_id id;
    };
    sample const samples[] = {
        {"qwen.tiktoken", "qwen3.tokenizer_config.json", "<|im_end|>", 151645},
        {"o200k_base.tiktoken", "gpt-oss.tokenizer_config.json", "<|return|>", 200002},
    };
    for (sample const& s : samples) {
        if (!std::filesystem::exists(corpus / "tiktoken" / s.ranks)) {
            BOOST_TEST_MESSAGE("no corpus: " << s.ranks << " not read");
            continue;
        }
        tokenizer_files::folder const here;
        std::filesystem::copy_file(corpus / "tiktoken" / s.ranks, here.path() / s.ranks);
        std::filesystem::copy_file(corpus / "hf/configs" / s.config, here.path() / "tokenizer_config.json");
        vocab::tokenizer_info const v = vocab::load(here.path()).value();
        BOOST_TEST((v.tokens.find(s.special) == s.id), s.ranks);
        BOOST_TEST(v.eos == s.special, s.ranks << ": " << v.eos);
        BOOST_TEST(v.tokens.ends(s.id));
    }
}

BOOST_AUTO_TEST_SUITE_END()
