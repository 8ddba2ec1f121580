// test/schema/validate.cpp - the validator says where a value fails, and by which keyword
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include <parlance/schema/validate.hpp>
#include "../measured.hpp"
#include <boost/json.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(schema_validate)

namespace json = boost::json;
namespace data = boost::unit_test::data;

namespace {

struct sample {
    char const* schema;
    char const* value;
    std::string_view violation;  // empty: valid
    friend std::ostream& operator<<(std::ostream& out, sample const& s) {
        return out << s.schema << " " << s.value;
    }
};

sample const samples[] = {
    {R"({"type":"integer"})", "1.0", ""},
    {R"({"type":"integer"})", "1.5", "type"},
    {R"({"const":1})", "1.0", ""},
    {R"({"enum":[{"a":1,"b":2}]})", R"({"b":2,"a":1})", ""},
    {R"({"properties":{"a/b":{"items":{"maximum":3}}}})", R"({"a/b":[1,4]})", "/a~1b/1: maximum"},
    {R"({"maxLength":1})", "\"\xC3\xA9\"", ""},
    {R"({"uniqueItems":true})", "[1,2,1.0]", "/2: uniqueItems"},
    {R"({"multipleOf":0.01})", "4.35", ""},
    {R"({"multipleOf":0.01})", "4.355", "multipleOf"},
    {R"({"contains":{"const":1},"maxContains":1})", "[1,1]", "contains"},
    {R"({"oneOf":[{"minimum":1},{"maximum":3}]})", "2", "oneOf"},
    {R"({"if":{"required":["a"]},"then":{"required":["b"]}})", R"({"a":1})", "required"},
    {R"({"propertyNames":{"maxLength":1}})", R"({"ab":1})", "/ab: maxLength"},
    {R"({"dependencies":{"a":["b"],"c":{"maxProperties":1}}})", R"({"c":1,"d":2})", "maxProperties"},
    {R"({"format":"ipv6"})", "\"::1\"", ""},
    {R"({"format":"ipv6"})", "\":::1\"", "format"},
    {R"({"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false})", R"({"a":1})", ""},
    {R"({"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false})", R"({"a":1,"b":1})", "/b: false"},
    {R"({"anyOf":[{"prefixItems":[{"const":1}]},true],"unevaluatedItems":{"type":"null"}})", "[1,2]",
     "/1: type"},
    {R"({"anyOf":[{"prefixItems":[{"const":1}]},true],"unevaluatedItems":{"type":"null"}})", "[2]",
     "/0: type"},
    {R"({"$ref":"#/$defs/x","$defs":{"x":{"type":"null"}}})", "0", "type"},
};

}  // namespace

BOOST_DATA_TEST_CASE(the_first_violation_is_named, data::make(samples)) {
    auto const r = parlance::schema::validate(json::parse(sample.schema), json::parse(sample.value));
    BOOST_TEST(r.has_value() == sample.violation.empty());
    BOOST_TEST(r.error().hint.view() == sample.violation);
}

BOOST_AUTO_TEST_CASE(a_schema_that_cannot_be_decided_is_no_violation) {
    auto const code = [](char const* schema) {
        return parlance::schema::validate(json::parse(schema), json::parse("\"a\"")).error().code;
    };
    BOOST_TEST((code(R"({"$ref":"#/nowhere"})") == parlance::errc::unresolved_reference));
    BOOST_TEST((code(R"({"pattern":"(a)\\1"})") == parlance::errc::not_lowerable));
    BOOST_TEST((code(R"({"$ref":"#"})") == parlance::errc::unresolved_reference));
}

// The automaton of all texts of such a pattern has a state for every set of places that a text may have come to.
BOOST_AUTO_TEST_CASE(a_pattern_whose_automaton_is_too_large_is_asked_about_each_text) {
    struct {
        char const* schema;
        char const* good;
        char const* bad;
    } const rows[] = {
        {R"({"pattern":"^(?:\\d{3} +[a-z]{2,5}){0,24}(?:7{0,9}-?){2,41}$"})", R"("123 ab777-77--7")",
         R"("123 ab7 7")"},
        {R"({"pattern":"^(?!.*//)((.{1,63}!){1,127}(?![0-9]*$)[a-z0-9]+)$"})", R"("a!b!c9")", R"("a!//!c9")"},
        {R"({"pattern":"^(.*a.{30}b.*c.{30}d)$"})",
         R"("a012345678901234567890123456789b-c012345678901234567890123456789d")",
         R"("a01234567890123456789012345678b-c012345678901234567890123456789d")"},
    };
    for (auto const& row : rows) {
        BOOST_TEST(parlance::schema::validate(json::parse(row.schema), json::parse(row.good)).has_value(),
                   row.schema);
        auto const r = parlance::schema::validate(json::parse(row.schema), json::parse(row.bad));
        BOOST_REQUIRE(!r);
        BOOST_TEST(r.error().hint.view() == "pattern", row.schema);
    }
}

BOOST_AUTO_TEST_CASE(many_items_are_told_apart_by_their_hashes) {
    boost::json::array many;
    for (int i = 0; i < 20'000; ++i) {
        many.emplace_back(i);
    }
    boost::json::value const schema = json::parse(R"({"uniqueItems": true})");
    BOOST_TEST(parlance::schema::validate(schema, boost::json::value(many)).has_value());
    many.emplace_back(17.0);
    auto const r = parlance::schema::validate(schema, boost::json::value(many));
    BOOST_TEST(r.error().hint.view() == "/20000: uniqueItems");
}

// A json::value has of long numbers the nearest double, and of equal names the last value.
BOOST_AUTO_TEST_CASE(of_a_text_all_digits_and_all_names_count) {
    struct {
        char const* schema;
        char const* text;
        std::string_view violation;  // empty: valid
    } const rows[] = {
        {R"({"multipleOf":3})", "999999999999999999999999999", ""},
        {R"({"multipleOf":3})", "-1000000000000000000000000000", "multipleOf"},
        {R"({"type":"integer"})", "12345678901234567890123.5", "type"},
        {R"({"items":{"maximum":18446744073709551615}})", "[18446744073709551616]", "/0: maximum"},
        {R"({"const":0.1})", "0.10000000000000000001", "const"},
        {R"({"const":0.1})", "0.1000000000000000000000", ""},
        {R"({"const":{"a":[0.1]}})", R"({"a":[0.10000000000000000001]})", "const"},
        // of what the schema wrote a double is left
        {R"({"const":0.12345678901234567890123})", "0.12345678901234567890123", ""},
        {R"({"enum":[1,123456789012345678901234567]})", "123456789012345678901234567", ""},
        {R"({"const":9007199254740993})", "9007199254740993.0", ""},
        {R"({"const":9007199254740992})", "9007199254740993.0", "const"},
        {R"({"enum":[0.12345678901234567890123]})", "0.1234567890123458", "enum"},
        {R"({"uniqueItems":true})", "[0.12345678901234567890123,0.12345678901234567890124]", ""},
        {R"({"uniqueItems":true})", "[100000000000000000000000000000000, 100000000000000000000000000000001]",
         ""},
        {R"({"uniqueItems":true})", "[9007199254740993, 9007199254740993.0]", "/1: uniqueItems"},
        {R"({"maximum":1e100})", "1e400", "maximum"},
        {R"({"multipleOf":1e-3})", "1e99999", ""},
        {R"({"const":0})", "1e-100001", "a number with an exponent beyond 100000"},
        {R"({"const":0})", "0.0e-100001", ""},
        {"true", R"({"a":1e-100001,"b":1,"a":2})", "a number with an exponent beyond 100000"},
        {R"({"properties":{"b":{"multipleOf":3}}})",
         R"({"1:\\":"-2\"3","a":[-4,5e1],"b":999999999999999999999999999})", ""},
        {R"({"properties":{"a":{"type":"string"}}})", R"({"a":"x","a":1})", "/a: type"},
        {"true", R"({"a":1,"b":{"a":1}})", ""},
        {"true", R"({"a":1,"a":2})", "a name comes twice in an object"},
        {"true", R"([{"a":{"b":1},"\u0061":{"b":1}}])", "a name comes twice in an object"},
    };
    for (auto const& row : rows) {
        json::value const schema = json::parse(row.schema);
        auto const judged = parlance::schema::validator(schema).check_text(row.text);
        BOOST_TEST(judged.has_value() == row.violation.empty(), row.text);
        BOOST_TEST(judged.error().hint.view() == row.violation, row.text);
    }
    json::array many;  // they are looked up
    for (int i = 0; i < 40; ++i) {
        many.push_back(9007199254740993 + i);
    }
    many.push_back(json::array{0.12345678901234567890123});
    json::value const listed{{"enum", many}};
    BOOST_TEST(parlance::schema::validator(listed).check_text("9007199254740994.0").has_value());
    BOOST_TEST(parlance::schema::validator(listed).check_text("[0.12345678901234567890123]").has_value());
    BOOST_TEST(!parlance::schema::validator(listed).check_text("[0.1234567890123458]").has_value());
    json::value const three = json::parse(R"({"anyOf":[{"multipleOf":3},{"multipleOf":7}]})");
    parlance::limits few;
    few.fuel = 20'000;
    std::string const huge(100'000, '1');
    parlance::schema::validator checks(three);
    BOOST_TEST((checks.check_text(huge, few).error().code == parlance::errc::out_of_fuel));
    BOOST_TEST(checks.fuel_used() == few.fuel);
    BOOST_TEST(checks.check_text("6").has_value());
    BOOST_TEST(checks.fuel_used() > 0u);
    BOOST_TEST(checks.fuel_used() < 10'000u);
    BOOST_TEST(!checks.check_text("{").has_value());  // nothing was checked
    BOOST_TEST(checks.fuel_used() == 0u);
    BOOST_TEST(
        (parlance::schema::validator(three).check_text("{").error().code == parlance::errc::json_syntax));
}

BOOST_AUTO_TEST_CASE(nested_values_need_no_large_stack) {
    for (std::string_view const inner : {R"({"$ref":"#"})", R"({"anyOf":[{"not":{}},{"$ref":"#"}]})"}) {
        boost::json::value const schema =
            json::parse(R"({"items":)" + std::string(inner) + R"(,"additionalProperties":{"$ref":"#"}})");
        for (bool const arrays : {true, false}) {
            std::string text;
            for (int i = 0; i < 190; ++i) {
                text += arrays ? "[" : "{\"a\":";
            }
            text += "0";
            for (int i = 0; i < 190; ++i) {
                text += arrays ? "]" : "}";
            }
            boost::json::parse_options deep;
            deep.max_depth = 200;
            boost::json::value const value = boost::json::parse(text, {}, deep);
            measured::on_a_small_stack([&] { static_cast<void>(parlance::schema::validate(schema, value)); });
        }
    }
    BOOST_TEST(true);
}

BOOST_AUTO_TEST_CASE(looking_is_paid_for) {
    boost::json::value const schema = json::parse(R"({"items": {"enum": ["a", "b"]}})");
    boost::json::value const value(boost::json::array(1000, boost::json::value("b")));
    parlance::limits bounds;
    bounds.fuel = 100'000;
    auto const code = [&] { return parlance::schema::validate(schema, value, {}, bounds).error().code; };
    BOOST_TEST((code() == parlance::errc::out_of_fuel));
    bounds.fuel = 1'000'000;
    BOOST_TEST((code() == parlance::errc::none));
    struct at_once {
        bool stop_requested() const { return true; }
    } const stop;
    bounds.stop = stop;
    BOOST_TEST((code() == parlance::errc::cancelled));
}

BOOST_AUTO_TEST_CASE(each_part_of_a_pattern_pays_for_the_text) {
    std::string each = "^";
    std::string same = "^";
    std::string letters;
    for (char c = 'a'; c <= 't'; ++c) {
        each.append("(?=.*").append(1, c).append(")");
        same += "(?=.*t)";
        letters += c;
    }
    boost::json::value const text(std::string(50'000, 'x') + letters);
    parlance::limits bounds;
    bounds.fuel = 5'000'000;
    auto const code = [&](std::string const& pattern) {
        boost::json::value const schema = boost::json::object{{"pattern", pattern}};
        return parlance::schema::validate(schema, text, {}, bounds).error().code;
    };
    BOOST_TEST((code(each) == parlance::errc::out_of_fuel));
    BOOST_TEST((code(same) == parlance::errc::none));  // asked once
    bounds.fuel *= 4;
    BOOST_TEST((code(each) == parlance::errc::none));
}

// Relative, each is short in the document, and as long as its base in the memory.
BOOST_AUTO_TEST_CASE(uris_are_paid_for_as_long_as_they_become) {
    std::string base = "http://x/";
    while (base.size() < 10'000) {
        base += "a/";
    }
    boost::json::object parts;
    for (int i = 0; i < 100; ++i) {
        std::string const name = "k" + std::to_string(i);
        parts[name] = boost::json::object{{"$id", name}};
    }
    boost::json::value const schema =
        boost::json::object{{"$id", base}, {"$defs", parts}, {"items", boost::json::object{{"$ref", "k7"}}}};
    parlance::limits bounds;
    auto const code = [&](std::size_t items) {
        boost::json::value const value(boost::json::array(items, true));
        return parlance::schema::validate(schema, value, {}, bounds).error().code;
    };
    bounds.fuel = 1'000'000;
    BOOST_TEST((code(0) == parlance::errc::out_of_fuel));
    bounds.fuel = 5'000'000;
    BOOST_TEST((code(0) == parlance::errc::none));
    BOOST_TEST((code(1'000) == parlance::errc::none));  // the base is read once, not for each of them
    bounds.allocated_bytes = 1'000'000;
    BOOST_TEST((code(0) == parlance::errc::out_of_memory_budget));
}

BOOST_AUTO_TEST_CASE(a_list_of_types_reads_the_digits_of_a_number_once) {
    boost::json::value const schema =
        boost::json::object{{"type", boost::json::array(1'000, boost::json::value("integer"))}};
    parlance::schema::validator takes(schema);
    std::size_t const before = measured::calls;
    BOOST_TEST(!takes.check_text(std::string(400, '7') + ".5"));
    BOOST_TEST(measured::calls - before < 500);
}

BOOST_AUTO_TEST_CASE(an_error_inside_a_choice_is_no_violation) {
    boost::json::value const schema = json::parse(R"({"anyOf": [{"pattern": "(a)\\1"}, true]})");
    auto const r = parlance::schema::validate(schema, json::parse("\"a\""));
    BOOST_TEST((r.error().code == parlance::errc::not_lowerable));
}

BOOST_AUTO_TEST_CASE(integers_of_hundreds_of_digits_are_integers) {
    auto const holds = [](char const* schema, std::string const& text) {
        return parlance::schema::validate(json::parse(schema), parlance::json::parse(text).value())
            .has_value();
    };
    std::string const many(400, '7');
    BOOST_TEST(holds(R"({"type": "integer"})", many));
    BOOST_TEST(holds(R"({"type": "integer", "maximum": 0})", "-" + many));
    BOOST_TEST(holds(R"({"type": "number", "minimum": 5})", many + ".5"));
    BOOST_TEST(!holds(R"({"type": "integer", "maximum": 5})", many));
    BOOST_TEST(!holds(R"({"type": "integer", "exclusiveMinimum": 5})", "-" + many));
    BOOST_TEST(!holds(R"({"type": "string"})", many));
}

// Of a literal nobody knows whether it is the text of a value or a string.
template <class Schema, class Value>
concept validates = requires(Schema const& s, Value const& v) { parlance::schema::validate(s, v); };
static_assert(validates<boost::json::value, boost::json::value>);
static_assert(!validates<char[3], boost::json::value> && !validates<boost::json::value, char const*>);

BOOST_AUTO_TEST_CASE(a_schema_that_was_read_once_judges_many_values) {
    auto const text =
        R"({"type": "object", "properties": {"n": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"minimum": 2}}})";
    json::value const schema = parlance::json::parse(text).value();
    parlance::schema::validator takes(schema);
    for (int round = 0; round < 2; ++round) {
        for (char const* const each : {R"({"n": 2})", "{}", R"({"n": 1})", "[]", R"({"n": 3})"}) {
            json::value const v = parlance::json::parse(each).value();
            auto const expected = parlance::schema::validate(schema, v);
            auto const judged = takes.check(v);
            BOOST_TEST(bool(judged) == bool(expected), each);
            BOOST_TEST((judged || judged.error().code == expected.error().code));
        }
    }
    parlance::limits few;
    few.fuel = 1;
    BOOST_TEST((takes.check(json::object{{"n", 2}}, few).error().code == parlance::errc::out_of_fuel));
    json::value const broken = json::object{{"$ref", "#/nowhere"}};
    BOOST_TEST(!parlance::schema::validator(broken).check(1));
}

BOOST_AUTO_TEST_SUITE_END()
