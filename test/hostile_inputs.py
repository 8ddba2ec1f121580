#!/usr/bin/env python3
"""Writes inputs that are meant to cost time, memory or stack, one file each, KIND.own_NAME, for `parlance-conform hostile`.

For each entry point: the worst that 64 KiB can ask for, by what its parts do.  In front of a NUL is the input, behind it
what is read with it.
usage: hostile_inputs.py FOLDER
"""
import itertools
import json
import pathlib
import random
import re
import struct
import sys

KIB = 1024
MOST = 64 * KIB


def fitting(head, part, tail=""):
    """As many parts between head and tail as 64 KiB hold; `part` may be a function of its number."""
    out, size = [head], len(head) + len(tail)
    for i in itertools.count():
        p = part(i) if callable(part) else part
        size += len(p)
        if size > MOST:
            return "".join(out) + tail
        out.append(p)


# Values that are dear to touch: long, of wide characters, of many elements, nested, shared.
VALUES = {
    "text": '{% set v = "ab <c> http://x.y " * 60000 %}',
    "wide": '{% set v = "\u00e9\u4e2d " * 200000 %}',
    "blank": '{% set v = " " * 1000000 %}',
    "digits": '{% set v = "7" * 4000 %}',
    "ints": "{% set v = range(50000) | list %}",
    "texts": '{% set v = "b a " * 8000 %}{% set v = v.split() %}',
    "dict": "{% set n = namespace(d={}) %}{% for i in range(8000) %}{% set _ = n.d.update({i ~ 'k': i}) %}{% endfor %}"
            "{% set v = n.d %}",
    "dicts": "{% set n = namespace(l=[]) %}{% for i in range(8000) %}{% set _ = n.l.append({'a': i % 7}) %}{% endfor %}"
             "{% set v = n.l %}",
    "shared": "{% set n = namespace(a=[1]) %}{% for i in range(40) %}{% set n.a = [n.a, n.a] %}{% endfor %}{% set v = n.a %}",
    "tuples": "{% set n = namespace(a=(1,)) %}{% for i in range(40) %}{% set n.a = (n.a, n.a) %}{% endfor %}{% set v = n.a %}",
    "deep": "{% set n = namespace(a=[1]) %}{% for i in range(50000) %}{% set n.a = [n.a] %}{% endfor %}{% set v = n.a %}",
    "chars": "{% set v = ('<&' * 100000) | list %}",
    "bigint": "{% set n = namespace(a=7) %}{% for i in range(16) %}{% set n.a = n.a * n.a %}{% endfor %}{% set v = n.a %}",
    "markup": '{% set v = ("<b>&amp;" * 100000) | safe %}',
}
FILTERS = """abs attr('x') batch(3) batch(1,'x') capitalize center(1000000) default('x') dictsort dictsort(by='value') escape
filesizeformat first float forceescape format(1) from_json groupby('a') indent indent(1000,true,true) int int(base=3) items join
join(',') join(',','a') last length list lower map('string') map('upper') map(attribute='a') max min max(attribute='a') pprint
random reject('odd') rejectattr('a') replace('a','bb') replace('','x') replace('a','') reverse round select('string')
selectattr('a') slice(3) slice(50000) sort sort(reverse=true) sort(attribute='a') string striptags sum sum(start=[]) title tojson
tojson(indent=900) trim trim('ab ') truncate(10) truncate(500000) unique unique(attribute='a') upper urlencode urlize
urlize(nofollow=true,target='x') wordcount wordwrap(1) wordwrap(79) wordwrap(3,false) xmlattr""".split()
METHODS = """capitalize() casefold() center(1000000) count('a') count('') count(v) encode() endswith(v) expandtabs(1000) find(v)
find('zz') format(v,v) format_map({}) index('zz') isalnum() isalpha() isdecimal() isidentifier() islower() isprintable() isspace()
istitle() isupper() join(v) ljust(1000000) lower() lstrip() lstrip(v) partition('zz') removeprefix(v) removesuffix(v) replace('a','bb')
replace(' ','') rfind('zz') rpartition('zz') rsplit() rsplit('a') rsplit('a',3) rstrip() rstrip(v) split() split('a') split('zz')
split(v) splitlines() startswith(v) strip() strip(v) swapcase() title() upper() zfill(1000000) translate({}) items() keys() values()
get('zz') get(v) copy() pop() append(v) insert(0,1) extend(v) index(1) count(1) remove(1) reverse() sort() bit_length()
setdefault('k',1) update(v) popitem() clear()""".split()
OPERATORS = """v==v v!=v v<v v<=v v+v v~v v*2 2*v v%v v%3 v//3 v**2 v/3 -v v[0] v[-1] v[:] v[::-1] v[1:] v[::7] v[v] v.a v['zz'] 'zz' in
v not v [v,v]==[v,v] {v:1} {'a':v} (v,v) v is mapping v is sameas(v) v is in(v) v|length v is eq(v) v is divisibleby(3) '%s'%v
'%.999999d'%v '%(a)s'%v '%999999s'%v '%r'%v v is lower v is upper v is iterable loop.cycle(v) dict(a=v) range(v|length)|list""" \
    .replace("\n", " ").split(" ")


def operators():
    """The words of OPERATORS, joined where an expression has blanks."""
    out, it = [], iter(OPERATORS)
    for word in it:
        if word in ("'zz'",):
            word += " " + next(it) + " " + next(it)
        elif word == "v" or word == "not":
            word += " " + next(it) + (" " + next(it) if word == "v" else "")
        out.append(word)
    return out


def jinja():
    twice = "{%% for i in range(10000) %%}{%% set _ = %s %%}{%% endfor %%}"
    shown = "{%% for i in range(10000) %%}{{ %s }}{%% endfor %%}"
    for name, value in VALUES.items():
        for i, f in enumerate(FILTERS):
            yield f"filter_{name}_{i}_{f.split('(')[0]}", value + twice % f"(v|{f}|list|length if v|{f} is iterable else v|{f})"
        for i, m in enumerate(METHODS):
            yield f"method_{name}_{i}_{m.split('(')[0]}", value + twice % f"v.{m}"
        for i, o in enumerate(operators()):
            yield f"operator_{name}_{i}", value + twice % o
        yield f"shown_{name}", value + shown % "v"
        yield f"looped_{name}", value + "{% for a in v %}{% for b in v %}{% for c in v %}{% endfor %}{% endfor %}{% endfor %}"
        yield f"unpacked_{name}", value + "{% for i in range(10000) %}{% set a, b = v, v %}{% for x, y in v %}{% endfor %}{% endfor %}"
        yield f"arguments_{name}", value + ("{% macro m() %}{{ varargs|length }}{{ kwargs|length }}{% endmacro %}"
                                            "{% for i in range(10000) %}{{ m(*v) }}{{ m(**v) }}{% endfor %}")
        yield f"compared_{name}", value + "{% for i in range(10000) %}{% set w = [v]|sort %}{% set u = [v, v]|unique|list %}{% endfor %}"
        yield f"kept_{name}", value + "{% set n = namespace(l=[]) %}{% for i in range(100000) %}{% set _ = n.l.append(v|string) %}{% endfor %}"
    for name, field in {"minus": "-" * 59000 + "d", "zeros": "." + "0" * 59000 + "f", "lengths": "l" * 59000 + "d"}.items():
        yield f"format_{name}", "{% set f = '%" + field + "' %}{% for i in range(100000) %}{% set x = f % 1 %}{% endfor %}"
    unused = "{% if x %}{% with " + ",".join("a%d=1" % i for i in range(7000)) + " %}{% endwith %}{% endif %}"
    yield "slots_macro", "{% macro m(x) %}" + unused + "{% endmacro %}{% for i in range(100000) %}{{ m(0) }}{% endfor %}"
    yield "slots_caller", "{% macro m() %}" + unused + "{{ caller() }}{% endmacro %}{% for i in range(100000) %}{% call m() %}{% endcall %}{% endfor %}"
    yield "branches_of_names", "{% if a %}{% elif b %}" * 190 + "".join("{{n%d}}" % i for i in range(5500)) + "{% endif %}" * 190
    # values that only some operations find dear
    for name, template in {
        "split_growing": "{% set v = 'a,' * 100000 %}{% for i in range(10000) %}{% set _ = v.split(',', i) %}{% endfor %}",
        "rsplit_growing": "{% set v = 'a,' * 100000 %}{% for i in range(10000) %}{% set _ = v.rsplit(',', i) %}{% endfor %}",
        "find_nearly": "{% set v = 'a' * 1000000 %}{% for i in range(1000) %}{% set _ = v.find('a' * 15 ~ 'b') %}{% endfor %}",
        "rfind_nearly": "{% set v = 'a' * 1000000 %}{% for i in range(1000) %}{% set _ = v.rfind('b' ~ 'a' * 15) %}{% endfor %}",
        "find_every_one": "{% set v = 'ab' * 500000 %}{% for i in range(1000) %}{% set _ = v.count('ac') + v.count('a') %}{% endfor %}",
        "find_long_nearly": "{% set v = 'a' * 1000000 %}{% for i in range(1000) %}{% set _ = ('a' * 100000 ~ 'b') in v %}{% endfor %}",
        "find_wide": "{% set v = '\u4e2d' * 300000 %}{% for i in range(1000) %}{% set _ = v.find('\u4e2e', 5, -5) %}{% endfor %}",
        "replace_growing": "{% set n = namespace(a='a') %}{% for i in range(1000) %}{% set n.a = n.a.replace('a', 'aa') %}{% endfor %}",
        "replace_everywhere": "{% set v = 'ab' * 100000 %}{% for i in range(1000) %}{% set _ = v.replace('b', 'c') %}{% endfor %}",
        "slices_each": "{% set v = '\u4e2d' * 100000 %}{% for i in range(100000) %}{% set _ = v[i:i + 1] %}{% endfor %}",
        "slices_backwards": "{% set v = '\u4e2d' * 100000 %}{% for i in range(1000) %}{% set _ = v[::-1] %}{% endfor %}",
        "strip_set": "{% set v = ' a' * 100000 %}{% for i in range(1000) %}{% set _ = v.strip('bcdefghijklmnopqrstuvwxyz a') %}{% endfor %}",
        "tojson_escapes": "{% set v = '\\x01' * 1000000 %}{% for i in range(100) %}{% set _ = v | tojson %}{% endfor %}",
        "tojson_ascii": "{% set v = '\u4e2d' * 1000000 %}{% for i in range(100) %}{% set _ = v | tojson(ensure_ascii=true) %}{% endfor %}",
        "tojson_indent": "{% for i in range(100) %}{% set _ = [[[[[[1, 2, 3]]]]]] | tojson(indent=1000000) %}{% endfor %}",
        "tojson_separators": "{% set s = ',' * 1000000 %}{% set _ = range(1000) | list | tojson(separators=(s, s)) %}",
        "tojson_wide_dict": "{% set d = dict.fromkeys(range(1000)) if false else {} %}{% for i in range(5000) %}"
                            "{% set _ = d.update({'\u4e2d' ~ i: i / 7}) %}{% endfor %}{% for i in range(1000) %}"
                            "{% set _ = d | tojson(sort_keys=true) %}{% endfor %}",
        "urlize_schemes": "{% set s = ('aaaa: ' * 5000).split() %}{% set v = 'aaaa:b ' * 5000 %}{% set _ = v | urlize(extra_schemes=s) %}",
        "urlize_rel": "{% set r = 'abc ' * 100000 %}{% set v = 'http://a.b ' * 1000 %}{% set _ = v | urlize(rel=r) %}",
        "urlize_brackets": "{% set v = '((((((((((' * 50000 ~ 'a.com' ~ '))))))))))' * 50000 %}{% set _ = v | urlize %}",
        "xmlattr_many": "{% set d = {} %}{% for i in range(5000) %}{% set _ = d.update({'k' ~ i: '<' * 20}) %}{% endfor %}"
                        "{% for i in range(1000) %}{% set _ = d | xmlattr %}{% endfor %}",
        "indent_lines": "{% set v = '\\n' * 300000 %}{% for i in range(1000) %}{% set _ = v | indent(100, true, true) %}{% endfor %}",
        "indent_text": "{% set v = 'a\\n' * 3000 %}{% for i in range(1000) %}{% set _ = v | indent('ab' * 1000, true, true) %}{% endfor %}",
        "truncate_each": "{% set v = '\u4e2d ' * 100000 %}{% for i in range(10000) %}{% set _ = v | truncate(i + 10) %}{% endfor %}",
        "wordwrap_hyphens": "{% set v = 'ab-cd-' * 100000 %}{% for i in range(100) %}{% set _ = v | wordwrap(5) %}{% endfor %}",
        "wordwrap_between": "{% set v = 'ab ' * 100000 %}{% set s = 'x' * 1000 %}{% set _ = v | wordwrap(1, true, s) %}",
        "striptags_open": "{% set v = '<!--' * 300000 %}{% for i in range(100) %}{% set _ = v | striptags %}{% endfor %}",
        "striptags_entities": "{% set v = '&' * 300000 %}{% for i in range(100) %}{% set _ = v | striptags %}{% endfor %}",
        "float_digits": "{% set v = '7' * 300000 %}{% for i in range(100) %}{% set _ = v | float %}{% endfor %}",
        "float_point": "{% set v = '0.' ~ '7' * 300000 %}{% for i in range(100) %}{% set _ = v | float %}{% endfor %}",
        "float_underscores": "{% set v = '1_' * 300000 ~ '1' %}{% for i in range(100) %}{% set _ = v | float %}{% endfor %}",
        "int_hexadecimal": "{% set v = 'f' * 300000 %}{% for i in range(100) %}{% set _ = v | int(base=16) %}{% endfor %}",
        "int_wide_digits": "{% set v = '\u0967' * 4000 %}{% for i in range(10000) %}{% set _ = v | int %}{% endfor %}",
        "int_to_hexadecimal": "{% set n = 7 ** 10000 %}{% for i in range(1000) %}{% set _ = '%x' % n %}{% endfor %}",
        "division_wide": "{% set n = 7 ** 10000 %}{% set m = 3 ** 7000 %}{% for i in range(10000) %}{% set _ = n // m %}{% endfor %}",
        "modulo_equal": "{% set n = 7 ** 3000 %}{% for i in range(10000) %}{% set _ = n % (n - 1) %}{% endfor %}",
        "powers_modulo": "{% for i in range(10000) %}{% set _ = 3 ** i % 7 %}{% endfor %}",
        "dict_of_reals": "{% set d = {} %}{% for i in range(100000) %}{% set _ = d.update({i + 0.5: 1}) %}{% endfor %}",
        "dict_popped": "{% set d = {} %}{% for i in range(5000) %}{% set _ = d.update({i: 1}) %}{% endfor %}"
                       "{% for i in range(5000) %}{% set _ = d.pop(i) %}{% endfor %}",
        "list_inserted": "{% set l = [] %}{% for i in range(100000) %}{% set _ = l.insert(0, i) %}{% endfor %}",
        "list_found": "{% set l = range(50000) | list %}{% for i in range(50000) %}{% set _ = l.index(i) %}{% endfor %}",
        "changed_wide": "{% set v = 'a' * 1000000 %}{% for i in range(100000) %}{{ loop.changed(v ~ i, v) }}{% endfor %}",
        "sorted_by_paths": "{% set l = [{'a': {'b': 1}}] * 5000 %}{% for i in range(1000) %}{% set _ = l | sort(attribute='a.b,a.b,a.b') %}{% endfor %}",
        "sorted_long_paths": "{% set p = 'a.' * 10000 ~ 'a' %}{% set n = namespace(l=[]) %}{% for i in range(1000) %}"
                             "{% set _ = [messages] | map(attribute=p) | list %}{% endfor %}",
        "sorted_lists": "{% set l = [[1, 2, 3, 4, 5, 6, 7, 8]] * 5000 %}{% for i in range(1000) %}{% set _ = l | sort %}{% endfor %}",
        "sorted_same_texts": "{% set s = 'a' * 100000 %}{% set l = [s ~ 1, s ~ 2, s ~ 3, s ~ 4] %}{% for i in range(10000) %}"
                             "{% set _ = l | sort(case_sensitive=true) %}{% endfor %}",
        "grouped": "{% set l = [{'a': 1}, {'a': 2}] * 5000 %}{% for i in range(1000) %}{% set _ = l | groupby('a') | list %}{% endfor %}",
        "joined_markup": "{% autoescape true %}{% set l = ['<&' * 100] * 5000 %}{% for i in range(1000) %}{% set _ = l | join('<') %}{% endfor %}{% endautoescape %}",
        "unique_wide": "{% set s = '\u4e2d' * 10000 %}{% set l = [s] * 1000 %}{% for i in range(1000) %}{% set _ = l | unique | list %}{% endfor %}",
        "selected_chain": "{% set l = range(50000) %}{% for i in range(1000) %}{% set _ = l" + " | select('odd') | reject('even')" * 40
                          + " | list %}{% endfor %}",
        "mapped_chain": "{% set l = range(50000) %}{% for i in range(1000) %}{% set _ = l" + " | map('string')" * 100 + " | list %}{% endfor %}",
        "mapped_keywords": "{% set l = [1.5] * 50000 %}{% for i in range(1000) %}{% set _ = l | map('round', precision=1, method='floor') | list %}{% endfor %}",
        "format_wide": "{% set v = '\u4e2d' * 300000 %}{% for i in range(1000) %}{% set _ = v.format(1) %}{% endfor %}",
        "format_named": fitting("{% set v = '", "{k2999}", "' %}") + "{% for i in range(1000) %}{% set _ = v.format("
                        + ",".join("k%d=1" % i for i in range(3000)) + ") %}{% endfor %}",
        "format_brackets": "{% set v = '{a' ~ '[0]' * 300000 ~ '}' %}{% for i in range(1000) %}{% set _ = v.format(a=[1]) %}{% endfor %}",
        "format_repr": "{% set v = '\\x01' * 100000 %}{% for i in range(1000) %}{% set _ = '{!r}'.format(v) %}{% endfor %}",
        "printf_named": "{% set v = '%(a)s' * 100000 %}{% for i in range(1000) %}{% set _ = v % {'a': 1} %}{% endfor %}",
        "printf_reals": "{% set v = '%f%e%g' * 1000 %}{% set a = (1e300, 1e-300, 0.1) * 1000 %}{% for i in range(1000) %}{% set _ = v % a %}{% endfor %}",
        "printed_reals": "{% set l = [0.1, 1e300, 5e-324] * 5000 %}{% for i in range(1000) %}{% set _ = l | string ~ l | tojson %}{% endfor %}",
        "rounded": "{% for i in range(100000) %}{% set _ = (1.5e300 + i) | round(300) %}{% endfor %}",
        "escaped_all": "{% set v = '<' * 300000 %}{% for i in range(1000) %}{% set _ = v | e %}{% endfor %}",
        "translated": "{% set v = 'ab' * 100000 %}{% for i in range(1000) %}{% set _ = v.translate({97: 'xyz'}) %}{% endfor %}",
        "tabs": "{% set v = '\\t' * 1000 %}{% for i in range(1000) %}{% set _ = v.expandtabs(1000) %}{% endfor %}",
        "lines_wide": "{% set v = '\u2028' * 100000 %}{% for i in range(1000) %}{% set _ = v.splitlines() %}{% endfor %}",
        "spaces_wide": "{% set v = '\u3000' * 100000 %}{% for i in range(1000) %}{% set _ = v.split(), v.rsplit(), v.strip() %}{% endfor %}",
        "spaces_nearly": "{% set v = '\u30fe\u2031' * 50000 %}{% for i in range(1000) %}{% set _ = v.split(), v.rsplit() %}{% endfor %}",
        "sigmas": "{% set v = '\u03a3' * 100000 %}{% for i in range(1000) %}{% set _ = v | lower %}{% endfor %}",
        "special_cases": "{% set v = '\ufb03\u0149\u1fb7' * 30000 %}{% for i in range(1000) %}{% set _ = v | upper ~ v | title %}{% endfor %}",
        "capital_macros": "{% macro m(a, b=1, c=2) %}{{ a }}{{ kwargs }}{{ varargs }}{% endmacro %}{% for i in range(100000) %}"
                          "{{ m(1, 2, 3, 4, 5, x=1, y=2, z=3) }}{% endfor %}",
        "callers": "{% macro m() %}{% for i in range(1000) %}{{ caller(i) }}{% endfor %}{% endmacro %}{% for i in range(1000) %}"
                   "{% call(x) m() %}{{ x }}{% endcall %}{% endfor %}",
        "loops_recursive": "{% for a in [[[[[[1] * 30] * 30] * 30] * 30] * 30] recursive %}{% if a is iterable %}{{ loop(a) }}{% else %}{{ a }}{% endif %}{% endfor %}",
        "namespace_attributes": "{% set n = namespace() %}{% for i in range(100000) %}{% set n.a = i %}{% set n.b = n.a %}{% set n.c = n.b %}{% endfor %}",
        "captured": "{% for i in range(100000) %}{% set a %}{{ i }}{{ 'abc' * 100 }}{% endset %}{% endfor %}",
        "filtered_blocks": "{% for i in range(100000) %}{% filter upper | replace('A', 'b') | trim %}abcdefgh{% endfilter %}{% endfor %}",
        "concatenated_sides": "{% set n = namespace(a='a', b='b') %}{% for i in range(100000) %}{% set n.a = n.b ~ n.a ~ n.b %}{% endfor %}",
        "concatenated_origins": "{% set n = namespace(a='') %}{% for i in range(100000) %}{% set n.a = n.a ~ messages[0].content ~ 'x' %}{% endfor %}",
        "sliced_origins": "{% set n = namespace(a='') %}{% for i in range(3000) %}{% set n.a = n.a ~ messages[0].content ~ 'x' %}{% endfor %}"
                          "{% for i in range(100000) %}{% set _ = n.a[1:], n.a.split('x'), n.a | upper %}{% endfor %}",
        "raised": "{% set v = 'x' * 25000000 %}{{ raise_exception(v) }}",
        "attributes_of_nothing": "{% for i in range(100000) %}{% set _ = messages[0].zz, messages[0]['zz'], messages | map(attribute='zz') | list %}{% endfor %}",
        "random_wide": "{% set v = '\u4e2d' * 300000 %}{% for i in range(10000) %}{% set _ = v | random, v | last, v[7] %}{% endfor %}",
        "pprint_nested": "{% set n = namespace(a='a' * 90) %}{% for i in range(150) %}{% set n.a = [n.a] %}{% endfor %}{% for i in range(1000) %}{% set _ = n.a | pprint %}{% endfor %}",
        "time": "{% set v = '%c%x%X' * 10000 %}{% for i in range(1000) %}{% set _ = strftime_now(v) %}{% endfor %}",
        "sums_of_lists": "{% set l = [[1, 2, 3]] * 5000 %}{% for i in range(1000) %}{% set _ = l | sum(start=[]) %}{% endfor %}",
    }.items():
        yield name, template
    yield "macro_recursion", "{% macro m(n) %}{{ m(n+1) }}{{ m(n+1) }}{% endmacro %}{{ m(0) }}"
    yield "macro_wide", "{% macro m(n) %}{% if n < 90 %}{{ m(n+1) }}{{ m(n+1) }}{% endif %}{% endmacro %}{{ m(0) }}"
    yield "macro_many", fitting("", lambda i: "{%% macro m%d(a=1,b=2) %%}{{ a }}{%% endmacro %%}" % i)
    yield "recursive_loop", "{% for a in [[1]] recursive %}{{ loop([a, a]) }}{% endfor %}"
    yield "caller", "{% macro m() %}{{ caller() }}{{ caller() }}{% endmacro %}" + "{% call m() %}" * 190 + "x" + "{% endcall %}" * 190
    yield "namespace_many", fitting("{% set n = namespace() %}", lambda i: "{%% set n.a%d = n %%}" % i, "{{ n }}")
    yield "concat", '{% set n = namespace(s="") %}{% for i in range(100000) %}{% set n.s = n.s ~ "abcdefgh" %}{% endfor %}{{ n.s|length }}'
    yield "concat_list", '{% set n = namespace(s=[]) %}{% for i in range(100000) %}{% set n.s = n.s + [i] %}{% endfor %}{{ n.s|length }}'
    yield "attributes", fitting("{{ x", ".a", "}}")
    yield "subscripts", fitting("{{ x", "[0]", "}}")
    yield "filters_chain", fitting("{{ x", "|e", "}}")
    yield "tests_chain", fitting("{{ x", " is defined and x", "}}")
    yield "ternaries", fitting("{{ ", "1 if x else ", "1 }}")
    yield "comparisons", fitting("{{ 1", "<1", "}}")
    yield "dictionary", fitting("{{ {", lambda i: "'k%d':%d," % (i, i), "}|length }}")
    yield "keywords", fitting("{{ dict(", lambda i: "k%d=1," % i, ")|length }}")
    yield "same_keywords", fitting("{{ dict(", "k=1,", ")|length }}")
    yield "powers", "{{ 9**9999999 }}"
    yield "shifts", "{% set n = namespace(a=10) %}{% for i in range(100000) %}{% set n.a = n.a * n.a %}{% endfor %}"
    yield "big_division", "{% set n = namespace(a=7) %}{% for i in range(14) %}{% set n.a = n.a*n.a %}{% endfor %}" \
                          "{% for i in range(100000) %}{% set b = n.a // (n.a // 3) %}{{ b }}{% endfor %}"
    yield "big_decimal", "{{ " + "9" * 60000 + " }}"
    yield "float_format", "{% for i in range(100000) %}{{ '%.1000f' % 1e308 }}{% endfor %}"
    yield "str_format", "{% for i in range(100000) %}{{ '{:>100000}'.format(i) }}{% endfor %}"
    yield "str_format_nested", fitting("{{ '", "{0}", "'.format('x'*100000) }}")
    yield "percent_many", fitting("{{ '", "%s", "' % (['x'*1000]*30000) }}")
    yield "comment_open", fitting("", "{#")
    yield "blocks_deep", "{% if x %}" * 5000
    yield "else_chain", fitting("{% if x %}", "{% elif x %}", "{% endif %}")
    yield "raw", fitting("", "{% raw %}{% endraw %}")
    yield "spaces_trim", fitting("", " {%- set a = 1 -%} ")
    yield "newlines", fitting("", "\n{% set a = 1 %}\n")
    yield "escapes", fitting("{{ '", "\\N{BULLET}", "' }}")
    yield "unicode_escapes", fitting("{{ '", "\\u4e2d", "' }}")
    yield "adjacent_texts", fitting("{{ ", "'a' ", "}}")
    yield "line_ends_of_errors", "\n" * 60000 + "{{ raise_exception('x') }}"
    yield "generation", fitting("", "{% generation %}x{% endgeneration %}")
    yield "filter_blocks", "{% filter upper %}" * 190 + "x" * 1000 + "{% endfilter %}" * 190
    yield "filter_blocks_long", "{% filter upper %}" * 150 + "{{ 'x' * 3000000 }}" + "{% endfilter %}" * 150
    yield "set_blocks", "{% set a %}" * 150 + "{{ 'x' * 3000000 }}" + "{% endset %}{{ a }}" * 150
    yield "macro_outputs", "{% macro m(n) %}{% if n %}{{ m(n-1) }}{% else %}{{ 'x' * 1000000 }}{% endif %}{% endmacro %}{{ m(95) }}"
    yield "loop_filter", "{% for i in range(100000) if i is odd and i is even %}{% endfor %}" * 100
    yield "loop_state", "{% for i in range(100000) %}{{ loop.index }}{{ loop.changed(i) }}{{ loop.previtem }}{% endfor %}"
    yield "groupby_wide", "{% for i in range(100) %}{% for g, l in range(100000)|groupby(0) %}{% endfor %}{% endfor %}"
    yield "strftime", fitting("{{ strftime_now('", "%c", "') }}")
    yield "tojson_deep", "{% set n = namespace(a=1) %}{% for i in range(100000) %}{% set n.a = {'a': n.a} %}{% endfor %}{{ n.a|tojson(indent=4) }}"
    yield "from_json", "{% set s = '[' ~ '1,' * 100000 ~ '1]' %}{% for i in range(1000) %}{% set x = s|from_json %}{% endfor %}"
    yield "from_json_deep", "{{ ('[' * 100000)|from_json }}"
    yield "lipsum", "{% for i in range(1000) %}{{ lipsum(n=1000,max=1000) }}{% endfor %}"
    yield "cycler", "{% set c = cycler(*range(100000)) %}{% for i in range(100000) %}{{ c.next() }}{% endfor %}"
    yield "self_block", "{% block a %}{{ self.a() }}{{ self.a() }}{% endblock %}"


def regex():
    yield "counted", "(a{0,100}b{0,100}){0,100}"
    yield "counted_word", "(\\w{0,50}\\s{0,50}){0,20}x"
    yield "counted_properties", "(\\p{L}{0,60}\\p{N}{0,60}){0,8}x"
    yield "classes_negated", fitting("", lambda i: "[^%s-%s]?" % (chr(0x100 + i * 3), chr(0x200 + i * 7)))
    yield "ranges_in_one_class", fitting("[", lambda i: "\\u{%x}" % (0x100 + 3 * i), "]*x")
    yield "properties_in_one_class", fitting("[", "\\p{L}\\P{N}", "]{1,200}")
    yield "alternatives", fitting("(", lambda i: "%da|" % i, "z){0,50}")
    yield "alternatives_prefix", fitting("(", lambda i: "a" * (i % 300) + "|", "z)*b")
    yield "look_aheads", "(?=.*a)(?=.*b)(?=.*c)(?=.*d)(?=.*e)(?=.*f)(?=.*g)(?=.*h).{1,50}"
    yield "look_nested", "(?=a" * 190 + ")" * 190
    yield "negative_looks", fitting("", "(?!a{1,50}b)") + ".*"
    yield "alternation_of_tails", "(" + "|".join("." * i + "a" for i in range(1, 40)) + ")"
    yield "exponential", "(a|b)*a(a|b){18}"
    yield "exponential_any", ".*a.{16}"
    yield "optionals", "a?" * 20000 + "a" * 5000
    yield "stars", fitting("", "a*b*")
    yield "groups", "(" * 30000
    yield "counts_nested", "(((a{1,9}){1,9}){1,9}){1,9}"
    yield "counts_big", "a{1,60000}b{1,60000}"
    yield "boundaries", "(\\ba|\\Bb)" * 4000 + ".*"
    yield "boundaries_of_properties", "(\\b\\p{L}+\\b)" * 900
    yield "looks_different", "".join("(?!a{1,%d}b)" % (20 + i % 600) for i in range(4000)) + ".*"
    yield "looks_inside_looks", "(?=(?=(?!a)b|(?=c)))" * 3000
    yield "looks_of_properties", "".join("(?=.{%d}\\p{L})" % i for i in range(900)) + ".*"
    yield "looks_short", fitting("", "(?:(?!ab).)")
    yield "loops_of_alternatives", "(a|b|ab|bc|abc)*" * 3000 + "x"
    yield "loops_of_counts", fitting("", "((a|b)*a(a|b){4})")
    yield "loops_nested", "(a*)*" * 12000
    yield "case_insensitive", "(?i)" + "[a-z\u00e0-\u00ff]?" * 3000
    yield "behind_many", "".join("(?<=a.{%d}b)x?" % i for i in range(30))
    yield "behind_and_ahead", "(?<=a.{5})" + "".join("(?!b%d)c" % i for i in range(400))
    yield "behind_and_ahead_far", "(?<=a.{5})" + "".join("(?=.*b%d)" % i for i in range(60)) + "c"
    yield "behind_properties", "(?<=a.{5})" + "\\p{L}\\p{Lu}\\P{Lo}" * 60
    yield "behind_different", "".join("(?<=%s)" % chr(0x4e00 + i) for i in range(3000)) + "x"
    yield "begins_ahead", "\\b(?=^a)" * 200 + "(?<!x)" * 500
    yield "covered", "^(.{1,63}\\.)+(.{1,40}-)+(.{1,50}_)+x$"
    yield "covered_each", "^(" + "|".join("(\\p{L}{1,%d}%s)+" % (20 + i, chr(97 + i)) for i in range(20)) + ")$"
    yield "covered_looks", "^(?:.{1,60}a){1,9}(?!.{9}b)(?=.*c.{5}d)x$"
    yield "sets_but_one_each", "".join("[^%s]" % chr(0x100 + i) for i in range(10000))
    yield "sets_in_one", "[" + "".join(chr(0x100 + 3 * i) for i in range(20000)) + "]+"
    yield "looks_in_a_loop", "^(" + "|".join("(?=%s.{%d})." % (chr(97 + i), i) for i in range(20)) + ")*$"
    yield "looks_apart", "^" + "".join("(?=.*%s.{%d}%s)" % (chr(97 + i), i, chr(98 + i)) for i in range(12)) + ".*$"
    yield "case_insensitive_words", "(?i:" + "|".join("Word%d" % i for i in range(4000)) + ")+"
    yield "layers_before", "[^a]{300}(?<!\\P{L}{60})x"
    yield "layers_before_class", "[^a]{1100}(?<!\\P{L}{16})x"
    yield "looks_before_layers", "^%s((?<=\\p{L}{9}))$" % "".join("(?!.{%d}%cb)" % (i, 97 + i) for i in range(12))
    yield "words_between", "|".join("w%d.*v%d" % (i, i) for i in range(300))


def gbnf():
    for name, p in regex_shapes():
        yield name, 'root ::= ' + p
    yield "names", fitting("root ::= r0\n", lambda i: "r%d ::= r%d\n" % (i, i + 1))
    yield "names_same", fitting('root ::= "a"\n', 'root ::= "b"\n')
    yield "names_long", "root ::= a\n" + "a" * 60000 + " ::= \"x\"\n"
    yield "undefined", fitting("root ::= ", lambda i: "u%d " % i)
    yield "comments", fitting('root ::= "a"', "#\n")
    yield "escapes", fitting('root ::= "', "\\U0001F600", '"')
    yield "classes", fitting("root ::= ", lambda i: "[%s%s]* " % (chr(0x4e00 + i), chr(0x5e00 + i)))
    yield "classes_negated", fitting("root ::= ", lambda i: "[^%s] " % chr(0x100 + i))
    yield "class_ranges", fitting("root ::= [", lambda i: "%s-%s" % (chr(0x100 + 4 * i), chr(0x102 + 4 * i)), "]*")
    yield "class_any_order", fitting("root ::= [", lambda i: chr(0x100 + (i * 7919) % 40000), "]*")
    yield "groups", "root ::= " + "(" * 190 + '"a"' + ")*" * 190
    yield "alternatives", fitting("root ::= ", lambda i: '"%d" | ' % i, '"x"')
    yield "alternatives_same", fitting("root ::= ", '"aaaaaaaaaaaaaaaa" | ', '"x"')
    yield "alternatives_nested", 'root ::= ("a" | ' * 190 + '"b"' + ")" * 190
    yield "calls_shared", "root ::= r0\n" + "".join("r%d ::= r%d r%d\n" % (i, i + 1, i + 1) for i in range(60)) + 'r60 ::= "a"?'
    yield "calls_shared_alt", "root ::= r0\n" + "".join("r%d ::= r%d | r%d \"x\"\n" % (i, i + 1, i + 1) for i in range(60)) + 'r60 ::= "a"'
    yield "nullable_chain", "root ::= r0*\n" + "".join("r%d ::= r%d? r%d?\n" % (i, i + 1, i + 1) for i in range(800)) + 'r800 ::= "a"?'
    yield "repeat_deep", 'root ::= ((("a"{1,99}){1,99}){1,99}){1,99}'
    yield "repeat_rule", 'root ::= r{1,99999}\nr ::= "a"{1,99999} | "b"{1,99999}'
    yield "tokens", fitting("root ::= (", lambda i: "<[%d]> | " % i, '"x")*')
    # what is to be read in very many ways at once
    yield "stacks_any_depth", "root ::= r0\n" + "".join('r%d ::= "a" r%d "%d"\n' % (i, (i + 1) % 1900, i) for i in range(1, 1900)) + 'r0 ::= ' + " | ".join("r%d" % i for i in range(1, 1900)) + ' | "."'
    yield "stacks_shared", "root ::= " + " | ".join("r%d" % i for i in range(1500)) + "\n" + "".join('r%d ::= v "%d"\n' % (i, i) for i in range(1500)) + 'v ::= [a-z] v | "(" v ")" | "."\n'
    yield "stacks_nested", "root ::= " + " | ".join('r%d "%d"' % (i, i) for i in range(900)) + "\n" + "".join(
        'r%d ::= r%d "a" | r%d "b" | v\n' % (i, i + 1, i + 2) for i in range(900)) + 'r900 ::= v\nr901 ::= v\nv ::= [a-z]* "."\n'
    yield "counts_shared", "root ::= " + " | ".join("v{%d,%d}" % (i, 2 * i + 7) for i in range(1, 1500)) + '\nv ::= [a-z] | "(" v ")"\n'
    yield "counts_nested_rules", "root ::= r0\n" + "".join('r%d ::= (r%d "%d"?){1,%d}\n' % (i, i + 1, i, i % 7 + 2) for i in range(150)) + "r150 ::= [a-z]\n"
    yield "palindromes", "root ::= p\np ::= " + " | ".join('"%s" p "%s"' % (chr(0x100 + i), chr(0x100 + i)) for i in range(2500)) + ' | ""'
    yield "palindromes_any", "root ::= p\np ::= " + " | ".join('[^%s] p [^%s]' % (chr(0x100 + i), chr(0x300 + i)) for i in range(1500)) + ' | ""'
    # what many short texts are read in, so that memory is used up and begun anew
    yield "ambiguous_threes", 'root ::= s\ns ::= [a-z] s s s | [a-z] s "x"? | [a-z]'
    yield "ambiguous_counts", 'root ::= s\ns ::= "a" s s | "a" s | "a" | [a-z] s{1,3} "b"?'
    yield "mutual", fitting("root ::= r0\n", lambda i: 'r%d ::= "a" r%d "b" | r%d "c" | "d"\n' % (i, (i * 7) % 900, (i * 13) % 900))


def regex_shapes():
    yield "seq_of_sets", "".join("[a-%s]? " % chr(97 + i % 26) for i in range(6000))
    yield "optional_words", " ".join('"w%d"?' % i for i in range(4000))
    yield "star_words", "(" + " | ".join('"w%d"' % i for i in range(4000)) + ")*"
    yield "interleaved", "(" + " ".join('("%s" [a-z]*)?' % chr(97 + i % 26) for i in range(3000)) + ")*"


def lrec():
    yield "self", fitting("root ::= ", lambda i: 'root "%d" | ' % i, '"x"')
    yield "cycle", "root ::= r0\n" + "".join('r%d ::= r%d "a" | "b"\n' % (i, (i + 1) % 1500) for i in range(1500))
    yield "two", "root ::= r0\n" + "".join('r%d ::= r%d r%d | "b"\n' % (i, (i + 1) % 200, (i + 2) % 200) for i in range(200))
    yield "nullable", "root ::= r0\n" + "".join('r%d ::= r%d? r%d? root | "b"\n' % (i, (i + 1) % 100, (i + 2) % 100) for i in range(100))
    # chains, cycles and knots of rules that begin with each other
    yield "chain", "root ::= r0\n" + "".join('r%d ::= r%d "a" | r%d "b"\n' % (i, i, i + 1) for i in range(2000)) + 'r2000 ::= "x"\n'
    yield "each_self", "root ::= " + " | ".join("r%d" % i for i in range(1800)) + "\n" + "".join('r%d ::= r%d "%d" | "x"\n' % (i, i, i) for i in range(1800))
    yield "pairs", "root ::= " + " | ".join("a%d" % i for i in range(1000)) + "\n" + "".join(
        'a%d ::= b%d "a" | "x"\nb%d ::= a%d "b" | "y"\n' % (i, i, i, i) for i in range(1000))
    yield "knot", "root ::= r0\n" + "".join('r%d ::= %s | "b"\n' % (i, " | ".join('r%d "%d"' % (j, j) for j in range(70))) for i in range(70))
    yield "knot_small", "root ::= r0\n" + "".join('r%d ::= %s | "b"\n' % (i, " | ".join('r%d "%d"' % (j, j) for j in range(12))) for i in range(12))
    yield "knot_alike", "root ::= r0\n" + "".join('r%d ::= %s | "b"\n' % (i, " | ".join('r%d "a"' % j for j in range(75))) for i in range(75))
    yield "levels", "root ::= e0\n" + "".join('e%d ::= e%d "%d" e%d | e%d\n' % (i, i, i, i + 1, i + 1) for i in range(1900)) + 'e1900 ::= [0-9]+ | "(" root ")"\n'
    yield "levels_back", "root ::= e0\n" + "".join('e%d ::= e%d "%d" e%d | e%d | e0 "!"\n' % (i, i, i, i + 1, i + 1) for i in range(60)) + 'e60 ::= [0-9]+ | "(" root ")"\n'
    yield "tails_long", 'root ::= ' + " | ".join("root " + '"%s"' % (chr(97 + i % 26) * 600) for i in range(100)) + ' | "x"'
    yield "tails_of_rules", "root ::= " + " | ".join("root t%d" % i for i in range(1500)) + ' | "x"\n' + "".join('t%d ::= "%d" root | "."\n' % (i, i) for i in range(1500))
    yield "groups", "root ::= " + "(" * 190 + 'root "a" | "b"' + ")" * 190
    yield "groups_each", "root ::= " + " | ".join('(root ("%d" | root)? | "x")' % i for i in range(1900))
    yield "behind_nullable", "root ::= " + "n? " * 1500 + 'root "a" | "b"\nn ::= "c"'
    yield "behind_nullables", "root ::= " + " ".join("n%d" % i for i in range(1500)) + ' root "a" | "b"\n' + "".join('n%d ::= "%d"?\n' % (i, i) for i in range(1500))
    yield "counted", 'root ::= (root "a"){1,2000} | "b"'
    yield "counted_each", "root ::= r0\n" + "".join('r%d ::= r%d{1,9} "a" | "b"\n' % (i, (i + 1) % 300) for i in range(300))
    yield "doubling", "root ::= r0\n" + "".join('r%d ::= r%d "a" | r%d "b" | "c"\n' % (i, i + 1, i + 1) for i in range(1200)) + 'r1200 ::= root "d" | "e"\n'
    yield "counts_between", 'root ::= r0\nr0 ::= r1{1,3} "c"? "a" "b" | "z0"\nr1 ::= r0 "c"? "c"? | "a"'
    yield "only_left", "root ::= r0\n" + "".join("r%d ::= r%d | r%d\n" % (i, (i + 1) % 1500, (i * 7) % 1500) for i in range(1500))


def peg():
    yield "choices", "root <- (a / b)* end\na <- 'x' a / \"x\"\nb <- \"y\"\n\0" + "x" * 60000
    yield "predicates", "root <- " + "!" * 190 + '"a" .*\n\0' + "b" * 60000
    yield "look_behind_all", 'root <- (&(.* "z") .)*\n\0' + "a" * 60000
    yield "until_overlap", 'root <- (until("ab", "aab", "aaab") .)*\n\0' + "a" * 60000
    yield "until_many", "root <- until(" + ",".join('"%s"' % ("a" * (i % 200) + str(i)) for i in range(500)) + ")\n\0" + "a" * 30000
    yield "nested_rules", "root <- r0\n" + "".join("r%d <- r%d r%d / \"a\"\n" % (i, i + 1, i + 1) for i in range(40)) + 'r40 <- ""\n\0aaa'
    yield "catalan", 'root <- s end\ns <- "a" s s / ""\n\0' + "a" * 3000
    yield "recover", 'root <- recover(a, b)\na <- "x" a "y" / "z"\nb <- rest\n\0' + "x" * 60000
    yield "deep", "root <- v\nv <- \"[\" v \"]\" / \"1\"\n\0" + "[" * 60000
    yield "tags", 'tag t = 1\nroot <- tag(1, a)*\na <- tag(1, tag(1, tag(1, .)))\n\0' + "a" * 60000
    yield "tags_taken_back", "root <- (tag(1, .)* \"z\") / rest\n\0" + "a" * 60000
    yield "counts", 'root <- ((("a"{0,9} "b"?){0,9}){0,99}){0,99} end\n\0' + "a" * 30000 + "c"
    yield "rules", fitting("root <- r0\n", lambda i: "r%d <- r%d\n" % (i, i + 1))
    yield "rules_defined", "root <- r0\n" + "".join("r%d <- r%d / \"a\"\n" % (i, i + 1) for i in range(3000)) + 'r3000 <- "b"\n\0' + "a" * 20000
    yield "rules_that_read_nothing", "root <- r0\n" + "".join("r%d <- r%d\n" % (i, i + 1) for i in range(4500)) + 'r4500 <- ""\n\0a'
    yield "first_bytes", fitting("root <- ", lambda i: '([%c%c%c] "a" / "b")* ' % (33 + i % 12, 48 + i // 12 % 40, 97 + i // 480))
    yield "choice_wide", "root <- (" + " / ".join('"%s"' % ("a" * 20 + str(i)) for i in range(1800)) + ")*\n\0" + "a" * 10000
    yield "sets", fitting("root <- ", lambda i: "[%s-%s]" % (chr(0x100 + i), chr(0x200 + i)))
    yield "json", "root <- json-value end\n\0" + "[" * 100 + "1," * 20000
    yield "json_text", 'root <- json-value end\n\0"' + "\\u0041" * 10000
    yield "python", "root <- python-value end\n\0" + "[" * 100 + "'a'," * 10000
    yield "tags_named", fitting("", lambda i: "tag t%d = %d\n" % (i, i), "<- .")
    yield "parentheses", "root <- " + "(" * 60000
    yield "suffixes", 'root <- "a"' + "*" * 60000
    yield "texts", fitting("root <- ", '"\\x41" ')
    yield "left", 'root <- root "a" / "b"\n\0b' + "a" * 1000
    yield "look_ranges", "root <- (&([" + "".join(chr(0x800 + 2 * i) for i in range(9000)) + "]*) .)* rest\n\0" + "\u4e3e" * 10000
    yield "until_siblings", "root <- (&(until(" + ",".join('"a%c"' % c for c in range(35, 127) if c != 92) + ")) .)* rest\n\0" + "aa" * 20000
    yield "until_past", 'root <- (until("a", "' + "ca" * 15000 + 'x") .)*\n\0' + "ca" * 15000
    words = ["b" + a + b for a in "bcdefghijklmnopqrstuvwxyz" for b in "bcdefghijklmnopqrstuvwxyz"]
    yield "choice_refused", "root <- (&c &c &c &c .)*\nc <- " + "/".join('"%s"' % w for w in words) + '/"a"\n\0' + "a" * 40000
    yield "sequences_in_sequences", "root <- " + "(" * 180 + "." * 60000 + " .)" * 180
    yield "look_class", "root <- (&([a]*) .)* rest\n\0" + "a" * 60000
    yield "look_until", 'root <- (&(until("ab")) .)* rest\n\0' + "a" * 60000
    yield "look_literal", 'root <- (&("%s") .)* rest\n\0' % ("a" * 20000) + "a" * 40000
    yield "look_counted", 'root <- (&([a]{30000}) .)* rest\n\0' + "a" * 60000
    yield "reject_class", 'root <- ((![a]* "x") / .)* rest\n\0' + "a" * 60000
    yield "fail_late", 'root <- ("%sb" / .)* rest\n\0' % ("a" * 20000) + "a" * 40000
    yield "empty_loop", 'root <- ("")* ("a"?)*\n\0' + "a" * 60000


def hfregex():
    subject = "ab" * 20000
    yield "counted", "(a{0,20}b{0,20}){0,20}z\0" + subject
    yield "counted_words", "(\\w{0,20}\\s{0,20}){0,20}z\0" + "\u00e9\u4e2d" * 13000
    yield "words_wide", "\\w+\\d\\w+\0" + "\u4e2d" * 20000
    yield "set_of_ranges", "[" + "".join("%s-%s" % (chr(0x300 + 4 * i), chr(0x302 + 4 * i)) for i in range(2000)) + "]+z\0" + "\u4e2d" * 15000
    yield "alternatives", "(" + "|".join("a" * (i % 60) + "c" for i in range(400)) + ")\0" + "a" * 40000
    yield "groups", "".join("(a)?" for _ in range(2000)) + "z\0" + "a" * 50000
    yield "many_saves", "(?:(a)|(b)|(c)|(d)|(e)|(f)|(g)){1,200}z\0" + "abcdefg" * 7000
    yield "ends", "(a*)*$\0" + "a" * 50000 + "b"
    yield "ends_each", "a*$\0" + "a\n" * 25000 + "b"
    yield "catastrophe", "(?=(a+)+$)\0" + "a" * 50000 + "b"
    yield "catastrophe_each", "(?<=x)(a|aa)+y\0" + ("x" + "a" * 40) * 1200
    yield "lazy_each", "<(.*?)>(?!z)\0" + "<" * 50000
    yield "back", "(.*)\\1z\0" + subject
    yield "case", "(?i)(a|B)*z(?=x)\0" + subject
    yield "long_class", "[" + "\\w\\d\\s" * 2500 + "]+z\0" + "\u4e2d" * 15000
    yield "depth", "(" * 200 + "a" + ")" * 200 + "\0" + "a" * 100
    yield "depth_quantified", "(" * 190 + "a" + ")*" * 190 + "\0" + "a" * 10000
    yield "lookbehind_wide", "(?<=" + "a" * 200 + ")b\0" + "a" * 60000
    yield "atomic", "(?>a*)*b(?=c)\0" + "a" * 50000
    yield "groups_saved", "(" * 190 + "a|b" + ")" * 190 + "*(?=z)\0" + "ab" * 30000
    yield "groups_saved_lazily", "(" * 190 + "a|b" + ")" * 190 + "*?(?=z)x\0" + "ab" * 30000 + "x"
    yield "groups_named", "".join("(?P<n%d>a)?" % i for i in range(900)) + "(?=z)\0" + "a" * 50000
    yield "turns_saved", "\\A(?:a(?=a)|b)*\\Z\0" + "a" * 60000


def template(fields, **more):
    """Where nothing says where an answer begins, at "@", which the text gets in front."""
    for field in fields.values():
        if isinstance(field.get("content"), dict):
            how = dict(field["content"])
            field["content"] = how.pop("type")
            field["content_args"] = how
    anchor = {} if "start_anchor_pattern" in more else {"start_anchor": "@"}
    return json.dumps({"defaults": {"role": "assistant"}, **anchor, "fields": fields, **more})


def anchored(inputs):
    for name, text in inputs:
        front, _, behind = text.partition("\0")
        yield name, front + "\0" + ("@" if '"start_anchor":' in front else "") + behind


def rt():
    text = {"content": "text"}
    yield "fields_many", template({"f%d" % i: {"open": "<%d>" % i, "close": "</%d>" % i, "content": "text"} for i in range(500)}) \
        + "\0" + "<x" * 20000
    yield "fields_overlap", template({"f%d" % i: {"open": "a" * (i + 1) + "b", "close": "c", "content": "text"} for i in range(150)}) \
        + "\0" + "a" * 40000
    yield "patterns_many", template({"f%d" % i: {"open_pattern": "(a|b){1,20}%d" % i, "close": "c", "content": "text"} for i in range(300)}) \
        + "\0" + "ab" * 20000
    yield "looks_many", template({"f%d" % i: {"open_pattern": "(?=(a|b)+%d)a" % i, "close": "c", "content": "text"} for i in range(200)}) \
        + "\0" + "ab" * 20000
    yield "looks_slow", template({"f%d" % i: {"open_pattern": "(?:a|aa)+(?=%d)" % i, "close": "c", "content": "text"} for i in range(200)}) \
        + "\0" + "a" * 40000
    yield "regions_many", template({"content": text, "r": {"open": "<", "close": ">", "content": "text", "repeats": True}}) + "\0" + "<>" * 30000
    yield "regions_json", template({"r": {"open": "<", "close": ">", "content": "json", "repeats": True}}) + "\0" + "<[]>" * 15000
    yield "region_catastrophe", template({"r": {"open": "<", "close_pattern": "(?=(a+)+$)>", "content": "text", "repeats": True}}) \
        + "\0" + ("<" + "a" * 200 + "b>") * 250
    yield "tags", template({"r": {"open": "<", "close": "#", "content": {"type": "xml-inline", "tag_pattern": "<(?P<key>\\w+)>(?P<value>.*?)</"},
                                  "repeats": True}}) + "\0<" + "<a>" * 20000
    yield "transform", template({"r": {"open": "<", "close": ">", "content": "text", "repeats": True,
                                       "transform": {"k%d" % i: "{content}" for i in range(1500)}}}) + "\0<" + "x" * 30000 + ">"
    yield "transform_regions", template({"r": {"open": "<", "close": ">", "content": "text", "repeats": True,
                                               "transform": {"k%d" % i: "{content}" for i in range(1500)}}}) + "\0" + "<x>" * 10000
    yield "transform_each", template({"r": {"open": "<", "close": ">", "content": "json", "repeats": True, "transform_each": True,
                                            "transform": {"k%d" % i: "{a}" for i in range(1500)}}}) \
        + "\0<[" + '{"a":1},' * 3500 + '{"a":1}]>'
    yield "quotes", template({"r": {"open": "<", "close": ">", "content": {"type": "json", "unquoted_keys": True, "string_delims": [["'", "'"]]}}}) \
        + "\0<" + "{a:'" * 10000 + ">"
    yield "lines", template({"r": {"open": "<", "close": ">", "content": {"type": "kv-lines"}, "repeats": True}}) + "\0<" + "a:b\n" * 15000 + ">"
    yield "words_wide", template({"r": {"open_pattern": "(\\w{1,9}\\d{1,9}){1,9}>", "close": "c", "content": "text"}}) + "\0" + "\u4e2d" * 20000
    yield "lines_of_tags", template({"r": {"open": "<", "close": ">", "content": {"type": "kv-lines", "value_parser": {
        "name": "xml-inline", "args": {"tag_pattern": "(?P<key>(?:a|aa)+(?=d))(?P<value>x?)"}}}, "repeats": True}}) \
        + "\0<" + ("k:" + "a" * 18 + "c\n") * 2500 + ">"
    yield "regions_slow", template({"r": {"open": "<", "close": ">", "repeats": True, "content": {
        "type": "xml-inline", "tag_pattern": "(?P<key>(?:a|aa)+(?=d))(?P<value>x?)"}}}) + "\0" + ("<" + "a" * 24 + "c>") * 1500
    yield "delims_many", template({"r": {"open": "<", "close": ">", "content": {
        "type": "json", "string_delims": [["b%d" % i, "c"] for i in range(2000)]}}}) + "\0<[" + "b" * 30000 + "]>"
    yield "join", template({"r": {"open": "<", "close": ">", "content": "text", "repeats": True, "join": "j" * 30000}}) + "\0" + "<>" * 9000
    yield "transform_twice", template({"r": {"open": "<", "close": ">", "content": "json", "repeats": True,
                                             "transform": ["{content}"] * 40}}) + "\0<[" + "1," * 12000 + "1]>"
    yield "anchor", template({"content": text}, start_anchor_pattern="(a|b)*z") + "\0" + "ab" * 10000


def rs():
    def schema(node):
        return json.dumps(node)
    text = {"type": "string"}
    yield "properties", schema({"type": "object", "properties": {"p%d" % i: {**text, "x-regex": "([\\s\\S]*)"} for i in range(500)}}) \
        + "\0" + "a" * 40000
    yield "properties_slow", schema({"type": "object", "properties": {"p%d" % i: {**text, "x-regex": "(?=(a+)+b)(c)"} for i in range(500)}}) \
        + "\0" + "a" * 30000
    yield "nested_copies", schema(nested(60, lambda inner: {"type": "object", "properties": {"a": inner, "b": text}}, text)) + "\0" + "a" * 50000
    yield "substitutions", schema({"type": "string", "x-regex-substitutions": [["a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]] * 10}) + "\0" + "a" * 30000
    yield "substitutions_empty", schema({"type": "string", "x-regex-substitutions": [["", "bbbbbbbb"]] * 10}) + "\0" + "a" * 30000
    yield "iterator", schema({"type": "array", "x-regex-iterator": "(a|b)+?(?=(c+)+d)|x", "items": text}) + "\0" + "abcc" * 10000
    yield "iterator_parsed", schema({"type": "array", "x-regex-iterator": "(\\[\\])", "items": {"x-parser": "json"}}) + "\0" + "[]" * 25000
    yield "parsers", schema({"type": "object", "properties": {"p%d" % i: {"x-parser": "json"} for i in range(800)}}) \
        + "\0[" + "[]," * 10000 + "[]]"
    yield "key_value", schema({"type": "object", "x-regex-key-value": "(?P<key>\\w+)=(?P<value>\\w*)"}) + "\0" + "a=b " * 12000
    yield "constants", schema({"x-parser": "json", "type": "array", "items": {"const": [0] * 9000}}) + "\0[" + "1," * 16000 + "1]"
    yield "constants_each", schema({"x-parser": "json", "type": "array", "items": {
        "type": "object", "properties": {"p%d" % i: {"const": 1} for i in range(1500)}}}) + "\0[" + "{}," * 10000 + "{}]"
    yield "defaults_each", schema({"x-parser": "json", "type": "array", "items": {
        "type": "object", "properties": {"p%d" % i: {"x-parser": "json", "default": 1} for i in range(1500)}}}) + "\0[" + "{}," * 10000 + "{}]"
    yield "transform_items", schema({"x-parser": "json", "type": "array", "items": {
        "x-parser": "json", "x-parser-args": {"transform": "[@,@,@] | [@,@,@]"}}}) + "\0[" + '"[1,2,3]",' * 5000 + '"[]"]'
    yield "transforms_each", schema({"type": "object", "properties": {"p%d" % i: {
        "x-parser": "json", "x-parser-args": {"transform": "[@,@,@,@,@,@,@,@,@,@] | [@,@,@,@,@,@,@,@,@,@] | [@,@,@,@] | [0][0][0]"}}
        for i in range(100)}}) + "\0[" + "1," * 12000 + "1]"
    for depth in (39, 41, 190):
        yield "nested_items_%d" % depth, schema({"x-parser": "json", **nested(depth, lambda inner: {"type": "array", "items": inner}, {})}) \
            + "\0" + "[" * 190 + "1" + "]" * 190
    yield "transforms", schema({"x-parser": "json", "x-parser-args": {"transform": "[@,@,@] | [@,@,@] | [@,@,@] | [@,@,@]"}}) \
        + "\0[" + "1," * 20000 + "1]"
    list_ = {"x-parser": "json", "type": "array"}
    for name, more in {"deep": {}, "deep_required": {"required": ["z"]}}.items():
        yield name, schema({"x-parser": "json", "x-parser-args": {"transform": nested(37 + (not more), lambda inner: "{a:%s}" % inner, "[%s]" % ",".join("@" * 24))},
                            **nested(38, lambda inner: {"type": "object", "properties": {"a": inner}, **more}, {})}) + "\0[" + "1," * 28000 + "1]"
    names = ["%03x" % i for i in range(3000)]
    yield "properties_each", schema({**list_, "items": {"type": "object", "properties": {n: {} for n in names}}}) + "\0[" + "{}," * 10000 + "{}]"
    yield "members_each", schema({**list_, "x-parser-args": {"transform": "[%s]" % ",".join("@" * 30)}, "items": {
        "type": "object", "properties": {n: {} for n in names[:1500]}}}) + "\0" + json.dumps({"%03x" % i: 1 for i in range(1500, 4000)})
    yield "required_each", schema({**list_, "items": {"type": "object", "required": ["a"] * 8000}}) + "\0[" + '{"a":1},' * 4000 + "{}]"
    yield "substitution_groups", schema({"type": "string", "x-regex-substitutions": [["(z?)", "\\1" * 9000]]}) + "\0" + "a" * 28000


def nested(depth, around, inner):
    for _ in range(depth):
        inner = around(inner)
    return inner


def jmes():
    rows = json.dumps([{"a": i % 7, "b": str(i), "c": [1, 2]} for i in range(1200)])
    numbers = json.dumps(list(range(10000)))
    for i, e in enumerate(["sort_by(@, &b)", "max_by(@, &a)", "group_by(@, &b)", "[].c[]", "[?a == `1`]", "[*].[a, b, c]", "[*].{a: a, b: b}",
                           "map(&[@,@,@,@], @)", "[?contains(b, '1')]", "to_string(@)", "length(to_string(@))", "reverse(@)", "[::-1]",
                           "[*].[*][*]", "[?@ == @]", "[?c == `[1,2]`]", "join(',', [*].b)", "[*].keys(@)", "[*].merge(@, @, @)"]):
        yield "one_%d" % i, e + "\0" + rows
        yield "chain_%d" % i, " | ".join([e] * 300) + "\0" + rows
        yield "product_%d" % i, "[*].[%s]" % ",".join(["@"] * 300) + " | [*][*] | " + e + "\0" + rows
    yield "cross", "map(&[@, map(&@, [])], @)\0" + numbers
    yield "cross_literal", "map(&contains(`%s]`, @), @)" % numbers[:20000].rsplit(",", 1)[0] + "\0" + numbers
    yield "contains_all", "[?contains($, @)]\0" + numbers
    yield "doubling", " | ".join(["[@, @]"] * 60) + "\0[1]"
    yield "doubling_text", " | ".join(["join('', [@, @])"] * 60) + "\0\"a\""
    tenfold = "join('', [%s])" % ",".join(["@"] * 10)
    yield "text_in_itself", " | ".join([tenfold] * 4) + " | contains(@, @)\0" + json.dumps("a" * 1000)
    yield "text_in_text", " | ".join([tenfold] * 3) + " | contains(join('', [@, @, @]), join('', [@, 'b']))\0" + json.dumps("a" * 1000)
    for i, e in enumerate(["contains(@, @)", "[@ == @, @ != @]", "to_string(@)", "[] | [::-1] | [::-1]", "map(&[@, @], @)"]):
        yield "doubled_%d" % i, " | ".join(["[@, @]"] * 3 + [e]) + "\0" + rows
    yield "flatten", "[]" * 20000 + "\0" + json.dumps(nested(150, lambda i: [i], 1))
    yield "parentheses", "(" * 60000
    yield "expressions", "&" * 60000
    yield "wildcards", "*" + ".*" * 20000 + "\0{}"
    yield "literals", fitting("[", "`1`,", "`1`]") + "\0" + "1"
    yield "hash", fitting("{", lambda i: "a%d: @," % i, "z: @}") + "\0" + numbers[:1000].rsplit(",", 1)[0] + "]"
    yield "hash_deep", "{a: " * 190 + "@" + "}" * 190 + "\0" + numbers
    yield "not", "!" * 60000 + "@\0" + "1"
    yield "or", fitting("a", "||a") + "\0{}"
    yield "numbers", "`" + "9" * 50000 + "`\0" + "1"
    yield "sum", " | ".join(["[sum(@), max(@), min(@), avg(@)]"] * 1000) + "\0" + numbers
    yield "joined_by_long", "join(to_string(@), [*].b)\0" + rows
    yield "hashes_of_all", "|".join(["{a: @, b: @, c: @}"] * 5) + "\0" + rows
    yield "objects_in_objects", "*.*.*.*.*\0" + json.dumps({"k%d" % i: {"m%d" % j: {"x": {"y": {"z": 1}}} for j in range(30)} for i in range(60)})


def json_():
    yield "arrays", "[" * 190 + "]" * 190
    yield "values", fitting("[", "1,", "1]")
    yield "empty_objects", fitting("[", "{},", "{}]")
    yield "keys", fitting("{", lambda i: '"%d":0,' % i, '"":0}')
    yield "keys_objects", fitting("[", '{"a":{}},', "0]")
    yield "keys_same", fitting("{", '"k":0,', '"":0}')
    yield "floats", fitting("[", "1.7976931348623157e308,", "0]")
    yield "floats_tiny", fitting("[", "5e-324,", "0]")
    yield "floats_halfway", "[" + "9007199254740993." + "0" * 60000 + "1]"
    yield "infinite", fitting("[", "1e400,", "0]")
    yield "integers_long", fitting("[", "9" * 400 + ",", "0]")
    yield "escapes", '"' + "\\ud83d\\ude00" * 5000 + '"'
    yield "never_closed", fitting("", '["', "")
    yield "keys_never_closed", fitting("", '{"a":', "")
    yield "wide_text", '"' + "\u4e2d" * 20000 + '"'


FORMATS = """date-time date time duration email hostname ipv4 ipv6 uri uri-reference iri iri-reference uri-template uuid json-pointer
relative-json-pointer regex idn-email""".split()


def schema():
    yield "properties", json.dumps({"type": "object", "properties": {"k%d" % i: {"type": "string"} for i in range(2000)}})
    yield "properties_pattern", json.dumps({"type": "object", "properties": {"k%d" % i: {"type": "string", "pattern": "^a{1,%d}$" % (i + 2)} for i in range(900)}})
    yield "patterns_product", json.dumps({"allOf": [{"type": "string", "pattern": "a.{%d}b" % i} for i in range(1, 30)]})
    yield "patterns_count", json.dumps({"type": "string", "pattern": "^(a|b){1,900}$", "minLength": 300, "maxLength": 800})
    yield "lengths_each", json.dumps({"type": "object", "properties": {"k%d" % i: {
        "type": "string", "pattern": "%da{7}b" % i, "minLength": 700, "maxLength": 1000} for i in range(500)}})
    yield "lengths_wide", json.dumps({"type": "object", "properties": {"k%d" % i: {
        "type": "string", "pattern": "^(?:\\S+\\s+){0,%d}\\S+$" % (i % 20 + 1), "maxLength": 40 + i} for i in range(400)}})
    yield "lengths_far", json.dumps({"type": "object", "properties": {"k%d" % i: {
        "type": "string", "pattern": "^[a-z0-9._-]+@[a-z]{%d}[.](com|org|net)$" % (i % 20 + 1), "maxLength": 200 + i} for i in range(400)}})
    yield "pattern_many_looks", json.dumps({"type": "string", "pattern": "^%s[a-z]*$" % "".join("(?=.*%c)" % c for c in "abcdefghijklmn")})
    for n in (13, 14, 15):
        yield "patterns_all_%d" % n, json.dumps({"type": "string", "allOf": [{"pattern": chr(97 + i)} for i in range(n)]})
    yield "pattern_far", json.dumps({"pattern": "n.{13}o"})
    yield "pattern_far_wide", json.dumps({"type": "string", "pattern": "[^a].{13}b"})
    yield "patterns_one_of", json.dumps({"oneOf": [{"pattern": "%c.{%d}%c" % (99 + i, i + 2, 100 + i)} for i in range(4)]})
    yield "names_far", json.dumps({"type": "object", "properties": {"k": {}}, "patternProperties": {
        "(?=a).{10}b": {"type": "integer"}, "q.{5}r": {"type": "string"}}})
    yield "pattern_layers", json.dumps({"type": "string", "pattern": "[^a]{300}(?<!\\P{L}{60})x"})
    for n in (700, 9000):
        yield "numbers_denied_%d" % n, json.dumps({"type": "integer", "not": {"enum": [7919 * i for i in range(n)]}})
    yield "numbers_denied_fractions", json.dumps({"type": "number", "not": {"enum": [i + 0.5 for i in range(5000)]}})
    yield "numbers_denied_far", json.dumps({"type": "number", "not": {"enum": [float("%de-%d" % (i % 9 + 1, i % 300)) for i in range(5000)]}})
    yield "numbers_denied_each", json.dumps({"type": "object", "properties": {"k%d" % i: {
        "type": "integer", "not": {"enum": list(range(i, i + 33))}, "multipleOf": 997} for i in range(40)}})
    yield "divisors_each", json.dumps({"type": "object", "properties": {"k%d" % i: {"type": "integer", "allOf": [
        {"multipleOf": 2 ** (10 + i % 20)}, {"multipleOf": 5184}, {"multipleOf": 625}]} for i in range(60)}})
    yield "divisors_of_fives", json.dumps({"type": "object", "properties": {"k%d" % i: {
        "type": "number", "multipleOf": round(0.48828125 + i * 0.00015625, 8)} for i in range(40)}})
    yield "enum", json.dumps({"enum": ["a" * (i % 100) + str(i) for i in range(900)]})
    yield "enum_any_order", json.dumps({"enum": [{"a": i, "b": [i]} for i in range(3000)]})
    yield "any_of", json.dumps({"anyOf": [{"properties": {"a%d" % i: {"const": i}}, "required": ["a%d" % i]} for i in range(900)]})
    yield "one_of", json.dumps({"oneOf": [{"type": "object", "properties": {"k": {"const": i}, "v": {"type": "string"}}} for i in range(900)]})
    members = {"k%d" % i: {"type": "integer"} for i in range(1600)}
    for n, each in (("const", lambda i: {"properties": {"k0": {"const": i}}, "required": ["k0"]}),
                    ("required", lambda i: {"required": ["k%d" % i]}),
                    ("rest", lambda i: {"patternProperties": {"^x%d" % i: {"type": "string"}}})):
        for kind in ("oneOf", "anyOf"):
            yield "members_%s_%s" % (kind.lower(), n), json.dumps({
                "type": "object", "properties": dict(list(members.items())[:1200]), kind: [each(i) for i in range(120)]})
    yield "members_behind", json.dumps({"type": "object", "properties": members, "required": list(members), "oneOf": [
        {"properties": {"k0": {"const": i}}} for i in range(250)]})
    yield "members_shared", json.dumps({"anyOf": [{"$ref": "#/$defs/b", "properties": {"t": {"const": i}}} for i in range(120)],
                                        "$defs": {"b": {"type": "object", "properties": dict(list(members.items())[:1200])}}})
    yield "lists_apart", json.dumps({"oneOf": [{"enum": list(range(300 * i, 300 * i + 30))} for i in range(250)]})
    yield "conditions_of_one", json.dumps({"type": "object", "properties": {"a": {}}, "required": ["a"], "allOf": [
        {"if": {"properties": {"a": {"type": "array", "minItems": 2 * i}}},
         "then": {"properties": {"a": {"type": "array", "minItems": 2 * i + 1}}}} for i in range(80)]})
    yield "contradicting", json.dumps({"type": "object", "properties": {"k%d" % i: {"type": "array", "items": {"const": i}, "minItems": 1}
        for i in range(60)}, "required": ["k%d" % i for i in range(60)], "patternProperties": {"^k": {"type": "string"}}})
    yield "expressions", "\0".join(expressions())
    yield "all_of", json.dumps({"allOf": [{"properties": {"a%d" % i: {"minimum": i}}} for i in range(1500)]})
    yield "all_of_any_of", json.dumps({"allOf": [{"anyOf": [{"required": ["a%d" % i]}, {"required": ["b%d" % i]}]} for i in range(200)]})
    yield "all_of_ints", json.dumps({"allOf": [{"type": "integer", "multipleOf": p} for p in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)]})
    yield "references", json.dumps({"$ref": "#/$defs/d0", "$defs": {"d%d" % i: {"$ref": "#/$defs/d%d" % (i + 1)} for i in range(1500)} | {"d1500": {}}})
    yield "references_shared", json.dumps({"$ref": "#/$defs/d0", "$defs": {
        "d%d" % i: {"type": "object", "properties": {"a": {"$ref": "#/$defs/d%d" % (i + 1)}, "b": {"$ref": "#/$defs/d%d" % (i + 1)}}}
        for i in range(400)} | {"d400": {}}})
    yield "references_all_of", json.dumps({"$ref": "#/$defs/d0", "$defs": {
        "d%d" % i: {"allOf": [{"$ref": "#/$defs/d%d" % (i + 1)}, {"$ref": "#/$defs/d%d" % (i + 1)}]} for i in range(200)} | {"d200": {}}})
    yield "nested", json.dumps(nested(90, lambda i: {"type": "object", "properties": {"a": i}}, {}))
    yield "nested_not", json.dumps(nested(90, lambda i: {"not": i}, {"type": "string"}))
    yield "nested_items", json.dumps(nested(90, lambda i: {"type": "array", "items": i, "minItems": 3, "maxItems": 900}, {"type": "integer"}))
    yield "property_names", json.dumps({"type": "object", "patternProperties": {"^%s.*x" % c: {"type": "string"} for c in "abcdefghijklmnopqrst"}})
    yield "counts", json.dumps({"type": "array", "items": {"type": "string", "maxLength": 100000}, "maxItems": 100000})
    yield "bounds", json.dumps({"type": "integer", "minimum": -10**300, "maximum": 10**300})
    yield "bounds_number", json.dumps({"type": "number", "minimum": 0.1234567890123, "maximum": 98765432.123456})
    yield "formats", json.dumps({"type": "array", "prefixItems": [{"type": "string", "format": f} for f in ("date-time", "email", "uri", "ipv6", "uuid", "hostname")] * 90})
    yield "dependent", json.dumps({"type": "object", "dependentRequired": {"a%d" % i: ["a%d" % (i + 1)] for i in range(60)},
                                   "properties": {"a%d" % i: {} for i in range(61)}})
    yield "unevaluated", json.dumps({"allOf": [{"properties": {"a%d" % i: {}}} for i in range(900)], "unevaluatedProperties": False})
    yield "conditions", json.dumps({"allOf": [{"if": {"required": ["a%d" % i]}, "then": {"required": ["b%d" % i]}} for i in range(12)]})
    yield "references_many", json.dumps({"type": "object", "properties": {"p%d" % i: {"$ref": "#/$defs/d%d" % (i * 7 % 540)}
                                                                         for i in range(650)},
                                         "$defs": {"d%d" % i: {"type": "object", "properties": {"a": {"$ref": "#/$defs/d%d" % (i * 13 % 540)}}}
                                                   for i in range(540)}})
    yield "references_any_of", json.dumps({"$ref": "#/$defs/d0", "$defs": {
        "d%d" % i: {"anyOf": [{"$ref": "#/$defs/d%d" % ((i * 3 + k) % 500)} for k in range(3)] + [{"const": i}]} for i in range(500)}})
    yield "properties_patterns_rest", json.dumps({"type": "object", "properties": {"k%da" % i: {"minLength": i} for i in range(900)},
                                                  "patternProperties": {"%d.*[a-f]$" % i: {"maxLength": 900 + i} for i in range(10)},
                                                  "additionalProperties": {"type": "string", "pattern": "^(a|b)*$"}})
    yield "pattern_properties", json.dumps({"type": "object", "patternProperties": {"^%d" % i: {"type": "integer"} for i in range(1500)}})
    yield "all_of_any_of_deep", json.dumps(nested(10, lambda i: {"allOf": [{"anyOf": [i, {"required": ["a"]}]}, {"anyOf": [{"type": "object"}, {"required": ["b"]}]}]},
                                                  {"properties": {"x": {"type": "string"}}}))
    yield "all_of_any_of_types", json.dumps({"allOf": [{"anyOf": [{"type": "object", "properties": {"p%d" % i: {"const": j}}} for j in range(5)]}
                                                       for i in range(250)]})
    yield "unique_enum", json.dumps({"type": "array", "uniqueItems": True, "items": {"enum": ["value%d" % i for i in range(4500)]}})
    yield "unique_enums_nested", json.dumps({"type": "array", "uniqueItems": True, "items": {"type": "array", "uniqueItems": True, "items": {"enum": list(range(9000))}}})
    yield "contains", json.dumps({"type": "array", "contains": {"enum": ["v%d" % i for i in range(4000)]}, "minContains": 3, "maxContains": 9,
                                  "items": {"type": "string"}})
    yield "dependent_schemas", json.dumps({"type": "object", "dependentSchemas": {
        "a%d" % i: {"properties": {"b%d" % i: {"type": "string"}}, "required": ["b%d" % i]} for i in range(500)}})
    yield "if_then_else", json.dumps(nested(180, lambda i: {"if": {"properties": {"k": {"const": 1}}}, "then": {"required": ["a"]}, "else": i}, {}))
    yield "if_then_many", json.dumps({"type": "object", "properties": {"kind": {"enum": ["k%d" % i for i in range(400)]}}, "required": ["kind"],
                                      "allOf": [{"if": {"properties": {"kind": {"const": "k%d" % i}}}, "then": {"required": ["v%d" % i]}} for i in range(400)]})
    yield "pattern_looks", json.dumps({"type": "string", "pattern": "^" + "(?=.*[%s])" * 8 % tuple("abcdefgh") + ".{8,64}$"})
    yield "pattern_properties_unicode", json.dumps({"type": "object", "properties": {
        "k%d" % i: {"type": "string", "pattern": "^(\\p{L}|\\p{Nd}[\\p{P}x]){1,%d}$" % (i % 50 + 2)} for i in range(700)}})
    yield "patterns_each_long", json.dumps({"allOf": [{"type": "string", "pattern": "^(?!.*x{%d})" % i} for i in range(2, 200)]})
    yield "integers", json.dumps({"type": "array", "prefixItems": [{"type": "integer", "minimum": -10 ** (i % 60), "maximum": 10 ** (i % 61) + i} for i in range(700)]})
    yield "integer_far", json.dumps({"type": "integer", "minimum": int("1" * 4000), "maximum": int("9" * 4000)})
    yield "multiple_of", json.dumps({"type": "integer", "multipleOf": 9999991})
    yield "multiples_of", json.dumps({"type": "array", "prefixItems": [{"type": "integer", "multipleOf": 997 + i, "minimum": i} for i in range(900)]})
    yield "multiple_of_fraction", json.dumps({"type": "number", "multipleOf": 0.000123, "minimum": -1e18, "maximum": 1e18})
    yield "formats_each", json.dumps({"type": "object", "properties": {
        "k%d" % i: {"type": "string", "format": FORMATS[i % len(FORMATS)], "maxLength": 30 + i} for i in range(800)}})
    yield "formats_patterns", json.dumps({"type": "object", "properties": {
        "k%d" % i: {"type": "string", "format": FORMATS[i % len(FORMATS)], "pattern": "[a-f]%d" % (i % 10)} for i in range(800)}})
    yield "unevaluated_any_of", json.dumps({"anyOf": [{"properties": {"a%d" % i: {"type": "string"}}, "required": ["a%d" % i]} for i in range(700)],
                                            "unevaluatedProperties": False})
    yield "one_of_arrays", json.dumps({"oneOf": [{"type": "array", "prefixItems": [{"type": "integer"}] * (i % 20), "minItems": i % 30} for i in range(250)]})
    yield "one_of_strings", json.dumps({"oneOf": [{"type": "string", "pattern": "a{%d}" % i} for i in range(1, 1500)]})
    yield "not_each", json.dumps({"allOf": [{"not": {"properties": {"a%d" % i: {"const": i}}, "required": ["a%d" % i]}} for i in range(700)]})
    yield "not_enum", json.dumps({"type": "string", "not": {"enum": ["value%d" % i for i in range(4500)]}})
    yield "names_enum", json.dumps({"type": "object", "propertyNames": {"enum": ["n%d" % i for i in range(5000)]}, "minProperties": 3})
    yield "counted_members", json.dumps({"type": "object", "properties": {"k%d" % i: {} for i in range(2500)}, "minProperties": 40, "maxProperties": 900})
    # what is denied part by part, and what must occur in long arrays
    yield "not_object", json.dumps({"not": {"const": {"k%d" % i: [i, {"a": i}] for i in range(3000)}}})
    yield "not_objects", json.dumps({"not": {"enum": [{"a": i, "b": [i]} for i in range(3000)]}})
    yield "not_objects_each", json.dumps({"allOf": [{"not": {"const": {"a": i, "b": [i]}}} for i in range(300)]})
    yield "not_closed", json.dumps({"type": "object", "allOf": [{"not": {"properties": {"a%d" % i: {"type": "string"}, "o": {}},
                                    "required": ["a%d" % i], "additionalProperties": False}} for i in range(40)]})
    yield "contains_six", json.dumps({"type": "array", "maxItems": 1000, "allOf": [{"contains": {"type": "object",
                                      "properties": {"a": {"const": i}}, "required": ["a"]}} for i in range(6)]})
    yield "contains_often", json.dumps({"type": "array", "contains": {"type": "object", "properties": {"a": {"const": 1}}}, "minContains": 250})
    yield "multiples", json.dumps({"type": "integer", "allOf": [{"multipleOf": x} for x in (86400, 4096, 1000, 77)]})
    yield "no_multiples", json.dumps({"type": "integer", "allOf": [{"not": {"multipleOf": x}} for x in (64, 81, 125, 49)],
                                      "minimum": 12345, "maximum": 99999999})
    # refused and reported, one keyword at a time, with much besides
    yield "refused_many", json.dumps({"type": "object", "properties":
        {"r%d" % i: {"type": "string", "pattern": "(a%d)\\1" % i} for i in range(70)} |
        {"k%d" % i: {"type": "string", "pattern": "^[a-f]{1,%d}.*x{%d}$" % (i + 9, i % 30 + 1)} for i in range(400)}})
    # which of many keywords contradict each other is found by leaving them out
    yield "contradictory", json.dumps({"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "minLength": 5000, "maxLength": 4,
        "allOf": [{"pattern": "(a|b)*a(a|b){%d}c{1,%d}" % (i % 9, i + 1)} for i in range(150)]}}})
    yield "contradictory_numbers", json.dumps({"type": "number", "minimum": 5, "exclusiveMaximum": 5.0001, "multipleOf": 0.0007,
        "allOf": [{"not": {"minimum": 5 + i / 100000, "maximum": 5 + (i + 1) / 100000}} for i in range(180)]})
    yield "dynamic", json.dumps({"$dynamicRef": "#n", "$defs": {"d%d" % i: {"$dynamicAnchor": "n", "$id": "u%d" % i, "items": {"$dynamicRef": "#n"}}
                                                                 for i in range(700)} | {"n": {"$dynamicAnchor": "n"}}})
    yield "recursion_wide", json.dumps({"$ref": "#/$defs/v", "$defs": {"v": {"anyOf": [
        {"type": "object", "properties": {"t": {"const": i}, "c": {"type": "array", "items": {"$ref": "#/$defs/v"}}}, "required": ["t"]} for i in range(450)]}}})
    # what is large, and yet what people have
    yield "large_enum", json.dumps({"enum": ["value number %d" % i for i in range(100000)]})
    yield "large_tags", json.dumps({"oneOf": [{"type": "object", "properties": {"type": {"const": "t%d" % i}, "v%d" % i: {"type": "string"}},
                                               "required": ["type"], "additionalProperties": False} for i in range(1000)]})
    # lists that overlap: each value is judged by each of them
    yield "enums_overlap", json.dumps({"oneOf": [{"enum": list(range(i, i + 60))} for i in range(150)]})
    yield "enums_crossed", json.dumps({"allOf": [{"enum": list(range(3000))}, {"enum": list(range(1500, 4500))}, {"not": {"enum": list(range(2000, 2500))}}]})
    yield "ways_of_texts", json.dumps({"allOf": [{"anyOf": [{"pattern": "a%d" % i}, {"maxLength": i + 5}, {"format": "date"}]} for i in range(60)]})
    yield "ways_of_items", json.dumps({"type": "array", "anyOf": [{"prefixItems": [{"const": i}] * (i % 9 + 1)} for i in range(60)],
                                       "unevaluatedItems": {"type": "string"}})
    yield "ways_untagged", json.dumps({"oneOf": [{"type": "object", "properties": {"f%d" % j: {"type": "string", "maxLength": i + j} for j in range(5)},
                                                  "required": ["f%d" % (i % 5)]} for i in range(120)]})
    yield "formats_any_length", json.dumps({"anyOf": [{"type": "string", "format": f, "minLength": i, "maxLength": i * 7 + 20}
                                                      for i, f in enumerate(FORMATS * 8)]})
    yield "format_long", json.dumps({"type": "string", "format": "uri", "minLength": 200, "maxLength": 300})
    yield "looks_many", json.dumps({"type": "string", "pattern": "^" + "".join("(?=.*%s)" % chr(97 + i) for i in range(14)) + "[a-z]*$"})
    yield "names_of_many_patterns", json.dumps({"type": "object", "propertyNames": {"allOf": [{"pattern": chr(97 + i)} for i in range(12)]}})
    yield "conditions", json.dumps({"type": "object", "allOf": [{"if": {"properties": {"k%d" % i: {"const": 1}}, "required": ["k%d" % i]},
        "then": {"required": ["m%d" % i]}, "else": {"properties": {"m%d" % i: {"type": "string"}}}} for i in range(30)]})
    yield "large_name", json.dumps({"type": "object", "properties": {"n" * 1000000: {"type": "integer"}}})
    yield "large_definitions", json.dumps({"type": "integer", "$defs": {"d%d" % i: {"type": "string"} for i in range(100000)}})
    yield "large_references", json.dumps({"$ref": "#/$defs/d0", "$defs": {"d%d" % i: {"$ref": "#/$defs/d%d" % (i + 1)} for i in range(10000)} | {"d10000": {}}})

    # what is short in the document and long once it is read
    base = "http://x/" + "a/" * 14000
    yield "ids_of_a_long_base", json.dumps({"$id": base, "$defs": {"k%d" % i: {"$id": "k%d" % i} for i in range(1400)}})
    yield "ids_with_dots", json.dumps({"$id": base, "$defs": {"k%d" % i: {"$id": "../" * (i % 9) + "./k%d" % i} for i in range(1000)}})
    yield "refs_to_a_long_base", json.dumps({"$id": base, "allOf": [{"$ref": "?%d" % i} for i in range(1500)], "$defs": {"k": {"$id": "?1"}}})
    yield "refused_ids", json.dumps({"$id": base, "properties": {"a%d" % i: {"pattern": "("} for i in range(80)}, "$defs": {"k%d" % i: {"$id": "k%d" % i} for i in range(900)}})
    long = "n" * 30000
    yield "notes_long", json.dumps({"properties": {long: {"properties": {"k%d" % i: {"propertis": i} for i in range(900)}}}})
    yield "rules_long", json.dumps({"properties": {long: {"properties": {"k%d" % i: {"enum": [i]} for i in range(1300)}}}})
    yield "parts_many", json.dumps({"pattern": "^" + "(?=)" * 15000})
    yield "parts_each", json.dumps({"pattern": "^" + "".join("(?=%s)" % "".join("ab"[i >> k & 1] + "?" for k in range(12)) for i in range(1800))})
    yield "parts_refused", json.dumps({"properties": {"a%d" % i: {"pattern": "("} for i in range(80)} | {"z": {"pattern": "^" + "(?=)" * 14000}}})


def expressions():
    """Alternatives of an expression that only their last member tells apart, and a value of them, nested in itself."""
    side = {"$ref": "#/$defs/expr"}
    kinds = {k: {"type": "object", "properties": {"left": side, "right": side, "op": {"const": k}},
                 "required": ["left", "right", "op"]} for k in ("add", "sub", "mul", "div")}
    value = nested(50, lambda i: {"left": i, "right": 1, "op": "div"}, 0)
    return json.dumps({**side, "$defs": {**kinds, "expr": {"anyOf": [{"$ref": "#/$defs/" + k} for k in kinds] + [{"type": "integer"}]}}}), \
        json.dumps(value)


def validate():
    text = "a" * 30000
    yield "expressions", "\0".join(expressions())
    yield "pattern_count", json.dumps({"pattern": "^(a{0,50}b{0,50}){0,50}$"}) + "\0" + json.dumps(text)
    yield "pattern_many", json.dumps({"items": {"pattern": "(x|y)*z"}}) + "\0" + json.dumps(["xy" * 10] * 2000)
    yield "pattern_each", json.dumps({"patternProperties": {"a{%d}" % i: {} for i in range(1, 200)}}) + "\0" + json.dumps({"a" * i: 1 for i in range(1, 250)})
    regex = json.dumps({"items": {"format": "regex"}})
    yield "regex_properties", regex + "\0" + json.dumps(["\\p{Script=Latin}" * 50] * 70)
    yield "regex_properties_each", regex + "\0" + json.dumps(["\\p{L}"] * 6000)
    yield "regex_names", regex + "\0" + json.dumps(["".join("(?<a%d>)" % i for i in range(6000))])
    yield "regex_references", regex + "\0" + json.dumps(["(?<a>)" + "\\k<a>" * 6000])
    yield "unique", json.dumps({"uniqueItems": True}) + "\0" + json.dumps([{"a": [i]} for i in range(5000)])
    yield "unique_halves", json.dumps({"uniqueItems": True}) + "\0" + json.dumps([i + 0.5 for i in range(8000)])
    yield "enum", json.dumps({"items": {"enum": list(range(2500))}}) + "\0" + json.dumps([2600] * 10 + [2499] * 9000)
    yield "any_of", json.dumps({"items": {"anyOf": [{"const": i} for i in range(1500)]}}) + "\0" + json.dumps([1499] * 8000)
    yield "one_of_nested", json.dumps(nested(7, lambda i: {"oneOf": [i, i, i]}, {"type": "string"})) + "\0" + json.dumps(1)
    yield "any_of_nested", json.dumps({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"items": {"$ref": "#/$defs/a"}, "maxItems": 0}] * 8 + [{"items": {"$ref": "#/$defs/a"}}]}}}) \
        + "\0" + "[" * 100 + "1" + "]" * 100
    yield "dynamic", json.dumps({"$dynamicRef": "#n", "$defs": {"n": {"$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}}}}) + "\0" + "[" * 190 + "]" * 190
    yield "unevaluated", json.dumps({"allOf": [{"properties": {"a%d" % i: {}}} for i in range(500)], "unevaluatedProperties": False}) \
        + "\0" + json.dumps({"a%d" % i: 1 for i in range(500)})
    yield "contains", json.dumps({"contains": {"enum": list(range(3000, 6000))}, "minContains": 5}) + "\0" + json.dumps([1] * 10000)
    yield "long_numbers", json.dumps({"items": {"multipleOf": 1e-300}}) + "\0" + json.dumps([1e300] * 5000)
    looks = "^" + "(?=.*b)" * 4000
    yield "looks", json.dumps({"pattern": looks}) + "\0" + json.dumps(text[:24000] + "b")
    yield "looks_each", json.dumps({"pattern": "^" + "".join("(?=.*%s)" % format(i, "b").replace("0", "x").replace("1", "y") for i in range(1500))}) \
        + "\0" + json.dumps("yx" * 14000 + "".join(format(i, "b").replace("0", "x").replace("1", "y") for i in range(900)))
    yield "looks_of_items", json.dumps({"items": {"pattern": looks}}) + "\0" + json.dumps(["a" * 50 + "b"] * 500)
    yield "types_many", json.dumps({"contains": {"type": ["integer"] * 3500}}) + "\0" + json.dumps([0.5] * 4000)
    base = "http://x/" + "a/" * 14000
    yield "ids_of_a_long_base", json.dumps({"$id": base, "$defs": {"k%d" % i: {"$id": "k%d" % i} for i in range(1400)}}) + "\0[]"
    yield "refs_of_items", json.dumps({"$id": base, "$defs": {"p": {"$id": "p"}}, "items": {"allOf": [{"$ref": "p"}] * 50}}) + "\0" + json.dumps([True] * 5000)
    yield "refs_of_a_resource", json.dumps({"$defs": {"q": {"$id": base, "$defs": {"p": {"$id": "p"}}, "allOf": [{"$ref": "p"}] * 1500}}, "$ref": "#/$defs/q"}) + "\0[]"
    deep = "/properties/a" * 60
    yield "refs_deep", json.dumps(nested(60, lambda i: {"properties": {"a": i}}, {}) | {"items": {"$ref": "#" + deep}}) + "\0" + json.dumps([True] * 10000)


def messages(n, of):
    return json.dumps([of(i) for i in range(n)])


def msgs():
    yield "many", messages(1200, lambda i: {"role": "user" if i % 2 == 0 else "assistant", "content": "x"})
    yield "calls", json.dumps([{"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": [
        {"id": "c%d" % i, "type": "function", "function": {"name": "f", "arguments": "{}"}} for i in range(600)]}])
    yield "calls_answered", json.dumps([{"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": [
        {"id": "%d" % i, "function": {"name": "f", "arguments": ""}} for i in range(500)]}] + [
        {"role": "tool", "tool_call_id": "%d" % i, "content": ""} for i in reversed(range(500))])
    yield "call_arguments", json.dumps([{"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": [
        {"id": "c", "type": "function", "function": {"name": "f", "arguments": json.dumps({"k%d" % i: [] for i in range(3000)})}}]}])
    yield "call_arguments_deep", json.dumps([{"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": [
        {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{\"a\":" + "[" * 20000}}]}])
    yield "markers", json.dumps([{"role": "user", "content": "<|im_end|><think></think><tool_call>" * 1200}])
    yield "wide", json.dumps([{"role": "user", "content": "\u4e2d" * 20000}], ensure_ascii=False)
    yield "parts", json.dumps([{"role": "user", "content": [{"type": "text", "text": "x"}] * 1800}])
    yield "reasoning", json.dumps([{"role": "user", "content": "x"}, {"role": "assistant", "content": "</think>" * 7000}, {"role": "user", "content": "y"}])
    for key in ("x", "role", "name"):
        yield "separate_" + key, json.dumps([{"role": "assistant", key: "a" * (MOST // 2), "tool_calls": [0] * (MOST // 6)}])
    yield "separate_many", json.dumps([{"role": "assistant", "x": "a" * 200, "tool_calls": [0] * 30}] * 150)
    yield "blank", json.dumps([{"role": "user", "content": "\n" * 30000}, {"role": "assistant", "content": " " * 20000}, {"role": "user", "content": "y"}])


def tool(name, parameters):
    return {"type": "function", "function": {"name": name, "description": "d", "parameters": parameters}}


def tools():
    obj = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    yield "names", json.dumps([tool("f" + "a" * i, obj) for i in range(250)])
    yield "names_many", json.dumps([tool("f%d" % i, {}) for i in range(650)])
    for name, text in schema():
        if name.startswith(("members_", "lists_apart", "conditions_of_one", "contradicting")):
            yield name, json.dumps([tool("f", json.loads(text))])
    yield "wide", json.dumps([tool("f", {"type": "object", "properties": {"k%d" % i: {"type": "integer"} for i in range(1800)}})])
    yield "wide_required", json.dumps([tool("f", {"type": "object", "properties": {"k%d" % i: {"type": "string"} for i in range(1200)},
                                                  "required": ["k%d" % i for i in range(1200)]})])
    yield "enums", json.dumps([tool("f", {"type": "object", "properties": {"k": {"enum": ["v%d" % i for i in range(6000)]}}})])
    yield "patterns", json.dumps([tool("f%d" % i, {"type": "object", "properties": {"k": {"type": "string", "pattern": "(a|b)*a(a|b){8}"}}}) for i in range(250)])
    yield "deep", json.dumps([tool("f", nested(60, lambda i: {"type": "object", "properties": {"a": i}}, {"type": "string"}))])
    yield "description", json.dumps([tool("f", {"description": "<tool_call>" * 5000, "type": "object"})])
    yield "counts", json.dumps([tool("f%d" % i, {"type": "object", "properties": {"k": {"type": "string", "maxLength": 5000 + i}}}) for i in range(300)])
    small = {"type": "function", "function": {"name": "", "parameters": {}}}
    yield "most", json.dumps([dict(small, function={"name": "f%d" % i}) for i in range(1200)])
    yield "names_prefixes", json.dumps([dict(small, function={"name": "f" * i}) for i in range(1, 330)])
    yield "names_markers", json.dumps([dict(small, function={"name": "<tool_call>" * (i % 5) + str(i)}) for i in range(700)])
    yield "names_long", json.dumps([dict(small, function={"name": "f" * 60000})])
    yield "keys_markers", json.dumps([tool("f", {"type": "object", "properties": {"</parameter>%d" % i: {"type": "string"} for i in range(1000)}})])
    yield "defs", json.dumps([tool("f", {"$defs": {"d%d" % i: {"$ref": "#/$defs/d%d" % (i + 1)} for i in range(1200)} | {"d1200": {}}, "$ref": "#/$defs/d0"})])
    yield "defs_each", json.dumps([tool("f", {"type": "object", "properties": {"a%d" % i: {"$ref": "#/$defs/d%d" % i} for i in range(500)}, "$defs": {
        "d%d" % i: {"type": "object", "properties": {"n": {"$ref": "#/$defs/d%d" % ((i + 1) % 500)}}} for i in range(500)}})])
    yield "defs_or_null", json.dumps([tool("f%d" % k, {"type": "object", "properties": {"a%d" % i: {"$ref": "#/$defs/d%d" % i} for i in range(16)}, "$defs": {
        "d%d" % i: {"type": "object", "properties": {"f%d" % j: {"anyOf": [{"$ref": "#/$defs/d%d" % ((i + j) % 16)}, {"type": "null"}]} for j in range(30)}}
        for i in range(16)}}) for k in range(2)])
    yield "wide_each", json.dumps([tool("f%d" % i, {"type": "object", "properties": {"k%d" % j: {"type": "string"} for j in range(45)}}) for i in range(40)])
    yield "wide_half", json.dumps([tool("f", {"type": "object", "properties": {"k%d" % i: {"type": "integer"} for i in range(900)}})])
    yield "patterns_each", json.dumps([tool("f", {"type": "object", "additionalProperties": False, "properties": {
        "p%d" % i: {"type": "string", "pattern": "^[a-z]{1,%d}-[0-9]{%d}$" % (i + 9, i % 7 + 1)} for i in range(300)}})])
    yield "patterns_far", json.dumps([tool("f%d" % i, {"type": "object", "properties": {
        "k": {"type": "string", "pattern": "%c.{12}b" % (97 + i % 26)}}, "required": ["k"]}) for i in range(100)])
    used = {"p%d" % i: {"type": "array", "items": {"$ref": "#/$defs/z"}, "maxItems": i + 1} for i in range(40)}
    yield "defs_parts", json.dumps([tool("f", {"type": "object", "properties": used, "$defs": {"z": {"type": "string", "pattern": "^" + "(?=)" * 12000}}})])
    yield "defs_ids", json.dumps([tool("f", {"type": "object", "properties": used, "$defs": {"z": {"$id": "http://x/" + "a/" * 10000,
        "$defs": {"k%d" % i: {"$id": "k%d" % i} for i in range(900)}}}})])
    yield "parts_closed", json.dumps([tool("f", {"allOf": [{"type": "object", "properties": {"a%d" % i: {"type": "string"}},
                                                            "additionalProperties": False} for i in range(300)]})])
    itself = {"$ref": "#/$defs/a"}
    for n in (3, 60, 2500):
        yield "types_of_itself_%d" % n, json.dumps([tool("f", {"type": "object", "properties": {"a": itself}, "$defs": {"a": {"anyOf": [itself] * n}}})])
    for name, each in (("names", {"type": ["null"] * 60}), ("names_many", {"type": ["null"] * 3000}), ("parts", {"anyOf": [{"type": "null"}] * 250}),
                       ("parts_many", {"oneOf": [{"type": "null"}] * 1500}), ("enum", {"enum": [1] * 2000}), ("enum_many", {"enum": [1] * 9000})):
        size = 2 * len(json.dumps(each))
        yield "types_of_%s_each" % name, json.dumps([tool("f", {"type": "object", "properties": {
            "p%d" % i: itself for i in range((MOST - size) // 32)}, "$defs": {"a": each}})])


def called():
    def of(schema, answer):
        return json.dumps([tool("find", schema)]) + "\0" + answer
    ns = "]<]minimax[>["
    around = {"nested": ("%s<tool_call>\n%s<invoke name=\"find\">" % (ns, ns), "%s</invoke>\n%s</tool_call>" % (ns, ns), ns + "<k>1" + ns + "</k>"),
              "glm": ("<tool_call>find", "</tool_call>", "<arg_key>k</arg_key><arg_value>1</arg_value>"),
              "tagged": ("<tool_call>\n<function=find>\n", "</function>\n</tool_call>", "<parameter=k>\n1\n</parameter>\n")}
    itself = {"$ref": "#/$defs/a"}
    schemas = {"itself_%d" % n: {"anyOf": [itself] * n} for n in (2, 3, 250)} | {
        "names": {"type": ["null"] * 3000}, "names_few": {"type": ["null"] * 60}, "parts": {"anyOf": [{"type": ["null"] * 8}] * 500},
        "parts_few": {"anyOf": [{"type": "null"}] * 250}, "enum": {"enum": [None] * 3000}, "enum_few": {"enum": [None] * 2000},
        "lists": {"anyOf": [{"type": "array", "items": itself}] * 250}, "objects": {"anyOf": [{"properties": {"x": itself}}] * 250},
        "long_name": {"$ref": "#/$defs/" + "x" * 1000}, "longer_name": {"$ref": "#/$defs/" + "x" * 25000}}
    for name, schema in schemas.items():
        whole = {"type": "object", "properties": {"k": itself}, "$defs": {"a": schema}}
        rest = MOST - len(json.dumps(whole)) - 500
        for way, (front, back, one) in around.items():
            yield "%s_%s" % (name, way), of(whole, front + one * (rest // len(one)) + back)
        front, back, _ = around["nested"]
        for way, value in (("items", "<item>1</item>" * (rest // 60)), ("members", "<x>1</x>" * (rest // 60) + "<y>1</y>"),
                           ("in_each_other", "<x>" * 100 + "1" + "</x>" * 100)):
            yield "%s_%s" % (name, way), of(whole, front + ("<k>" + value + "</k>").replace("<", ns + "<") + back)
        yield name + "_list", of({"type": "object", "properties": {"k": {"items": itself}}, "$defs": {"a": schema}}, '{"k": [' + "1," * (rest // 2) + "1]}")
        yield name + "_keys", of(whole, "{" + ", ".join('"k%d": 1' % i for i in range(rest // 12)) + "}")
    # strict calls: each is judged by a schema, of which one name stands for very many schemas
    for depth in (8, 11, 16):
        defs = {"d%d" % i: {"allOf": [{"$ref": "#/$defs/d%d" % (i + 1)}] * 2} for i in range(depth)} | {"d%d" % depth: {"minProperties": 0}}
        strict = [{"type": "function", "function": {"name": "f", "strict": True, "parameters": {
            "type": "object", "$defs": defs, "allOf": [{"$ref": "#/$defs/d0"}]}}}]
        for way, one in (("json", '<tool_call>{"name":"f","arguments":{}}</tool_call>'), ("tagged", "<tool_call>\n<function=f>\n</function>\n</tool_call>"),
                         ("glm", "<tool_call>f</tool_call>"), ("nested", '%s<invoke name="f">%s</invoke>' % (ns, ns))):
            front, back = (ns + "<tool_call>\n", "\n" + ns + "</tool_call>") if way == "nested" else ("", "")
            yield "strict_%d_%s" % (depth, way), json.dumps(strict) + "\0" + front + one * (60000 // len(one)) + back


def answers():
    yield "opened", "<tool_call>" * 5000
    yield "opened_think", "<think>" * 9000
    yield "json_cut", '<tool_call>{"name": "find", "arguments": {"city": "' + "a" * 50000
    yield "json_lists", '<tool_call>{"name": "find", "arguments": {"near": [' + "1," * 20000
    yield "json_deep", '<tool_call>{"name": "find", "arguments": {"near": ' + "[" * 50000
    yield "escapes", '<tool_call>{"name": "find", "arguments": {"city": "' + "\\\\" * 25000
    yield "calls", ('<tool_call>{"name": "stop", "arguments": {}}</tool_call>' * 1000)
    yield "xml", "<function=find><parameter=city>" + "<parameter=" * 5000
    yield "xml_members", "<function=find>" + "<parameter=city>a</parameter>" * 2000
    yield "python", "[find(city=" + "(" * 50000
    yield "python_calls", "[" + "find(city='a')," * 4000
    yield "almost", "<tool_cal" * 7000
    yield "prefixes", "".join("<" + "tool_call>"[: i % 10] for i in range(10000))
    yield "lines", "\n" * 60000
    yield "wide", "\u4e2d" * 20000
    yield "bad", b"\xff\xfe\x80" * 20000
    yield "channels", "<|channel|>analysis<|message|>" * 2000
    yield "brackets", "[{" * 30000
    yield "fences", "```json\n{" * 6000
    # each marker that some dialect has, alone, opened and never closed, closed and never opened, cut, and around a value
    one = '{"name": "find", "arguments": {"city": "a"}}'
    for name, opening, closing in (
            ("hermes", "<tool_call>\n", "\n</tool_call>"), ("mistral", "[TOOL_CALLS][", "]"), ("llama", "<|python_tag|>", "<|eom_id|>"),
            ("kimi", "<|tool_calls_section_begin|><|tool_call_begin|>functions.find:0<|tool_call_argument_begin|>", "<|tool_call_end|>"),
            ("deepseek", "<\uff5ctool\u2581calls\u2581begin\uff5c><\uff5ctool\u2581call\u2581begin\uff5c>function<\uff5ctool\u2581sep\uff5c>find\n```json\n", "\n```"),
            ("harmony", "<|start|>assistant<|channel|>commentary to=functions.find <|constrain|>json<|message|>", "<|call|>"),
            ("tagged", "<tool_call>\n<function=find>\n<parameter=city>\n", "\n</parameter>\n</function>\n</tool_call>"),
            ("think", "<think>", "</think>"), ("glm", "<tool_call>find\n<arg_key>city</arg_key>\n<arg_value>", "</arg_value>\n</tool_call>"),
            ("python", "[find(city='", "')]"), ("minimax", "<minimax:tool_call><invoke name=\"find\"><parameter name=\"city\">", "</parameter></invoke>")):
        size = len((opening + one + closing).encode())
        yield name + "_whole", (opening + one + closing) * (60000 // size)
        yield name + "_open", opening * (60000 // len(opening.encode()))
        yield name + "_open_values", (opening + one) * (60000 // size)
        yield name + "_closed", closing * (60000 // len(closing.encode()))
        yield name + "_cut", (opening[:-1] + "\n") * (60000 // len(opening.encode()))
        yield name + "_nested", opening * (30000 // len(opening.encode())) + closing * (30000 // len(closing.encode()))
        yield name + "_last", "a" * 60000 + opening + one[:-5]
        yield name + "_long", opening + one.replace('"a"', '"' + "\\n" * 30000 + '"') + closing
        yield name + "_almost_closed", opening + (closing[:-1] + " ") * (60000 // len(closing.encode()))
    yield "keys", '<tool_call>{"name": "find", "arguments": {' + ", ".join('"k%d": 1' % i for i in range(5000))
    yield "keys_same", '<tool_call>{"name": "find", "arguments": {' + '"city": "a", ' * 4500
    yield "keys_open", '<tool_call>{"name": "find", "arguments": {"near": ' + '{"a":' * 10000
    yield "name_long", '<tool_call>{"name": "' + "f" * 60000 + '", "arguments": {}}</tool_call>'
    yield "names_twice", '<tool_call>{' + '"name": "find", ' * 4000
    yield "arguments_first", '<tool_call>{"arguments": {"city": "' + "a" * 50000 + '"}, "name": "find"}</tool_call>'
    yield "arguments_twice", '<tool_call>{' + '"arguments": {"city": "a"}, ' * 2000
    yield "text_in_text", '<tool_call>{"name": "find", "arguments": "' + '{\\"city\\": ' * 4000
    yield "digits", '<tool_call>{"name": "find", "arguments": {"days": ' + "9" * 60000
    yield "surrogates", '<tool_call>{"name": "find", "arguments": {"city": "' + "\\ud83d" * 10000
    yield "blanks", "<tool_call>" + " \n" * 30000
    dice = random.Random(7)
    yield "mixed", "".join(dice.choice(
        ["<tool_call>", "</tool_call>", "<think>", "</think>", "{", "}", "[", "]", '"', "\\", "a", "\n", "<function=find>", "<parameter=city>", "</parameter>",
         "<|channel|>", "<|message|>", "find(", ")", "[TOOL_CALLS]", ",", ":"]) for i in range(12000))


def format_():
    call = '"<c>" tag(call, name "(" arguments ")") "</c>"'
    say = "\0" + "<c>find({})</c>" * 3000
    for n in (10, 100, 1000):
        yield "ways_%d" % n, "<- content? (" + " / ".join('("<c%d>" tag(call, name "(" arguments ")") "</c>")' % i for i in range(n)) + ")?" + "\0" + "<c1>find({})</c>" * 3000
        yield "texts_%d" % n, "<- (" + " / ".join('"<c%d>"' % i for i in range(n)) + ') tag(call, name "(" arguments ")") "</c>"' + say
        yield "noise_%d" % n, '<- ("<t>" reasoning "</t>" / content / ' + " / ".join('"<n%d>"' % i for i in range(n)) + ")* " + call + "\0" + "<n" * 20000
    value = '<- content? "<c>" tag(call, "<f=" name ">" ("<p=" key ">" %s "</p>")* "</f>") "</c>"'
    yield "values", value % ("(value / text) " * 17)
    yield "values_with_texts", value % (('"%s" ' % ("y" * 20000)) * 3 + "(value / text) " * 16)
    yield "values_in_pieces", value % ('"a" (value / text) ' * 16)
    yield "long_text", '<- "' + "<c>" * 20000 + '" tag(call, name "(" arguments ")")\0' + "<c>" * 20000
    yield "long_close", '<- "<c>" tag(call, name "(" arguments ")") "' + "a" * 60000 + '"\0<c>find({})' + "a" * 50000 + "b"
    yield "long_reasoning", '<- "<t>" reasoning "' + "</" * 30000 + '" ' + call + "\0<t>" + "</" * 29000
    yield "pieces", '<- "<c>" tag(call, name ' + '"a" id ' * 5000 + 'arguments)' + say
    yield "nested", "<- " + "(" * 190 + call + ")" * 190 + say
    yield "optional", "<- " + '"x"? ' * 10000 + call + say
    yield "rules", "<- r0\n" + "".join("r%d <- r%d\n" % (i, i + 1) for i in range(5000)) + "r5000 <- " + call + say
    yield "rules_twice", "<- r0\n" + "".join("r%d <- r%d r%d\n" % (i, i + 1, i + 1) for i in range(30)) + "r30 <- " + call + say
    yield "choices_twice", "<- " + '("a" / "b") ' * 15 + call + say
    yield "empty_texts", '<- "" tag(call, "" name "" arguments "")\0' + "find{}" * 9000
    yield "loops", "<- ((" + call + ")*)*" + say


def dialect():
    def saved(lines):
        hash_ = 0xCBF29CE484222325
        for c in lines.encode():
            hash_ = (hash_ ^ c) * 0x100000001B3 % 2**64
        return "parlance-dialect 2 %016x\n%s" % (hash_, lines)
    call = 'tools <- "<c>" tag(call, name "(" arguments ")") "</c>"\n'
    yield "notes", saved("notes = " + json.dumps(["n"] * 15000) + "\n")
    yield "noise", saved("content.noise = " + json.dumps(["<n%d>" % i for i in range(6000)]) + "\n" + call) + "\0" + "<n1>" * 10000
    yield "preserved", saved("preserved = " + json.dumps(["<n%d>" % i for i in range(6000)]) + "\n" + call) + "\0" + "<n1>" * 10000
    yield "stops", saved("stops = " + json.dumps(["<n%d>" % i for i in range(6000)]) + "\n" + call) + "\0" + "<n1>" * 10000
    yield "ends", saved('channels.start = "<s>"\nchannels.message = "<m>"\nchannels.ends = ' + json.dumps(["<n%d>" % i for i in range(6000)]) + "\n" + call) + "\0" + "<m><n1>" * 8000
    yield "also", saved("also = 1000\n" + "".join('also.%d <- "<c%d>" tag(call, name "(" arguments ")") "</c>"\n' % (i, i) for i in range(1000)) + call) + "\0" + "<c1>find({})</c>" * 3000
    yield "also_count", saved("also = 4000000000\n" + call)
    yield "paths", saved("".join("p%d = 1\n" % i for i in range(5000)))
    yield "long", saved('turn_start = "' + "<s>" * 20000 + '"\n' + call) + "\0" + "<s>" * 20000
    yield "deep", saved("notes = " + "[" * 60000 + "\n")
    # as long as markers may be, and longer
    for way, lines in {"channels": 'start = "<s>" channel = "<h>" recipient = "to=" message = "<m>" reasoning = "r"',
                       "to": 'start = "<s>" recipient = "to=" message = "<m>" reasoning = "r" content = "u"',
                       "think": 'start = "<t>" end = "</t>"', "anew": 'start = "<t>" end = "</t>" anywhere = true'}.items():
        of = "reasoning" if way in ("think", "anew") else "channels"
        front = 'reasoning.mode = "TAG_BASED"\n' if of == "reasoning" else 'channels.ends = ["<e>"]\n'
        for n in (750, 8000):
            for kind, text in (("one", "<|" + "x" * (n - 4) + "|>"), ("brackets", "[" * n)):
                yield "long_%s_%s_%d" % (way, kind, n), saved(front + re.sub(r'(\w+) = ("[^"]*"|true) ?', lambda m: "%s.%s = %s\n" % (
                    of, m[1], m[2] if m[2] == "true" else json.dumps(text)), lines) + call)
    for n in (250, 8000):
        yield "long_spaces_%d" % n, saved('tools <- "<c>" tag(call, "<f=" name ">" ("<p=" key ">" value "%s</p>")* "</f>") "</c>"\n' % (" " * n)) + "\0<c><f=find><p=city>a" + " " * 5000
    yield "tools", saved("tools <- " + '"x"? ' * 10000 + '"<c>" tag(call, name arguments)\n')
    yield "kinds", saved('channels.start = "<s>"\nchannels.channel = "<h>"\nchannels.message = "<m>"\nchannels.reasoning = ' + json.dumps(["r%d" % i for i in range(8000)])
                         + "\n" + call) + "\0" + "<h>r1<m>" * 8000


def learn():
    loop = "{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}"
    yield "plain", loop
    yield "slow", "{% for i in range(20000) %}{{ i }}{% endfor %}" + loop
    yield "slow_silent", "{% for i in range(90000) %}{% set x = i %}{% endfor %}" + loop
    yield "long", "{{ 'x' * 1000000 }}" + loop
    yield "long_each", "{% for m in messages %}{{ 'x' * 100000 }}{{ m.content }}{% endfor %}"
    yield "repeated", "{% for m in messages %}{{ m.content * 100 }}{% endfor %}"
    yield "twice", loop * 40
    yield "long_source", fitting("", "<|im_start|>", loop)
    yield "many_branches", fitting("", lambda i: "{%% if tools %%}a%d{%% endif %%}" % i, loop)
    yield "tools_repeated", "{% for i in range(1000) %}{{ tools|tojson }}{% endfor %}" + loop
    yield "calls_repeated", loop + "{% for m in messages %}{% for c in m.tool_calls %}{{ ('<c>' ~ c.function.name ~ c.function.arguments|tojson) * 300 }}{% endfor %}{% endfor %}"
    yield "random", "{% for m in messages %}{{ range(100000)|random }}{{ m.content }}{% endfor %}"
    # as much as a render is let do, again and again: loops, texts to be searched, answers that cannot be told apart
    quiet = "{% for i in range(N) %}{% set x = i %}{% endfor %}"
    for n in (20, 100, 400, 1500, 6000):
        yield "quiet_%d" % n, quiet.replace("N", str(n)) + loop
    for n, text in ((100, "x"), (1000, "<a>"), (3000, "<"), (9000, "[A]"), (30000, "\u00e9"), (60000, "]<]"), (100000, "Q")):
        yield "prompt_%d" % n, "{{ '%s' * %d }}" % (text, n // len(text)) + loop
        yield "prompt_behind_%d" % n, loop + "{{ '%s' * %d }}" % (text, n // len(text))
    yield "prompt_newlines", "{{ '\\n' * 60000 }}" + loop
    # a known way to call, with all sorts of text in it
    def calling(front="", behind="", between=""):
        return ("{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content or '' }}{% for c in m.tool_calls %}" + front
                + '<tool_call>{"name": "{{ c.function.name }}", ' + between + '"arguments": {{ c.function.arguments | tojson }}}</tool_call>'
                + behind + "{% endfor %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}")
    for n in (300, 1000, 2000, 3500):
        yield "braces_%d" % n, calling(front="{" * n)
        yield "braces_closed_%d" % n, calling(front='{"a": ' * (n // 7), behind="}" * (n // 7))
        yield "markers_%d" % n, calling(front="".join("<a%d>" % i for i in range(n // 6)))
        yield "markers_behind_%d" % n, calling(behind="".join("</a%d>" % i for i in range(n // 6)))
        yield "almost_markers_%d" % n, calling(front="<" * n, behind="[A" * (n // 3))
        yield "members_%d" % n, calling(between='"k": 1, ' * (n // 8))
        yield "quotes_%d" % n, calling(between='"k": "' + '\\"' * (n // 2) + '", ')
        yield "header_%d" % n, calling().replace("<|im_start|>", "".join("<b%d>" % i for i in range(n // 6)))
        yield "turn_end_%d" % n, calling().replace("<|im_end|>", "".join("<b%d>" % i for i in range(n // 6)))
        yield "wrapped_%d" % n, calling().replace("{{ m.content or '' }}", "<c>" * (n // 6) + "{{ m.content or '' }}" + "</c>" * (n // 6))
        yield "reasoned_%d" % n, calling().replace("{{ m.content or '' }}", "{% if m.reasoning_content %}" + "<think>" * (n // 14) + "{{ m.reasoning_content }}"
                                                    + "</think>" * (n // 14) + "{% endif %}{{ m.content or '' }}")
    # every claim is refuted, so that every reading is tried
    yield "refuted", calling().replace("tojson", "tojson | upper")
    yield "refuted_each", calling().replace("tojson", "tojson | replace('a', 'b')")
    for n in (100, 1000):
        tagged = ("<function={{ c.function.name }}>" + "{% for k, v in c.function.arguments.items() %}<parameter={{ k }}>" + "x" * n
                  + "{{ v | upper }}</parameter>{% endfor %}</function>")
        yield "refuted_tagged_%d" % n, calling().replace('{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}', tagged)
    # fields that might all be the reasoning
    yield "fields", calling() + "".join("{{ messages[0].f%d }}" % i for i in range(2000))
    yield "random_answer", calling().replace("<tool_call>", "{{ range(100000) | random }}<tool_call>")
    yield "depends", calling(front="{{ c.function.arguments | string | length }}")
    yield "doubling", "{% set x = namespace(a='x') %}{% for i in range(26) %}{% set x.a = x.a ~ x.a %}{% endfor %}" + loop
    yield "held", "{% set x = namespace(a=[]) %}{% for i in range(3000) %}{% set x.a = x.a + ['x' * 1000] %}{% endfor %}" + loop


def request():
    yield "messages", json.dumps({"model": "m", "messages": [{"role": "user", "content": "x"}] * 1800})
    yield "parts", json.dumps({"model": "m", "messages": [{"role": "user", "content": [{"type": "text", "text": "x"}] * 1800}]})
    yield "tools", json.dumps({"model": "m", "messages": [{"role": "user", "content": "x"}], "tools": [tool("f%d" % i, {}) for i in range(600)]})
    yield "tools_same", json.dumps({"model": "m", "messages": [], "tools": [tool("f", {})] * 600})
    yield "blocks", json.dumps({"model": "m", "max_tokens": 1, "messages": [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t%d" % i, "name": "f", "input": {}} for i in range(700)]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t%d" % i, "content": "x"} for i in range(300)]}]})
    yield "items", json.dumps({"model": "m", "input": [{"type": "function_call", "call_id": "c%d" % i, "name": "f", "arguments": "{}"} for i in range(400)]
                              + [{"type": "function_call_output", "call_id": "c%d" % i, "output": "x"} for i in range(200)]})
    yield "keys", json.dumps({"k%d" % i: 1 for i in range(5000)})
    yield "deep", '{"messages":' + "[" * 60000
    yield "format", json.dumps({"model": "m", "messages": [], "response_format": {"type": "json_schema", "json_schema": {
        "name": "n", "schema": nested(90, lambda i: {"type": "object", "properties": {"a": i}}, {})}}})
    for n in (400, 1200):
        yield "call_arguments_%d" % n, json.dumps({"model": "m", "messages": [{"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": [
            {"id": "c", "type": "function", "function": {"name": "f", "arguments": json.dumps({"a%d" % i: [i] for i in range(n)})}}] * (4000 // n)}]})
    yield "ids_same", json.dumps({"model": "m", "max_tokens": 1, "messages": [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}] * 600},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "x"}] * 300}]})
    yield "results", json.dumps({"model": "m", "messages": [{"role": "assistant", "tool_calls": [
        {"id": "c%d" % i, "type": "function", "function": {"name": "f", "arguments": "{}"}} for i in range(300)]}]
        + [{"role": "tool", "tool_call_id": "c%d" % (299 - i), "content": "x"} for i in range(300)]})
    yield "tools_wide", json.dumps({"model": "m", "messages": [], "tools": [tool("f", {"type": "object", "properties": {"k%d" % i: {} for i in range(3000)}})]})
    yield "stops", json.dumps({"model": "m", "messages": [], "stop": ["s%d" % i for i in range(6000)]})
    yield "legacy", json.dumps({"model": "m", "messages": [{"role": "function", "name": "f", "content": "x"}] * 1000, "functions": [{"name": "f%d" % i, "parameters": {}} for i in range(600)]})
    yield "anthropic_tools", json.dumps({"model": "m", "max_tokens": 1, "messages": [{"role": "user", "content": "x"}],
                                         "tools": [{"name": "f%d" % i, "input_schema": {"type": "object"}} for i in range(1000)]})
    yield "responses_tools", json.dumps({"model": "m", "input": "x", "tools": [{"type": "function", "name": "f%d" % i, "parameters": {}} for i in range(900)]})
    yield "images", json.dumps({"model": "m", "messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 50}}] * 500}]})


def varint(n):
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def gguf_text(s):
    return struct.pack("<Q", len(s)) + s


def gguf():
    def file(pairs, count=None):
        out = b"GGUF" + struct.pack("<IQQ", 3, 0, len(pairs) if count is None else count)
        return out + b"".join(gguf_text(k) + v for k, v in pairs)

    def texts(items):
        return struct.pack("<IIQ", 9, 8, len(items)) + b"".join(map(gguf_text, items))
    many = texts([b""] * 7000)
    yield "tokens", file([(b"tokenizer.ggml.model", struct.pack("<I", 8) + gguf_text(b"gpt2")), (b"tokenizer.ggml.tokens", many)])
    yield "tokens_long", file([(b"tokenizer.ggml.model", struct.pack("<I", 8) + gguf_text(b"llama")),
                               (b"tokenizer.ggml.tokens", texts([bytes([97 + i % 26]) * (i % 120) for i in range(900)]))])
    yield "keys", file([(b"k%d" % i, struct.pack("<IB", 0, 0)) for i in range(3800)])
    yield "keys_same", file([(b"k", struct.pack("<IB", 0, 0))] * 4800)
    yield "counts", file([(b"a", struct.pack("<IIQ", 9, 8, 2**61))], 2**60)
    yield "arrays_deep", file([(b"a", struct.pack("<I", 9) + struct.pack("<IQ", 9, 1) * 5000)])


def spm():
    yield "pieces", b"\x0a\x00" * 30000
    yield "pieces_named", b"".join(b"\x0a\x03\x0a\x01" + bytes([97 + i % 26]) for i in range(12000))
    yield "unknown_fields", b"\x78\x01" * 30000
    yield "groups", b"\x0b" * 60000
    yield "lengths", b"\x0a" + varint(2**62) + b"x" * 100
    control = b"\x18\x03"
    texts = [b"a" * 4000] + [b"a%d" % i for i in range(5000)]
    yield "roles", b"".join(b"\x0a" + varint(len(piece)) + piece for piece in
                            (b"\x0a" + varint(len(text)) + text + control for text in texts))


def tiktoken():
    import base64
    yield "ranks", "".join("%s %d\n" % (base64.b64encode(b"%d" % i).decode(), i) for i in range(4000))
    yield "ranks_far", "".join("YQ== %d\n" % (i * 1000) for i in range(4000))
    yield "one_long", "QUFB" * 16000 + " 0\n"
    yield "empty_lines", "\n" * 60000
    yield "rank_digits", "YQ== " + "9" * 60000


def hftok():
    yield "vocab", json.dumps({"model": {"type": "BPE", "vocab": {"k%d" % i: i for i in range(5000)}, "merges": []}})
    yield "vocab_same", json.dumps({"model": {"type": "BPE", "vocab": {"k%d" % i: 1 for i in range(5000)}, "merges": []}})
    yield "vocab_far", json.dumps({"model": {"type": "BPE", "vocab": {"k%d" % i: i * 700 for i in range(4000)}, "merges": []}})
    yield "merges", json.dumps({"model": {"type": "BPE", "vocab": {"a": 0}, "merges": ["a a"] * 9000}})
    yield "added", json.dumps({"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []},
                               "added_tokens": [{"id": i, "content": "<%d>" % i, "special": True} for i in range(1200)]})
    yield "unigram", json.dumps({"model": {"type": "Unigram", "vocab": [["k%d" % i, 0.5] for i in range(3000)]}})
    yield "unigram_prefixes", json.dumps({"model": {"type": "Unigram", "vocab": [["a" * (i % 300), 0.5] for i in range(350)]}})
    yield "replacement_long", json.dumps({"model": {"type": "BPE", "vocab": {"a" * 30000: 0}}, "decoder": {
        "type": "Replace", "pattern": {"String": "a"}, "content": "b" * 30000}})
    yield "replacement_short", json.dumps({"model": {"type": "BPE", "vocab": {"a" * 30000: 0}}, "decoder": {
        "type": "Replace", "pattern": {"String": "a"}, "content": "b" * 16}})
    yield "decoders", json.dumps({"model": {"type": "BPE", "vocab": {"a": 0}}, "decoder": nested(150, lambda i: {"type": "Sequence", "decoders": [i]}, {})})
    yield "replacements", json.dumps({"model": {"type": "BPE", "vocab": {"a" * 50 + str(i): i for i in range(300)}},
                                      "decoder": {"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "a"}, "content": "a" * 20}] * 300}})


def tekken():
    import base64
    def row(i):
        return {"rank": i, "token_bytes": base64.b64encode(b"%d" % i).decode(), "token_str": None}
    yield "vocab", json.dumps({"config": {"default_vocab_size": 900, "default_num_special_tokens": 10}, "vocab": [row(i) for i in range(890)]})
    yield "size", json.dumps({"config": {"default_vocab_size": 4000000, "default_num_special_tokens": 3999999}, "vocab": [row(0)]})
    yield "roles", json.dumps({"config": {"default_vocab_size": 65536, "default_num_special_tokens": 65536},
                               "special_tokens": [{"rank": 0, "token_str": "<" * 60000, "is_control": True}], "vocab": []})
    yield "special", json.dumps({"config": {"default_vocab_size": 1001, "default_num_special_tokens": 1000}, "vocab": [row(0)],
                                 "special_tokens": [{"rank": i % 3, "token_str": "<%d>" % i, "is_control": True} for i in range(900)]})


def wire():
    yield "templates", json.dumps({"chat_template": [{"name": "t%d" % i, "template": "{{ x }}"} for i in range(1300)]})
    yield "template_long", json.dumps({"chat_template": "{{ x }}" * 8000})
    yield "tokens", json.dumps({"chat_template": "x", "added_tokens_decoder": {str(i): {"content": "<%d>" % i} for i in range(1800)}})
    yield "tokens_same", json.dumps({"chat_template": "x", "extra_special_tokens": {"t%d" % i: "x" for i in range(2500)}})


def trig():
    yield "counted", "(?:a|b){1,200}c(?:a|b){1,50}\0" + "ab" * 300
    yield "words", "(" + "|".join("w%d" % i for i in range(2000)) + ")\0" + "w1" * 200
    yield "nfa", "(?:a|b)*a(?:a|b){14}\0" + "ab" * 300
    yield "nfa_captured", "(?:a|b)*(a(?:a|b){12})c(?:a|b)*a(?:a|b){12}\0" + "ab" * 300
    yield "any", ".*a.{12}b\0" + "ab" * 300
    yield "letters", "(a\\p{L}{1100}x)\0" + "a" * 300
    yield "letters_thrice", "^\\p{L}{500}(\\p{L}{500}x)\\p{L}{500}\0" + "a" * 300


def draft():
    def tree(nodes):
        """Pairs of a token and a parent's number, None for the text itself."""
        return b"".join(struct.pack("<HI", token if isinstance(token, int) else ord(token), 0xFFFFFFFF if parent is None else parent)
                        for token, parent in nodes)
    def of(grammar, nodes):
        nodes = list(nodes)[:(MOST - len(grammar) - 1) // 6]
        return grammar.encode() + b"\0" + tree(nodes)
    many = 10_900
    chain = lambda token: [(token, i - 1 if i else None) for i in range(many)]
    brackets = 'root ::= "(" root ")" | "[" root "]" | [ab]*'
    loops = "root ::= ([ab]* \"a\" [ab]{200} \"c\" | [ab])*"
    for name, grammar in {"letters": "root ::= [a-z]*", "brackets": brackets, "loops": loops, "any": "root ::= .*",
                          "stacks": 'root ::= "(" root | "(" root ")" | "a"', "names": 'root ::= ("a" ' + '"b"? ' * 200 + ")*"}.items():
        letter = "(" if "(\"" in grammar else "a"
        yield f"chain_{name}", of(grammar, chain(letter))
        yield f"flat_{name}", of(grammar, [(letter if i % 2 else i % 256, None) for i in range(many)])
        yield f"two_chains_{name}", of(grammar, [(letter, i - 2 if i > 1 else None) for i in range(many)])
        yield f"many_chains_{name}", of(grammar, [(letter, i - 100 if i > 99 else None) for i in range(many)])
        yield f"binary_{name}", of(grammar, [("ab("[i % 2] if letter == "a" else "(["[i % 2], (i - 1) // 2 if i else None)
                                             for i in range(many)])
        # leaves of a deep chain, from above and from below by turns
        half = many // 2
        yield f"comb_{name}", of(grammar, chain(letter)[:half] + [(letter, i if i % 2 else half - 1 - i) for i in range(half)])
    yield "ids_unknown", of(brackets, [(300 + i % 60_000, i - 1 if i else None) for i in range(many)])
    yield "parents_behind", of(brackets, [("(", i + 1) for i in range(many)])
    yield "parents_unknown", of(brackets, [("(", 0x7FFFFFFF - i) for i in range(many)])
    yield "refused_at_once", of('root ::= "x"', chain("a"))


def content():
    yield "deep", "[" * MOST
    yield "closed", "[" * (MOST // 2) + "]" * (MOST // 2)
    yield "words", fitting("{", "a:1,", "}")
    yield "words_in_words", fitting("{", "a:{", "")
    yield "texts", fitting("[", "'a',", "'']")
    yield "delimiters_open", "<|" * (MOST // 2)
    yield "delimiters_by_turns", "<|'|>" * (MOST // 5)
    yield "delimiters_almost", "{<|a" + "|" * (MOST - 10)
    yield "escapes", '"' + "\\" * (MOST - 4) + '"'
    yield "lines", "a:1\n" * (MOST // 4)
    yield "lines_of_nothing", "\n" * MOST
    yield "lines_same", fitting("", "key: [1, 2, {\"a\": 'b'}]\n")
    yield "line_long", "a:" + "[" * MOST
    yield "separators", ":" * MOST
    yield "tags", "<a>1</a>" * (MOST // 8)
    yield "tags_open", "<a>" * (MOST // 3)
    yield "tags_each", fitting("", lambda i: f"<t{i}>{i}</t{i}>")
    yield "tags_almost", "<" * MOST
    yield "tag_long", "<a>" + "x" * (MOST - 8) + "</a>"
    yield "tags_values", fitting("", lambda i: f"<t{i}>" + "[" * 40 + f"</t{i}>")
    yield "digits", "7" * MOST
    yield "exponent", "1e" + "9" * MOST
    yield "blanks", " " * MOST
    yield "true", "true" * (MOST // 4)


def stops():
    half = MOST // 2
    yield "one_long", "a" * half + "b\0" + "a" * half
    yield "prefixes", "\n".join("a" * i + "b" for i in range(1, 240)) + "\0" + "a" * half
    yield "suffixes", "\n".join("b" + "a" * i for i in range(1, 240)) + "\0" + ("b" + "a" * 300) * 100
    yield "wide", "\n".join(chr(33 + i % 90) + chr(33 + i // 90) for i in range(8000)) + "\0" + "~" * half
    yield "wide_each", "\n".join(chr(33 + i % 90) * 3 + chr(33 + i // 90) for i in range(6000)) + "\0" + "!~" * (half // 2)
    yield "many", "\n".join("w%d." % i for i in range(4000)) + "\0" + "w12345" * (half // 6)
    yield "held", "ab" * (half // 2) + "c\0" + "ab" * (half // 2)
    yield "fibonacci", fibonacci(half) + "!\0" + fibonacci(half) * 2
    yield "empty", "\n" * half + "\0" + "a" * half
    yield "short_in_long", "a\n" + "a" * half + "b\0" + "a" * half
    yield "each_in_next", "\n".join("a" * i for i in range(1, 250)) + "\0" + "a" * half


def fibonacci(size):
    """A text that resembles itself as long as it can."""
    a, b = "a", "ab"
    while len(b) < size:
        a, b = b, b + a
    return b[:size]


KINDS = {"jinja": jinja, "regex": regex, "gbnf": gbnf, "lrec": lrec, "peg": peg, "hfregex": hfregex, "rt": rt, "rs": rs, "jmes": jmes,
         "json": json_, "schema": schema, "schemaany": schema, "validate": validate, "msgs": msgs, "tools": tools, "called": called, "answers": answers,
         "format": format_, "dialect": dialect, "learn": learn, "request": request, "gguf": gguf, "spm": spm, "tiktoken": tiktoken, "hftok": hftok, "tekken": tekken,
         "wire": wire, "trig": trig, "draft": draft, "content": content, "stops": stops}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for kind, inputs in KINDS.items():
        for name, text in anchored(inputs()) if kind == "rt" else inputs():
            data = text if isinstance(text, bytes) else text.encode(errors="replace")
            (folder / f"{kind}.own_{re.sub(r'[^0-9A-Za-z_]', '_', name)}").write_bytes(data)
            count += 1
    print(f"{count} inputs in {folder}")


if __name__ == "__main__":
    main()
