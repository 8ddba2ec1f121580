// test/vocab/hf_json.cpp - tokenizer.json: the decoder says how a token becomes bytes, added tokens override
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/hf_json.hpp>
#include <parlance/vocab/gguf.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

BOOST_AUTO_TEST_SUITE(vocab_hf_json)

namespace {

using namespace parlance;
using vocab::token_id;
using vocab::token_kind;

std::string read(std::filesystem::path const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

constexpr std::string_view spm_decoder = R"({"type":"Sequence","decoders":[
    {"type":"Replace","pattern":{"String":"▁"},"content":" "},{"type":"ByteFallback"},{"type":"Fuse"},
    {"type":"Strip","content":" ","start":1,"stop":0}]})";

std::string document(std::string_view decoder, std::string_view model, std::string_view added = "[]") {
    return std::string{R"({"added_tokens":)"}
               .append(added)
               .append(R"(,"decoder":)")
               .append(decoder)
               .append(R"(,"model":)")
               .append(model) +
           "}";
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_decoder_says_how_a_token_becomes_bytes) {
    struct sample {
        std::string_view decoder, text, bytes;
        token_kind kind = token_kind::normal;
    };
    sample const samples[] = {
        {R"({"type":"ByteLevel"})", "Ġthe", " the"},
        {R"({"type":"ByteLevel"})", "日", "日"},  // outside the alphabet: literal
        {R"({"type":"ByteLevel"})", "<0x41>", "<0x41>"},
        {spm_decoder, "▁the▁", " the "},
        {spm_decoder, "<0xE4>", "\xE4", token_kind::byte},
        {spm_decoder, "<0xE4", "<0xE4"},
        {R"({"type":"Metaspace","replacement":"_"})", "_a", " a"},
        {R"({"type":"Metaspace"})", "▁<0x41>", " <0x41>"},
        {R"({"type":"WordPiece","prefix":"##"})", "##ing", "ing"},
        {R"({"type":"WordPiece"})", "go", " go"},
        {R"({"type":"BPEDecoder","suffix":"</w>"})", "end</w>", "end "},
        {"null", "Ġ▁", "Ġ▁"},
    };
    for (sample const& s : samples) {
        std::string const model = R"({"vocab":{")" + std::string(s.text) + R"(":0}})";
        vocab::token_list const v = vocab::read_hf_json(document(s.decoder, model)).value();
        BOOST_TEST(v.bytes(0) == s.bytes);
        BOOST_TEST((v.kind(0) == s.kind));
    }
}

BOOST_AUTO_TEST_CASE(added_tokens_are_literal_and_override) {
    std::string const text = document(
        R"({"type":"ByteLevel"})", R"({"type":"BPE","vocab":{"Ġa":0,"b":1,"<unk>":2},"unk_token":"<unk>"})",
        R"([{"id":1,"content":"Ġ","special":false},{"id":4,"content":"<|im_end|>","special":true}])");
    vocab::token_list const v =
        vocab::read_hf_json(text, {.tokenizer_config = R"({"eos_token":{"content":"<end>"},
        "added_tokens_decoder":{"6":{"content":"<end>","special":true},"7":{"content":"<tool_call>"}}})",
                                   .generation_config = R"({"eos_token_id":[0,99]})",
                                   .logits = 10})
            .value();
    BOOST_TEST(v.size() == 10u);
    BOOST_TEST(v.ends(0));
    BOOST_TEST(v.bytes(1) == "Ġ");
    BOOST_TEST((v.kind(2) == token_kind::control));
    BOOST_TEST((v.kind(3) == token_kind::unused));
    BOOST_TEST(v.ends(4));
    BOOST_TEST(v.ends(6));
    BOOST_TEST((v.find("<tool_call>") == token_id{7}));
    BOOST_TEST(v.bytes(7) == "<tool_call>");
}

BOOST_AUTO_TEST_CASE(a_list_of_pieces_is_a_unigram_model) {
    vocab::token_list const v =
        vocab::read_hf_json(
            document(R"({"type":"Metaspace"})", R"({"unk_id":0,"vocab":[["<unk>",0],["▁x",-1.5]]})"))
            .value();
    BOOST_TEST((v.kind(0) == token_kind::control));
    BOOST_TEST(v.bytes(1) == " x");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_said) {
    constexpr std::string_view level = R"({"type":"ByteLevel"})";
    struct sample {
        std::string text;
        errc code;
    };
    sample const samples[] = {
        {"{", errc::json_syntax},
        {"", errc::malformed_file},
        {"[]", errc::malformed_file},
        {R"({"model":{}})", errc::malformed_file},
        {R"({"model":{"vocab":3}})", errc::malformed_file},
        {R"({"model":{"vocab":["a"]}})", errc::malformed_file},
        {R"({"model":{"vocab":[[1]]}})", errc::malformed_file},
        {document(level, R"({"vocab":{"a":-1}})"), errc::malformed_file},
        {document(level, R"({"vocab":{"a":"1"}})"), errc::malformed_file},
        {document(level, R"({"vocab":{"a":1.5}})"), errc::malformed_file},
        {document(level, R"({"vocab":{"a":1,"b":1}})"), errc::duplicate_token_id},
        {document(level, R"({"vocab":{"a":4000000}})"), errc::too_many_tokens},
        {document(level, R"({"vocab":{"a":18446744073709551615}})"), errc::too_many_tokens},
        {document(level, R"({"vocab":{}})"), errc::empty_vocabulary},
        {document(level, R"({"vocab":{}})", R"([{"id":0}])"), errc::malformed_file},
        {document(level, R"({"vocab":{}})", R"([{"content":"a"}])"), errc::malformed_file},
        {document(R"({"type":"CTC"})", R"({"vocab":{"a":0}})"), errc::unsupported_file},
        {document(R"({"type":"Replace","pattern":{"Regex":"a"}})", R"({"vocab":{"a":0}})"),
         errc::unsupported_file},
        {document(R"({"type":"Replace","pattern":{"String":"a"},"content":")" + std::string(17, 'b') + "\"}",
                  R"({"vocab":{"a":0}})"),
         errc::unsupported_file},
        {document(R"({"type":"Replace","pattern":{"String":"a"},"content":")" + std::string(16, 'b') + "\"}",
                  R"({"vocab":{"a":0}})"),
         errc::none},
        {document("7", R"({"vocab":{"a":0}})"), errc::unsupported_file},
    };
    for (sample const& s : samples) {
        auto const read = vocab::read_hf_json(s.text);
        BOOST_TEST(((read ? errc::none : read.error().code) == s.code), s.text);
    }
    std::string const good = document(level, R"({"vocab":{"a":0}})");
    for (std::string_view const key : {"", "-1", "x", "99999999999", "18446744073709551616"}) {
        std::string const config =
            R"({"added_tokens_decoder":{")" + std::string(key) + R"(":{"content":"c"}}})";
        BOOST_TEST(
            (vocab::read_hf_json(good, {.tokenizer_config = config}).error().code == errc::malformed_file),
            key);
    }
}

BOOST_AUTO_TEST_CASE(an_id_is_not_believed_beyond_what_the_file_can_hold) {
    auto const code = [](std::string_view tokenizer, std::string_view config) {
        return parlance::vocab::read_hf_json(tokenizer, {.tokenizer_config = config}).error().code;
    };
    constexpr std::string_view one = R"({"model": {"type": "BPE", "vocab": {"a": 0}}})";
    BOOST_TEST((code(R"({"model": {"type": "BPE", "vocab": {"a": 3999999}}})", "") ==
                parlance::errc::too_many_tokens));
    BOOST_TEST((code(one, R"({"added_tokens_decoder": {"3999999": {"content": "x"}}})") ==
                parlance::errc::too_many_tokens));
    BOOST_TEST(
        (code(one, R"({"added_tokens_decoder": {"60000": {"content": "x"}}})") == parlance::errc::none));
}

BOOST_AUTO_TEST_CASE(real_files_agree_with_their_gguf) {
    struct sample {
        std::string_view folder, gguf;
        std::size_t size;
    };
    sample const samples[] = {{"phi-3", "ggml-vocab-phi-3.gguf", 32011},
                              {"generated-llama3", "generated-llama-bpe.gguf", 128256}};
    for (sample const& s : samples) {
        std::filesystem::path const corpus = std::filesystem::path{PARLANCE_CORPUS} / "vocab";
        std::string const text = read(corpus / "hf" / s.folder / "tokenizer.json");
        if (text.empty()) {
            BOOST_TEST_MESSAGE("no corpus: " << s.folder << " not read");
            continue;
        }
        vocab::token_list const v = vocab::read_hf_json(text).value();
        vocab::token_list const other = vocab::open_gguf(corpus / "gguf" / s.gguf).value();
        BOOST_REQUIRE(v.size() == s.size);
        std::size_t different = 0;
        for (token_id id = 0; id < v.size(); ++id) {
            different += v.bytes(id) != other.bytes(id);
        }
        BOOST_TEST(different == 0u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
