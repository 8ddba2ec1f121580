// test/schema/lower.cpp - every keyword by texts that its network takes and refuses
// SPDX-License-Identifier: BSL-1.0
#include <parlance/schema/lower.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_lower)

namespace schema = parlance::schema;
namespace data = boost::unit_test::data;
using parlance::errc;
using texts = std::vector<std::string_view>;

namespace {

struct sample {
    std::string_view name;
    std::string_view schema;
    texts pass;
    texts fail;
    friend std::ostream& operator<<(std::ostream& out, sample const& s) { return out << s.name; }
};

sample const samples[] = {
    {"nothing",
     "{}",
     {"1", "null", "\"a\"", "[1, {}]", "{\"a\": [true]}"},
     {"", "nul", "[1,]", "{a:1}", "'a'"}},
    {"true", "true", {"1", "{}"}, {""}},
    {"type",
     R"({"type":"string"})",
     {"\"\"", "\"a\\n\\u00e9\\ud83d\\ude00\"", "\"h\xC3\xA9\""},
     {"1", "\"\\x\"", "\"\n\"", "\"\\ud83d\"", "\"\xC3\"", "\"a"}},
    {"integer",
     R"({"type":"integer"})",
     {"0", "-12", "123456789012345678901234567890"},
     {"1.5", "01", "1e3", "-", "+1"}},
    {"number",
     R"({"type":"number"})",
     {"0", "-1.5", "1e-7", "2.50E+3"},
     {"1.", ".5", "1e", "00", "NaN", "0x1"}},
    {"list of types", R"({"type":["integer","null"]})", {"1", "null"}, {"true", "\"\""}},
    {"nullable", R"({"type":"boolean","nullable":true})", {"true", "null"}, {"0"}},
    {"nullable is of no draft",
     R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"boolean","nullable":true})",
     {"true"},
     {"null", "0"}},
    {"a boolean exclusiveMinimum narrows in any draft",
     R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"integer","minimum":3,"exclusiveMinimum":true})",
     {"4"},
     {"3", "2"}},
    {"const",
     R"({"const":{"a":[1,"x"]}})",
     {"{\"a\":[1,\"x\"]}", "{ \"a\" : [ 1 , \"x\" ] }"},
     {"{\"a\":[1]}", "{}"}},
    {"enum",
     R"({"enum":["a","b\"",1,null,true]})",
     {"\"a\"", "\"b\\\"\"", "1", "null", "true"},
     {"\"c\"", "2", "false"}},
    {"enum with siblings",
     R"({"enum":["a","abc",1,2.5],"maxLength":1,"minimum":2})",
     {"\"a\"", "2.5"},
     {"\"abc\"", "1"}},
    {"lengths count code points",
     R"({"type":"string","minLength":2,"maxLength":3})",
     {"\"ab\"", "\"\xC3\xA9\xC3\xA9\xC3\xA9\"", "\"\\ud83d\\ude00a\"", "\"\\n\\n\""},
     {"\"a\"", "\"abcd\"", "\"\\ud83d\\ude00\""}},
    {"a long length", R"({"type":"string","maxLength":65536})", {"\"\"", "\"abc\""}, {"1"}},
    {"pattern searches",
     R"({"type":"string","pattern":"b+c?$"})",
     {"\"ab\"", "\"bbc\"", "\"b\""},
     {"\"a\"", "\"bcd\""}},
    {"pattern and length",
     R"({"type":"string","pattern":"^(ab)*$","minLength":1,"maxLength":5})",
     {"\"ab\"", "\"abab\""},
     {"\"\"", "\"ababab\"", "\"aba\""}},
    {"pattern with look-ahead",
     R"({"type":"string","pattern":"^(?!no)[a-z]+$"})",
     {"\"yes\"", "\"on\""},
     {"\"no\"", "\"nope\"", "\"\""}},
    {"a bounded class", R"({"type":"string","pattern":"^[a-z]{2,1000}$"})", {"\"ab\""}, {"\"a\"", "\"aB\""}},
    {"a list and a constant denied together",
     R"({"not":{"enum":["a",""],"const":"b"}})",
     {"\"\"", "\"b\"", "1"},
     {"x"}},
    {"few unique items",
     R"({"type":"array","uniqueItems":true,"items":{"enum":["a",1,1.0,null]}})",
     {"[]", "[1]", "[null, 1, \"a\"]", "[\"a\",null]"},
     {"[1,1]", "[\"a\", 1, \"a\"]", "[2]", "[null,null]"}},
    {"unique items by place",
     R"({"uniqueItems":true,"prefixItems":[{"type":"boolean"}],"items":{"type":"integer","minimum":-1,)"
     R"("maximum":2.5},"minItems":2,"maxItems":3,"contains":{"const":2}})",
     {"[true,2]", "[false,-1,2]"},
     {"[true]", "[true,1]", "[true,2,2]", "[true,true]", "[true,2,3]", "[true,0,1]"}},
    {"bounds on members in counters",
     R"({"type":"object","properties":{"a":{},"b":{}},"required":["a"],"minProperties":2,"maxProperties":3})",
     {R"({"a":1,"b":2})", R"({"a":1,"c":2,"d":3})", R"({"a":1,"b":2,"c":3})"},
     {"{}", R"({"a":1})", R"({"b":1,"c":2})", R"({"a":1,"b":2,"c":3,"d":4})"}},
    {"a pattern's keys and the rest",
     R"({"patternProperties":{"^a":{"type":"null"}},"additionalProperties":{"type":"boolean"}})",
     {R"({"ab":null})", R"({"b":true,"a":null})"},
     {R"({"a":true})", R"({"b":null})"}},
    {"format",
     R"({"type":"string","format":"date"})",
     {"\"2024-02-29\"", "\"2023-12-31\""},
     {"\"2023-02-29\"", "\"2024-13-01\"", "\"24-1-1\"", "\"1900-02-29\""}},
    {"minimum",
     R"({"type":"integer","minimum":5,"maximum":30})",
     {"5", "10", "30"},
     {"4", "31", "05", "123", "-5"}},
    {"decimal bounds",
     R"({"type":"number","minimum":-1.5,"exclusiveMaximum":2.25})",
     {"-1.5", "-1.50", "0", "2", "2.249999", "2.2"},
     {"-1.51", "2.25", "2.250", "3", "-2"}},
    {"draft 4's exclusive bounds",
     R"({"type":"integer","minimum":3,"exclusiveMinimum":true})",
     {"4"},
     {"3", "2"}},
    {"multipleOf a power of ten",
     R"({"type":"integer","multipleOf":1000,"minimum":-2147483648,"maximum":2147483647})",
     {"0", "1000", "-2147483000", "2147483000"},
     {"100", "1500", "2147484000", "-2147484000", "1001"}},
    {"multipleOf the seconds of a day",
     R"({"type":"integer","multipleOf":86400})",
     {"0", "86400", "-86400", "31536000", "8640000"},
     {"8640", "86401", "43200", "86300"}},
    {"multipleOf a power of two",
     R"({"type":"integer","multipleOf":4096,"minimum":4096,"maximum":1099511627776})",
     {"4096", "8192", "1099511627776", "12288"},
     {"0", "4098", "2048", "1099511631872", "10000"}},
    {"multipleOf, and not of another",
     R"({"type":"integer","multipleOf":6,"not":{"multipleOf":20}})",
     {"6", "30", "12", "-18"},
     {"0", "60", "-120", "20", "8"}},
    {"contains in a long array",
     R"({"type":"array","contains":{"type":"null"},"maxItems":1000})",
     {"[null]", "[1,null]", "[null,1,null]"},
     {"[]", "[1]", "[1,2]"}},
    {"contains, five times",
     R"({"type":"array","maxItems":6,"allOf":[{"contains":{"const":1}},{"contains":{"const":2}},
         {"contains":{"const":3}},{"contains":{"const":4}},{"contains":{"const":5}}]})",
     {"[5,4,3,2,1]", "[0,1,2,3,4,5]", "[1,1,2,3,4,5]"},
     {"[1,2,3,4]", "[1,2,3,4,4,4]", "[0,0,1,2,3,4,5]"}},
    {"contains, often",
     R"({"type":"array","contains":{"type":"null"},"minContains":240,"maxContains":250})",
     {},
     {"[null]", "[]"}},
    {"multipleOf", R"({"type":"integer","multipleOf":7})", {"0", "7", "-14", "700"}, {"1", "71", "-8"}},
    {"decimal multipleOf",
     R"({"type":"number","multipleOf":0.25})",
     {"0.25", "1", "1.50", "-2.75"},
     {"0.3", "1.255"}},
    {"items",
     R"({"type":"array","items":{"type":"integer"}})",
     {"[]", "[1]", "[1, 2,3]"},
     {"[\"a\"]", "[1,]", "[1 2]"}},
    {"counted items",
     R"({"type":"array","items":{"type":"null"},"minItems":2,"maxItems":3})",
     {"[null,null]", "[null,null,null]"},
     {"[]", "[null]", "[null,null,null,null]"}},
    {"prefixItems",
     R"({"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false})",
     {"[]", "[1]", "[1,\"a\"]"},
     {"[\"a\"]", "[1,2]", "[1,\"a\",3]"}},
    {"a list of items",
     R"({"type":"array","items":[{"type":"integer"}],"additionalItems":{"type":"string"}})",
     {"[1,\"a\",\"b\"]", "[]"},
     {"[1,2]", "[\"a\"]"}},
    {"contains",
     R"({"type":"array","items":{"type":"integer"},"contains":{"minimum":10}})",
     {"[10]", "[1,20,3]"},
     {"[]", "[1]", "[1,2]"}},
    {"maxContains",
     R"({"type":"array","items":{"type":"integer"},"contains":{"minimum":10},"minContains":0,"maxContains":1})",
     {"[]", "[1]", "[1,20,3]"},
     {"[10,11]", "[10,1,12]"}},
    {"properties in order, optional ones left out",
     R"({"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"type":"integer"}},"required":["b"],"additionalProperties":false})",
     {"{\"b\":1}", "{\"a\":1,\"b\":2}", "{\"b\":2,\"c\":3}", "{ \"a\" : 1 , \"b\" : 2 , \"c\" : 3 }"},
     {"{}", "{\"a\":1}", "{\"b\":1,\"a\":2}", "{\"b\":1,}", "{,\"b\":1}", "{\"b\":1,\"d\":2}",
      "{\"b\":1 \"c\":2}", "{\"b\":1,\"b\":2}"}},
    {"all optional",
     R"({"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false})",
     {"{}", "{\"a\":1}", "{\"b\":1}", "{\"a\":1,\"b\":2}"},
     {"{\"c\":1}", "{\"b\":1,\"a\":2}"}},
    {"additional properties follow and are not the named ones",
     R"({"type":"object","properties":{"ab":{"type":"integer"}},"additionalProperties":{"type":"string"}})",
     {"{\"ab\":1}", "{\"ab\":1,\"x\":\"y\"}", "{\"a\":\"\",\"abc\":\"\"}", "{\"\":\"\"}"},
     {"{\"ab\":\"x\"}", "{\"x\":1}", "{\"\\u0061b\":\"x\"}"}},
    {"names that need escapes",
     R"({"type":"object","properties":{"a\"\\\n":{"type":"integer"}},"required":["a\"\\\n"],"additionalProperties":false})",
     {"{\"a\\\"\\\\\\n\":1}"},
     {"{}"}},
    {"patternProperties",
     R"({"type":"object","properties":{"x1":{"maximum":5}},"patternProperties":{"^x":{"type":"integer"}},"additionalProperties":{"type":"string"}})",
     {"{\"x1\":4,\"x2\":7,\"y\":\"\"}", "{}"},
     {"{\"x1\":6}", "{\"x2\":\"a\"}", "{\"y\":1}"}},
    {"propertyNames",
     R"({"type":"object","propertyNames":{"pattern":"^[a-z]+$"}})",
     {"{\"ab\":1}", "{}"},
     {"{\"A\":1}", "{\"\":1}"}},
    {"minProperties and maxProperties",
     R"({"type":"object","properties":{"a":{},"b":{},"c":{}},"required":["c"],"additionalProperties":false,"minProperties":2,"maxProperties":2})",
     {"{\"a\":1,\"c\":2}", "{\"b\":1,\"c\":2}"},
     {"{\"c\":1}", "{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":1,\"b\":2}"}},
    {"dependentRequired",
     R"({"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false,"dependentRequired":{"a":["b"]}})",
     {"{}", "{\"b\":1}", "{\"a\":1,\"b\":1}"},
     {"{\"a\":1}"}},
    {"dependentSchemas",
     R"({"type":"object","properties":{"a":{},"b":{}},"dependentSchemas":{"a":{"properties":{"b":{"type":"integer"}}}}})",
     {"{\"b\":\"x\"}", "{\"a\":1,\"b\":1}"},
     {"{\"a\":1,\"b\":\"x\"}"}},
    {"references, recursive",
     R"({"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/tree"}}},"additionalProperties":false}}})",
     {"{}", "{\"kids\":[{},{\"kids\":[]}]}"},
     {"{\"kids\":[1]}", "{\"kid\":[]}"}},
    {"a reference by name",
     R"({"$ref":"#node","$defs":{"x":{"$anchor":"node","type":"null"}}})",
     {"null"},
     {"1"}},
    {"anyOf",
     R"({"anyOf":[{"type":"integer"},{"type":"string","maxLength":1}]})",
     {"1", "\"a\""},
     {"null", "\"ab\""}},
    {"anyOf beside other keywords",
     R"({"type":"object","properties":{"a":{}},"additionalProperties":false,"anyOf":[{"required":["a"]},{"maxProperties":0}]})",
     {"{\"a\":1}", "{}"},
     {"{\"b\":1}"}},
    {"allOf",
     R"({"allOf":[{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]},{"properties":{"b":{"type":"string"}}}]})",
     {"{\"a\":1}", "{\"a\":1,\"b\":\"\"}"},
     {"{}", "{\"a\":1,\"b\":2}", "{\"a\":\"\"}"}},
    {"oneOf by a discriminator",
     R"({"oneOf":[{"type":"object","properties":{"k":{"const":"x"},"v":{"type":"integer"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"y"}},"required":["k"]}]})",
     {"{\"k\":\"x\",\"v\":1}", "{\"k\":\"y\",\"v\":\"z\"}"},
     {"{\"k\":\"x\",\"v\":\"1\"}", "{\"k\":\"z\"}", "{}"}},
    {"oneOf that overlaps",
     R"({"oneOf":[{"type":"integer","multipleOf":2},{"type":"integer","multipleOf":3}]})",
     {"2", "3", "9", "-4"},
     {"6", "0", "1"}},
    {"not",
     R"({"type":"string","not":{"enum":["a","b"]}})",
     {"\"c\"", "\"\"", "\"ab\""},
     {"\"a\"", "\"b\"", "1"}},
    {"not required", R"({"type":"object","not":{"required":["a"]}})", {"{}", "{\"b\":1}"}, {"{\"a\":1}"}},
    {"not pattern",
     R"({"type":"string","not":{"pattern":"^a"}})",
     {"\"b\"", "\"\"", "\"ba\""},
     {"\"a\"", "\"ab\""}},
    {"if, then, else",
     R"({"type":"object","properties":{"k":{"enum":["x","y"]},"v":{}},"required":["k","v"],"if":{"properties":{"k":{"const":"x"}}},"then":{"properties":{"v":{"type":"integer"}}},"else":{"properties":{"v":{"type":"string"}}}})",
     {"{\"k\":\"x\",\"v\":1}", "{\"k\":\"y\",\"v\":\"s\"}"},
     {"{\"k\":\"x\",\"v\":\"s\"}", "{\"k\":\"y\",\"v\":1}"}},
    {"unevaluatedProperties sees through allOf, references and anyOf",
     R"({"properties":{"a":{}},"allOf":[{"$ref":"#/$defs/x"}],"anyOf":[{"properties":{"b":{"type":"integer"}}},)"
     R"({"patternProperties":{"^c":true}}],"unevaluatedProperties":{"type":"null"},"$defs":{"x":{"properties":{"x":{}}}}})",
     {R"({"a":1,"x":1})", R"({"b":1})", R"({"c1":1})", R"({"b":1,"c1":1})", R"({"c":1,"d":null})"},
     {R"({"d":1})", R"({"b":"x","d":1})"}},
    {"a branch of anyOf that fails has evaluated nothing",
     R"({"anyOf":[{"properties":{"a":{"const":1},"b":{}},"required":["a"]},{"required":["c"],"properties":{"c":{}}}],)"
     R"("unevaluatedProperties":false})",
     {R"({"a":1,"b":2})", R"({"c":0})", R"({"a":1,"b":2,"c":3})"},
     {R"({"b":2,"c":3})", R"({"a":2,"c":3})", R"({"b":2})"}},
    {"unevaluatedProperties beside if",
     R"({"if":{"properties":{"k":{"const":1}},"required":["k"]},"then":{"properties":{"x":{}}},"else":)"
     R"({"properties":{"k":{},"y":{}}},"unevaluatedProperties":false})",
     {R"({"k":1,"x":2})", R"({"k":2,"y":2})", "{}"},
     {R"({"k":1,"y":2})", R"({"k":2,"x":2})"}},
    {"unevaluatedProperties beside dependentSchemas",
     R"({"properties":{"a":{}},"dependentSchemas":{"a":{"properties":{"b":{}}}},"unevaluatedProperties":false})",
     {"{}", R"({"a":1})", R"({"a":1,"b":1})"},
     {R"({"b":1})", R"({"a":1,"c":1})"}},
    {"unevaluatedProperties denied",
     R"({"type":"object","not":{"properties":{"a":{}},"unevaluatedProperties":false}})",
     {R"({"b":1})", R"({"a":1,"b":1})"},
     {"{}", R"({"a":1})"}},
    {"unevaluatedItems",
     R"({"allOf":[{"prefixItems":[{"type":"integer"},true]}],"prefixItems":[true],"unevaluatedItems":{"type":"null"}})",
     {"[]", "[1]", "[1,\"\"]", "[1,2,null,null]"},
     {"[\"\"]", "[1,2,3]"}},
    {"what contains matches is evaluated",
     R"({"prefixItems":[{"type":"integer"}],"contains":{"type":"string"},"unevaluatedItems":false})",
     {"[1,\"a\"]", "[1,\"a\",\"b\"]"},
     {"[1]", "[\"a\"]", "[1,\"a\",2]"}},
    {"what contains matches is not evaluated in 2019-09",
     R"({"$schema":"https://json-schema.org/draft/2019-09/schema","items":[{"type":"integer"}],"contains":{"const":1},)"
     R"("unevaluatedItems":{"type":"string"}})",
     {"[1]", "[1,\"a\"]"},
     {"[1,1]", "[2,1]"}},
    {"few items that are not unique",
     R"({"type":"array","items":{"enum":[1,"a",null]},"not":{"uniqueItems":true},"maxItems":4})",
     {"[1,1]", "[1,\"a\",1]", "[null,1,null,null]"},
     {"[]", "[1]", "[1,\"a\",null]", "[1,1,1,1,1]"}},
    {"items by place that are not unique",
     R"({"prefixItems":[{"type":"boolean"},{"type":"boolean"}],"items":{"const":4},"not":{"uniqueItems":true}})",
     {"[true,true]", "[true,true,4]", "[true,false,4,4]"},
     {"[true,false]", "[true,false,4]", "[1,1]"}},
    {"unique and not unique",
     R"({"uniqueItems":true,"not":{"uniqueItems":true,"type":"array"}})",
     {"1"},
     {"[]", "[1]"}},
    {"a keyword of a later draft is none",
     R"({"$schema":"http://json-schema.org/draft-04/schema#","const":1})",
     {"2"},
     {""}},
    {"siblings of a reference mean nothing to draft 7",
     R"({"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"$ref":"#/definitions/n","type":"string"}},"definitions":{"n":{"type":"null"}}})",
     {"{\"a\":null}"},
     {"{\"a\":\"\"}"}},
};

parlance::rtn::network network_of(std::string_view text, schema::options const& how) {
    auto const value = parlance::json::parse(text);
    BOOST_REQUIRE_MESSAGE(value, text);
    auto net = schema::compile(*value, how);
    BOOST_REQUIRE_MESSAGE(net, parlance::render(net.error()));
    return *std::move(net);
}

schema::options with(schema::spaces policy) {
    schema::options how;
    how.whitespace = policy;
    return how;
}

}  // namespace

BOOST_DATA_TEST_CASE(the_network_takes_what_satisfies_the_schema_and_nothing_else, data::make(samples)) {
    auto const net = network_of(sample.schema, with(schema::spaces::json));
    for (std::string_view const text : sample.pass) {
        BOOST_TEST(parlance::mask::matches(net, text), "refused: " << text);
    }
    for (std::string_view const text : sample.fail) {
        BOOST_TEST(!parlance::mask::matches(net, text), "accepted: " << text);
    }
}

BOOST_DATA_TEST_CASE(the_validator_agrees_where_the_text_is_json, data::make(samples)) {
    auto const whole = *parlance::json::parse(sample.schema);
    for (std::string_view const text : sample.pass) {
        auto const value = parlance::json::parse(text);
        BOOST_REQUIRE_MESSAGE(value, text);
        auto const r = schema::validate(whole, *value);
        BOOST_TEST(r.has_value(), text << ": " << parlance::render(r.error()));
    }
}

BOOST_AUTO_TEST_CASE(white_space_is_the_policys) {
    std::string_view const text =
        R"({"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"}}},"additionalProperties":false})";
    auto const compact = network_of(text, with(schema::spaces::compact));
    auto const bounded = network_of(text, with(schema::spaces::bounded));
    auto const json = network_of(text, with(schema::spaces::json));
    struct row {
        std::string_view text;
        bool compact, bounded, json;
    };
    row const rows[] = {{"{\"a\":[1,2]}", true, true, true},
                        {"{\"a\": [1, 2]}", false, true, true},
                        {"{\n  \"a\": [\n    1,\n    2\n  ]\n}", false, true, true},
                        {"{\"a\":  [1]}", false, false, true},
                        {"{\"a\" :[1]}", false, false, true},
                        {"{\n\n\"a\":[]}", false, false, true},
                        {" {}", false, false, true},
                        {"{\"a\":[1,\n                    2]}", false, true, true},
                        {"{\"a\":[1,\n                     2]}", false, false, true}};
    for (row const& r : rows) {
        BOOST_TEST(parlance::mask::matches(compact, r.text) == r.compact, r.text);
        BOOST_TEST(parlance::mask::matches(bounded, r.text) == r.bounded, r.text);
        BOOST_TEST(parlance::mask::matches(json, r.text) == r.json, r.text);
    }
}

BOOST_AUTO_TEST_CASE(white_space_may_be_a_callers_pattern) {
    schema::options how = with(schema::spaces::pattern);
    how.space_inside = "(\\n(  )*)?";
    how.space_behind_key = " ";
    auto const net = network_of(R"({"properties":{"a":{"items":{"const":{"b":[1]}}}}})", how);
    for (std::string_view const text :
         {"{\n  \"a\": [\n    {\"b\": [\n1]}\n  ]\n}", "{}", "{\n}", "{\"a\": []}"}) {
        BOOST_TEST(parlance::mask::matches(net, text), text);
    }
    for (std::string_view const text :
         {"{\"a\":[]}", "{ \"a\": []}", "{\n   \"a\": []}", "{\"a\" : []}", "{\"a\": [1]}"}) {
        BOOST_TEST(!parlance::mask::matches(net, text), text);
    }
    for (std::string_view const wrong : {"x", "\\s", "[^ ]", "(", " |."}) {
        how.space_inside = wrong;
        BOOST_TEST((schema::compile(true, how).error().code != errc::none), wrong);
    }
}

BOOST_AUTO_TEST_CASE(ten_required_members_stand_in_any_order) {
    schema::options how = with(schema::spaces::compact);
    how.properties = schema::order::any;
    std::string properties;
    std::string required;
    std::vector<std::string> members;
    for (char c = 'a'; c <= 'j'; ++c) {
        std::string const name{'"', c, '"'};
        properties += name + ":{\"const\":\"" + c + "\"},";
        required += (required.empty() ? "" : ",") + name;
        members.push_back(name + ":" + name);
    }
    auto const net = network_of(R"({"type":"object","properties":{)" + properties +
                                    R"("x":{"type":"null"}},"required":[)" + required +
                                    R"(],"additionalProperties":false})",
                                how);
    std::mt19937 random(5);
    for (int i = 0; i < 200; ++i) {
        std::shuffle(members.begin(), members.end(), random);
        std::string text;
        for (std::string const& m : members) {
            text += (text.empty() ? "{" : ",") + m;
        }
        BOOST_TEST(parlance::mask::matches(net, text + "}"), text);
        BOOST_TEST(parlance::mask::matches(net, text + ",\"x\":null}"), text);
        BOOST_TEST(!parlance::mask::matches(net, text + "," + members[0] + "}"), text);
        BOOST_TEST(!parlance::mask::matches(net, text.substr(0, text.rfind(',')) + "}"), text);
    }
}

BOOST_AUTO_TEST_CASE(objects_can_be_closed_by_default) {
    schema::options how = with(schema::spaces::compact);
    how.additional_properties = false;
    auto const net =
        network_of(R"({"type":"object","properties":{"a":{"type":"object"}},"required":["a"]})", how);
    BOOST_TEST(parlance::mask::matches(net, R"({"a":{"free":1}})"));
    BOOST_TEST(!parlance::mask::matches(net, R"({"a":{},"b":1})"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_exact_is_refused_with_its_place) {
    struct row {
        std::string_view schema;
        errc code;
        std::string_view place;
    };
    row const rows[] = {
        {R"({"properties":{"a":{"prefixItems":[{},{"const":9}],"minItems":2,"uniqueItems":true}}})",
         errc::unsupported_keyword, "/properties/a"},
        {R"({"properties":{"a/b":{"not":{"uniqueItems":true}}}})", errc::unsupported_keyword,
         "/properties/a~1b"},
        {R"({"properties":{"a":{"type":"string","pattern":"(a)\\1"}}})", errc::not_lowerable,
         "/properties/a"},
        {R"({"items":{"$ref":"#/nowhere"}})", errc::unresolved_reference, "/items/$ref"},
        {R"({"items":{"type":"text"}})", errc::invalid_keyword, "/items/type"},
        {R"({"type":"object","required":["a"],"properties":{"a":false}})", errc::unsatisfiable_schema, ""},
    };
    for (row const& r : rows) {
        auto const net = schema::compile(*parlance::json::parse(r.schema));
        BOOST_TEST(!net.has_value(), r.schema);
        BOOST_TEST((net.error().code == r.code), r.schema << ": " << parlance::render(net.error()));
        BOOST_TEST(net.error().hint.view().starts_with(r.place), net.error().hint.view());
    }
}

BOOST_AUTO_TEST_CASE(a_bound_of_any_size_costs_no_states) {
    auto const small = network_of(R"({"type":"string","maxLength":10})", {});
    auto const large = network_of(R"({"type":"string","maxLength":1000000})", {});
    BOOST_TEST(small.states.size() == large.states.size());
    auto const items = network_of(R"({"type":"array","items":{"type":"null"},"maxItems":1000000})", {});
    BOOST_TEST(items.states.size() < 100u);
}

BOOST_AUTO_TEST_CASE(several_schemas_may_share_the_fuel_of_one) {
    parlance::rtn::builder out;
    schema::lowerer lower(out);
    auto const s = *parlance::json::parse(R"({"type":"string","pattern":"^[a-z]{1,200}-[0-9]{9}$"})");
    lower.allow(100);
    BOOST_TEST((lower.lower(s).error().code == parlance::errc::out_of_fuel));
    lower.allow(10'000'000);
    BOOST_TEST(lower.lower(s).has_value());
    BOOST_TEST(lower.steps() > 100U);
}

BOOST_AUTO_TEST_CASE(equal_schemas_become_one_rule) {
    parlance::rtn::builder out;
    schema::lowerer lower(out);
    auto const s =
        *parlance::json::parse(R"({"type":"object","properties":{"a":{"type":"string","maxLength":3}}})");
    auto const first = lower.lower(s);
    BOOST_REQUIRE(first);
    std::size_t const states = out.state_count();
    auto const second = lower.lower(s);
    BOOST_REQUIRE(second);
    BOOST_TEST(*first == *second);
    BOOST_TEST(out.state_count() == states);
    auto const other = lower.lower(*parlance::json::parse(R"({"type":"string"})"));
    BOOST_REQUIRE(other);
    auto const again = lower.lower(*parlance::json::parse(R"({"type":"string","description":"x"})"));
    BOOST_REQUIRE(again);
    BOOST_TEST(*other == *again);
}

BOOST_AUTO_TEST_CASE(what_was_forgotten_is_written_again) {
    parlance::rtn::builder out;
    schema::lowerer lower(out);
    auto const s =
        *parlance::json::parse(R"({"type":"object","properties":{"a":{"type":"string","maxLength":3}}})");
    auto const first = lower.lower(s);
    BOOST_REQUIRE(first);
    std::size_t const states = out.state_count();
    lower.forget();
    auto const second = lower.lower(s);
    BOOST_REQUIRE(second);
    BOOST_TEST(*first != *second);
    BOOST_TEST(out.state_count() == 2 * states);
    auto const third = lower.lower(s);
    BOOST_REQUIRE(third);
    BOOST_TEST(*second == *third);
}

BOOST_AUTO_TEST_CASE(formats_that_are_not_enforced_are_reported) {
    parlance::rtn::builder out;
    schema::lowerer lower(out);
    auto const r =
        lower.lower(*parlance::json::parse(R"({"properties":{"a":{"type":"string","format":"color"}}})"));
    BOOST_REQUIRE(r);
    BOOST_REQUIRE(lower.notes().size() == 1u);
    BOOST_TEST(lower.notes()[0].starts_with("/properties/a/format"));
}

BOOST_AUTO_TEST_CASE(a_length_that_a_look_ahead_asks_for_is_counted) {
    // the common pattern of host names, which has too many states as one automaton
    auto const net = schema::compile(
        R"({"type":"string",
            "pattern":"^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$"})");
    BOOST_REQUIRE_MESSAGE(net, parlance::render(net.error()));
    std::string const label(62, 'a');
    auto const quoted = [](std::string const& text) { return '"' + text + '"'; };
    std::string const four = label + "." + label + "." + label + "." + label;  // 251
    BOOST_TEST(parlance::mask::matches(*net, quoted("a.example")));
    BOOST_TEST(parlance::mask::matches(*net, quoted(four)));
    BOOST_TEST(!parlance::mask::matches(*net, quoted(four + ".com")));
    BOOST_TEST(!parlance::mask::matches(*net, quoted("a.b")));
    BOOST_TEST(!parlance::mask::matches(*net, quoted("-a.example")));
    // a '|' ends what the look-ahead is in front of
    auto const either = schema::compile(R"({"type":"string","pattern":"^(?=.{1,3}$)a+$|^b+$"})");
    BOOST_REQUIRE_MESSAGE(either, parlance::render(either.error()));
    BOOST_TEST(parlance::mask::matches(*either, quoted("bbbb")));
    BOOST_TEST(!parlance::mask::matches(*either, quoted("aaaa")));
}

BOOST_AUTO_TEST_CASE(what_nothing_satisfies_is_refused_with_its_place_and_reason) {
    std::pair<char const*, char const*> const rows[] = {
        {R"({"type":"object","required":["a"],"properties":{"a":{"type":"object","required":["b"],
             "properties":{"b":{"type":"integer","minimum":5,"maximum":1}}}}})",
         "/properties/a/properties/b: minimum 5 and maximum 1"},
        {R"({"type":"object","required":["a","b"],"properties":{"a":{}},"additionalProperties":false})",
         "required names b, which may not be there"},
        {R"({"type":"integer","enum":["a","b"]})", "nothing in enum is of this type"},
        {R"({"type":"array","minItems":1,"items":{"type":"string","minLength":3,"maxLength":2}})",
         "/items: minLength 3 and maxLength 2"},
        {R"({"type":"array","minItems":2,"items":[{"type":"string"},false],"maxItems":2})",
         "/items/1: false allows nothing"},
        {R"({"$ref":"#/$defs/a","$defs":{"a":{"type":"object","required":["next"],
             "properties":{"next":{"$ref":"#/$defs/a"}}}}})",
         "/$defs/a/properties/next: every value would have to hold one more of its kind"},
        {R"({"type":"string","not":{"type":"string"}})", "type and not contradict each other"},
        {R"({"title":"x","type":"string","pattern":"^a+$","format":"date","maxLength":20})",
         "type, pattern and format contradict each other"},
        {R"({"allOf":[{"type":"string"},{"minLength":3},{"allOf":[{"type":"integer"}]}]})",
         "allOf/0/type and allOf/2/allOf/0/type contradict each other"},
        {R"({"$ref":"#/$defs/a~1b","$defs":{"a/b":{"type":"integer","minimum":1,"maximum":4,"multipleOf":5}}})",
         "/$defs/a~1b: type, minimum, maximum and multipleOf contradict each other"},
        {R"({"not":{}})", "not allows nothing"},
        {R"({"properties":{"a":{"if":{},"then":false,"type":"null"}},"required":["a"],"type":"object"})",
         "/properties/a: if and then contradict each other"},
        {R"({"type":"array","contains":{"type":"string"},"items":{"type":"integer"},"maxItems":7})",
         "type, contains and items contradict each other"},
        {R"({"type":"object","required":["a","b"],"maxProperties":1})",
         "type, required and maxProperties contradict each other"},
    };
    for (auto const& [text, hint] : rows) {
        auto const r = schema::compile(text);
        BOOST_REQUIRE_MESSAGE(!r, text);
        BOOST_TEST((r.error().code == errc::unsatisfiable_schema), text);
        BOOST_TEST(r.error().hint.view() == hint);
    }
}

BOOST_AUTO_TEST_CASE(formats_that_are_not_enforced_are_refused_on_request) {
    schema::options how;
    how.strict_formats = true;
    for (std::string_view const name : schema::formats()) {
        boost::json::value const s = boost::json::object{{"type", "string"}, {"format", name}};
        BOOST_TEST(schema::compile(s, how).has_value(), name);
    }
    auto const r = schema::compile(R"({"properties":{"a":{"type":"string","format":"idn-hostname"}}})", how);
    BOOST_REQUIRE(!r);
    BOOST_TEST((r.error().code == errc::unsupported_keyword));
    BOOST_TEST(r.error().hint.view() == "/properties/a/format: idn-hostname");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_exact_is_widened_on_request_only_and_noted) {
    std::string_view const rows[] = {
        R"({"type":"array","prefixItems":[{"type":"string"},{"const":"a"}],"minItems":2,"uniqueItems":true})",
        R"({"type":"string","pattern":"(a)\\1"})",
    };
    for (std::string_view const row : rows) {
        auto const schema = *parlance::json::parse(row);
        BOOST_TEST(!schema::compile(schema));
        parlance::rtn::builder out;
        schema::options how;
        how.relaxed = {true, true};
        schema::lowerer lowerer(out, how);
        BOOST_TEST(lowerer.lower(schema).has_value());
        BOOST_TEST(lowerer.notes().size() == 1u);
    }
}

BOOST_AUTO_TEST_CASE(a_pattern_that_is_none_is_refused_behind_a_class_that_is_counted) {
    auto const net = schema::compile(*parlance::json::parse(
        R"({"type":"array","prefixItems":[{"type":"string","pattern":"^[a]{1,2}$"},{"type":"string","pattern":"*"}]})"));
    BOOST_REQUIRE(!net);
    BOOST_TEST((net.error().code == parlance::errc::not_lowerable));
}

BOOST_AUTO_TEST_CASE(schemas_of_one_lowerer_keep_their_own_items_and_members) {
    std::string_view const schemas[] = {
        R"({"type":"array","items":{"type":"string"},"maxItems":3})",
        R"({"type":"array","items":{"type":"null"},"maxItems":3})",
        R"({"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":{"type":"string"}})",
        R"({"type":"object","properties":{"a":{"type":"null"}},"additionalProperties":{"type":"null"}})"};
    std::string_view const values[] = {R"(["a","b"])", "[null,null]", R"({"a":"b","c":"d"})",
                                       R"({"a":null,"c":null})"};
    for (std::size_t wanted = 0; wanted < std::size(schemas); ++wanted) {
        parlance::rtn::builder out;
        schema::lowerer lowerer(out);
        for (std::size_t i = 0; i < std::size(schemas); ++i) {
            auto const rule = lowerer.lower(*parlance::json::parse(schemas[i]));
            BOOST_REQUIRE(rule);
            if (i == wanted) {
                out.root(*rule);
            }
        }
        auto const net = std::move(out).finish();
        for (std::size_t i = 0; i < std::size(values); ++i) {
            BOOST_TEST(parlance::mask::matches(net, values[i]) == (i == wanted),
                       schemas[wanted] << " " << values[i]);
        }
    }
}

// Boost.JSON would make a string of a literal, and a schema is none.
template <class... Arguments>
concept lowers = requires(Arguments const&... a) { schema::lower(a...); };
static_assert(lowers<boost::json::value, parlance::rtn::builder&>);
static_assert(!lowers<char[3], parlance::rtn::builder&> && !lowers<char const*, parlance::rtn::builder&>);

BOOST_AUTO_TEST_CASE(further_names_that_can_have_no_value_are_no_members) {
    for (std::string_view const further :
         {R"({"type":"object","required":["a"],"properties":{"b":true},"additionalProperties":false})",
          R"({"type":"array","prefixItems":[{"type":"null","enum":[1]}],"minItems":1})",
          R"({"allOf":[{"type":"string"},{"type":"null"}]})"}) {
        std::string const least =
            R"({"type":"object","properties":{"b":{"type":"boolean"}},"minProperties":2,)";
        auto const made = schema::compile(least + R"("additionalProperties":)" + std::string(further) + "}");
        BOOST_TEST(!made, further);
        BOOST_TEST((!made && made.error().code == errc::unsatisfiable_schema), further);
    }
}

BOOST_AUTO_TEST_CASE(a_bound_that_was_rounded_when_it_was_read_is_enforced_within) {
    struct {
        std::string_view schema;
        texts pass;
        texts fail;
        std::size_t notes;
    } const rows[] = {
        {R"({"type":"integer","minimum":18446744073709551617})",
         {"18446744073709555712", "99999999999999999999"},
         {"18446744073709551616", "1"},
         1},
        {R"({"type":"integer","maximum":18446744073709551617})",
         {"18446744073709549568"},
         {"18446744073709551618"},
         1},
        {R"({"exclusiveMaximum":340282366920938463463374607431768211455})",
         {"340282366920938400000000000000000000000"},
         {"340282366920938463463374607431768211455"},
         1},
        {R"({"type":"integer","minimum":18446744073709551615,"maximum":1e20})",
         {"18446744073709551615", "100000000000000000000"},
         {"18446744073709551614", "100000000000000000001"},
         0},
    };
    for (auto const& row : rows) {
        parlance::rtn::builder out;
        schema::lowerer lower(out);
        boost::json::value const source = parlance::json::parse(row.schema).value();
        auto const rule = lower.lower(source);
        BOOST_REQUIRE(rule);
        BOOST_TEST(lower.notes().size() == row.notes, row.schema);
        out.root(*rule);
        auto const net = std::move(out).finish();
        for (std::string_view const text : row.pass) {
            BOOST_TEST(parlance::mask::matches(net, text), row.schema << " " << text);
        }
        for (std::string_view const text : row.fail) {
            BOOST_TEST(!parlance::mask::matches(net, text), row.schema << " " << text);
        }
    }
}

BOOST_AUTO_TEST_CASE(text_is_the_text_of_a_schema) {
    boost::json::value const value = {{"type", "integer"}, {"maximum", 9}};
    auto const expected = schema::compile(value).value();
    auto const same = [&](parlance::rtn::network const& other) {
        return other.states == expected.states && other.edges == expected.edges &&
               other.rules == expected.rules;
    };
    char const* const pointer = R"({"type":"integer","maximum":9})";
    BOOST_TEST(same(schema::compile(R"({"type":"integer","maximum":9})").value()));
    BOOST_TEST(same(schema::compile(pointer).value()));
    BOOST_TEST(same(schema::compile(std::string_view(pointer)).value()));
    BOOST_TEST(same(schema::compile(std::string(pointer), {}, {}).value()));
    BOOST_TEST(same(schema::compile({{"type", "integer"}, {"maximum", 9}}).value()));
    BOOST_TEST((schema::compile(R"({"type":"nothing"})").error().code == parlance::errc::invalid_keyword));

    std::string_view const wrong = "{\n  \"type\": integer}";
    auto const refused = schema::compile(wrong);
    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error().code == parlance::errc::json_syntax));
    BOOST_TEST(refused.error().at.line == 2u);
    BOOST_TEST(refused.error().at.column == 11u);
    parlance::limits tight;
    tight.source_bytes = 4;
    BOOST_TEST((schema::compile(pointer, {}, tight).error().code == parlance::errc::source_too_large));
}

// Two constants that a hash of two multiplications a word took for one: they were found in minutes, as all that can be
// done to a hash without a key.
BOOST_AUTO_TEST_CASE(constants_of_one_weak_hash_are_told_apart) {
    std::string const a = "eK2795fj1Tagm#Ri";
    std::string const b = "mJ5X54TbL!Yp\x02Q-\x16";
    parlance::rtn::builder rules;
    schema::lowerer lowerer(rules);
    BOOST_REQUIRE(lowerer.lower(boost::json::object{{"const", a}}));
    auto const root = lowerer.lower(boost::json::object{{"const", b}});
    BOOST_REQUIRE(root);
    rules.root(*root);
    auto const network = std::move(rules).finish();
    BOOST_TEST(parlance::mask::matches(network, parlance::json::dump(boost::json::value(b))));
    BOOST_TEST(!parlance::mask::matches(network, parlance::json::dump(boost::json::value(a))));

    auto const one = schema::compile({{"anyOf", {{{"const", a}}, {{"const", b}}}}});
    BOOST_REQUIRE(one);
    BOOST_TEST(parlance::mask::matches(*one, parlance::json::dump(boost::json::value(b))));
}

BOOST_AUTO_TEST_SUITE_END()
