// test/jinja/scope.cpp - what a name means where
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/detail/syntax/scope.hpp>
#include "rendered.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(jinja_scope)

namespace data = boost::unit_test::data;
using jinja_test::rendered;

rendered const rows[] = {
    {"{% for i in [1] %}{% set x = i %}{% endfor %}{{ x is defined }}", "False"},
    {"{% if true %}{% set x = 1 %}{% endif %}{{ x }}", "1"},
    {"{% set x = 0 %}{% for i in [1, 2] %}{{ x }}{% set x = i %}{{ x }}{% endfor %}{{ x }}", "01020"},
    {"{% macro m() %}{{ x }}{% endmacro %}{% set x = 1 %}{{ m() }}{% for x in [2] %}{{ m() }}{% endfor %}",
     "11"},
    {"{% macro m(a, b=a) %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}{{ m(b=2, a=3) }}", "1132"},
    {"{% macro m(a) %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, z=3) }}", "(2,){'z': 3}"},
    {"{% macro m() %}{% endmacro %}{{ m(1) }}", nullptr},
    {"{% macro m() %}[{{ caller(1) }}]{% endmacro %}{% call(x) m() %}<{{ x }}>{% endcall %}", "[<1>]"},
    {"{% set ns = namespace(c=0) %}{% for i in l %}{% set ns.c = ns.c + i %}{% endfor %}{{ ns.c }}", "6"},
    {"{% set d.x = 1 %}", nullptr},
    {"{% set ns = namespace(_c=0) %}", nullptr},
    {"{% set ns = namespace({'_c': 0}) %}", nullptr},
    {"{% set ns = namespace() %}{% set ns._c = 0 %}", nullptr},
    {"{% set a = 1 %}{% with a = 2, b = a, b = a + 4 %}{{ a }}{{ b }}{% endwith %}{{ a }}", "251"},
    {"{% for x in [[1]] recursive %}{{ loop.depth }}{% for y in [0] %}{{ loop.depth }}{% endfor %}{{ loop(x) "
     "if x "
     "is iterable }}{% endfor %}",
     "1121"},
    {"{% autoescape true %}{% for x in [['<']] recursive %}{{ loop(x) if x is not string else '&' }}{% "
     "endfor %}{% "
     "endautoescape %}",
     "&amp;"},
    {"{% for x in [] %}{% set loop = 1 %}{% endfor %}", nullptr},
    {"{% for x in [] %}{% else %}{% set loop = 1 %}{% endfor %}", nullptr},
    {"{% for x in [] %}{% macro m() %}{% set loop = 1 %}{% endmacro %}{% endfor %}", nullptr},
    {"{% for x in [1] %}{% with loop = 2 %}{{ loop }}{% endwith %}{{ loop.index }}{% endfor %}", "21"},
    {"{% for x in [1] %}{% macro m(loop) %}{{ loop }}{% endmacro %}{{ m(3) }}{% endfor %}", "3"},
    {"{% set a, b = 1, 2 %}{{ a }}{{ b }}{% with a = 3, b = a %}{{ a }}{{ b }}{% endwith %}{{ a }}", "12311"},
    {"{% set x %}a{{ 1 }}{% endset %}{{ x }}{% set y | upper %}b{% endset %}{{ y }}", "a1B"},
    {"{% filter upper %}a{{ 'b' }}{% endfilter %}", "AB"},
    {"{% for x in l if x > 1 %}{{ loop.index }}{{ x }}{{ loop.last }} {% else %}none{% endfor %}",
     "13False 22True "},
    {"{% for x in [] %}{% else %}empty{% endfor %}{% for k, v in {'a': 1}.items() %}{{ k }}{{ v }}{% endfor "
     "%}",
     "emptya1"},
    {"{% for x in l %}{{ loop.previtem }}<{{ x }}>{{ loop.nextitem }};{% endfor %}", "<3>1;3<1>2;1<2>;"},
    {"{% for x in l %}{% if x == 1 %}{% break %}{% endif %}{{ x }}{% endfor %}", "3"},
    {"{% for x in l %}{% if x == 1 %}{% continue %}{% endif %}{{ x }}{% endfor %}", "32"},
    {"{% for x in [1, [2, [3]]] recursive %}{{ loop(x) if x is sequence else x }}{{ loop.depth }}{% endfor "
     "%}",
     "11223321"},
    {"{% for a, b in [[1, 2, 3]] %}{% endfor %}", nullptr},
    {"{% for x in 5 %}{% endfor %}", nullptr},
};
BOOST_DATA_TEST_CASE(scopes_are_jinja2s, data::make(rows)) {
    BOOST_TEST(jinja_test::holds(sample), jinja_test::render(sample.source));
}

BOOST_AUTO_TEST_SUITE_END()
