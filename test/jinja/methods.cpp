// test/jinja/methods.cpp - methods of strings, lists, mappings and numbers, of loops, cyclers and macros
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/detail/builtins/methods.hpp>
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
    {"{{ 'Straße ß'.casefold() }} {{ 'aB'.swapcase() }} {{ 'ÀB'.lower() }}", "strasse ss Ab àb"},
    {"{{ 'abc'.isascii() }} {{ 'é'.isascii() }} {{ ''.isascii() }}", "True False True"},
    {"{{ '12'.isdecimal() }} {{ '²'.isdecimal() }} {{ '½'.isnumeric() }} {{ 'a'.isnumeric() }}",
     "True False True False"},
    {"{{ 'a_1'.isidentifier() }} {{ '1a'.isidentifier() }} {{ 'a b'.isprintable() }} {{ 'a\\n'.isprintable() "
     "}}",
     "True False True False"},
    {"{{ 'ab'.islower() }} {{ 'aB'.islower() }} {{ ' \\t'.isspace() }} {{ ''.isspace() }} {{ 'Ab "
     "Cd'.istitle() }} {{ 'Ab cd'.istitle() }}",
     "True False True False True False"},
    {"{{ 'abcabc'.rindex('bc') }} {{ 'abc'.rjust(5, '*') }} {{ 'abc'.ljust(5, '*') }}|", "4 **abc abc**|"},
    {"{{ 'a.b.c'.rpartition('.') }} {{ 'abc'.rpartition('x') }} {{ 'a.b.c'.partition('.') }}",
     "('a.b', '.', 'c') ('', '', 'abc') ('a', '.', 'b.c')"},
    {"{{ 'name.py'.removesuffix('.py') }} {{ 'name'.removesuffix('x') }} {{ 'name'.removeprefix('na') }}",
     "name name me"},
    {"{{ '{a}-{b[0]}'.format_map({'a': 1, 'b': [2]}) }} {{ '{0!r:>5}|{1:05.1f}'.format('x', 2.25) }}",
     "1-2   'x'|002.2"},
    {"{{ [1, 2, 1].count(1) }} {{ [1, 2, 1].index(2) }} {{ [1].copy() }} {{ (1, 2, 1).count(1) }} {{ (1, "
     "2).index(2) }}",
     "2 1 [1] 2 1"},
    {"{{ d.get('a') }} {{ d.get('z', 5) }} {{ d.keys() | list }} {{ d.values() | list }} {{ d.copy() == d }}",
     "1 5 ['b', 'a', 'items'] [2, 1, 9] True"},
    {"{% for x in l %}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.depth }}{{ loop.depth0 "
     "}}{{ loop.cycle('a', 'b') }}{{ loop.changed(x > 1) }} {% endfor %}",
     "03210aTrue 12110bTrue 21010aTrue "},
    {"{% for x in l %}{{ loop.first }}{{ loop.last }}{{ loop.length }}{{ loop.previtem }}{{ loop.nextitem }} "
     "{% endfor %}",
     "TrueFalse31 FalseFalse332 FalseTrue31 "},
    {"{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.current }}{{ c.next() }}{{ c.next() }}{% set _ = "
     "c.reset() %}{{ c.current }}",
     "abbaa"},
    {"{% macro m(a, b=2) %}{{ caller() if caller else '-' }}{% endmacro %}{{ m.name }} {{ m.arguments }} {{ "
     "m.catch_kwargs }} {{ m.catch_varargs }} {{ m.caller }} {{ m() }} {% call m() %}x{% endcall %}",
     "m ('a', 'b') False False True - x"},
    {"{% for g in ld | groupby('k') %}{{ g.grouper }}{{ g.list }}{% endfor %}",
     "1[{'k': 1, 'v': 'x'}]2[{'k': 2, 'v': 'Y'}]"},
    {"{{ range(2, 9, 3).start }} {{ range(2, 9, 3).stop }} {{ range(2, 9, 3).step }} {{ range(2, 9, "
     "3).index(5) }} {{ range(2, 9, 3).count(5) }}",
     "2 9 3 1 1"},
    {"{{ 'ab'.encode() }} {{ 'é'.encode('utf-8') }}", "b'ab' b'\\xc3\\xa9'"},
    {"{{ 'aXbX'.translate({88: '-', 97: none}) }} {{ 'abc'.find('z') }} {{ 'abc'.rfind('b') }} {{ "
     "'a,b,'.split(',') }} {{ 'a b  c'.rsplit(none, 1) }}",
     "-b- -1 1 ['a', 'b', ''] ['a b', 'c']"},
    {"{{ 'a\\nb\\r\\nc'.splitlines() }} {{ 'a\\n'.splitlines(true) }} {{ '7'.zfill(3) }} {{ '-7'.zfill(4) }} "
     "{{ 'a\\tb'.expandtabs(4) }}",
     "['a', 'b', 'c'] ['a\\n'] 007 -007 a   b"},
    {"{{ 'abc'.startswith(('x', 'a')) }} {{ 'abc'.endswith('bc', 1, 3) }} {{ 'aaa'.count('aa') }} {{ "
     "'abcb'.index('b', 2) }} {{ 'x'.join('abc') }}",
     "True True 1 3 axbxc"},
    {"{{ [1, 2, 1].index(1, 1) }} {{ (1, 2, 1).index(1, -1, 9) }} {{ [1, 2, 1].index(2, 0, 2) }}", "2 2 1"},
    {"{{ [1, 2, 1].index(1, 1, 2) }}", nullptr},
    {"{{ [1].index(1, none) }}", nullptr},
    {"{{ range(5).index(3, 1) }}", nullptr},
    {"{{ 'abc'.find('', 2, 1) }} {{ 'abc'.rfind('', 3) }} {{ 'abc'.rfind('', 4) }} {{ 'abc'.count('', 2, 1) "
     "}} "
     "{{ 'abc'.count('', 3) }} {{ 'abc'.count('', 4) }} {{ 'abc'.count('', 1, 2) }}",
     "-1 3 -1 0 1 0 2"},
    {"{{ 'abc'.startswith('', 2, 1) }} {{ 'abc'.endswith('', 3) }} {{ 'abc'.endswith('', 4) }}",
     "False True False"},
    {"{{ 'abc'.startswith(n, 9) }}", nullptr},
    {"{{ dict.fromkeys(['a', 'b'], 1) }} {{ dict.fromkeys('ab') }}",
     "{'a': 1, 'b': 1} {'a': None, 'b': None}"},
    {"{{ range.fromkeys is defined }}", "False"},
    {"{{ ('a' | safe).replace('a', '<') }} {{ ('ab' | safe).replace('a', 1) }} {{ ('-' | safe).join([1, '<', "
     "none]) }}",
     "&lt; 1b 1-&lt;-None"},
    {"{{ ('a' | safe).partition('-') }}", "(Markup('a'), Markup(''), Markup(''))"},
    {"{{ ('a' | safe).center(5, '<') }}", nullptr},
    {"{{ [3].append(1) }}", nullptr},
    {"{{ d.update({'z': 1}) }}", nullptr},
    {"{{ l.sort() }}", nullptr},
    {"{{ d.setdefault('q', 1) }}", nullptr},
    {"{{ l.reverse() }}", nullptr},
    {"{{ d.popitem() }}", nullptr},
    {"{{ l.remove(1) }}", nullptr},
    {"{{ l.extend([1]) }}", nullptr},
    {"{{ (255).bit_length() }} {{ (7).real }} {{ (7).imag }} {{ (7).numerator }} {{ (7).denominator }} {{ "
     "(7).conjugate() }} {{ (6).as_integer_ratio() }}",
     "8 7 0 7 1 7 (6, 1)"},
    {"{{ (2.0).is_integer() }} {{ f.is_integer() }} {{ f.real }} {{ f.imag }} {{ f.conjugate() }}",
     "True False 2.5 0.0 2.5"},
    // not there: an error, and no other answer
    {"{{ (7).bit_count() }}", nullptr},
    {"{{ f.hex() }}", nullptr},
    {"{{ (0.5).as_integer_ratio() }}", nullptr},
    {"{{ d.keys().isdisjoint(['z']) }}", nullptr},
};
BOOST_DATA_TEST_CASE(methods_are_pythons, data::make(rows)) {
    BOOST_TEST(jinja_test::holds(sample), jinja_test::render(sample.source));
}

BOOST_AUTO_TEST_SUITE_END()
