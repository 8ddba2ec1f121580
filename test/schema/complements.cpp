// test/schema/complements.cpp - what a schema denies: constants with parts, closed objects, many at once
// SPDX-License-Identifier: BSL-1.0
#include "../corpus/reads.hpp"
#include <parlance/json/parse.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/json/value.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_complements)

namespace schema = parlance::schema;
namespace data = boost::unit_test::data;
using texts = std::vector<std::string_view>;

namespace {

struct sample {
    std::string_view name;
    std::string_view schema;
    texts valid;
    texts invalid;
    friend std::ostream& operator<<(std::ostream& out, sample const& s) { return out << s.name; }
};

sample const samples[] = {
    {"any but an object",
     R"({"not":{"const":{"a":1,"b":[2]}}})",
     {R"({"a":1})", R"({"a":1,"b":[3]})", R"({"a":2,"b":[2]})", R"({"a":1,"b":[2],"c":0})", R"({"b":[2]})",
      "{}", R"({"a":1,"b":[2,2]})", R"({"a":1,"b":[]})", R"({"a":1,"b":2})", "[]", "1"},
     {R"({"a":1,"b":[2]})", R"({"b":[2],"a":1})", R"({"a":1.0,"b":[2e0]})"}},
    {"any but an array",
     R"({"type":"array","not":{"const":[1,{"a":"x"}]}})",
     {"[]", "[1]", R"([1,{"a":"x"},1])", R"([1,{"a":"y"}])", R"([1,{"a":"x","b":1}])", R"([2,{"a":"x"}])",
      "[1,[]]"},
     {R"([1,{"a":"x"}])", "1"}},
    {"any but an empty object",
     R"({"type":"object","not":{"const":{}}})",
     {R"({"a":1})", R"({"":{}})"},
     {"{}"}},
    {"any but an empty array", R"({"type":"array","not":{"enum":[[]]}})", {"[1]", "[[]]"}, {"[]"}},
    {"any but some of all types",
     R"({"not":{"enum":[{"a":1},{"a":2},[1],[2,3],"x",4,null,true]}})",
     {R"({"a":3})", "{}", R"({"a":1,"b":1})", "[]", "[2]", "[1,3]", R"("y")", "5", "false"},
     {R"({"a":1})", R"({"a":2})", "[1]", "[2,3]", R"("x")", "4", "null", "true"}},
    {"numbers",
     R"({"type":"number","not":{"enum":[0,12,12.5,12.5001,0.05,-3,1e2]}})",
     {"1", "120", "12.51", "12.05", "12.05", "2", "0.5", "0.005", "3", "-12", "-12.5", "10", "1000", "100.01",
      "-0.05", "12.5002", "12.50010001"},
     {"0", "-0", "0.0", "-0.00", "12", "12.0", "12.000", "12.5", "12.50", "12.50000", "12.5001", "12.500100",
      "0.05", "0.050", "-3", "-3.0", "100", "100.00"}},
    {"numbers with exponents",
     R"({"type":"number","not":{"enum":[12,12.5]},"maximum":50})",
     {"1.3e1", "1.2e0", "1.2501e1", "-1.2e1", "5e1"},
     {"1.2e1", "1.25e1", "1.250e1", "6e1", "12.0"}},
    {"whole numbers between bounds",
     R"({"type":"integer","minimum":-20,"maximum":130,"not":{"enum":[-7,0,13,131,1.5,1e300]}})",
     {"-20", "-1", "7", "1", "130", "3"},
     {"-7", "0", "-0", "13", "131", "-21"}},
    {"deep",
     R"({"$defs":{"w":{"type":"object","properties":{"a":{"$ref":"#/$defs/w"}},"additionalProperties":false}},
         "$ref":"#/$defs/w","not":{"const":{"a":{"a":{"a":{}}}}}})",
     {"{}", R"({"a":{}})", R"({"a":{"a":{}}})", R"({"a":{"a":{"a":{"a":{"a":{}}}}}})"},
     {R"({"a":{"a":{"a":{}}}})", R"({"a":1})", R"({"b":{}})"}},
    {"a member that is not a constant",
     R"({"type":"object","properties":{"box":{"type":"object","not":{"const":{"w":0,"h":0}}}},"required":["box"],
         "additionalProperties":false})",
     {R"({"box":{"w":0,"h":1}})", R"({"box":{"w":0}})", R"({"box":{}})"},
     {R"({"box":{"w":0,"h":0}})", R"({"box":{"h":0,"w":0}})"}},
    {"none of two closed objects",
     R"({"type":"object","not":{"anyOf":[
         {"type":"object","properties":{"a":{"type":"string"},"args":{"type":"array"}},"required":["a"],
          "additionalProperties":false},
         {"type":"object","properties":{"b":{"type":"string"},"args":{"type":"array"}},"required":["b"],
          "additionalProperties":false}]}})",
     {"{}", R"({"c":1})", R"({"a":1})", R"({"a":"x","b":"y"})", R"({"a":"x","z":1})", R"({"args":[]})",
      R"({"a":"x","args":1})", R"({"args":1,"b":"x"})"},
     {R"({"a":"x"})", R"({"b":"x","args":[1]})", R"({"args":[],"a":"x"})"}},
    {"none of five closed objects",
     R"({"type":"object","not":{"anyOf":[
         {"properties":{"a":{"type":"string"},"o":{"type":"array"}},"required":["a"],"additionalProperties":false},
         {"properties":{"b":{"type":"string"},"o":{"type":"array"}},"required":["b"],"additionalProperties":false},
         {"properties":{"c":{"type":"string"},"o":{"type":"array"}},"required":["c"],"additionalProperties":false},
         {"properties":{"d":{"type":"string"},"o":{"type":"array"}},"required":["d"],"additionalProperties":false},
         {"properties":{"e":{"type":"string"},"o":{"type":"array"}},"required":["e"],"additionalProperties":false}]}})",
     {"{}", R"({"a":"x","b":"x"})", R"({"e":1})", R"({"c":"x","o":0})", R"({"d":"x","f":1})", R"({"o":[]})"},
     {R"({"a":"x"})", R"({"b":"x","o":[]})", R"({"o":[],"e":"x"})"}},
    {"exactly one of three kinds that a reference shares",
     R"({"$defs":{"by":{"oneOf":[
          {"type":"object","properties":{"css":{"type":"string"},"all":{"type":"boolean"}},"required":["css"],
           "additionalProperties":false},
          {"type":"object","properties":{"id":{"type":"string"},"all":{"type":"boolean"}},"required":["id"],
           "additionalProperties":false},
          {"type":"object","properties":{"path":{"type":"string"},"all":{"type":"boolean"}},"required":["path"],
           "additionalProperties":false}]}},
         "type":"object","properties":{"name":{"type":"string"},"value":{"type":["string","object"]}},
         "additionalProperties":false,
         "oneOf":[{"required":["name"]},
                  {"required":["value"],"properties":{"value":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/by"}]}}}]})",
     {R"({"name":"n"})", R"({"value":"v"})", R"({"value":{"css":"a"}})", R"({"value":{"all":true,"id":"i"}})",
      R"({"name":"n","value":{}})", R"({"name":"n","value":{"css":"a","id":"b"}})",
      R"({"name":"n","value":{"css":1}})"},
     {"{}", R"({"name":"n","value":"v"})", R"({"name":"n","value":{"css":"a"}})", R"({"value":{}})",
      R"({"value":{"css":"a","id":"b"}})"}},
    {"exactly one of eight closed objects with the same optional members",
     R"({"type":"object","oneOf":[
          {"properties":{"name":{"type":"string"},"size":{"type":"integer"},"a":{"type":"string"}},"additionalProperties":false},
          {"properties":{"name":{"type":"string"},"size":{"type":"integer"},"b":{"type":"string"}},"additionalProperties":false},
          {"properties":{"name":{"type":"string"},"size":{"type":"integer"},"c":{"type":"string"}},"additionalProperties":false},
          {"properties":{"name":{"type":"string"},"size":{"type":"integer"},"d":{"type":"string"}},"additionalProperties":false},
          {"properties":{"name":{"type":"string"},"size":{"type":"integer"},"e":{"type":"string"}},"additionalProperties":false},
          {"properties":{"name":{"type":"string"},"size":{"type":"integer"},"f":{"type":"string"}},"additionalProperties":false},
          {"properties":{"name":{"type":"string"},"size":{"type":"boolean"},"g":{"type":"string"}},"additionalProperties":false},
          {"properties":{"name":{"type":"string"},"size":{"type":"integer"},"h":{"type":"string"}},"additionalProperties":false}]})",
     {R"({"a":"x"})", R"({"h":"x","name":"n"})", R"({"size":1,"name":"n","c":"x"})", R"({"size":true})",
      R"({"name":"n","size":false,"g":"x"})"},
     {"{}", R"({"name":"n"})", R"({"size":1})", R"({"a":"x","b":"x"})", R"({"a":"x","size":true})",
      R"({"a":1})", R"({"g":"x","size":1})", R"({"name":"n","size":1})"}},
    {"exactly one of seven objects whose tags may stay away",
     R"({"type":"object","oneOf":[
          {"properties":{"kind":{"const":"a"},"with":{"type":"object","properties":{"a":{"type":"integer"},"all":{}},"additionalProperties":false}}},
          {"properties":{"kind":{"const":"b"},"with":{"type":"object","properties":{"b":{"type":"integer"},"all":{}},"additionalProperties":false}}},
          {"properties":{"kind":{"const":"c"},"with":{"type":"object","properties":{"c":{"type":"integer"},"all":{}},"additionalProperties":false}}},
          {"properties":{"kind":{"const":"d"},"with":{"type":"object","properties":{"d":{"type":"integer"},"all":{}},"additionalProperties":false}}},
          {"properties":{"kind":{"const":"e"},"with":{"type":"object","properties":{"e":{"type":"integer"},"all":{}},"additionalProperties":false}}},
          {"properties":{"kind":{"const":"f"},"with":{"type":"object","properties":{"f":{"type":"integer"},"all":{}},"additionalProperties":false}}},
          {"properties":{"kind":{"const":"g"},"with":{"type":"object","properties":{"g":{"type":"integer"},"all":{}},"additionalProperties":false}}}]})",
     {R"({"kind":"a"})", R"({"kind":"b","with":{}})", R"({"kind":"g","with":{"g":1,"all":[]}})",
      R"({"with":{"c":1}})", R"({"with":{"all":0,"d":1}})", R"({"kind":"e","other":1})"},
     {"{}", R"({"with":{}})", R"({"with":{"all":1}})", R"({"kind":"a","with":{"b":1}})", R"({"kind":"z"})",
      R"({"with":{"c":1,"d":1}})", R"({"with":{"c":"x"}})", R"({"with":1})", R"({"other":1})"}},
};

}  // namespace

BOOST_DATA_TEST_CASE(texts_are_taken_as_the_complement_says, data::make(samples)) {
    boost::json::value const source = parlance::json::parse(sample.schema).value();
    for (schema::order const order : {schema::order::declared, schema::order::any}) {
        schema::options how;
        how.properties = order;
        auto const net = schema::compile(source, how);
        BOOST_REQUIRE_MESSAGE(net.has_value(), (net ? "" : parlance::render(net.error())));
        for (std::string_view const text : sample.invalid) {
            BOOST_TEST(!conform::reads(*net, text), text);
        }
        if (order == schema::order::any) {  // an order that is declared is one of several
            for (std::string_view const text : sample.valid) {
                BOOST_TEST(conform::reads(*net, text), text);
            }
        }
    }
    for (std::string_view const text : sample.valid) {
        BOOST_TEST(schema::validate(source, parlance::json::parse(text).value()).has_value(), text);
    }
    for (std::string_view const text : sample.invalid) {
        BOOST_TEST(!schema::validate(source, parlance::json::parse(text).value()).has_value(), text);
    }
}

BOOST_AUTO_TEST_CASE(constants_of_many_parts_are_paid_for) {
    std::string members;
    for (int i = 0; i < 20'000; ++i) {
        members += (i == 0 ? "\"m" : ",\"m") + std::to_string(i) + "\":{}";
    }
    auto const net = schema::compile(*parlance::json::parse(R"({"not":{"const":{)" + members + "}}}"));
    BOOST_TEST(!net.has_value());
    BOOST_TEST((net.error().code == parlance::errc::too_many_alternatives ||
                net.error().code == parlance::errc::out_of_fuel));
}

BOOST_AUTO_TEST_SUITE_END()
