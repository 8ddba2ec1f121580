// test/jinja/print.cpp - values as text
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/detail/python/print.hpp>
#include "rendered.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(jinja_print)

namespace data = boost::unit_test::data;
using jinja_test::rendered;

rendered const rows[] = {
    {"{{ [1, 2.0, true, none, 'a'] }}", "[1, 2.0, True, None, 'a']"},
    {"{{ [\"it's\", 'q\"', '\\n'] }}", "[\"it's\", 'q\"', '\\n']"},
    {"{{ (1,) }} {{ () }} {{ {1: 2, 'a': {}} }} {{ range(3) }} {{ range(0, 9, 3) }}",
     "(1,) () {1: 2, 'a': {}} range(0, 3) range(0, 9, 3)"},
    {"{{ 1e16 }} {{ 1e-5 }} {{ 0.1 + 0.2 }} {{ -0.0 }} {{ 1e400 }}",
     "1e+16 1e-05 0.30000000000000004 -0.0 inf"},
    {"{{ [undefd] }}|{{ undefd }}|{{ n }}", "[Undefined]||None"},
    {"{{ d.keys() }} {{ {'a': 1}.items() }} {{ {'a': 1}.values() }}",
     "dict_keys(['b', 'a', 'items']) dict_items([('a', 1)]) dict_values([1])"},
    {"{{ namespace(a=1) }}", "<Namespace {'a': 1}>"},
    {"{{ ['\\u200b\\u00e9\\x7f'] }}", "['\\u200b\xC3\xA9\\x7f']"},
};
BOOST_DATA_TEST_CASE(values_print_as_str_and_repr, data::make(rows)) {
    BOOST_TEST(jinja_test::holds(sample), jinja_test::render(sample.source));
}

BOOST_AUTO_TEST_SUITE_END()
