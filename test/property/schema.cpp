// test/property/schema.cpp - networks of random schemas agree with the validator on random values
// SPDX-License-Identifier: BSL-1.0
#include "random_schema.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>

BOOST_AUTO_TEST_SUITE(property_schema)

namespace json = boost::json;

BOOST_AUTO_TEST_CASE(network_and_validator_agree) {
    parlance::schema::options how;
    how.whitespace = parlance::schema::spaces::compact;
    how.properties = parlance::schema::order::any;
    parlance::json::dump_options compact;
    compact.item = ",";
    compact.key = ":";
    std::size_t lowered = 0;
    std::size_t refused = 0;
    std::size_t unsatisfiable = 0;
    std::size_t accepted = 0;
    std::size_t rejected = 0;
    for (std::uint32_t seed = 0; seed < 3000; ++seed) {
        parlance::property::random_schema g(seed);
        json::value const s = g.document(2);
        auto const net = parlance::schema::compile(s, how);
        bool const none = !net && net.error().code == parlance::errc::unsatisfiable_schema;
        unsatisfiable += none;
        refused += !net && !none;
        lowered += net.has_value();
        if (!net && !none) {
            continue;
        }
        for (int i = 0; i < 40; ++i) {
            json::value const v = g.value(2);
            std::string const text = parlance::json::dump(v, compact);
            auto const judged = parlance::schema::validate(s, v);
            if (!judged && judged.error().code != parlance::errc::schema_violation) {
                continue;
            }
            bool const matched = net && parlance::mask::matches(*net, text);
            accepted += matched;
            rejected += !matched;
            BOOST_REQUIRE_MESSAGE(matched == judged.has_value(),
                                  "seed " << seed << ": " << s << (matched ? " accepts " : " refuses ")
                                          << text << " " << parlance::render(judged.error()));
        }
    }
    BOOST_TEST_MESSAGE(lowered << " lowered, " << refused << " refused, " << unsatisfiable
                               << " unsatisfiable; " << accepted << " accepted, " << rejected << " rejected");
    BOOST_TEST(lowered > refused * 5);
    BOOST_TEST(accepted > 5000u);
    BOOST_TEST(rejected > 5000u);
}

BOOST_AUTO_TEST_SUITE_END()
