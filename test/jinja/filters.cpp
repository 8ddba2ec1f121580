// test/jinja/filters.cpp - filters
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/detail/builtins/filters.hpp>
#include "rendered.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(jinja_filters)

namespace data = boost::unit_test::data;
using jinja_test::rendered;

rendered const rows[] = {
    {"{{ [1, n, 'x'] | tojson }} {{ {1: 2.0, none: true} | tojson }}",
     "[1, null, \"x\"] {\"1\": 2.0, \"null\": true}"},
    {"{{ l | sort }} {{ ['b', 'A'] | sort }} {{ ld | sort(attribute='k', reverse=true) | map(attribute='v') "
     "| list }}",
     "[1, 2, 3] ['A', 'b'] ['Y', 'x']"},
    {"{{ ld | selectattr('k', 'gt', 1) | list }} {{ l | select('odd') | list }} {{ l | reject('odd') | list "
     "}}",
     "[{'k': 2, 'v': 'Y'}] [3, 1] [2]"},
    {"{{ ld | groupby('k') | map('first') | list }} {{ [1, 1.0, 2] | unique | list }}", "[1, 2] [1, 2]"},
    {"{{ l | map('string') | length }}", nullptr},
    {"{{ n | default('x') }} {{ undefd | default('x') }} {{ '' | default('x', true) }}", "None x x"},
    {"{{ '42.7' | int }} {{ 'ff' | int(base=16) }} {{ 'x' | int(-1) }} {{ '1e3' | float }}",
     "42 255 -1 1000.0"},
    {"{{ 2.5 | round }} {{ 2.675 | round(2) }} {{ 2.1 | round(0, 'ceil') }} {{ 15 | round(-1) }}",
     "2.0 2.67 3.0 20"},
    {"{{ 'a\\nb\\n\\nc' | indent(2) }}", "a\n  b\n\n  c"},
    {"{{ d | dictsort | first }} {{ d | items | list | length }} {{ l | sum }} {{ l | min }}{{ l | max }}",
     "('a', 1) 3 6 13"},
    {"{{ range(5) | batch(2, 0) | list }} {{ range(5) | slice(2) | list }}",
     "[[0, 1], [2, 3], [4, 0]] [[0, 1, 2], [3, 4]]"},
    {"{{ 'foo bar baz' | truncate(8, leeway=0) }} {{ 'a b-c' | title }} {{ ' x ' | trim }}",
     "foo... A B-C x"},
    {"{{ '<a>' | e }} {{ ('<a>' | safe) ~ '<' }} {{ '<b>x</b>' | striptags }}", "&lt;a&gt; <a>< x"},
    {"{{ 'me@x.com' | urlize }} {{ 'x.com xy.com' | urlize }}",
     "<a href=\"mailto:me@x.com\">me@x.com</a> x.com <a href=\"https://xy.com\" rel=\"noopener\">xy.com</a>"},
    {"{{ 1 | nosuch }}", nullptr},
    {"{{ (-0.4) | round(0, 'ceil') }} {{ -8 | round(-1, 'ceil') }} {{ -0.5 | round(0, 'floor') }}",
     "0.0 0.0 -1.0"},
    {"{{ 1000000000000000000 | round(5, 'ceil') }} {{ 101 | round(20, 'floor') }}", "1e+18 101.0"},
    {"{{ (f * 1e308) | round(0, 'floor') }}", nullptr},
    {"{{ (f * 1e308) | int }}", nullptr},
    {"{{ '%010f' | format('inf' | float) }} {{ '{:08,}'.format('inf' | float) }}", "0000000inf 00000inf"},
    {"{{ 'inf' | int }} {{ (f * 1e308 - f * 1e308) | int }} {{ (f * 1e308 - f * 1e308) | filesizeformat }}",
     "0 0 nan YB"},
    {"{{ (-f * 1e308) | filesizeformat }}", nullptr},
    {"{{ {'a\\x0b': 1} | xmlattr }}", nullptr},
    {"{{ ['<a>' | e | title, '<a>' | e | replace('a', '<'), '<a>' | e | upper] }}",
     "['&lt;a&gt;', '&lt;<&gt;', Markup('&LT;A&GT;')]"},
    {"{{ ('word ' * 17) | pprint }}",
     "('word word word word word word word word word word word word word word word '\n 'word word ')"},
    {"{{ ['a' * 90, 'line\\n' * 2, ('one\\n' * 2) ~ 'x y ' * 20] | pprint }}",
     "['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',\n"
     " 'line\\nline\\n',\n 'one\\n'\n 'one\\n'\n"
     " 'x y x y x y x y x y x y x y x y x y x y x y x y x y x y x y x y x y x y x y '\n 'x y ']"},
    {"{{ {'key': 'word ' * 17} | pprint }}",
     "{'key': 'word word word word word word word word word word word word word word '\n"
     "        'word word word '}"},
    {"{{ [l | map('abs') | reverse] }} {{ 5 | select is defined }} {{ l | batch('x') is iterable }}",
     "[[2, 1, 3]] True True"},
    {"{{ 5 | select | list }}", nullptr},
    {"{{ 1 | attr(2) }}", nullptr},
    {"{{ l | sort('x') }}", nullptr},
    {"{{ 'x' | int(7, 'b') }} {{ '2.9' | int(base=99) }} {{ 2.5 | round(none) }}", "7 2 2"},
    {"{% filter length %}abc{% endfilter %}", nullptr},
    {"{% for x in l %}{% filter upper %}a{% if x == 1 %}{% break %}{% endif %}{{ x }}{% endfilter %}{% "
     "endfor %}",
     "A3"},
    {"{% for x in l %}{% set y %}{% if x == 1 %}{% continue %}{% endif %}<{{ x }}>{% endset %}{{ y }}{% "
     "endfor %}",
     "<3><2>"},
    {"{{ lipsum(2, false, 3, 4).split() | length }} {{ lipsum(1).startswith('<p>') }}", "6 True"},
    {"{% if false %}{{ 1 | nosuch }}{% endif %}ok", "ok"},
    {"{{ l | join(1, 2, 3, 4) }}", nullptr},
};
BOOST_DATA_TEST_CASE(filters_do_what_jinja2_says, data::make(rows)) {
    BOOST_TEST(jinja_test::holds(sample), jinja_test::render(sample.source));
}

BOOST_AUTO_TEST_SUITE_END()
