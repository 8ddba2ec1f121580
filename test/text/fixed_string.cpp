#include <parlance/text/fixed_string.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(text_fixed_string)

using parlance::fixed_string;

namespace {

template <fixed_string Text>
constexpr std::string_view text_of = Text.view();

static_assert(text_of<"</think>"> == "</think>");
static_assert(text_of<"">.empty());
static_assert(text_of<"a\0b"> == std::string_view("a\0b", 3), "a zero byte is a byte");

}  // namespace

BOOST_AUTO_TEST_CASE(equal_texts_are_one_template_argument) {
    BOOST_TEST(static_cast<void const*>(&text_of<"same">) == static_cast<void const*>(&text_of<"same">));
    BOOST_TEST(static_cast<void const*>(&text_of<"same">) != static_cast<void const*>(&text_of<"some">));
}

BOOST_AUTO_TEST_SUITE_END()
