// test/schema/independent.cpp - conditions that do not multiply, and alternatives that a member tells apart
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/dump.hpp>
#include <parlance/json/value.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_independent)

namespace json = parlance::json;
namespace schema = parlance::schema;
namespace data = boost::unit_test::data;
using parlance::errc;

std::string name(char letter, int i) { return letter + std::to_string(i); }

/// {"type": "object", "properties": {a0, b0, a1, b1, …: strings}}, or all of a before all of b.
json::object members(int n, bool apart) {
    json::object properties;
    for (int i = 0; i < n; ++i) {
        properties[name('a', i)] = json::object{{"type", "string"}};
        if (!apart) {
            properties[name('b', i)] = json::object{{"type", "string"}};
        }
    }
    for (int i = 0; apart && i < n; ++i) {
        properties[name('b', i)] = json::object{{"type", "string"}};
    }
    return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
}

json::value conditions(int n, bool apart = false) {
    json::object s = members(n, apart);
    json::array all;
    for (int i = 0; i < n; ++i) {
        all.push_back(json::object{
            {"if", json::object{{"properties", json::object{{name('a', i), json::object{{"const", "x"}}}}},
                                {"required", json::array{json::value(name('a', i))}}}},
            {"then", json::object{{"required", json::array{json::value(name('b', i))}}}},
            {"else",
             json::object{{"properties", json::object{{name('b', i), json::object{{"const", "y"}}}}}}}});
    }
    s["allOf"] = all;
    return s;
}

json::value dependencies(int n, bool apart = false) {
    json::object s = members(n, apart);
    json::object all;
    for (int i = 0; i < n; ++i) {
        all[name('a', i)] =
            json::object{{"required", json::array{json::value(name('b', i))}},
                         {"properties", json::object{{name('b', i), json::object{{"const", "x"}}}}}};
    }
    s["dependentSchemas"] = all;
    return s;
}

json::value kinds_by_condition(int n) {
    json::object s = members(n, false);
    json::array names;
    json::array all;
    for (int i = 0; i < n; ++i) {
        names.push_back(json::value(std::string(1, static_cast<char>('p' + i))));
        all.push_back(json::object{
            {"if", json::object{{"properties", json::object{{"a0", json::object{{"const", names.back()}}}}}}},
            {"then", json::object{{"required", json::array{json::value(name('b', i))}}}}});
    }
    s.at("properties").as_object()["a0"] = json::object{{"enum", names}};
    s["required"] = json::array{"a0"};
    s["allOf"] = all;
    return s;
}

/// Members that are there only where the alternative of theirs holds.
json::value unevaluated(int n, bool required) {
    json::array any;
    for (int i = 0; i < n; ++i) {
        json::object one{
            {"properties", json::object{{name('a', i), json::object{{"enum", json::array{"x"}}}}}}};
        if (required) {
            one["required"] = json::array{json::value(name('a', i))};
        }
        any.push_back(one);
    }
    return json::object{{"type", "object"},
                        {"properties", json::object{{"b0", json::object{{"type", "string"}}}}},
                        {"anyOf", any},
                        {"unevaluatedProperties", false}};
}

json::value one_of_open(int n) {
    json::array one;
    for (int i = 0; i < n; ++i) {
        one.push_back(json::object{
            {"properties", json::object{{name('a', i), json::object{{"enum", json::array{"x", "y"}}}}}},
            {"required", json::array{json::value(name('a', i))}}});
    }
    return json::object{{"type", "object"}, {"oneOf", one}};
}

json::value tagged(int n, char const* key, bool tag_first, bool closed) {
    json::array all;
    for (int i = 0; i < n; ++i) {
        json::object properties;
        if (tag_first) {
            properties["kind"] = json::object{{"const", name('k', i)}};
        }
        properties[name('a', i)] = json::object{{"type", "string"}};
        properties["kind"] = json::object{{"const", name('k', i)}};
        json::object one{{"type", "object"}, {"properties", properties}, {"required", json::array{"kind"}}};
        if (closed) {
            one["additionalProperties"] = false;
        }
        all.push_back(one);
    }
    return json::object{{key, all}};
}

json::value bounded(json::value s, char const* key, int members, bool open = false) {
    s.as_object()[key] = members;
    if (open) {
        s.as_object().erase("additionalProperties");
    }
    return s;
}

struct sample {
    char const* what;
    json::value schema;
    std::vector<std::string> names;  // of the members that documents are made of
    std::vector<std::string> values;
};
std::ostream& operator<<(std::ostream& to, sample const& s) { return to << s.what; }

std::vector<std::string> names_of(int n, bool apart = false) {
    std::vector<std::string> out;
    for (int i = 0; i < n; ++i) {
        out.push_back(name('a', i));
        if (!apart) {
            out.push_back(name('b', i));
        }
    }
    for (int i = 0; apart && i < n; ++i) {
        out.push_back(name('b', i));
    }
    return out;
}

std::vector<std::string> only(char letter, int n) {
    std::vector<std::string> out;
    for (int i = 0; i < n; ++i) {
        out.push_back(name(letter, i));
    }
    return out;
}

std::vector<sample> const samples{
    {"conditions side by side", conditions(10), names_of(10), {"x", "y", "z"}},
    {"conditions apart", conditions(6, true), names_of(6, true), {"x", "y", "z"}},
    {"dependent schemas", dependencies(10), names_of(10), {"x", "y"}},
    {"conditions with few members", bounded(conditions(7), "maxProperties", 2), names_of(7), {"x", "y", "z"}},
    {"conditions with some members",
     bounded(conditions(7), "minProperties", 2),
     names_of(7),
     {"x", "y", "z"}},
    {"dependent schemas with members", bounded(dependencies(9), "minProperties", 1), names_of(9), {"x", "y"}},
    {"open ones",
     bounded(dependencies(9), "minProperties", 2, true),
     {"a0", "b0", "a1", "b1", "c", "d"},
     {"x"}},
    {"open ones with few",
     bounded(dependencies(9), "maxProperties", 3, true),
     {"a0", "b0", "a1", "b1", "c"},
     {"x"}},
    {"a switch", kinds_by_condition(10), {"a0", "a1", "b0", "b1", "b2"}, {"p", "q", "r"}},
    {"unevaluated, one of them at least", unevaluated(10, true), names_of(10), {"x", "y"}},
    {"unevaluated", unevaluated(10, false), names_of(10), {"x", "y"}},
    {"one of open objects", one_of_open(9), only('a', 9), {"x", "y", "z"}},
    {"tags", tagged(9, "oneOf", true, false), {"kind", "a3", "c"}, {"k0", "k3", "k4", "k10"}},
    {"tags behind", tagged(9, "anyOf", false, true), {"a0", "a3", "a4", "kind"}, {"k0", "k3", "k4", "k10"}},
};

/// Whether the network takes the members in some order: what is declared first is said by several schemas.
bool taken(parlance::rtn::network const& net, std::vector<std::pair<std::string, std::string>> members) {
    std::sort(members.begin(), members.end());
    do {
        json::object value;
        for (auto const& [key, text] : members) {
            value[key] = text;
        }
        if (parlance::mask::matches(net, json::dump(value))) {
            return true;
        }
    } while (std::next_permutation(members.begin(), members.end()));
    return false;
}

BOOST_DATA_TEST_CASE(conditions_mean_what_the_validator_says, data::make(samples)) {
    schema::options how;
    auto const declared = schema::compile(sample.schema, how);
    BOOST_REQUIRE_MESSAGE(declared, parlance::render(declared.error()));
    how.properties = schema::order::any;
    auto const any = schema::compile(sample.schema, how);
    BOOST_REQUIRE_MESSAGE(any, parlance::render(any.error()));
    std::mt19937 random(7);
    std::size_t valid = 0;
    for (int round = 0; round < 400; ++round) {
        std::vector<std::pair<std::string, std::string>> chosen;
        json::object value;
        for (std::size_t i = random() % 5; i > 0; --i) {
            std::string const& member = sample.names[random() % sample.names.size()];
            if (!value.contains(member)) {
                chosen.emplace_back(member, sample.values[random() % sample.values.size()]);
                value[member] = chosen.back().second;
            }
        }
        bool const wanted = schema::validate(sample.schema, value).has_value();
        valid += wanted;
        BOOST_TEST(taken(*declared, chosen) == wanted, json::dump(value));
        BOOST_TEST(taken(*any, chosen) == wanted, json::dump(value));
    }
    BOOST_TEST(valid > 10u);
    BOOST_TEST(valid < 390u);
}

BOOST_AUTO_TEST_CASE(members_of_few_conditions_stand_in_any_order) {
    schema::options how;
    how.properties = schema::order::any;
    how.whitespace = schema::spaces::compact;
    json::object s = members(2, false);
    s["dependentSchemas"] = dependencies(2).at("dependentSchemas");
    auto const net = schema::compile(s, how);
    BOOST_REQUIRE(net);
    for (char const* const text : {R"({"b1":"x","a1":"q"})", R"({"a1":"q","b1":"x"})", R"({"b0":"q"})"}) {
        BOOST_TEST(parlance::mask::matches(*net, text), text);
    }
    for (char const* const text : {R"({"b1":"y","a1":"q"})", R"({"a1":"q"})"}) {
        BOOST_TEST(!parlance::mask::matches(*net, text), text);
    }
}

BOOST_AUTO_TEST_CASE(a_thousand_tags_are_told_apart) {
    for (char const* const key : {"anyOf", "oneOf"}) {
        auto const net = schema::compile(tagged(1000, key, true, true));
        BOOST_REQUIRE_MESSAGE(net, parlance::render(net.error()));
        BOOST_TEST(parlance::mask::matches(*net, R"({"kind":"k77","a77":"x"})"));
        BOOST_TEST(!parlance::mask::matches(*net, R"({"kind":"k77","a78":"x"})"));
    }
}

BOOST_AUTO_TEST_CASE(twenty_conditions_cost_no_more_than_they_must) {
    schema::options how;
    how.properties = schema::order::any;
    for (json::value const& s :
         {conditions(20), conditions(20, true), dependencies(20, true), unevaluated(20, true),
          bounded(conditions(20), "minProperties", 9), bounded(conditions(20), "maxProperties", 15, true)}) {
        auto const net = schema::compile(s, how);
        BOOST_REQUIRE_MESSAGE(net, parlance::render(net.error()));
        BOOST_TEST(net->view().state_count() < 100'000u);
    }
}

BOOST_AUTO_TEST_CASE(eight_conditions_are_not_multiplied) {
    schema::options how;
    for (schema::order const order : {schema::order::declared, schema::order::any}) {
        how.properties = order;
        auto const net = schema::compile(dependencies(8), how);
        BOOST_REQUIRE_MESSAGE(net, parlance::render(net.error()));
        BOOST_TEST(net->view().state_count() < 2000u);
    }
}

BOOST_AUTO_TEST_CASE(the_callers_limit_counts_alternatives) {
    parlance::limits few;
    few.alternatives = 100;
    auto const net = schema::compile(tagged(101, "anyOf", true, true), {}, few);
    BOOST_REQUIRE(!net);
    BOOST_TEST((net.error().code == errc::too_many_alternatives));
    few.alternatives = 101;
    BOOST_TEST(schema::compile(tagged(101, "anyOf", true, true), {}, few).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
