#include <parlance/text/errc.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <set>

BOOST_AUTO_TEST_SUITE(text_errc)

using parlance::describe;
using parlance::errc;

static_assert(describe(errc::none) == "no error");

BOOST_AUTO_TEST_CASE(every_code_has_a_sentence_of_its_own) {
    std::set<std::string_view> seen;
    auto const last = static_cast<std::uint16_t>(errc::inexpressible_format);
    for (std::uint16_t code = 0; code <= last; ++code) {
        std::string_view const sentence = describe(static_cast<errc>(code));
        BOOST_TEST_INFO("code " << code);
        BOOST_TEST(sentence != "unknown error");
        BOOST_TEST(!sentence.ends_with('.'));
        BOOST_TEST(seen.insert(sentence).second, "said twice: " << sentence);
    }
    BOOST_TEST(describe(static_cast<errc>(last + 1)) == "unknown error",
               "inexpressible_format is the last one");
}

BOOST_AUTO_TEST_SUITE_END()
