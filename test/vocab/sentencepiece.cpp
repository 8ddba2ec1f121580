// test/vocab/sentencepiece.cpp - a protobuf read by hand, and what is not one
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/sentencepiece.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

BOOST_AUTO_TEST_SUITE(vocab_sentencepiece)

namespace {

using namespace parlance;
using vocab::token_id;
using vocab::token_kind;

std::string varint(std::uint64_t value) {
    std::string out;
    for (; value >= 0x80; value >>= 7) {
        out.push_back(static_cast<char>((value & 0x7F) | 0x80));
    }
    out.push_back(static_cast<char>(value));
    return out;
}
std::string field(std::uint64_t number, std::string_view payload) {
    return varint(number << 3 | 2) + varint(payload.size()) + std::string(payload);
}
std::string field(std::uint64_t number, std::uint64_t value) { return varint(number << 3) + varint(value); }

std::string piece(std::string_view text, std::uint64_t type = 1) {
    std::string const score = varint(2 << 3 | 5) + std::string("\0\0\x80\x3F", 4);
    return field(1, field(1, text) + score + (type == 1 ? std::string{} : field(3, type)));
}

}  // namespace

BOOST_AUTO_TEST_CASE(pieces_are_tokens_in_order) {
    std::string const model = piece("<unk>", 2) + piece("<s>", 3) + piece("</s>", 3) + piece("<0x0A>", 6) +
                              piece("\xE2\x96\x81the") + piece("\xE2\x96\x81\xE2\x96\x81", 4) +
                              piece("gone", 5) + piece("<0x41>") + piece("") +
                              field(2, field(3, 2) + field(35, 1)) + field(3, field(1, "identity")) +
                              varint(9 << 3 | 1) + "12345678";
    auto const v = vocab::read_sentencepiece(model, 12).value();
    BOOST_TEST(v.size() == 12u);
    BOOST_TEST((v.find("<unk>") == token_id{0}));
    BOOST_TEST(v.bytes(0).empty());
    BOOST_TEST(v.ends(2));
    BOOST_TEST(!v.ends(1));
    BOOST_TEST(v.bytes(3) == "\n");
    BOOST_TEST(v.bytes(4) == " the");
    BOOST_TEST(v.bytes(5) == "  ");
    BOOST_TEST((v.kind(5) == token_kind::user_defined));
    BOOST_TEST((v.kind(6) == token_kind::unused));
    BOOST_TEST(v.bytes(7) == "<0x41>");
    BOOST_TEST(v.bytes(8).empty());
    BOOST_TEST((v.kind(11) == token_kind::unused));
}

BOOST_AUTO_TEST_CASE(the_trainer_says_which_piece_ends_the_text) {
    std::string const pieces = piece("<unk>", 2) + piece("a") + piece("b") + piece("[STOP]", 3);
    auto const ends = [&](std::string const& trainer) {
        auto const v = vocab::read_sentencepiece(pieces + field(2, trainer)).value();
        std::string out;
        for (token_id id = 0; id < v.size(); ++id) {
            out.push_back(v.ends(id) ? '1' : '0');
        }
        return out;
    };
    BOOST_TEST(ends("") == "0010");
    BOOST_TEST(ends(field(42, 3)) == "0001");
    BOOST_TEST(ends(field(42, ~std::uint64_t{0})) == "0000");  // -1: none
}

BOOST_AUTO_TEST_CASE(every_cut_inside_a_piece_is_reported) {
    std::string const whole = piece("<unk>", 2) + piece("abc");
    std::size_t const second = piece("<unk>", 2).size();
    for (std::size_t cut = 1; cut < whole.size(); ++cut) {
        auto const r = vocab::read_sentencepiece(std::string_view{whole}.substr(0, cut));
        BOOST_TEST((r.error().code == (cut == second ? errc::none : errc::truncated_file)));
    }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_said) {
    struct sample {
        std::string bytes;
        errc code;
    };
    sample const samples[] = {
        {"", errc::unsupported_file},
        {field(2, field(42, 1)), errc::unsupported_file},
        {field(1, field(1, "a")) + "\x0B", errc::malformed_file},  // wire type 3
        {std::string(11, '\xFF'), errc::malformed_file},           // a number without an end
        {field(1, std::string("\x03")), errc::malformed_file},
        {varint(0) + varint(0), errc::malformed_file},  // field 0
        {varint(1 << 3 | 2) + varint(~std::uint64_t{0}), errc::truncated_file},
        {piece("<0x4>", 6), errc::malformed_file},
        {piece("<0x-1>", 6), errc::malformed_file},
        {piece("a", 7), errc::malformed_file},
        {piece("a", 0), errc::malformed_file},
    };
    for (sample const& s : samples) {
        BOOST_TEST((vocab::read_sentencepiece(s.bytes).error().code == s.code),
                   "expected " << describe(s.code));
    }
    limits bounds;
    bounds.tokens = 2;
    std::string const three = piece("a") + piece("b") + piece("c");
    BOOST_TEST((vocab::read_sentencepiece(three, 0, bounds).error().code == errc::too_many_tokens));
    BOOST_TEST((vocab::read_sentencepiece(piece("a"), 3, bounds).error().code == errc::too_many_tokens));
}

BOOST_AUTO_TEST_CASE(real_models) {
    struct sample {
        std::string_view name;
        std::size_t size;
        token_id id;
        std::string_view bytes;
    };
    sample const samples[] = {{"llama2-tokenizer.model", 32000, 278, " the"},
                              {"mistral-v1-tokenizer.model", 32000, 3, std::string_view{"\0", 1}},
                              {"sentencepiece-test-1k.model", 1000, 2, ""}};
    for (sample const& s : samples) {
        std::ifstream in(std::filesystem::path{PARLANCE_CORPUS} / "vocab/spm" / s.name, std::ios::binary);
        if (!in) {
            BOOST_TEST_MESSAGE("no corpus: " << s.name << " not read");
            continue;
        }
        auto const v = vocab::read_sentencepiece(std::string{std::istreambuf_iterator<char>(in), {}}).value();
        BOOST_TEST(v.size() == s.size);
        BOOST_TEST(v.bytes(s.id) == s.bytes);
        BOOST_TEST(v.ends(2));
    }
}

BOOST_AUTO_TEST_SUITE_END()
