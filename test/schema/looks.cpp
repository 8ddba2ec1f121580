// test/schema/looks.cpp - large schemas are looked at on their way: calls count how often they ask whether to stop
// SPDX-License-Identifier: BSL-1.0
#include "../looks.hpp"
#include "../rtn/same_network.hpp"
#include "vocabulary.hpp"
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/token_index.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/schema/contract.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/text/errc.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_looks)

namespace json = boost::json;
namespace schema = parlance::schema;
using parlance::limits;

namespace {

std::string name(int i) { return "n" + std::to_string(i); }

json::value many_members(int count) {
    json::object properties;
    for (int i = 0; i < count; ++i) {
        properties[name(i)] = json::object{{"type", "integer"}};
    }
    return json::object{{"type", "object"}, {"properties", properties}};
}

json::value many_items(int count) {
    json::array items;
    for (int i = 0; i < count; ++i) {
        items.push_back(json::object{{"minimum", i}});
    }
    return json::object{{"type", "array"}, {"prefixItems", items}};
}

json::value many_texts(int count) {
    json::array all;
    for (int i = count; i > 0; --i) {
        all.push_back(json::value(name(i)));
    }
    return json::object{{"enum", all}};
}

/// Asks to stop once, at the look of that number, and then no more.
struct stopping_once {
    std::size_t at = 0;
    mutable std::size_t looks = 0;
    [[nodiscard]] bool stop_requested() const noexcept { return looks++ == at; }
};

/// Asks to stop from a look on.
struct stopping {
    std::size_t at = 0;
    mutable std::size_t looks = 0;
    [[nodiscard]] bool stop_requested() const noexcept { return looks++ >= at; }
};

/// The looks of both calls are as many as there are hundreds of parts, at least.
void check(json::value const& made, std::size_t parts) {
    BOOST_TEST(looks_of([&](limits const& bounds) { (void)schema::compile(made, {}, bounds); }) >
               parts / 100);
    BOOST_TEST(looks_of([&](limits const& bounds) { (void)schema::contract(made, {}, bounds); }) >
               parts / 100);
}

}  // namespace

BOOST_AUTO_TEST_CASE(schemas_of_many_parts_are_looked_at_on_their_way) {
    check(many_members(4000), 4000);
    check(many_items(4000), 4000);
    check(many_texts(20'000), 20'000);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_paid_for_is_an_error_and_never_a_part) {
    json::value const mixed = json::object{
        {"type", "object"},
        {"properties",
         json::object{{"kind", json::object{{"enum", json::array{"a", "bc", 3, nullptr}}}},
                      {"size", json::object{{"type", "number"}, {"multipleOf", 0.25}, {"minimum", -3}}},
                      {"name", json::object{{"type", "string"}, {"pattern", "^[a-z]+-?[0-9]{2,3}$"}}},
                      {"rows", many_items(5)}}},
        {"required", json::array{"name"}},
        {"dependentRequired", json::object{{"kind", json::array{"size"}}}}};
    for (json::value const& made : {mixed, many_members(60), many_texts(200), many_items(50)}) {
        auto const whole = schema::compile(made);
        BOOST_REQUIRE(whole.has_value());
        int good = 0;
        std::size_t refused = 0;
        for (std::uint64_t fuel = 50; good < 3; fuel += fuel / 12) {
            limits few;
            few.fuel = fuel;
            auto const net = schema::compile(made, {}, few);
            if (!net) {
                BOOST_REQUIRE((net.error().code == parlance::errc::out_of_fuel));
                ++refused;
                continue;
            }
            ++good;
            BOOST_TEST(net->view().state_count() == whole->view().state_count());
            BOOST_TEST(net->edges.size() == whole->edges.size());
            BOOST_TEST(net->rules.size() == whole->rules.size());
        }
        BOOST_TEST(refused > 20u);
    }
}

// Wherever the fuel ends, also while rules are moved or what made them is freed: rules or an error, never both.
BOOST_AUTO_TEST_CASE(after_an_error_the_builder_is_as_it_was) {
    auto const counts = [](parlance::rtn::builder const& b) {
        auto const all = b.here();
        return all.states + all.edges + all.rules + all.counts + all.objects + all.arrays;
    };
    json::value const made = many_members(60);
    std::uint64_t least = 50'000'000;  // that is enough
    for (std::uint64_t below = 0; least - below > 1;) {
        limits some;
        some.fuel = below + (least - below) / 2;
        parlance::rtn::builder out;
        (schema::lower(made, out, {}, some) ? least : below) = some.fuel;
    }
    int refused = 0;
    for (std::uint64_t fuel = least - least / 5; fuel < least + least / 5; fuel += least / 1000) {
        limits some;
        some.fuel = fuel;
        parlance::rtn::builder out;
        out.add_rule("before");
        std::size_t const before = counts(out);
        parlance::rtn::rule_id const rules = static_cast<parlance::rtn::rule_id>(out.rule_count());
        auto const rule = schema::lower(made, out, {}, some);
        refused += static_cast<int>(!rule);
        BOOST_TEST((counts(out) == before) == !rule);
        BOOST_TEST((!rule || *rule == rules));
    }
    BOOST_TEST(refused > 100);
}

BOOST_AUTO_TEST_CASE(patterns_of_many_parts_are_looked_at_on_their_way) {
    std::string optional;
    std::string letters = "[";
    for (int i = 0; i < 4000; ++i) {
        optional += "a?";
        letters += "\\u" + std::to_string(4000 + i);
    }
    letters += "]";
    using parlance::rtn::regex_match;
    for (std::string const& pattern : {optional, letters}) {
        BOOST_TEST(looks_of([&](limits const& bounds) {
                       (void)parlance::rtn::regex(pattern, regex_match::whole, 20'000, bounds);
                   }) > 40u);
        BOOST_TEST(looks_of([&](limits const& bounds) {
                       (void)parlance::rtn::from_regex(pattern, regex_match::whole, bounds);
                   }) > 40u);
    }
}

BOOST_AUTO_TEST_CASE(networks_of_many_parts_are_printed_with_looks) {
    auto const net = schema::compile(many_members(1000));
    BOOST_REQUIRE(net.has_value());
    BOOST_TEST(looks_of([&](limits const& bounds) { (void)parlance::rtn::to_gbnf(*net, bounds); }) > 100u);
}

BOOST_AUTO_TEST_CASE(automata_of_formats_are_made_with_looks) {
    json::value const format{{"type", "string"}, {"format", "uri"}, {"maxLength", 100'000}};
    json::value const text("a:b");
    BOOST_TEST(looks_of([&](limits const& bounds) { (void)schema::compile(format, {}, bounds); }) > 100u);
    BOOST_TEST(looks_of([&](limits const& bounds) { (void)schema::validate(format, text, {}, bounds); }) >
               60u);
}

BOOST_AUTO_TEST_CASE(a_stop_that_is_taken_back_leaves_no_half_a_schema) {
    schema::options any;
    any.properties = schema::order::any;
    json::object patterns;
    for (int i = 0; i < 6; ++i) {
        patterns["^" + name(i) + "[a-z]*$"] = json::object{{"type", "integer"}};
    }
    json::value closed = many_members(60);
    closed.get_object()["additionalProperties"] = false;
    struct row {
        json::value schema;
        schema::options how;
    };
    std::size_t cancelled = 0;
    for (auto const& [made, how] :
         {row{closed, {}}, row{many_members(12), any}, row{many_texts(40), {}},
          row{json::object{{"type", "object"}, {"patternProperties", patterns}}, {}},
          row{json::object{{"type", "string"},
                           {"allOf", {json::object{{"pattern", "^a+"}}, json::object{{"pattern", "b$"}}}}},
              {}}}) {
        auto const whole = schema::compile(made, how);
        BOOST_REQUIRE(whole.has_value());
        for (std::size_t at = 0;; ++at) {
            stopping_once const asked{at};
            limits bounds;
            bounds.stop = asked;
            auto const again = schema::compile(made, how, bounds);
            if (asked.looks <= at) {
                break;  // not so many looks
            }
            cancelled += again ? 0 : 1;
            BOOST_TEST((again ? same_network::same_rows(*again, *whole)
                              : again.error().code == parlance::errc::cancelled),
                       made << ", look " << at);
        }
    }
    BOOST_TEST(cancelled > 100u);
}

BOOST_AUTO_TEST_CASE(a_mask_within_a_budget_that_is_stopped_leaves_out_nothing_that_it_does_not_know_of) {
    namespace mask = parlance::mask;
    mask::token_index const tokens = schema_vocabulary::bytes_and({"\"a", "\":", ",\"", "\"b\":1"});
    schema::options how;
    how.whitespace = schema::spaces::compact;
    json::value const made = json::parse(R"({"type": "object", "minProperties": 4,
                                             "additionalProperties": {"type": "integer"}})");
    auto const net = schema::compile(made, how);
    BOOST_REQUIRE(net.has_value());
    std::size_t const width = mask::words_for(tokens.size());
    auto const begun = [&] {
        mask::matcher out(mask::compiled_grammar(mask::grammar::prepare(*net).value(), tokens));
        BOOST_REQUIRE(out.accept(std::string_view(R"({"k":1,"l":2)")));
        return out;
    };
    mask::matcher free = begun();
    std::size_t const least = free.least_remaining();
    std::vector<std::uint32_t> any(width), whole(width), early(width), again(width);
    free.fill(any);
    mask::matcher bounded = begun();
    bounded.remaining(least + 2);
    mask::filled const expected = bounded.fill(whole);
    std::size_t stopped = 0;
    for (std::size_t look = 0; look < 400; ++look) {
        mask::matcher m = begun();
        m.remaining(least + 2);
        stopping const asked{look};
        m.stop_with(asked);
        mask::filled const state = m.fill(early);
        if (asked.looks <= look) {
            break;  // not so many looks
        }
        bool const within = std::equal(early.begin(), early.end(), any.begin(),
                                       [](std::uint32_t a, std::uint32_t b) { return (a & ~b) == 0; });
        BOOST_TEST((state == mask::filled::failed || state == mask::filled::limited));
        BOOST_TEST((m.error() == parlance::errc::cancelled));
        BOOST_TEST(within);
        BOOST_TEST((state == mask::filled::failed ||
                    std::any_of(early.begin(), early.end(), [](std::uint32_t w) { return w != 0; })));
        ++stopped;
        m.stop_with({});
        BOOST_TEST((m.fill(again) == expected && again == whole));
    }
    BOOST_TEST(stopped > 5u);
}

BOOST_AUTO_TEST_SUITE_END()
