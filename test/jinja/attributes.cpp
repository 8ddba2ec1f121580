// test/jinja/attributes.cpp - x.name and x[index]
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/detail/vm/attributes.hpp>
#include "rendered.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(jinja_attributes)

namespace data = boost::unit_test::data;
using jinja_test::rendered;

rendered const rows[] = {
    {"{{ d['items'] }} {{ d.a }} {{ d.nosuch is defined }} {{ d.nosuch }}", "9 1 False "},
    {"{{ d.items() | list | length }}", "3"},
    {"{{ u[0] }}{{ u[-1] }}{{ u[4] }}{{ u[99] is defined }}", "G\xF0\x9F\x98\x80\x65"
                                                              "False"},
    {"{{ u[1:4] }}|{{ u[::-1][:2] }}|{{ l[::-1] }}|{{ l[5:] }}|{{ l[-2:] }}",
     "r\xC3\xBC\xC3\x9F|\xF0\x9F\x98\x80 |[2, 1, 3]|[]|[1, 2]"},
    {"{{ 'abcdef'[4:1:-1] }} {{ 'abcdef'[::2] }} {{ range(10)[2:8:3] }}", "edc ace range(2, 8, 3)"},
    {"{{ l.0 }} {{ ld.1.v }}", "3 Y"},
    {"{{ undefd.x is defined }}", nullptr},
    {"{{ d.x.y }}", nullptr},
    {"{{ ''.__class__ }}|{{ ''['__class__'] }}", "|"},
    {"{{ ''.__class__.__mro__ }}", nullptr},
    {"{{ ''.__class__ | length }}{{ l.append | list }}{{ l.append | last is defined }}{% for x in l.pop "
     "%}x{% "
     "endfor %}",
     "0[]False"},  // what may not be seen is as if undefined
    {"{{ l.append(1) }}", nullptr},
    {"{{ n[1:] }}", nullptr},
    {"{{ l[::0] }}", nullptr},
};
BOOST_DATA_TEST_CASE(attributes_and_items_are_looked_up_as_the_sandbox_does, data::make(rows)) {
    BOOST_TEST(jinja_test::holds(sample), jinja_test::render(sample.source));
}

BOOST_AUTO_TEST_SUITE_END()
