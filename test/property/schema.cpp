// test/property/schema.cpp - networks of random schemas agree with the validator on random values
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/dump.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <string>

namespace json = boost::json;

namespace {

/// Small schemas over few names, letters and numbers, so that values often meet them and often fail by little.
class generator {
public:
    explicit generator(std::uint32_t seed) : random_(seed) {}

    int below(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }
    bool chance(int one_in) { return below(one_in) == 0; }

    json::value schema(int depth) {
        if (chance(12)) {
            return chance(3) ? json::value(false) : json::value(true);
        }
        json::object s;
        if (!chance(4)) {
            constexpr char const* types[] = {"string", "integer", "number", "array",
                                             "object", "boolean", "null"};
            if (chance(6)) {
                s["type"] = json::array{types[below(7)], types[below(7)]};
            } else {
                s["type"] = types[below(7)];
            }
        }
        for (int n = 1 + below(3); n > 0; --n) {
            keyword(s, depth);
        }
        return s;
    }

    json::value value(int depth) {
        switch (below(depth > 0 ? 9 : 6)) {
        case 0: return nullptr;
        case 1: return chance(2);
        case 2: return below(13) - 4;
        case 3:
            return below(12) - 4 +
                   0.5;  // never whole: 1.0 is an integer to the validator, which is not written so
        case 4:
        case 5: return json::value(word(4));
        case 6: {
            json::array out;
            for (int n = below(4); n > 0; --n) {
                out.push_back(value(depth - 1));
            }
            return out;
        }
        default: {
            json::object out;
            for (int n = below(4); n > 0; --n) {
                out[name()] = value(depth - 1);
            }
            return out;
        }
        }
    }

private:
    std::string word(int most) {
        std::string out;
        for (int n = below(most + 1); n > 0; --n) {
            out += chance(12)   ? "\xC3\xA9"
                   : chance(12) ? "\""
                                : std::string(1, static_cast<char>('a' + below(2)));
        }
        return out;
    }
    std::string name() { return std::string(1, static_cast<char>('a' + below(3))); }
    json::array schemas(int depth) {
        json::array out;
        for (int n = 1 + below(3); n > 0; --n) {
            out.push_back(schema(depth - 1));
        }
        return out;
    }
    json::object named(int depth) {
        json::object out;
        for (int n = 1 + below(3); n > 0; --n) {
            out[name()] = schema(depth - 1);
        }
        return out;
    }

    void keyword(json::object& s, int depth) {
        constexpr char const* patterns[] = {"^a", "b$", "^[ab]*$", "aa|b", "^a?b{1,2}$", "^(?!b)"};
        switch (below(depth > 0 ? 28 : 12)) {
        case 0: s["minLength"] = below(4); return;
        case 1: s["maxLength"] = below(4); return;
        case 2: s["pattern"] = patterns[below(6)]; return;
        case 3: s["minimum"] = (below(17) - 6) * 0.5; return;
        case 4: s["maximum"] = (below(17) - 6) * 0.5; return;
        case 5: s["exclusiveMinimum"] = below(9) - 3; return;
        case 6: s["multipleOf"] = (1 + below(5)) * 0.5; return;
        case 7: s["enum"] = json::array{value(1), value(1), value(0), value(0)}; return;
        case 8: s["const"] = value(1); return;
        case 9: s["required"] = json::array{name()}; return;
        case 10: s["minProperties"] = below(3); return;
        case 11: s["maxProperties"] = below(3); return;
        case 12: s["minItems"] = below(3); return;
        case 13: s["maxItems"] = below(4); return;
        case 14: s["items"] = schema(depth - 1); return;
        case 15: s["prefixItems"] = schemas(depth); return;
        case 16: s["contains"] = schema(depth - 1); return;
        case 17:
        case 18: s["properties"] = named(depth); return;
        case 19: s["additionalProperties"] = schema(depth - 1); return;
        case 20: s["patternProperties"] = json::object{{patterns[below(6)], schema(depth - 1)}}; return;
        case 21: s["propertyNames"] = schema(depth - 1); return;
        case 22: s["anyOf"] = schemas(depth); return;
        case 23: s["allOf"] = schemas(depth); return;
        case 24: s["oneOf"] = schemas(depth); return;
        case 25: s["not"] = schema(depth - 1); return;
        case 26:
            s["if"] = schema(depth - 1);
            s["then"] = schema(depth - 1);
            s["else"] = schema(depth - 1);
            return;
        default: s["dependentRequired"] = json::object{{name(), json::array{name()}}}; return;
        }
    }

    std::mt19937 random_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(property_schema)

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
        generator g(seed);
        json::value const s = g.schema(2);
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
