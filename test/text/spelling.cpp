#include <parlance/text/spelling.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(text_spelling)

using parlance::different;
using parlance::misspelling;

static_assert(misspelling("", "") == 0 && misspelling("value", "value") == 0);
static_assert(misspelling("propertis", "properties") == 1);
static_assert(misspelling("emial", "email") == 1, "two letters that changed places are one edit");
static_assert(misspelling("additionalPropertys", "additionalProperties") == 2);
static_assert(misspelling("valu", "value") == 1 && misspelling("value", "valu") == 1);
static_assert(misspelling("foo", "root") == different, "one letter in common is a different name");
static_assert(misspelling("note", "not") == different,
              "short names differ by little and mean something else");
static_assert(misspelling("count", "const") == different);
static_assert(misspelling("minimum", "maximum") == different);
static_assert(misspelling("a", "b") == different && misspelling("", "abc") == different);

BOOST_AUTO_TEST_CASE(long_names_are_not_compared) {
    std::string const name(65, 'x');
    BOOST_TEST(misspelling(name, name) == different);
    BOOST_TEST(misspelling(name.substr(1), name.substr(1)) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
