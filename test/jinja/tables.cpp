// test/jinja/tables.cpp - every filter and every test of the tables, as Jinja2 3.1 in transformers' environment has them
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/detail/builtins/filter_table.hpp>
#include <parlance/jinja/detail/builtins/test_table.hpp>
#include "rendered.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(jinja_tables)

namespace data = boost::unit_test::data;
namespace jinja = parlance::jinja;
using jinja_test::rendered;

namespace {

rendered const filter_rows[] = {
    {"{{ -3 | abs }} {{ -2.5 | abs }}", "3 2.5"},
    {"{{ ld[0] | attr('k') is defined }} {{ s | attr('upper')() }}", "False HELLO WORLD"},
    {"{{ l | batch(2, 'x') | list }}", "[[3, 1], [2, 'x']]"},
    {"{{ 'hELLO wORLD' | capitalize }} {{ 'ßx' | capitalize }}", "Hello world Ssx"},
    {"[{{ 'ab' | center(7) }}] [{{ 'ab' | center(1) }}]", "[   ab  ] [ab]"},
    {"{{ l | count }} {{ s | count }}", "3 11"},
    {"{{ nope | d('x') }} {{ '' | d('x', true) }}", "x x"},
    {"{{ nope | default(1) }} {{ n | default(1) }}", "1 None"},
    {"{{ d | dictsort }} {{ d | dictsort(by='value', reverse=true) }}",
     "[('a', 1), ('b', 2), ('items', 9)] [('items', 9), ('b', 2), ('a', 1)]"},
    {"{{ '<\"\\'>&' | e }}", "&lt;&#34;&#39;&gt;&amp;"},
    {"{{ '<\"\\'>&' | escape }} {{ ('<' | escape) | escape }}", "&lt;&#34;&#39;&gt;&amp; &lt;"},
    {"{{ 1 | filesizeformat }} {{ 2000 | filesizeformat }} {{ 2048 | filesizeformat(true) }} {{ 3e9 | "
     "filesizeformat }}",
     "1 Byte 2.0 kB 2.0 KiB 3.0 GB"},
    {"{{ l | first }} {{ s | first }} {{ d | first }}", "3 H b"},
    {"{{ '3.5' | float }} {{ 'x' | float(1.5) }} {{ '1e400' | float }}", "3.5 1.5 inf"},
    {"{{ ('<b>' | escape) | forceescape }} {{ '<b>' | forceescape }}", "&amp;lt;b&amp;gt; &lt;b&gt;"},
    {"{{ '%s is %d%%, %-4s|%05.1f|%x' | format('a', 7, 'b', 2.25, 255) }} {{ '%(k)s' | format(k=1) }}",
     "a is 7%, b   |002.2|ff 1"},
    {"{{ ld | groupby('k') | list | length }} {{ ld | groupby('v', case_sensitive=true) | map('first') | "
     "list }}",
     "2 ['Y', 'x']"},
    {"{{ 'a\\nb\\n\\nc' | indent(2, true, true) }}", "  a\n  b\n  \n  c"},
    {"{{ '42' | int }} {{ '0x1F' | int(base=16) }} {{ 'z' | int(3) }} {{ 2.9 | int }}", "42 31 3 2"},
    {"{{ d | items | list }}", "[('b', 2), ('a', 1), ('items', 9)]"},
    {"{{ l | join('-') }} {{ ld | join(',', attribute='v') }}", "3-1-2 x,Y"},
    {"{{ l | last }} {{ s | last }} {{ [] | last is undefined }}", "2 d True"},
    {"{{ u | length }} {{ d | length }}", "7 3"},
    {"{{ 'abc' | list }} {{ d | list }}", "['a', 'b', 'c'] ['b', 'a', 'items']"},
    {"{{ 'ÀB' | lower }} {{ 5 | lower }}", "àb 5"},
    {"{{ l | map('string') | list }} {{ ld | map(attribute='v') | list }} {{ ld | map(attribute='z', "
     "default=0) | list }}",
     "['3', '1', '2'] ['x', 'Y'] [0, 0]"},
    {"{{ l | max }} {{ ['a', 'B'] | max }} {{ ['a', 'B'] | max(case_sensitive=true) }} {{ ld | "
     "max(attribute='k') }}",
     "3 B a {'k': 2, 'v': 'Y'}"},
    {"{{ l | min }} {{ ['b', 'A'] | min }} {{ [] | min is undefined }}", "1 A True"},
    {"{{ {'a': [1, 'x']} | pprint }}", "{'a': [1, 'x']}"},
    {"{{ [5] | random }} {{ 'x' | random }}", "5 x"},
    {"{{ l | reject('odd') | list }} {{ [0, 1] | reject | list }}", "[2] [0]"},
    {"{{ ld | rejectattr('k', 'equalto', 1) | list }} {{ ld | rejectattr('v') | list }}",
     "[{'k': 2, 'v': 'Y'}] []"},
    {"{{ 'aaa' | replace('a', 'b', 2) }} {{ 'x' | replace('', '-') }}", "bba -x-"},
    {"{{ l | reverse | list }} {{ u | reverse }}", "[2, 1, 3] 😀 eßürG"},
    {"{{ 2.5 | round }} {{ 2.567 | round(2) }} {{ 2.1 | round(method='ceil') }} {{ 25 | round(-1) }}",
     "2.0 2.57 3.0 20"},
    {"{{ ('<b>' | safe) | escape }}", "<b>"},
    {"{{ l | select('gt', 1) | list }} {{ [0, 1] | select | list }}", "[3, 2] [1]"},
    {"{{ ld | selectattr('k', 'gt', 1) | list }} {{ ld | selectattr('k') | list | length }}",
     "[{'k': 2, 'v': 'Y'}] 2"},
    {"{{ range(5) | slice(2) | list }} {{ range(5) | slice(2, 'x') | list }}",
     "[[0, 1, 2], [3, 4]] [[0, 1, 2], [3, 4, 'x']]"},
    {"{{ l | sort }} {{ ['b', 'A'] | sort }} {{ ['b', 'A'] | sort(case_sensitive=true) }} {{ ld | "
     "sort(attribute='v', reverse=true) }}",
     "[1, 2, 3] ['A', 'b'] ['A', 'b'] [{'k': 2, 'v': 'Y'}, {'k': 1, 'v': 'x'}]"},
    {"{{ 1.0 | string }} {{ none | string }}", "1.0 None"},
    {"{{ '<p>a <b>b</b>\\n c</p> &amp; <!-- x -->' | striptags }}", "a b c &"},
    {"{{ l | sum }} {{ ld | sum(attribute='k', start=10) }}", "6 13"},
    {"{{ \"they're bill's friends from the UK-x (a)\" | title }}",
     "They're Bill's Friends From The Uk-X (A)"},
    {"{{ {'b': [1, 2.5, none], 'a': 'é'} | tojson }} {{ {'b': 1, 'a': 2} | tojson(sort_keys=true, "
     "separators=(',', ':')) }}",
     "{\"b\": [1, 2.5, null], \"a\": \"é\"} {\"a\":2,\"b\":1}"},
    {"[{{ '  x ' | trim }}] [{{ 'xxaxx' | trim('x') }}]", "[x] [a]"},
    {"{{ 'foo bar baz qux' | truncate(9) }} {{ 'foo bar baz qux' | truncate(9, true) }} {{ 'foo bar' | "
     "truncate(5, true, '', 0) }}",
     "foo... foo ba... foo b"},
    {"{{ ['a', 'A', 'b'] | unique | list }} {{ ['a', 'A'] | unique(case_sensitive=true) | list }}",
     "['a', 'b'] ['a', 'A']"},
    {"{{ 'straße é' | upper }}", "STRASSE É"},
    {"{{ 'a b/ü&c' | urlencode }} {{ {'k': 'a b', 'q': 1} | urlencode }}", "a%20b/%C3%BC%26c k=a+b&q=1"},
    {"{{ 'see https://a.example/x, or b@c.example' | urlize(20, true, target='_blank') }}",
     "see <a href=\"https://a.example/x\" rel=\"nofollow noopener\" "
     "target=\"_blank\">https://a.example/x</a>, or <a href=\"mailto:b@c.example\">b@c.example</a>"},
    {"{{ 'Hello, wörld of words 42' | wordcount }}", "5"},
    {"{{ 'a longer line of words' | wordwrap(8) }}|{{ 'unbreakable' | wordwrap(4, false) }}|{{ 'unbreakable' "
     "| wordwrap(4, true, '/') }}",
     "a longer\nline of\nwords|unbreakable|unbr/eaka/ble"},
    // lines end behind hyphens between letters, not between a letter and the end of a word
    {"{{ '-t-w-o- c-d-e well-known é-bc éa-bc' | wordwrap(5, false) }}",
     "-t-w-o-\nc-d-e\nwell-\nknown\né-bc\néa-bc"},
    {"{{ '\xc2\xa0word' | wordwrap(1) }}", "w\no\nr\nd"},
    {"{{ [1, 2] | truncate(3, true) }}", "[1, 2]"},
    {"{{ 'http://x.io² HTTP://x.io a.b.com ab.com http://1.2.3.4/' | urlize(rel='r') }}",
     "http://x.io² <a href=\"https://HTTP://x.io\" rel=\"noopener r\">HTTP://x.io</a> a.b.com "
     "<a href=\"https://ab.com\" rel=\"noopener r\">ab.com</a> "
     "<a href=\"http://1.2.3.4/\" rel=\"noopener r\">http://1.2.3.4/</a>"},
    {"{{ 'http://abc.de/fgh' | urlize(-3) }} {{ 'http://a.\u017fa' | urlize }}",
     "<a href=\"http://abc.de/fgh\" rel=\"noopener\">http://abc.de/...</a> <a href=\"http://a.\u017fa\" "
     "rel=\"noopener\">http://a.\u017fa</a>"},
    {"{{ 'https://[::1]:80/p' | urlize(3) }} {{ 'tel:1' | urlize(extra_schemes=['tel:']) }} {{ '@a@b.c' | "
     "urlize }}",
     "<a href=\"https://[::1]:80/p\" rel=\"noopener\">htt...</a> <a href=\"tel:1\" "
     "rel=\"noopener\">tel:1</a> @a@b.c"},
    {"{{ '12٣.' | int }} {{ '١_٢.5' | float }} {{ '1__2' | float }} {{ '1_' | float(7) }} {{ '0\x1c' | "
     "float(8) }}",
     "123 12.5 0.0 7 8"},
    {"<x{{ {'class': 'a \"b\"', 'id': none, 'n': 1} | xmlattr }}>{{ {'a': 1} | xmlattr(false) }}",
     "<x class=\"a &#34;b&#34;\" n=\"1\">a=\"1\""},
};

rendered const test_rows[] = {
    {"{{ l | select('!=', 1) | list }} {{ l | select('==', 1) | list }}", "[3, 2] [1]"},
    {"{{ l | select('<', 2) | list }} {{ l | select('<=', 2) | list }} {{ l | select('>', 2) | list }} {{ l "
     "| select('>=', 2) | list }}",
     "[1] [1, 2] [3] [3, 2]"},
    {"{{ true is boolean }} {{ 1 is boolean }}", "True False"},
    {"{{ range is callable }} {{ 1 is callable }}", "True False"},
    {"{{ i is defined }} {{ nope is defined }}", "True False"},
    {"{{ 9 is divisibleby 3 }} {{ 9 is divisibleby(2) }}", "True False"},
    {"{{ 1 is eq 1.0 }} {{ 1 is equalto '1' }}", "True False"},
    {"{{ ('<' | e) is escaped }} {{ '<' is escaped }}", "True False"},
    {"{{ 2 is even }} {{ 3 is even }} {{ 3 is odd }} {{ 2 is odd }}", "True False True False"},
    {"{{ false is false }} {{ 0 is false }} {{ true is true }} {{ 1 is true }}", "True False True False"},
    {"{{ 'upper' is filter }} {{ 'nosuch' is filter }} {{ 'odd' is test }} {{ 'nosuch' is test }}",
     "True False True False"},
    {"{{ 1.0 is float }} {{ 1 is float }} {{ 1 is integer }} {{ true is integer }}", "True False True False"},
    {"{{ 2 is ge 2 }} {{ 2 is gt 2 }} {{ 3 is greaterthan 2 }} {{ 1 is le 0 }} {{ 1 is lt 2 }} {{ 2 is "
     "lessthan 1 }}",
     "True False True False True False"},
    {"{{ 1 is in [1] }} {{ 'x' is in 'abc' }} {{ 'a' is in d }}", "True False True"},
    {"{{ l is iterable }} {{ 1 is iterable }} {{ s is iterable }}", "True False True"},
    {"{{ 'ab' is lower }} {{ 'Ab' is lower }} {{ 'AB' is upper }} {{ 'Ab' is upper }}",
     "True False True False"},
    {"{{ d is mapping }} {{ l is mapping }}", "True False"},
    {"{{ 1 is ne 2 }} {{ 1 is ne 1 }}", "True False"},
    {"{{ n is none }} {{ 0 is none }}", "True False"},
    {"{{ 1 is number }} {{ 2.5 is number }} {{ '1' is number }}", "True True False"},
    {"{{ n is sameas none }} {{ l is sameas l }} {{ 1 is sameas true }}", "True True False"},
    {"{{ l is sequence }} {{ s is sequence }} {{ 1 is sequence }}", "True True False"},
    {"{{ s is string }} {{ 1 is string }}", "True False"},
    {"{{ nope is undefined }} {{ i is undefined }}", "True False"},
};

/// Whether some row has the name behind `before`, and nothing that would make another name of it.
template <std::size_t Size>
bool tried(rendered const (&rows)[Size], std::string_view before, std::string_view name) {
    std::string const wanted = std::string(before).append(name);
    return std::any_of(std::begin(rows), std::end(rows), [&](rendered const& row) {
        std::string_view const source = row.source;
        for (std::size_t at = source.find(wanted); at != source.npos; at = source.find(wanted, at + 1)) {
            std::string_view const behind = source.substr(at + wanted.size());
            if (!behind.empty() && std::string_view(" ()'").find(behind.front()) != std::string_view::npos) {
                return true;
            }
        }
        return false;
    });
}

}  // namespace

BOOST_DATA_TEST_CASE(filters_give_what_jinja2_gives, data::make(filter_rows)) {
    BOOST_TEST(jinja_test::holds(sample), jinja_test::render(sample.source));
}

BOOST_DATA_TEST_CASE(tests_give_what_jinja2_gives, data::make(test_rows)) {
    BOOST_TEST(jinja_test::holds(sample), jinja_test::render(sample.source));
}

BOOST_AUTO_TEST_CASE(every_name_of_the_tables_is_tried) {
    for (jinja::detail::filter const& each : jinja::detail::filters) {
        bool const ours = each.name == "from_json";  // of the lenient convention: below
        BOOST_TEST((tried(filter_rows, "| ", each.name) || ours), each.name);
    }
    for (jinja::detail::test const& each : jinja::detail::tests) {
        BOOST_TEST((tried(test_rows, "is ", each.name) || tried(test_rows, "select('", each.name)),
                   each.name);
    }
}

BOOST_AUTO_TEST_CASE(from_json_is_there_where_templates_expect_it) {
    auto const t = jinja::compiled_template::compile("{{ ('[1, {\"a\": 2.5}]' | from_json)[1].a }}").value();
    BOOST_TEST(t.render({}).value().text == "2.5");
    jinja::render_options strict;
    strict.convention = jinja::convention::strict;
    BOOST_TEST(!t.render({}, strict));
}

BOOST_AUTO_TEST_SUITE_END()
