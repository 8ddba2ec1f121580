// test/jinja/format.cpp - printf and format fields
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/detail/python/format.hpp>
#include "rendered.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(jinja_format)

namespace data = boost::unit_test::data;
using jinja_test::rendered;

rendered const rows[] = {
    {"{{ '%s %r %d %5.2f|%-4d|%04d|%x' % ('a', 'b', 3.9, 2.005, 7, -7, 255) }}",
     "a 'b' 3  2.00|7   |-007|ff"},
    {"{{ '%(a)s-%(b)d' % d }}", "1-2"},
    {"{{ '%s' % (1, 2) }}", nullptr},
    {"{{ '{:z.1f} {:.1f}'.format(-0.04, -0.04) }}", "0.0 -0.0"},
    {"{{ '{:z}'.format(1) }}", nullptr},
    {"{{ '%d' % 'x' }}", nullptr},
    {"{{ '{} {1}'.format(1, 2) }}", nullptr},
    {"{{ '{0}{1}{0} {x}'.format(1, 2, x=3) }} {{ '{{}}'.format() }}", "121 3 {}"},
    {"{{ '{:>4}|{:^5}|{:*<3}|{:,}|{:.1%}|{:#x}|{:08.3f}'.format(1, 'a', 'b', 1234567, 0.125, 255, -3.14159) "
     "}}",
     "   1|  a  |b**|1,234,567|12.5%|0xff|-003.142"},
    {"{{ '{0[a]} {1.k}'.format(d, ld[0]) }}", "1 1"},
    {"{{ '{!r:>5}'.format('x') }}{{ '{:{w}}'.format(1, w=3) }}", "  'x'  1"},
};
BOOST_DATA_TEST_CASE(texts_are_filled_in_as_python_does, data::make(rows)) {
    BOOST_TEST(jinja_test::holds(sample), jinja_test::render(sample.source));
}

BOOST_AUTO_TEST_SUITE_END()
