// test/jinja/format.cpp - printf and format fields
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/detail/python/format.hpp>
#include "rendered.hpp"
#include <parlance/jinja/compiled_template.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <string>

BOOST_AUTO_TEST_SUITE(jinja_format)

namespace data = boost::unit_test::data;
using jinja_test::rendered;

rendered const rows[] = {
    {"{{ '{:012,}|{:09_.1f}|{:07_x}|{:04,}|{:012,%}|{:<09,}'.format(5, 1234.5, 255, 5, 0.25, 1234) }}",
     "0,000,000,005|001_234.5|00_00ff|0,005|0,025.000000%|1,2340000"},
    {"{{ '{:.3}|{:.3}|{:.4}|{:.1}|{:.2}|{:.0}|{:#.3}|{:.2}'.format(407.39, 42.0, 407.39, 0.0, 9.96, 0.5, "
     "407.0, "
     "100.0) }}",
     "4.07e+02|42.0|407.4|0e+00|1e+01|0.5|4.07e+02|1e+02"},
    {"{{ '{:5c}|{:*=4c}|{:<3c}|{:#}'.format(65, 65, 65, 1e-05) }}", "    A|***A|A  |1.e-05"},
    {"{{ '{:,x}'.format(5) }}", nullptr},
    {"{{ '{:_n}'.format(5) }}", nullptr},
    {"{{ '{:,c}'.format(5) }}", nullptr},
    {"{{ '{:.2c}'.format(65) }}", nullptr},
    {"{{ '{:+c}'.format(65) }}", nullptr},
    {"{{ '%a %r' | format('\xC3\xA9', '\xC3\xA9') }} {{ '{!a}'.format(['\xC2\xBD', '\xE2\x80\xA2', u[-1]]) "
     "}}",
     "'\\xe9' '\xC3\xA9' ['\\xbd', '\\u2022', '\\U0001f600']"},
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

// As C does, also where a precision is more than any double has digits.
BOOST_AUTO_TEST_CASE(long_precisions_are_filled_up_with_zeros) {
    for (double const x : {0.0, 0.1, 5e-324, 123456.0, 1.7976931348623157e308}) {
        for (char const* const format :
             {"%.1099f", "%.1100f", "%.1101f", "%.3000f", "%.1500e", "%#.1500E", "%.3000g", "%#.3000g"}) {
            std::string expected(4000, ' ');
            expected.resize(
                static_cast<std::size_t>(std::snprintf(expected.data(), expected.size(), format, x)));
            auto const compiled = parlance::jinja::compiled_template::compile(
                std::string("{{ '").append(format).append("' % x }}"));
            BOOST_TEST((compiled->render({{"x", x}})->text == expected), format << " of " << x);
        }
    }
    auto const compiled =
        parlance::jinja::compiled_template::compile("{{ '{:,.3f}|{:,.1200f}'.format(1234567.5, 1234.5) }}");
    BOOST_TEST(compiled->render({})->text == "1,234,567.500|1,234.5" + std::string(1199, '0'));
}

BOOST_AUTO_TEST_SUITE_END()
