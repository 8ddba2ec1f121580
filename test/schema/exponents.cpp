// test/schema/exponents.cpp - numbers with an exponent are taken where their value is
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(schema_exponents)

namespace schema = parlance::schema;
namespace data = boost::unit_test::data;

char const* const schemas[] = {
    R"({"minimum":0})",
    R"({"exclusiveMinimum":0})",
    R"({"maximum":0})",
    R"({"minimum":-1.5,"exclusiveMaximum":1e-3})",
    R"({"type":"number","minimum":0.00025,"maximum":12345.678})",
    R"({"minimum":1e20})",
    R"({"type":"number","not":{"enum":[1.5e3,2e-7]}})",
    R"({"type":"number","multipleOf":0.01})",
    R"({"type":"number","multipleOf":0.25,"maximum":1e5})",
    R"({"type":"number","multipleOf":40})",
};

BOOST_DATA_TEST_CASE(a_bound_is_a_bound_however_the_number_is_written, data::make(schemas)) {
    auto const net = schema::compile(sample);
    BOOST_REQUIRE_MESSAGE(net, parlance::render(net.error()));
    boost::json::value const s = *parlance::json::parse(sample);
    std::size_t taken = 0;
    for (std::string_view const sign : {"", "-"}) {
        for (std::string_view const mantissa : {"1", "1.5", "2", "2.5", "1.2345678", "9.99", "4", "1.50"}) {
            for (std::string_view const exponent : {"e0", "e+00", "e1", "e3", "E+03", "e4", "e+16", "e20",
                                                    "e-1", "e-2", "e-3", "e-04", "e-7", "e300", "e-300"}) {
                std::string const text = std::string(sign).append(mantissa).append(exponent);
                bool const valid = schema::validate(s, *parlance::json::parse(text)).has_value();
                bool const matched = parlance::mask::matches(*net, text);
                // of multiples, a mantissa with a zero at its end is none that anyone writes
                bool const odd = mantissa.ends_with('0') &&
                                 std::string_view(sample).find("multipleOf") != std::string_view::npos;
                BOOST_TEST((matched == valid || (odd && !matched)), text);
                taken += valid;
            }
        }
    }
    BOOST_TEST(taken > 0u);
}

BOOST_AUTO_TEST_CASE(exponents_are_those_of_a_double) {
    auto const net = schema::compile(R"({"minimum":0})");
    BOOST_REQUIRE(net);
    for (char const* const text : {"1e309", "1e-309", "1e0005", "1e", "1e+", "01e5", "1.e5"}) {
        BOOST_TEST(!parlance::mask::matches(*net, text), text);
    }
}

BOOST_AUTO_TEST_CASE(a_listed_number_may_be_written_with_its_exponent) {
    auto const net = schema::compile(R"({"enum":[1e-06,-2.5e+20]})");
    BOOST_REQUIRE(net);
    for (char const* const text : {"0.000001", "1e-06", "1e-6", "-2.5e+20", "-2.5e20"}) {
        BOOST_TEST(parlance::mask::matches(*net, text), text);
    }
    for (char const* const text : {"1e-07", "2.5e20", "-2.5e-20"}) {
        BOOST_TEST(!parlance::mask::matches(*net, text), text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
