// test/jinja/methods.cpp - methods of strings, lists and mappings
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/methods.hpp>
#include "rendered.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(jinja_methods)

namespace data = boost::unit_test::data;
using jinja_test::rendered;

rendered const rows[] = {
    {"{{ 'abcd'.translate({97: 'x', 98: none, 99: 67}) }}", "xCd"},
    {"{{ 'a\\nb'.splitlines('x') }}", nullptr},
    {"{{ ' a  b '.split() }} {{ ' a  b '.split(' ') }} {{ 'a,b,c'.split(',', 1) }} {{ 'a b c'.rsplit(none, "
     "1) }}",
     "['a', 'b'] ['', 'a', '', 'b', ''] ['a', 'b,c'] ['a b', 'c']"},
    {"{{ 'abc'.split('') }}", nullptr},
    {"{{ 'xxhixx'.strip('x') }}{{ ' a '.lstrip() }}|{{ 'mississippi'.rstrip('ip') }}", "hia |mississ"},
    {"{{ '\\u00a0a\\u2003'.strip() }}", "a"},
    {"{{ 'they are'.title() }} {{ 'aBC'.capitalize() }} {{ 'stra\\u00dfe'.upper() }}",
     "They Are Abc STRASSE"},
    {"{{ 'abc'.startswith(('x', 'a')) }} {{ 'abc'.endswith('c') }} {{ 'abc'.find('c') }} {{ 'abc'.count('') "
     "}}",
     "True True 2 4"},
    {"{{ 'aXbX'.replace('X', '-', 1) }} {{ 'ab'.replace('', '.') }}", "a-bX .a.b."},
    {"{{ 'a-b'.partition('-') }} {{ 'x'.center(4, '*') }} {{ '-5'.zfill(4) }} {{ 'a'.ljust(3) }}|",
     "('a', '-', 'b') *x** -005 a  |"},
    {"{{ 'a\\nb\\r\\nc'.splitlines() }} {{ ', '.join(['a', 'b']) }}", "['a', 'b', 'c'] a, b"},
    {"{{ ', '.join([1]) }}", nullptr},
    {"{{ d.get('a') }} {{ d.get('z') }} {{ d.get('z', 5) }}", "1 None 5"},
    {"{{ 'A1'.isalnum() }} {{ 'a'.isupper() }} {{ '\\u00b2'.isdigit() }} {{ ''.isalpha() }}",
     "True False True False"},
    {"{{ l.index(2) }} {{ l.count(3) }} {{ l.copy() }}", "2 1 [3, 1, 2]"},
    {"{{ s.nosuch() }}", nullptr},
};
BOOST_DATA_TEST_CASE(methods_are_pythons, data::make(rows)) {
    BOOST_TEST(jinja_test::holds(sample), jinja_test::render(sample.source));
}

BOOST_AUTO_TEST_SUITE_END()
