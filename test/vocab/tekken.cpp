// test/vocab/tekken.cpp - special tokens first, then as much of the vocabulary as the config says
// SPDX-License-Identifier: BSL-1.0
#include <parlance/vocab/tekken.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

BOOST_AUTO_TEST_SUITE(vocab_tekken)

namespace {

using namespace parlance;
using vocab::token_id;
using vocab::token_kind;

std::string document(std::string_view vocab, std::string_view specials, int size = 8, int special = 4) {
    return R"({"config":{"default_vocab_size":)" + std::to_string(size) +
           R"(,"default_num_special_tokens":)" + std::to_string(special) + "}" + std::string(specials) +
           R"(,"vocab":)" + std::string(vocab) + "}";
}

constexpr std::string_view four = R"([{"rank":0,"token_bytes":"AA==","token_str":"wrong"},
    {"rank":1,"token_bytes":"IGE="},{"rank":3,"token_bytes":"/w=="},{"rank":4,"token_bytes":"IGI="}])";

}  // namespace

BOOST_AUTO_TEST_CASE(ranks_follow_the_special_tokens) {
    auto const v = vocab::read_tekken(
                       document(four, R"(,"special_tokens":[{"rank":1,"token_str":"</s>","is_control":true},
        {"rank":2,"token_str":"[TOOL]","is_control":false}])"))
                       .value();
    BOOST_TEST(v.size() == 8u);
    BOOST_TEST(v.text(0) == "<SPECIAL_0>");
    BOOST_TEST(v.bytes(0).empty());
    BOOST_TEST(v.ends(1));
    BOOST_TEST(v.bytes(2) == "[TOOL]");
    BOOST_TEST(v.bytes(4) == (std::string_view{"\0", 1}));
    BOOST_TEST(v.bytes(5) == " a");
    BOOST_TEST((v.kind(6) == token_kind::unused));
    BOOST_TEST(v.bytes(7) == "\xFF");
}

BOOST_AUTO_TEST_CASE(old_files_have_the_well_known_special_tokens) {
    auto const v = vocab::read_tekken(document(four, "", 30, 25)).value();
    BOOST_TEST((v.find("[TOOL_CALLS]") == token_id{9}));
    BOOST_TEST((v.find("[TOOL_CONTENT]") == token_id{19}));
    BOOST_TEST((v.find("<SPECIAL_24>") == token_id{24}));
    BOOST_TEST(v.ends(2));
    BOOST_TEST(v.size() == 30u);
}

BOOST_AUTO_TEST_CASE(what_is_wrong_is_said) {
    struct sample {
        std::string text;
        errc code;
    };
    sample const samples[] = {
        {"", errc::json_syntax},
        {"[]", errc::malformed_file},
        {R"({"config":{},"vocab":[]})", errc::malformed_file},
        {document("[]", "", 3, 4), errc::malformed_file},
        {document("[]", "", -1, 0), errc::malformed_file},
        {document("[]", "", 2'000'000'000, 0), errc::too_many_tokens},
        {document("[]", "", 0, 0), errc::empty_vocabulary},
        {document(R"([{"rank":0,"token_bytes":"A"}])", ""), errc::malformed_file},
        {document(R"([{"rank":-1,"token_bytes":"AA=="}])", ""), errc::malformed_file},
        {document(R"([{"rank":0,"token_bytes":7}])", ""), errc::malformed_file},
        {document(R"([7])", ""), errc::malformed_file},
        {document(R"([{"rank":0,"token_bytes":"AA=="},{"rank":0,"token_bytes":"AQ=="}])", ""),
         errc::duplicate_token_id},
        {document("[]", R"(,"special_tokens":[{"rank":4,"token_str":"a"}])"), errc::malformed_file},
        {document("[]", R"(,"special_tokens":[{"rank":0}])"), errc::malformed_file},
    };
    for (sample const& s : samples) {
        BOOST_TEST((vocab::read_tekken(s.text).error().code == s.code), s.text);
    }
}

BOOST_AUTO_TEST_CASE(a_count_is_not_believed_beyond_what_the_file_can_hold) {
    auto const read = parlance::vocab::read_tekken(
        R"({"config": {"default_vocab_size": 4000000, "default_num_special_tokens": 3999999}, "vocab": []})");
    BOOST_TEST((read.error().code == parlance::errc::too_many_tokens));
}

BOOST_AUTO_TEST_CASE(a_file_of_the_real_layout) {
    std::ifstream in(std::filesystem::path{PARLANCE_CORPUS} / "vocab/tekken/synthetic-tekken-4100.json");
    if (!in) {
        BOOST_TEST_MESSAGE("no corpus: not read");
        return;
    }
    auto const v = vocab::read_tekken(std::string{std::istreambuf_iterator<char>(in), {}}).value();
    BOOST_TEST(v.size() == 4100u);
    for (unsigned b = 0; b < 256; ++b) {
        BOOST_TEST(v.bytes(100 + b) == std::string(1, static_cast<char>(b)));
    }
}

BOOST_AUTO_TEST_SUITE_END()
