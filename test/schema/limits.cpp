// test/schema/limits.cpp - hostile schemas end inside the budgets
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/npda.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include "../measured.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_limits)

namespace json = boost::json;
using parlance::errc;

namespace {

json::value nested(int depth, char const* key) {
    json::value v = true;
    for (int i = 0; i < depth; ++i) {
        v = json::object{{key, v}};
    }
    return v;
}

/// All of `width` times one of four; of alternatives about members without a name, where `further`.
json::value exponential(int width, bool further) {
    json::array all;
    for (int i = 0; i < width; ++i) {
        json::array any;
        for (int j = 0; j < 4; ++j) {
            std::string const name = "k" + std::to_string(i) + "-" + std::to_string(j);
            json::object one{{"required", json::array{json::value(name)}}};
            if (further) {
                one["patternProperties"] = json::object{{"^" + name, json::object{{"type", "string"}}}};
            }
            any.push_back(one);
        }
        all.push_back(json::object{{"anyOf", any}});
    }
    return json::object{{"type", "object"}, {"allOf", all}};
}

/// Definitions d0 to d29, each made of the next one by `with`.
template <class With>
json::value ladder(With&& with) {
    json::object definitions{{"d30", json::object{{"type", "object"}}}};
    for (int i = 0; i < 30; ++i) {
        json::object const next{{"$ref", "#/$defs/d" + std::to_string(i + 1)}};
        json::object const own{{"required", json::array{json::value("a" + std::to_string(i))}}};
        definitions["d" + std::to_string(i)] = with(next, own);
    }
    return json::object{{"$ref", "#/$defs/d0"}, {"$defs", definitions}};
}

json::array list(int n, auto&& make) {
    json::array out;
    for (int i = 0; i < n; ++i) {
        out.push_back(make(i));
    }
    return out;
}

/// Schemas that blow up where something is tried one by one, or two by two.
std::vector<std::pair<std::string, json::value>> hostile() {
    std::vector<std::pair<std::string, json::value>> out;
    auto const two = [](json::object const& a, json::object const& b) {
        json::array both;
        both.emplace_back(a);
        both.emplace_back(b);
        return both;
    };
    out.emplace_back("definitions that refer to the next one twice, allOf",
                     ladder([&](auto const& next, auto const&) {
                         return json::object{{"allOf", two(next, next)},
                                             {"properties", json::object{{"a", next}, {"b", next}}}};
                     }));
    out.emplace_back("definitions that refer to the next one twice, anyOf",
                     ladder([&](auto const& next, auto const& own) {
                         return json::object{{"anyOf", two(json::object{{"allOf", two(next, own)}}, next)}};
                     }));
    out.emplace_back("definitions that refer to the next one twice, not",
                     ladder([&](auto const& next, auto const& own) {
                         return json::object{{"not", json::object{{"anyOf", two(next, own)}}}};
                     }));
    out.emplace_back("unevaluatedProperties below each other", ladder([&](auto const& next, auto const& own) {
                         return json::object{{"anyOf", two(next, own)}, {"unevaluatedProperties", next}};
                     }));
    auto const word = [](int i) { return json::value("v" + std::to_string(i)); };
    json::array const words = list(50'000, word);
    out.emplace_back("a long enum", json::object{{"enum", words}});
    out.emplace_back("a long enum twice",
                     json::object{{"allOf", two(json::object{{"enum", words}},
                                                json::object{{"enum", words}, {"minLength", 1}})}});
    out.emplace_back("a long enum denied",
                     json::object{{"type", "string"}, {"not", json::object{{"enum", words}}}});
    out.emplace_back("numbers denied", json::object{{"type", "number"},
                                                    {"not", json::object{{"enum", list(9000, [](int i) {
                                                                              return json::value(7919.25 * i);
                                                                          })}}}});
    json::object divided;
    for (int i = 0; i < 60; ++i) {
        divided["k" + std::to_string(i)] =
            json::object{{"type", "number"}, {"multipleOf", 0.48828125 + 0.00015625 * i}};
    }
    out.emplace_back("many divisors", json::object{{"type", "object"}, {"properties", divided}});
    json::array const kinds = list(2000, [&](int i) {
        return json::object{{"type", "object"},
                            {"properties", json::object{{"t", json::object{{"const", word(i)}}}}},
                            {"required", json::array{json::value("t")}}};
    });
    out.emplace_back("oneOf of many", json::object{{"oneOf", kinds}});
    out.emplace_back("anyOf of many", json::object{{"anyOf", kinds}});
    json::object members;
    for (json::value const& w : words) {
        members[w.as_string()] = json::object{{"type", "integer"}};
    }
    out.emplace_back(
        "many members",
        json::object{{"type", "object"}, {"properties", members}, {"additionalProperties", false}});
    out.emplace_back("many required members",
                     json::object{{"type", "object"}, {"properties", members}, {"required", words}});
    out.emplace_back("many members, counted",
                     json::object{{"type", "object"}, {"properties", members}, {"minProperties", 20'000}});
    json::object patterns;
    for (int i = 0; i < 300; ++i) {
        patterns["^a{0," + std::to_string(i) + "}b"] = true;
    }
    out.emplace_back("many patternProperties",
                     json::object{{"type", "object"}, {"patternProperties", patterns}});
    for (
        char const* text :
        {R"j({"type":"string","pattern":"(a*)*b"})j", R"j({"type":"string","pattern":"^(a|aa)+$"})j",
         R"j({"type":"string","pattern":"(.*a){25}"})j",
         R"j({"type":"string","pattern":"^(.{0,1000}){0,1000}$"})j",
         R"j({"type":"string","pattern":"((((((a{10}){10}){10}){10}){10}){10})"})j",
         R"j({"type":"string","pattern":"a{100000000}"})j", R"j({"type":"string","minLength":4000000000})j",
         R"j({"type":"string","allOf":[{"pattern":"a.{12}b"},{"pattern":"c.{12}d"},{"pattern":"e.{12}f"}]})j",
         R"j({"type":"string","pattern":"^(ab)*$","minLength":1000000})j",
         R"j({"type":"array","contains":{"type":"string"},"minContains":100000})j",
         R"j({"type":"array","contains":{"const":1},"maxItems":1000000})j",
         R"j({"type":"number","multipleOf":1e-300})j", R"j({"type":"number","multipleOf":1e-9,"maximum":1})j",
         R"j({"type":"integer","allOf":[{"multipleOf":997},{"multipleOf":991},{"multipleOf":983}]})j",
         R"j({"type":"number","minimum":1e-300,"maximum":1e300})j",
         R"j({"type":"object","minProperties":1000000})j",
         R"j({"anyOf":[{"$ref":"#"},{"$ref":"#"}],"oneOf":[{"$ref":"#"},{"not":{"$ref":"#"}}]})j"}) {
        out.emplace_back(text, json::parse(text));
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(hostile_schemas_are_lowered_or_refused_in_little_memory) {
    for (auto const& [name, schema] : hostile()) {
        for (auto const order : {parlance::schema::order::declared, parlance::schema::order::any}) {
            parlance::schema::options how;
            how.properties = order;
            errc code = errc::none;
            auto const cost = measured::on_a_small_stack([&] {
                auto const net = parlance::schema::compile(schema, how);
                code = net ? errc::none : net.error().code;
            });
            BOOST_TEST_MESSAGE(name << ": " << parlance::describe(code) << ", " << cost.milliseconds
                                    << " ms, " << cost.bytes / 1024 << " KiB");
            bool const ended = code == errc::none || code == errc::too_many_states ||
                               code == errc::too_many_alternatives || code == errc::out_of_fuel ||
                               code == errc::out_of_memory_budget || code == errc::unsatisfiable_schema ||
                               code == errc::unresolved_reference;
            BOOST_TEST(ended, name);
            BOOST_TEST(cost.bytes < (std::size_t{80} << 20), name);
        }
        // the validator, too, which opens what the network is spared
        json::value const value = json::array{1, "a", json::object{{"a", 1}}};
        errc const code = parlance::schema::validate(schema, value).error().code;
        bool const judged = code == errc::none || code == errc::schema_violation ||
                            code == errc::out_of_fuel || code == errc::nested_too_deep ||
                            code == errc::not_lowerable || code == errc::too_many_states ||
                            code == errc::unresolved_reference;
        BOOST_TEST(judged, name << ": " << parlance::describe(code));
    }
}

BOOST_AUTO_TEST_CASE(nesting_beyond_the_limit_is_refused) {
    auto const net = parlance::schema::compile(nested(300, "items"));
    BOOST_REQUIRE(!net);
    BOOST_TEST((net.error().code == errc::nested_too_deep));
    BOOST_TEST(parlance::schema::compile(nested(150, "items")).has_value());
    BOOST_TEST(parlance::schema::compile(nested(150, "not")).has_value());
}

BOOST_AUTO_TEST_CASE(exponentially_many_ways_are_refused) {
    BOOST_TEST(parlance::schema::compile(exponential(2, true)).has_value());
    BOOST_TEST(parlance::schema::compile(exponential(40, false)).has_value());
    auto const net = parlance::schema::compile(exponential(40, true));
    BOOST_REQUIRE(!net);
    bool const budget =
        net.error().code == errc::too_many_alternatives || net.error().code == errc::out_of_fuel;
    BOOST_TEST(budget);
}

// 250 copies of what is known of 1,600 members, which were refused once they were made.
BOOST_AUTO_TEST_CASE(alternatives_behind_many_members_are_refused_before_they_are_copied) {
    auto const members = [](int count) {
        json::object out;
        for (int i = 0; i < count; ++i) {
            out["k" + std::to_string(i)] = json::object{{"type", "string"}};
        }
        return out;
    };
    json::value const schema =
        json::object{{"type", "object"},
                     {"properties", members(1'600)},
                     {"oneOf", list(250, [](int i) {
                          return json::object{{"properties", json::object{{"a", json::object{{"const", i}}}}},
                                              {"required", json::array{json::value("a")}}};
                      })}};
    errc code = errc::none;
    auto const cost =
        measured::on_a_small_stack([&] { code = parlance::schema::compile(schema).error().code; });
    BOOST_TEST((code == errc::too_many_alternatives));
    BOOST_TEST(cost.bytes < std::size_t{10} << 20);
}

// Each value was compared with those of all other lists as a decimal, which took all fuel.
BOOST_AUTO_TEST_CASE(one_of_many_lists_of_numbers_is_lowered) {
    json::value const schema = json::object{
        {"oneOf", list(30, [](int i) {
             return json::object{{"enum", list(20, [i](int k) { return json::value(200 * i + k); })}};
         })}};
    auto const net = parlance::schema::compile(schema);
    BOOST_REQUIRE(net);
    for (int const n : {0, 19, 20, 199, 200, 5819, 5820}) {
        BOOST_TEST(parlance::mask::matches(*net, std::to_string(n)) ==
                       parlance::schema::validate(schema, json::value(n)).has_value(),
                   n);
    }
}

// Each is met in two ways by what the member is, so that they multiplied: 2^80.
BOOST_AUTO_TEST_CASE(many_conditions_of_one_member_do_not_multiply) {
    auto const conditions = [](int count) {
        auto const kind = [](int i) {
            return json::object{
                {"properties", json::object{{"a", json::object{{"type", "array"}, {"minItems", i}}}}}};
        };
        return json::object{{"type", "object"},
                            {"properties", json::object{{"a", json::object{}}}},
                            {"required", json::array{json::value("a")}},
                            {"allOf", list(count, [&](int i) {
                                 return json::object{{"if", kind(2 * i)}, {"then", kind(2 * i + 1)}};
                             })}};
    };
    auto const cost =
        measured::on_a_small_stack([&] { static_cast<void>(parlance::schema::compile(conditions(80))); });
    BOOST_TEST(cost.bytes < std::size_t{60} << 20);

    json::value const few = conditions(4);
    auto const net = parlance::schema::compile(few);
    BOOST_REQUIRE(net);
    for (int n = 0; n < 12; ++n) {
        json::value const text = json::object{{"a", list(n, [](int i) { return json::value(i); })}};
        BOOST_TEST(parlance::mask::matches(*net, json::serialize(text)) ==
                       parlance::schema::validate(few, text).has_value(),
                   n);
    }
    BOOST_TEST(parlance::mask::matches(*net, R"({"a":1})") ==
               parlance::schema::validate(few, json::parse(R"({"a":1})")).has_value());
}

BOOST_AUTO_TEST_CASE(an_object_has_up_to_24_patterns_for_its_names) {
    auto const with = [](int count) {
        json::object patterns;
        for (int i = 0; i < count; ++i) {
            patterns["^x" + std::to_string(100 + i)] = json::object{{"maximum", i}};
        }
        return parlance::schema::compile(json::object{{"type", "object"}, {"patternProperties", patterns}});
    };
    auto const most = with(24);
    BOOST_REQUIRE(most);
    BOOST_TEST(parlance::mask::matches(*most, R"({"x123":23,"x100":0,"y":99})"));
    BOOST_TEST(!parlance::mask::matches(*most, R"({"x123":24})"));
    auto const more = with(25);
    BOOST_REQUIRE(!more);
    BOOST_TEST((more.error().code == errc::too_many_states));
}

BOOST_AUTO_TEST_CASE(an_object_inside_itself_for_ever_has_no_text) {
    auto const endless = parlance::schema::compile(
        json::parse(R"({"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]})"));
    BOOST_REQUIRE(!endless);
    BOOST_TEST((endless.error().code == errc::unsatisfiable_schema));
}

BOOST_AUTO_TEST_CASE(numbers_that_are_left_out_share_what_they_begin_with) {
    auto const states = [](int count) {
        json::array const numbers = list(count, [](int i) { return json::value(1000 + i); });
        auto const net = parlance::schema::compile(
            json::object{{"type", "integer"}, {"not", json::object{{"enum", numbers}}}});
        return net.value().view().state_count();
    };
    std::size_t const some = states(1000);  // one for each, and for what they begin with
    BOOST_TEST(some < 1500);
    BOOST_TEST(states(9000) < 10 * some);
}

BOOST_AUTO_TEST_CASE(constants_share_what_they_begin_with) {
    json::array values{"", "\"", "value", "v"};
    for (int i = 0; i < 1000; ++i) {
        values.push_back(json::value("value-number-" + std::to_string(i)));
    }
    auto const net = parlance::schema::compile(json::value(json::object{{"enum", values}}));
    BOOST_REQUIRE(net);
    BOOST_TEST(net->view().state_count() < 1200u);
    for (char const* const text : {R"("")", R"("\"")", R"("v")", R"("value")", R"("value-number-77")"}) {
        BOOST_TEST(parlance::mask::matches(*net, text), text);
    }
    for (char const* const text : {R"("va")", R"("value-number-")", R"("value-number-1000")"}) {
        BOOST_TEST(!parlance::mask::matches(*net, text), text);
    }
}

BOOST_AUTO_TEST_CASE(large_enumerations_and_bounds_stay_linear) {
    json::array names;
    for (int i = 0; i < 20'000; ++i) {
        names.push_back(json::value("value number " + std::to_string(i)));
    }
    BOOST_TEST(parlance::schema::compile(json::object{{"enum", names}}).has_value());
    BOOST_TEST(
        parlance::schema::compile(json::parse(R"({"type":"integer","multipleOf":999999937})")).has_value() ==
        false);
    BOOST_TEST(
        parlance::schema::compile(json::parse(R"({"type":"array","minItems":4000000000})")).has_value());
    BOOST_TEST(parlance::schema::compile(json::parse(R"({"type":"number","minimum":1e300,"maximum":1e308})"))
                   .has_value());
    auto const wide = parlance::schema::compile(
        json::parse(R"({"type":"string","pattern":"^(a|b)*a(a|b){30}$","minLength":1,"maxLength":100000})"));
    BOOST_REQUIRE(!wide);
    BOOST_TEST((wide.error().code == errc::too_many_states));
}

// Looks at what an array may have ask for the strings again and again; splitting it costs about 500,000 steps.
BOOST_AUTO_TEST_CASE(a_pattern_of_many_parts_is_split_once) {
    std::string pattern = "^";
    for (int i = 0; i < 4'000; ++i) {
        pattern += "(?=)";
    }
    json::object properties;
    for (int i = 0; i < 30; ++i) {
        properties["p" + std::to_string(i)] = json::object{
            {"type", "array"}, {"items", json::object{{"$ref", "#/$defs/z"}}}, {"maxItems", i + 1}};
    }
    json::value const schema =
        json::object{{"type", "object"},
                     {"properties", properties},
                     {"$defs", json::object{{"z", json::object{{"type", "string"}, {"pattern", pattern}}}}}};
    parlance::limits bounds;
    bounds.fuel = 3'000'000;
    BOOST_TEST(parlance::schema::compile(schema, {}, bounds).has_value());
    bounds.fuel = 300'000;
    BOOST_TEST((parlance::schema::compile(schema, {}, bounds).error().code == errc::out_of_fuel));
}

// A pointer is as long as the names in it, and there are as many as parts below.
BOOST_AUTO_TEST_CASE(long_pointers_are_held_or_cut) {
    auto const below = [](char const* keyword) {
        json::object parts;
        for (int i = 0; i < 300; ++i) {
            parts["k" + std::to_string(i)] = json::object{{keyword, json::array{i}}};
        }
        return json::value(json::object{
            {"properties", json::object{{std::string(10'000, 'n'), json::object{{"properties", parts}}}}}});
    };
    parlance::limits bounds;
    bounds.allocated_bytes = std::size_t{20} << 20;
    BOOST_TEST(parlance::schema::compile(below("enum"), {}, bounds).has_value());
    bounds.allocated_bytes = std::size_t{5} << 20;
    BOOST_TEST(
        (parlance::schema::compile(below("enun"), {}, bounds).error().code == errc::out_of_memory_budget));
    auto const net = parlance::schema::compile(below("enum"));
    BOOST_REQUIRE(net);
    BOOST_TEST(std::all_of(net->names.begin(), net->names.end(),
                           [](auto const& name) { return name.size() <= 1'000; }));
}

BOOST_AUTO_TEST_SUITE_END()
