// test/property/mask_budget_names.cpp - the law of budgets where names and items must be new
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include <parlance/mask/compiled_grammar.hpp>
#include <parlance/mask/forced.hpp>
#include <parlance/mask/grammar.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/schema/lower.hpp>
#include "random_run.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_mask_budget_names)

namespace mask = parlance::mask;
namespace vocab = parlance::vocab;
using random_grammar::argument;  // -- schemas [first seed]

namespace {

/// Objects and arrays with several members and items that have to be new, of which there may be few.
class schema_writer {
public:
    explicit schema_writer(random_grammar::source& random) : random_(random) {}

    std::string some() { return random_.one_in(3) ? array(0) : object(0); }

private:
    std::string value(int depth) {
        switch (random_.below(depth > 1 ? 4 : 7)) {
        case 0: return R"({"enum": [1, 2, 3, "a", "bb", null]})";
        case 1: return R"({"type": "boolean"})";
        case 2: return R"({"type": "integer", "minimum": 0, "maximum": 12})";
        case 3: return R"({"type": "string", "maxLength": 2, "pattern": "^[ab]*$"})";
        case 4:
        case 5: return object(depth);
        default: return array(depth);
        }
    }
    std::string object(int depth) {
        std::string const least =
            R"({"type": "object", "minProperties": )" + std::to_string(random_.below(4));
        std::string const of = value(depth + 1);
        switch (random_.below(5)) {
        case 0: return least + R"(, "additionalProperties": )" + of + "}";
        case 1:
            return least + R"(, "additionalProperties": false, "patternProperties": {"^[ab]{1,2}$": )" + of +
                   "}}";
        case 2:
            return least + R"(, "propertyNames": {"enum": ["x", "y", "xy", "long name", "q"]}, )" +
                   R"("additionalProperties": )" + of + "}";
        case 3:
            return R"({"type": "object", "minProperties": )" + std::to_string(2 + random_.below(3)) +
                   R"(, "required": ["a", "b"], "properties": {"a": )" + of +
                   R"(}, "additionalProperties": )" + value(depth + 1) + "}";
        default: return least + R"(, "propertyNames": {"pattern": "^(k|key_[0-9])$"}, "maxProperties": 6})";
        }
    }
    std::string array(int depth) {
        static std::vector<std::string> const few{R"({"enum": ["a", "b", "c", "dd"]})",
                                                  R"({"type": "integer", "minimum": 0, "maximum": 11})",
                                                  R"({"type": "boolean"})"};
        std::string const least = std::to_string(random_.below(3));
        std::string const of = random_.one_in(3) ? value(depth + 1) : random_.pick(few);
        return R"({"type": "array", "uniqueItems": true, "minItems": )" + least + R"(, "items": )" + of + "}";
    }

    random_grammar::source& random_;
};

/// All bytes, and some pieces of JSON.
vocab::token_list pieces() {
    vocab::token_list_builder out;
    for (int c = 0; c < 256; ++c) {
        out.add(std::string(1, static_cast<char>(c)));
    }
    for (char const* const p : {"{\"",  "\":",   "\": ", "\",", ", \"",  ",\"",    "\"}",    "[\"", "\"]",
                                "true", "false", "null", "ab",  "key_",  "\":1",   "},",     "]}",  "}}",
                                "10",   "long",  "{}",   "[]",  "\"a\"", "\"b\":", "\"a\":", "1,",  "1}"}) {
        out.add(p);
    }
    out.add("</s>", vocab::token_kind::control);
    out.end(static_cast<vocab::token_id>(out.size() - 1));
    return *std::move(out).finish();
}

/// A model without taste; how many tokens it took, more than `budget` where it did not end.
std::size_t write(mask::matcher m, std::size_t budget, random_grammar::source& random,
                  std::string const& where) {
    m.remaining(budget);
    std::size_t used = 0;
    while (!m.stopped() && used <= budget) {
        auto const allowed = m.allowed();
        BOOST_REQUIRE_MESSAGE(allowed.state != mask::filled::limited, where);
        std::vector<mask::token_id> ids;
        mask::detail::each_bit(allowed.words, [&](mask::token_id id) { ids.push_back(id); });
        BOOST_REQUIRE_MESSAGE(!ids.empty(), where);
        BOOST_REQUIRE_MESSAGE(m.accept(random.pick(ids)), where);
        ++used;
    }
    return used;
}

}  // namespace

BOOST_AUTO_TEST_CASE(values_with_new_names_and_items_end_within_their_budget) {
    auto const index = mask::token_index::build(pieces()).value();
    std::size_t schemas = 0;
    for (std::uint32_t i = 0; i < argument(1, 80); ++i) {
        std::uint32_t const seed = argument(2, 1) + i;
        random_grammar::source random(seed);
        std::string const text = schema_writer(random).some();
        auto const net = parlance::schema::compile(parlance::json::parse(text).value());
        if (!net) {
            continue;
        }
        mask::compiled_grammar const compiled{mask::grammar::prepare(*net).value(), index};
        mask::matcher m{compiled};
        std::size_t const least = m.least_remaining();
        if (least == mask::matcher::unlimited) {
            continue;
        }
        ++schemas;
        for (std::size_t more = 0; more <= 32; ++more) {
            std::string const where =
                std::to_string(seed) + " " + text + ", budget " + std::to_string(least + more);
            BOOST_TEST(write(m, least + more, random, where) <= least + more, where);
        }
    }
    BOOST_TEST_MESSAGE(schemas << " schemas");
    BOOST_TEST(schemas > 0u);
}

BOOST_AUTO_TEST_SUITE_END()
