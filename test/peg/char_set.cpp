#include <parlance/peg/char_set.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(peg_char_set)

namespace data = boost::unit_test::data;
using namespace parlance;
using peg::char_range;
using peg::char_set;

namespace {

struct spec {
    std::string_view text;
    std::vector<char_range> ranges;
    bool negated = false;
};
std::ostream& operator<<(std::ostream& out, spec const& s) { return out << s.text; }

struct mistake {
    std::string_view text;
    errc code;
    std::size_t at;
};
std::ostream& operator<<(std::ostream& out, mistake const& m) { return out << m.text; }

}  // namespace

spec const specs[] = {
    {"a-z", {{'a', 'z'}}},
    {"[a-z]", {{'a', 'z'}}},
    {"[^a-z]", {{'a', 'z'}}, true},
    {"^ab", {{'a', 'b'}}, true},
    {"a-cb-ef", {{'a', 'f'}}},
    {"zax", {{'a', 'a'}, {'x', 'x'}, {'z', 'z'}}},
    {"[a\\-z]", {{'-', '-'}, {'a', 'a'}, {'z', 'z'}}},
    {"a-", {{'-', '-'}, {'a', 'a'}}},
    {"-a", {{'-', '-'}, {'a', 'a'}}},
    {"\\n\\t\\r\\\\\\]\\[\\\"\\^", {{'\t', '\n'}, {'\r', '\r'}, {'"', '"'}, {'[', '^'}}},
    {"\\x41\\u00e9\\U0001F600", {{'A', 'A'}, {0xE9, 0xE9}, {0x1F600, 0x1F600}}},
    {"\xC3\xA9-\xE4\xB8\xAD", {{0xE9, 0x4E2D}}},
    {"\\x00-\\x1f", {{0, 0x1F}}},
    {"[]", {}},
    {"", {}},
};
BOOST_DATA_TEST_CASE(a_class_is_read_into_sorted_ranges_that_are_apart, data::make(specs)) {
    char_set const set = char_set::parse(sample.text).value();
    BOOST_TEST((std::vector<char_range>(set.ranges().begin(), set.ranges().end()) == sample.ranges));
    BOOST_TEST(set.negated() == sample.negated);
}

mistake const mistakes[] = {
    {"z-a", errc::inverted_range, 0},   {"a\\q", errc::invalid_escape, 1},
    {"\\x4", errc::invalid_escape, 0},  {"\\xg0", errc::invalid_escape, 0},
    {"\\", errc::invalid_escape, 0},    {"\\U00110000", errc::invalid_code_point, 0},
    {"a\xFF", errc::invalid_utf8, 1},   {"[abc", errc::unterminated_class, 0},
    {"[", errc::unterminated_class, 0},
};
BOOST_DATA_TEST_CASE(a_mistake_in_a_class_is_told_with_its_place, data::make(mistakes)) {
    auto const set = char_set::parse(sample.text);
    BOOST_REQUIRE(!set);
    BOOST_TEST((set.error().code == sample.code));
    BOOST_TEST(set.error().at.offset == sample.at);
}

static_assert(char_set::parse("a-z")->contains('q'));
static_assert(!char_set::parse("^a-z")->contains('q'));
static_assert(char_set::any().contains(0x10FFFF));
static_assert(!char_set{}.contains('a'));
static_assert(char_set{}.add('a', 'c').add('d') == *char_set::parse("a-d"));
static_assert(char_set::parse("a").value().negate() == *char_set::parse("[^a]"));

BOOST_AUTO_TEST_SUITE_END()
