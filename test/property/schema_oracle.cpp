// test/property/schema_oracle.cpp - networks of random schemas agree with python3-jsonschema on random values
// SPDX-License-Identifier: BSL-1.0
#include "random_schema.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/schema/lower.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

BOOST_AUTO_TEST_SUITE(property_schema_oracle)

namespace json = boost::json;

/// schema_oracle.py judges the same values with python3-jsonschema; the number of schemas may stand behind --.
BOOST_AUTO_TEST_CASE(network_and_another_validator_agree) {
    auto const& suite = boost::unit_test::framework::master_test_suite();
    std::uint32_t const cases = suite.argc > 1 ? static_cast<std::uint32_t>(std::stoul(suite.argv[1])) : 1500;
    if (std::system("python3 -c 'import jsonschema' 2>/dev/null") != 0) {
        std::puts("SKIPPED: python3-jsonschema is not installed, nothing to compare with");
        return;
    }
    std::filesystem::path const file =
        std::filesystem::temp_directory_path() / ("parlance-schema-" + std::to_string(::getpid()));
    std::size_t lowered = 0;
    {
        std::ofstream out(file);
        parlance::schema::options how;
        how.whitespace = parlance::schema::spaces::compact;
        how.properties = parlance::schema::order::any;
        parlance::json::dump_options compact;
        compact.item = ",";
        compact.key = ":";
        for (std::uint32_t seed = 0; seed < cases; ++seed) {
            bool const seventh = seed % 2 == 1;
            parlance::property::random_schema g(seed + 1'000'000, seventh);
            json::value s = g.document(2);
            if (!s.is_object()) {
                continue;
            }
            s.get_object()["$schema"] = seventh ? "http://json-schema.org/draft-07/schema#"
                                                : "https://json-schema.org/draft/2020-12/schema";
            auto const net = parlance::schema::compile(s, how);
            if (!net && net.error().code != parlance::errc::unsatisfiable_schema) {
                continue;
            }
            ++lowered;
            json::array values;
            json::array verdicts;
            for (int i = 0; i < 30; ++i) {
                values.push_back(g.value(2));
                verdicts.push_back(
                    net && parlance::mask::matches(*net, parlance::json::dump(values.back(), compact)));
            }
            out << parlance::json::dump(json::object{
                       {"seed", seed}, {"schema", s}, {"values", values}, {"verdicts", verdicts}})
                << '\n';
        }
    }
    std::string const script =
        (std::filesystem::path(PARLANCE_TESTS) / "property" / "schema_oracle.py").string();
    int const differences = std::system(("python3 " + script + " " + file.string()).c_str());
    std::filesystem::remove(file);
    BOOST_TEST(differences == 0);
    BOOST_TEST(lowered > cases / 2);
}

BOOST_AUTO_TEST_SUITE_END()
