// test/jinja/operators.cpp - precedence, arithmetic, comparison, membership
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/detail/python/operators.hpp>
#include "rendered.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(jinja_operators)

namespace data = boost::unit_test::data;
using jinja_test::rendered;

rendered const rows[] = {
    {"{{ 7 // 2 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 7 % -3 }} {{ 7 / 2 }} {{ 2.5 // 1 }}", "3 -4 2 -2 3.5 2.0"},
    {"{{ -2 ** 2 }} {{ 2 ** 3 ** 2 }} {{ 2 ** -1 }}", "4 64 0.5"},
    {"{{ -2 ** (i - 5) }} {{ (-i) ** 2 }} {{ -2 ** -(-2) }}", "-4 49 4"},
    {"{{ (-2) ** 0.5 }}", nullptr},
    {"{{ d.keys() > {'a': 0}.keys() }} {{ d.items() <= d.items() }} {{ d.keys() < d.keys() }}",
     "True True False"},
    {"{{ 9223372036854775807 + 1 }} {{ 10 ** 20 }} {{ -(10 ** 20) // 3 }}",
     "9223372036854775808 100000000000000000000 -33333333333333333334"},
    {"{{ 123456789012345678903 / 12345678901234567890 }} {{ 9007199254740993 / 3 }} {{ -(2 ** 63) / 7 }}",
     "10.0 3002399751580331.0 -1.3176245766935393e+18"},
    {"{{ 10 ** 400 / 10 ** 399 }} {{ 3 / 10 ** 400 }} {{ 0 / -(2 ** 63) }} {{ (2 ** 53 + 1) / 1 }}",
     "10.0 0.0 -0.0 9007199254740992.0"},
    {"{{ 10 ** 400 / 3 }}", nullptr},
    {"{{ 10 ** 400 / (l[0] - 3) }}", nullptr},
    {"{{ [('a' | e) ~ '', '' ~ ('a' | e)] }}", "['a', 'a']"},
    {"{{ 1 ~ 2 + 3 }}", nullptr},
    {"{{ 'a' ~ 1 * 2 }}", "a2"},
    {"{{ not 1 in [2] }} {{ 1 < 2 < 3 }} {{ 1 < 2 > 5 }} {{ 1 == 1.0 == true }}", "True True False True"},
    {"{{ 0 or '' or 'x' }}{{ 1 and 0 and 2 }}", "x0"},
    {"{{ 1 if false }}|{{ 1 if false else 2 if false else 3 }}", "|3"},
    {"{{ 'a' + n }}", nullptr},
    {"{{ 1 + undefd }}", nullptr},
    {"{{ 1 < 'a' }}", nullptr},
    {"{{ ('abc' * 5000) | length }} {{ ('abc' * 5000)[-4:] }} {{ ('abc' * 5000).count('abc') }}",
     "15000 cabc 5000"},
    {"{{ 'ab' * 3 }}{{ 'ab' * 0 }}{{ '' * 9 }}{{ ('x' * 4097) | length }}", "ababab4097"},
    {"{{ [1, 2] + [3] }} {{ (1,) + (2,) }} {{ 'ab' * 2 }} {{ [0] * 3 }} {{ 2 * [1] }}",
     "[1, 2, 3] (1, 2) abab [0, 0, 0] [1, 1]"},
    {"{{ {'a': 1, 'b': 2} == {'b': 2.0, 'a': true} }}", "True"},
    {"{{ [1, 2] < [1, 3] }} {{ 'a' < 'b' }} {{ (1, 2) == [1, 2] }}", "True True False"},
    {"{{ 'ell' in s }} {{ 2 in l }} {{ 'a' in d }} {{ 5 in range(0, 10, 5) }}", "True True True True"},
    {"{{ 1 in '1' }}", nullptr},
    {"{{ undefd == undefd }} {{ undefd ~ 1 }} {{ undefd or 2 }}", "True 1 2"},
    {"{{ 1 / 0 }}", nullptr},
};
BOOST_DATA_TEST_CASE(operators_are_pythons, data::make(rows)) {
    BOOST_TEST(jinja_test::holds(sample), jinja_test::render(sample.source));
}

BOOST_AUTO_TEST_SUITE_END()
