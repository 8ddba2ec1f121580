// test/jinja/lexer.cpp - tokens, literals and white space control
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/detail/syntax/lexer.hpp>
#include "rendered.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(jinja_lexer)

namespace data = boost::unit_test::data;
using jinja_test::rendered;

rendered const rows[] = {
    {"a\n{% if true %}\nb\n{% endif %}\nc", "a\nb\nc"},
    {"  {% if true %}x{% endif %}", "x"},
    {"y  {% if true %}x{% endif %}", "y  x"},
    {"a\n  {{ 1 }}\n", "a\n  1"},
    {"a \n {{- 1 -}} \n b", "a1b"},
    {"a\n  {%+ if true %}b{% endif %}", "a\n  b"},
    {"{% if true +%}\nb{% endif %}", "\nb"},
    {"a {#- c -#} b", "ab"},
    {"a\n  {# c #}\nb", "a\nb"},
    {"a\xC2\xA0\n{%- if true -%}\xE2\x80\x83 b{% endif %}", "ab"},
    {"x\r\ny\rz\n", "x\ny\nz"},
    {"x\n\n", "x\n"},
    {"{% raw %}{{ x }}{% endraw %}", "{{ x }}"},
    {"a {%- raw -%} {% if %} {%- endraw -%} b", "a{% if %}b"},
    {"{{ 1_000 }} {{ 0x1F }} {{ 0b101 }} {{ 0o17 }} {{ 1e3 }} {{ 1_0.5e-1 }}", "1000 31 5 15 1000.0 1.05"},
    {"{{ \"a\" 'b' }}{{ '\\x41\\u00e9\\U0001F600\\q' }}", "abA\xC3\xA9\xF0\x9F\x98\x80\\q"},
    {"{{ {'}}': '}}'} }}", "{'}}': '}}'}"},
    {"{{ true }}{{ True }}{{ none }}{{ None }}{{ null }}", "TrueTrueNoneNone"},
    {"{{ x", nullptr},
    {"{{ (1] }}", nullptr},
    {"{# never closed", nullptr},
    {"{% raw %} ", nullptr},
    {"a{% raw -%} \n", "a"},  // of what has no end, Jinja2 minds only what stands in it
    {"a {#-", "a"},
    {"{{ x\xC2\xB2 }}", nullptr},
    {"{{ x\xD9\xA3 is defined }}", "False"},
    {"{{ l[:, 1] }}", nullptr},
    {"{{ dict(a=1, a=2) }}", nullptr},
    {"{{ 'never closed }}", nullptr},
    {"{{ a ! b }}", nullptr},
};
BOOST_DATA_TEST_CASE(white_space_and_literals_are_read_as_jinja2_reads_them, data::make(rows)) {
    BOOST_TEST(jinja_test::holds(sample), jinja_test::render(sample.source));
}

BOOST_AUTO_TEST_SUITE_END()
