// test/vocab/byte_level.cpp - the visible alphabet is a bijection with the bytes
// SPDX-License-Identifier: BSL-1.0
#include <parlance/text/utf8.hpp>
#include <parlance/vocab/byte_level.hpp>
#include <boost/test/unit_test.hpp>
#include <set>

BOOST_AUTO_TEST_SUITE(vocab_byte_level)

using namespace parlance;

BOOST_AUTO_TEST_CASE(every_byte_has_a_character_of_its_own) {
    std::set<char32_t> seen;
    for (unsigned b = 0; b < 256; ++b) {
        char32_t const c = vocab::byte_level::character(static_cast<std::uint8_t>(b));
        BOOST_TEST(seen.insert(c).second);
        BOOST_TEST(vocab::byte_level::byte(c) == static_cast<int>(b));
        std::string out = "kept ";
        BOOST_TEST(vocab::byte_level::decode(utf8::encode(c).view(), out));
        BOOST_TEST(out == std::string("kept ") + static_cast<char>(b));
    }
}

BOOST_AUTO_TEST_CASE(published_correspondences) {
    struct sample {
        std::string_view text, bytes;
    };
    sample const samples[] = {{"\xC4\xA0the", " the"},  // U+0120
                              {"\xC4\x8A\xC4\x8A", "\n\n"},
                              {"\xC3\xA2\xC4\xA3\xC2\xAC", "\xE2\x81\xAC"},
                              {"", ""}};
    for (sample const& s : samples) {
        std::string out;
        BOOST_TEST(vocab::byte_level::decode(s.text, out));
        BOOST_TEST(out == s.bytes);
    }
}

BOOST_AUTO_TEST_CASE(text_in_other_characters_is_left_alone) {
    for (std::string_view const text : {"a b", "\xE2\x96\x81x", "\xF0\x9F\x98\x80", "\xFF", "ok\n"}) {
        std::string out = "kept";
        BOOST_TEST(!vocab::byte_level::decode(text, out));
        BOOST_TEST(out == "kept");
    }
}

BOOST_AUTO_TEST_SUITE_END()
