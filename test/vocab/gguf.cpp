// test/vocab/gguf.cpp - the metadata of a GGUF file, whole, cut, and lying about its sizes
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/gguf.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>

BOOST_AUTO_TEST_SUITE(vocab_gguf)

namespace {

using namespace parlance;
using vocab::token_id;
using vocab::token_kind;

std::string number(std::uint64_t value, std::size_t size) {
    std::string out;
    for (std::size_t i = 0; i < size; ++i) {
        out.push_back(i < 8 ? static_cast<char>((value >> (8 * i)) & 0xFF) : '\0');
    }
    return out;
}
std::string string(std::string_view text) { return number(text.size(), 8) + std::string(text); }

struct token {
    std::string_view text;
    unsigned kind;
};

/// A file as llama.cpp's converter would write it.
struct file {
    std::string pairs;
    std::uint64_t count = 0;

    file& text(std::string_view key, std::string_view value) {
        pairs += string(key) + number(8, 4) + string(value);
        return ++count, *this;
    }
    file& id(std::string_view key, std::uint32_t value) {
        pairs += string(key) + number(4, 4) + number(value, 4);
        return ++count, *this;
    }
    file& raw(std::string_view key, std::string_view value) {
        pairs += string(key) + std::string(value);
        return ++count, *this;
    }
    file& tokens(std::vector<token> const& all) {
        std::string texts = number(9, 4) + number(8, 4) + number(all.size(), 8);
        std::string kinds = number(9, 4) + number(5, 4) + number(all.size(), 8);
        for (token const& t : all) {
            texts += string(t.text);
            kinds += number(t.kind, 4);
        }
        return raw("tokenizer.ggml.tokens", texts).raw("tokenizer.ggml.token_type", kinds);
    }
    [[nodiscard]] std::string bytes(std::uint32_t version = 3) const {
        return "GGUF" + number(version, 4) + number(0, 8) + number(count, 8) + pairs;
    }
};

errc error_of(std::string_view bytes) { return vocab::read_gguf(bytes).error().code; }

}  // namespace

BOOST_AUTO_TEST_CASE(byte_level_tokens_are_decoded_and_special_ones_are_not_text) {
    auto const v = vocab::read_gguf(file{}
                                        .text("general.architecture", "llama")
                                        .text("tokenizer.ggml.model", "gpt2")
                                        .tokens({{"\xC4\xA0the", 1},
                                                 {"<|eot_id|>", 3},
                                                 {"<tool_call>", 4},
                                                 {"gone", 5},
                                                 {"[PAD4]", 4},
                                                 {"<unk>", 2},
                                                 {"[PAD4]", 4},
                                                 {"<0x41>", 1}})
                                        .id("tokenizer.ggml.eos_token_id", 5)
                                        .bytes())
                       .value();
    BOOST_TEST(v.size() == 8u);
    BOOST_TEST(v.bytes(0) == " the");
    BOOST_TEST(v.bytes(1).empty());
    BOOST_TEST(v.ends(1));
    BOOST_TEST((v.find("<tool_call>") == token_id{2}));
    BOOST_TEST(v.bytes(2) == "<tool_call>");
    BOOST_TEST((v.kind(3) == token_kind::unused));
    BOOST_TEST((v.kind(4) == token_kind::unused));
    BOOST_TEST(v.ends(5));
    BOOST_TEST((v.kind(6) == token_kind::user_defined));
    BOOST_TEST(v.bytes(7) == "<0x41>");
}

BOOST_AUTO_TEST_CASE(pieces_have_spaces_and_bytes) {
    auto const v = vocab::read_gguf(file{}
                                        .text("tokenizer.ggml.model", "llama")
                                        .tokens({{"\xE2\x96\x81the\xE2\x96\x81", 1},
                                                 {"<0xE4>", 6},
                                                 {"<0x-1>", 6},
                                                 {"<0xE4>", 1},
                                                 {"<0xe4", 6},
                                                 {"</s>", 3}})
                                        .bytes(2))
                       .value();
    BOOST_TEST(v.bytes(0) == " the ");
    BOOST_TEST(v.bytes(1) == "\xE4");
    BOOST_TEST((v.kind(1) == token_kind::byte));
    BOOST_TEST(v.bytes(2) == "<0x-1>");
    BOOST_TEST(v.bytes(3) == "<0xE4>");
    BOOST_TEST(v.bytes(4) == "<0xe4");
    BOOST_TEST(v.ends(5));
}

BOOST_AUTO_TEST_CASE(escapes_of_rwkv) {
    auto const v =
        vocab::read_gguf(
            file{}.text("tokenizer.ggml.model", "rwkv").tokens({{R"(\n\t\x00\xFF\\\'a\)", 1}}).bytes())
            .value();
    BOOST_TEST(v.bytes(0) == (std::string_view{"\n\t\0\xFF\\'a\\", 8}));
}

BOOST_AUTO_TEST_CASE(values_of_every_type_are_stepped_over) {
    file f;
    for (unsigned type = 0; type < 13; ++type) {
        constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
        if (sizes[type] != 0) {
            f.raw("skipped", number(type, 4) + number(7, sizes[type]));
            f.raw("array", number(9, 4) + number(type, 4) + number(2, 8) + number(7, sizes[type] * 2));
        }
    }
    f.raw("nested", number(9, 4) + number(9, 4) + number(2, 8) + number(8, 4) + number(1, 8) + string("x") +
                        number(0, 4) + number(3, 8) + "abc");
    f.text("tokenizer.ggml.model", "gpt2").tokens({{"a", 1}});
    BOOST_TEST(vocab::read_gguf(f.bytes()).value().bytes(0) == "a");
}

BOOST_AUTO_TEST_CASE(every_cut_is_reported) {
    std::string const whole =
        file{}.text("tokenizer.ggml.model", "gpt2").tokens({{"a", 1}, {"b", 3}}).bytes();
    BOOST_REQUIRE(vocab::read_gguf(whole).has_value());
    for (std::size_t cut = 0; cut < whole.size(); ++cut) {
        auto const r = vocab::read_gguf(std::string_view{whole}.substr(0, cut));
        BOOST_REQUIRE(!r);
        BOOST_TEST((r.error().code == errc::truncated_file));
        BOOST_TEST(r.error().at.offset <= cut);
    }
}

BOOST_AUTO_TEST_CASE(counts_beyond_the_file_allocate_nothing) {
    std::uint64_t const huge[] = {~std::uint64_t{0}, ~std::uint64_t{0} / 8, std::uint64_t{1} << 61, 1u << 30};
    for (std::uint64_t const count : huge) {
        for (unsigned type = 0; type < 13; ++type) {
            std::string const array = number(9, 4) + number(type, 4) + number(count, 8) + "some bytes";
            BOOST_TEST(
                (error_of(file{}.raw("tokenizer.ggml.tokens", array).bytes()) == errc::truncated_file));
        }
        BOOST_TEST(
            (error_of("GGUF" + number(3, 4) + number(0, 8) + number(count, 8)) == errc::truncated_file));
        BOOST_TEST(
            (error_of(file{}.raw("k", number(8, 4) + number(count, 8)).bytes()) == errc::truncated_file));
    }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_said) {
    file const good = file{}.text("tokenizer.ggml.model", "gpt2").tokens({{"a", 1}});
    std::string deep;
    for (int i = 0; i < 2000; ++i) {
        deep += number(9, 4) + number(1, 8);
    }
    struct sample {
        std::string bytes;
        errc code;
    };
    sample const samples[] = {
        {"", errc::truncated_file},
        {"GGML" + good.bytes().substr(4), errc::malformed_file},
        {good.bytes(1), errc::unsupported_file},
        {good.bytes(4), errc::unsupported_file},
        {good.bytes(0x03000000), errc::unsupported_file},  // written on a big-endian machine
        {file{}.text("tokenizer.ggml.model", "gpt2").bytes(), errc::unsupported_file},
        {file{}.tokens({{"a", 1}}).bytes(), errc::unsupported_file},
        {file{}.text("tokenizer.ggml.model", "none").tokens({{"a", 1}}).bytes(), errc::unsupported_file},
        {file{}.text("tokenizer.ggml.model", "later").tokens({{"a", 1}}).bytes(), errc::unsupported_file},
        {file{}.text("tokenizer.ggml.model", "gpt2").tokens({{"a", 7}}).bytes(), errc::malformed_file},
        {file{}.text("tokenizer.ggml.model", "gpt2").tokens({}).bytes(), errc::empty_vocabulary},
        {file{}.raw("k", number(13, 4) + "abcdefgh").bytes(), errc::malformed_file},
        {file{}.raw("k", number(9, 4) + number(13, 4) + number(1, 8) + "a").bytes(), errc::malformed_file},
        {file{}.raw("k", number(9, 4) + deep + number(0, 4) + number(0, 8)).bytes(), errc::malformed_file},
        {file{}
             .raw("tokenizer.ggml.tokens", number(9, 4) + number(4, 4) + number(1, 8) + number(1, 4))
             .bytes(),
         errc::malformed_file},
        {file{good}
             .raw("tokenizer.ggml.token_type", number(9, 4) + number(5, 4) + number(2, 8) + number(1, 8))
             .bytes(),
         errc::malformed_file},
    };
    for (sample const& s : samples) {
        BOOST_TEST((error_of(s.bytes) == s.code), "expected " << describe(s.code));
    }
    limits bounds;
    bounds.tokens = 1;
    std::string const two = file{}.text("tokenizer.ggml.model", "gpt2").tokens({{"a", 1}, {"b", 1}}).bytes();
    BOOST_TEST((vocab::read_gguf(two, bounds).error().code == errc::too_many_tokens));
    BOOST_TEST((vocab::open_gguf("/nowhere/at/all.gguf").error().code == errc::cannot_open));
}

BOOST_AUTO_TEST_CASE(real_files) {
    struct sample {
        std::string_view name;
        std::size_t size, byte_tokens, holes;
        token_id id;
        std::string_view bytes;
    };
    // sizes and kinds as the files' own counts have them
    sample const samples[] = {
        {"ggml-vocab-llama-spm.gguf", 32000, 256, 0, 3, std::string_view{"\0", 1}},
        {"ggml-vocab-phi-3.gguf", 32064, 256, 53, 29871, " "},
        {"ggml-vocab-gpt-2.gguf", 50257, 0, 0, 220, " "},
        {"ggml-vocab-deepseek-llm.gguf", 102400, 0, 2385, 207, " "},
        {"generated-llama-bpe.gguf", 128256, 0, 0, 220, " "},
    };
    std::filesystem::path const folder = std::filesystem::path{PARLANCE_CORPUS} / "vocab" / "gguf";
    for (sample const& s : samples) {
        if (!std::filesystem::exists(folder / s.name)) {
            BOOST_TEST_MESSAGE("no corpus: " << s.name << " not read");
            continue;
        }
        vocab::token_list const v = vocab::open_gguf(folder / s.name).value();
        BOOST_TEST(v.size() == s.size);
        std::size_t byte_tokens = 0;
        std::size_t holes = 0;
        std::size_t ends = 0;
        for (token_id id = 0; id < v.size(); ++id) {
            byte_tokens += v.kind(id) == token_kind::byte;
            holes += v.kind(id) == token_kind::unused;
            ends += v.ends(id);
        }
        BOOST_TEST(byte_tokens == s.byte_tokens);
        BOOST_TEST(holes == s.holes);
        BOOST_TEST(ends > 0u);
        BOOST_TEST(v.bytes(s.id) == s.bytes);
    }
}

BOOST_AUTO_TEST_CASE(all_ids_that_end_a_turn_or_a_message_end_a_text) {
    file const all = file{}
                         .text("tokenizer.ggml.model", "gpt2")
                         .tokens({{"a", 1}, {"<x>", 3}, {"<y>", 3}, {"<z>", 3}, {"<w>", 3}})
                         .id("tokenizer.ggml.bos_token_id", 4)
                         .id("tokenizer.ggml.eos_token_id", 1)
                         .id("tokenizer.ggml.eot_token_id", 2)
                         .id("tokenizer.ggml.eom_token_id", 3)
                         .id("tokenizer.ggml.padding_token_id", 0);
    auto const v = vocab::read_gguf(all.bytes()).value();
    for (token_id const id : {1u, 2u, 3u}) {
        BOOST_TEST(v.ends(id), id);
        BOOST_TEST(v.bytes(id).empty(), id);
    }
    BOOST_TEST(!v.ends(0));
    BOOST_TEST(!v.ends(4));
}

BOOST_AUTO_TEST_SUITE_END()
