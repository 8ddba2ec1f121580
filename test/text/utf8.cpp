#include <parlance/text/utf8.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

BOOST_AUTO_TEST_SUITE(text_utf8)

namespace data = boost::unit_test::data;
namespace utf8 = parlance::utf8;

static_assert(utf8::decode("\xE2\x96\x81x").value == 0x2581 && utf8::decode("\xE2\x96\x81x").length == 3);
static_assert(utf8::encode(0x1F600).view() == "\xF0\x9F\x98\x80");
static_assert(utf8::encode(0xD800).view() == "\xEF\xBF\xBD", "a surrogate is not a scalar value");
static_assert(utf8::decode("").length == 0 && !utf8::decode("").valid);

namespace {

struct sample {
    std::string_view bytes;
    std::size_t length;  // consumed by the first step
    bool valid;
    bool cut;
    std::size_t count;       // steps over all of it
    std::size_t unfinished;  // bytes at its end
};
std::ostream& operator<<(std::ostream& os, sample const& s) {
    for (char const c : s.bytes) {
        os << "\\x" << std::hex << static_cast<unsigned>(static_cast<unsigned char>(c)) << std::dec;
    }
    return os;
}

// Bad sequences are cut as Unicode 15, section 3.9, table 3-8 recommends: the longest prefix that could go on.
sample const samples[] = {
    {"a", 1, true, false, 1, 0},
    {"\x7F", 1, true, false, 1, 0},
    {"\xC2\x80", 2, true, false, 1, 0},
    {"\xED\x9F\xBF", 3, true, false, 1, 0},
    {"\xF4\x8F\xBF\xBF", 4, true, false, 1, 0},
    {"\x80", 1, false, false, 1, 0},
    {"\xC0\xAF", 1, false, false, 2, 0},          // overlong
    {"\xE0\x80\xAF", 1, false, false, 3, 0},      // overlong
    {"\xED\xA0\x80", 1, false, false, 3, 0},      // surrogate
    {"\xF4\x90\x80\x80", 1, false, false, 4, 0},  // above U+10FFFF
    {"\xFF", 1, false, false, 1, 0},
    {"\xE2\x96z", 2, false, false, 2, 0},
    {"\xE2", 1, false, true, 1, 1},
    {"\xE2\x96", 2, false, true, 1, 2},
    {"\xF0\x9F\x98", 3, false, true, 1, 3},
    {"ab\xC3", 1, true, false, 3, 1},
    {"\xE0\x80", 1, false, false, 2, 0},
};

}  // namespace

BOOST_DATA_TEST_CASE(a_step_takes_the_maximal_prefix, data::make(samples)) {
    utf8::decoded const step = utf8::decode(sample.bytes);
    BOOST_TEST(step.length == sample.length);
    BOOST_TEST(step.valid == sample.valid);
    BOOST_TEST(step.cut == sample.cut);
    BOOST_TEST(utf8::count(sample.bytes) == sample.count);
    BOOST_TEST(utf8::unfinished(sample.bytes) == sample.unfinished);
}

BOOST_AUTO_TEST_CASE(every_scalar_value_comes_back) {
    std::size_t wrong = 0;
    for (char32_t c = 0; c <= 0x110000; ++c) {
        utf8::encoded const bytes = utf8::encode(c);
        utf8::decoded const back = utf8::decode(bytes.view());
        char32_t const expected = utf8::is_scalar(c) ? c : 0xFFFD;
        wrong += back.value != expected || !back.valid || back.length != bytes.length;
        wrong += utf8::sequence_length(static_cast<std::uint8_t>(bytes.bytes[0])) != bytes.length;
    }
    BOOST_TEST(wrong == 0u);
}

BOOST_AUTO_TEST_CASE(every_sequence_of_three_bytes_is_valid_exactly_when_some_scalar_values_encode_to_it) {
    std::size_t valid = 0;
    std::string text(3, '\0');
    for (unsigned n = 0; n < 1u << 24; ++n) {
        text[0] = static_cast<char>(n >> 16);
        text[1] = static_cast<char>(n >> 8);
        text[2] = static_cast<char>(n);
        valid += utf8::is_valid(text);
    }
    // one and one and one, one and two, two and one, three: counted from the code point ranges
    std::size_t const one = 0x80;
    std::size_t const two = 0x800 - 0x80;
    std::size_t const three = 0x10000 - 0x800 - 0x800;
    BOOST_TEST(valid == one * one * one + 2 * one * two + three);
}

BOOST_AUTO_TEST_SUITE_END()
