// test/schema/tool_schemas.cpp - a hundred schemas of tools are compiled, and mean what they say
// SPDX-License-Identifier: BSL-1.0
#include "tool_schemas.hpp"
#include "../corpus/reads.hpp"
#include <parlance/json/parse.hpp>
#include <parlance/rtn/dead_ends.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/work.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

BOOST_AUTO_TEST_SUITE(schema_tool_schemas)

namespace schema = parlance::schema;

namespace {

/// What `trim` claims, so that a grammar is prepared without looking.
bool has_no_dead_ends(parlance::rtn::network const& net) {
    parlance::work spent{parlance::limits{}};
    parlance::rtn::dead_ends const found(net.view(), spent);
    return net.trim && found.productive() && !found.any();
}

}  // namespace

BOOST_AUTO_TEST_CASE(alternatives_that_never_end_are_not_in_a_network) {
    auto const net =
        schema::compile(R"({"$defs":{"deep":{"type":"object","properties":{"deep":{"$ref":"#/$defs/deep"}},
        "required":["deep"]}},"type":"array","items":{"anyOf":[{"$ref":"#/$defs/deep"},{"type":"string"}]}})");
    BOOST_TEST(has_no_dead_ends(net.value()));
    BOOST_TEST(conform::reads(*net, R"(["x"])"));
    BOOST_TEST(!conform::reads(*net, R"([{"deep":"x"}])"));
}

BOOST_AUTO_TEST_CASE(each_takes_its_document_and_refuses_the_other) {
    static_assert(tool_schemas::rows.size() == 100);
    for (tool_schemas::row const& row : tool_schemas::rows) {
        boost::json::value const source = parlance::json::parse(row.schema).value();
        for (schema::order const order : {schema::order::declared, schema::order::any}) {
            schema::options how;
            how.whitespace = schema::spaces::json;
            how.properties = order;
            auto const net = schema::compile(source, how);
            BOOST_REQUIRE_MESSAGE(net.has_value(), row.name << ": " << (net ? "" : net.error().hint.view()));
            BOOST_TEST(has_no_dead_ends(*net), row.name);
            BOOST_TEST(conform::reads(*net, row.valid) == true, row.name << " refuses " << row.valid);
            BOOST_TEST(!conform::reads(*net, row.invalid), row.name << " takes " << row.invalid);
        }
        BOOST_TEST(schema::validate(source, parlance::json::parse(row.valid).value()).has_value(), row.name);
        BOOST_TEST(!schema::validate(source, parlance::json::parse(row.invalid).value()).has_value(),
                   row.name);
    }
}

BOOST_AUTO_TEST_SUITE_END()
