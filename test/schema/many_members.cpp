// test/schema/many_members.cpp - objects of which many members may stay away
// SPDX-License-Identifier: BSL-1.0
#include "vocabulary.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_many_members)

namespace json = parlance::json;
namespace mask = parlance::mask;
namespace schema = parlance::schema;
namespace data = boost::unit_test::data;

struct object {
    std::vector<std::string> names;
    std::set<std::string> required;
    bool open = false;
};

json::value schema_of(object const& o) {
    json::object const integer{{"type", "integer"}};
    json::object properties;
    json::array required;
    for (std::string const& name : o.names) {
        properties[name] = integer;
        if (o.required.contains(name)) {
            required.push_back(json::value(name));
        }
    }
    return json::object{{"type", "object"},
                        {"properties", properties},
                        {"required", required},
                        {"additionalProperties", o.open ? json::value(integer) : json::value(false)}};
}

/// Names that begin alike, end in each other, are empty, need escapes, or more bytes.
object random_object(std::mt19937& random, std::size_t most_required) {
    object out;
    std::set<std::string> known;
    char const* const parts[] = {"a", "b", "ab", "\"", "\\", "\xC3\xA9", "\xE4\xB8\xAD", "0", "\n", " "};
    while (out.names.size() < 120) {
        std::string name;
        for (std::size_t i = random() % 6; i > 0; --i) {
            name += parts[random() % std::size(parts)];
        }
        if (known.insert(name).second) {
            out.names.push_back(name);
        }
    }
    for (std::size_t i = random() % (most_required + 1); i > 0; --i) {
        out.required.insert(out.names[random() % out.names.size()]);
    }
    return out;
}

std::string text_of(std::vector<std::string> const& names) {
    std::string out = "{";
    for (std::string const& name : names) {
        out += out.size() > 1 ? "," : "";
        out += json::dump(json::value(name)) + ":1";
    }
    return out + "}";
}

mask::token_index const& bytes() {
    static mask::token_index const made = schema_vocabulary::bytes_and();
    return made;
}

BOOST_DATA_TEST_CASE(what_is_taken_is_in_order_and_has_what_is_required, data::xrange(0, 12)) {
    std::mt19937 random(static_cast<unsigned>(sample));
    object o = random_object(random, sample % 3 == 0 ? 0 : 30);
    o.open = sample % 2 != 0;
    schema::options how;
    how.whitespace = schema::spaces::compact;
    auto const net = schema::compile(schema_of(o), how);
    BOOST_REQUIRE(net);
    mask::matcher const fresh(mask::compiled_grammar(mask::grammar::prepare(*net).value(), bytes()));
    auto const taken = [&](std::vector<std::string> const& names) {
        std::string const text = text_of(names);
        bool const reference = mask::matches(*net, text);
        mask::matcher m = fresh;
        BOOST_TEST((m.accept(std::string_view(text)) && m.can_stop()) == reference, text);
        return reference;
    };
    for (int round = 0; round < 60; ++round) {
        std::vector<std::string> names;
        bool complete = true;
        auto const rarely = 1 + random() % 20;
        for (std::string const& name : o.names) {
            bool const comes = random() % rarely == 0 ||
                               (o.required.contains(name) && (round % 4 != 0 || random() % 8 != 0));
            complete = complete && (comes || !o.required.contains(name));
            if (comes) {
                names.push_back(name);
            }
        }
        BOOST_TEST(taken(names) == complete, text_of(names));
        if (names.size() > 1) {
            std::vector<std::string> swapped = names;
            std::swap(swapped[random() % swapped.size()], swapped[random() % swapped.size()]);
            BOOST_TEST(taken(swapped) == (complete && (swapped == names)), text_of(swapped));
            std::vector<std::string> twice = names;
            twice.insert(twice.begin() + 1, names.front());
            BOOST_TEST(!taken(twice), text_of(twice));
        }
        names.emplace_back("zz");
        BOOST_TEST(taken(names) == (complete && o.open), text_of(names));
    }
}

/// An object with so many required names and others that may stay away.
object with_required(std::mt19937& random, std::size_t required, std::size_t optional) {
    object out = random_object(random, 0);
    out.names.resize(required + optional);
    std::shuffle(out.names.begin(), out.names.end(), random);
    out.required.insert(out.names.begin(), out.names.begin() + static_cast<std::ptrdiff_t>(required));
    return out;
}

/// How many bytes of `text` are allowed and taken one by one; one more where it may end there.
std::size_t taken(mask::compiled_grammar const& compiled, std::string_view text) {
    mask::matcher m(compiled);
    std::size_t n = 0;
    for (; n < text.size(); ++n) {
        auto const byte = static_cast<parlance::vocab::token_id>(static_cast<unsigned char>(text[n]));
        bool const allowed = (m.allowed().words[byte / 32] >> (byte % 32) & 1) != 0;
        bool const accepted = m.accept(byte);
        BOOST_TEST_REQUIRE(accepted == allowed, text.substr(0, n)
                                                    << " then " << text[n]
                                                    << (allowed ? ": only allowed" : ": only accepted"));
        if (!allowed) {
            return n;
        }
    }
    return m.can_stop() ? n + 1 : n;
}

schema::options any_order() {
    schema::options out;
    out.whitespace = schema::spaces::compact;
    out.properties = schema::order::any;
    return out;
}

BOOST_DATA_TEST_CASE(more_than_ten_required_ones_stand_in_any_order, data::xrange(0, 24)) {
    std::mt19937 random(static_cast<unsigned>(sample));
    object o = with_required(random, 11 + static_cast<std::size_t>(sample) * 2, random() % 20);
    o.open = sample % 3 == 0;
    auto const net = schema::compile(schema_of(o), any_order());
    BOOST_REQUIRE(net);
    BOOST_TEST(net->states.size() < 4000u);  // and no set of them each
    mask::compiled_grammar const compiled(mask::grammar::prepare(*net).value(), bytes());
    for (int round = 0; round < 12; ++round) {
        std::vector<std::string> names;
        for (std::string const& name : o.names) {
            if (o.required.contains(name) || random() % 2 == 0) {
                names.push_back(name);
            }
        }
        if (o.open && random() % 2 == 0) {
            names.push_back("something else");
        }
        std::shuffle(names.begin(), names.end(), random);
        std::string const whole = text_of(names);
        BOOST_TEST(taken(compiled, whole) == whole.size() + 1, whole);

        // without one of the required ones the bracket is refused, and a name that was there already at its end
        std::size_t at = random() % names.size();
        while (!o.required.contains(names[at])) {
            at = (at + 1) % names.size();
        }
        std::vector<std::string> fewer = names;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
        std::string const less = text_of(fewer);
        BOOST_TEST(taken(compiled, less) == less.size() - 1, less);
        std::vector<std::string> twice = fewer;
        twice.push_back(fewer[random() % fewer.size()]);
        BOOST_TEST(taken(compiled, text_of(twice)) < text_of(twice).size() - 3);

        // behind the last name there is no comma, where names are listed
        std::vector<std::string> all = o.names;
        std::shuffle(all.begin(), all.end(), random);
        std::string more = text_of(all);
        more.back() = ',';
        BOOST_TEST(taken(compiled, more) == (o.open ? more.size() : more.size() - 1), more);
    }
}

/// With bounds, or conditions about a few members.
json::value with_more(std::mt19937& random, object const& o, int kind) {
    json::value out = schema_of(o);
    json::object& written = out.as_object();
    std::size_t const all = o.names.size();
    std::size_t const required = o.required.size();
    auto const one = [&] { return json::value(o.names[random() % all]); };
    if (kind == 1) {
        written["maxProperties"] = required + random() % (all - required + 2);
    } else if (kind == 2) {
        written["minProperties"] = required + random() % (all - required + 1);
    } else if (kind == 3) {
        std::size_t const least = required + random() % (all - required + 1);
        written["minProperties"] = least;
        written["maxProperties"] = least + random() % 3;
    } else if (kind == 4) {
        written["if"] = json::object{{"required", json::array{one()}}};
        written["then"] = json::object{{"required", json::array{one(), one()}}};
    } else if (kind == 5) {
        json::value const tag = one();
        written["if"] = json::object{
            {"properties", json::object{{std::string_view(tag.as_string()), json::object{{"const", 1}}}}}};
        written["then"] = json::object{{"required", json::array{one()}}};
    } else if (kind == 6) {  // too many to be multiplied
        json::object needs;
        for (int i = 0; i < 9; ++i) {
            needs[o.names[random() % all]] = json::array{one()};
        }
        written["dependentRequired"] = needs;
        char const* const bounds[] = {"minProperties", "maxProperties", "title"};
        written[bounds[random() % 3]] = required + 1 + random() % 2;
        written.erase("title");
    }
    return out;
}

/// None where no value satisfies the schema.
std::optional<mask::compiled_grammar> in_any_order(json::value const& written) {
    auto const net = schema::compile(written, any_order());
    if (!net) {
        BOOST_TEST((net.error().code == parlance::errc::unsatisfiable_schema), json::dump(written));
        return {};
    }
    return mask::compiled_grammar(mask::grammar::prepare(*net).value(), bytes());
}

BOOST_DATA_TEST_CASE(any_order_of_what_is_valid_is_taken, data::xrange(0, 120)) {
    std::mt19937 random(static_cast<unsigned>(sample));
    object o = with_required(random, random() % 15, 1 + random() % 12);
    o.open = random() % 3 == 0;
    json::value const written = with_more(random, o, sample % 6);
    auto const compiled = in_any_order(written);
    if (!compiled) {
        return;
    }
    int valid = 0;
    for (int round = 0; round < 200 && valid < 12; ++round) {
        std::vector<std::string> names;
        for (std::string const& name : o.names) {
            if ((o.required.contains(name) && random() % 64 != 0) || random() % 2 == 0) {
                names.push_back(name);
            }
        }
        if (o.open && random() % 2 == 0) {
            names.push_back("something else");
        }
        std::shuffle(names.begin(), names.end(), random);
        std::string const text = text_of(names);
        bool const good = schema::validate(written, json::parse(text).value()).has_value();
        std::size_t const read = taken(*compiled, text);
        BOOST_TEST((read == text.size() + 1) == good, json::dump(written) << ": " << text);
        valid += good;
    }
}

BOOST_DATA_TEST_CASE(walks_through_any_order_never_end_too_soon, data::xrange(0, 70)) {
    std::mt19937 random(static_cast<unsigned>(sample));
    object o = with_required(random, random() % 20, 1 + random() % 14);
    o.open = sample % 7 == 1 &&
             random() % 2 == 0;  // then hardly a random name is a required one, until others are used up
    json::value const written = with_more(random, o, sample % 7);
    auto const compiled = in_any_order(written);
    if (!compiled) {
        return;
    }
    for (int walk = 0; walk < 10; ++walk) {
        mask::matcher m(*compiled);
        std::string text;
        while (!m.can_stop()) {
            auto const allowed = m.allowed();
            std::vector<parlance::vocab::token_id> next;
            std::vector<parlance::vocab::token_id>
                digits;  // behind a digit: taken where there is nothing else
            auto const is_digit = [](int c) { return c >= '0' && c <= '9'; };
            for (parlance::vocab::token_id id = 0; id < 256; ++id) {
                if ((allowed.words[id / 32] >> (id % 32) & 1) != 0) {
                    bool const further =
                        is_digit(static_cast<int>(id)) && !text.empty() && is_digit(text.back());
                    (further ? digits : next).push_back(id);
                }
            }
            next = next.empty() ? digits : next;
            BOOST_TEST_REQUIRE(!next.empty(), json::dump(written) << ": " << text);
            auto const closes = std::find(next.begin(), next.end(), static_cast<unsigned>('}'));
            parlance::vocab::token_id const id =
                closes != next.end() && text.size() > 4000 ? *closes : next[random() % next.size()];
            BOOST_TEST_REQUIRE(m.accept(id));
            text += static_cast<char>(id);
            BOOST_TEST_REQUIRE(text.size() < 100'000u, json::dump(written) << ": " << text.substr(0, 3000));
        }
        auto const value = json::parse(text);
        BOOST_TEST_REQUIRE(bool(value), text);
        BOOST_TEST(schema::validate(written, *value).has_value(), json::dump(written) << ": " << text);
    }
}

BOOST_AUTO_TEST_CASE(a_large_bound_costs_no_states) {
    std::mt19937 random(1);
    object o = with_required(random, 14, 2);
    o.open = true;
    json::value written = schema_of(o);
    written.as_object()["maxProperties"] = 1'000'000;
    auto const net = schema::compile(written, any_order());
    BOOST_REQUIRE(net);
    BOOST_TEST(net->states.size() < 4000u);
}

BOOST_AUTO_TEST_CASE(where_nobody_watches_names_the_first_stand_anywhere) {
    std::mt19937 random(1);
    object const o = with_required(random, 14, 2);
    schema::options how;
    how.whitespace = schema::spaces::compact;
    how.properties = schema::order::any;
    how.relaxed.repeated_names = true;
    auto const net = schema::compile(schema_of(o), how);
    BOOST_REQUIRE(net);
    std::vector<std::string> declared;
    for (std::string const& name : o.names) {
        if (o.required.contains(name)) {
            declared.push_back(name);
        }
    }
    BOOST_TEST(mask::matches(*net, text_of(declared)));
    declared.pop_back();
    BOOST_TEST(!mask::matches(*net, text_of(declared)));
    declared.push_back(declared.front());
    BOOST_TEST(!mask::matches(*net, text_of(declared)));
}

BOOST_AUTO_TEST_CASE(thousands_cost_what_their_names_are_long) {
    object o;
    for (int i = 0; i < 4000; ++i) {
        o.names.push_back("name" + std::to_string(i));
    }
    o.required.insert("name3000");
    auto const net = schema::compile(schema_of(o));
    BOOST_REQUIRE(net);
    BOOST_TEST(net->view().state_count() < 4000u * 24);
    BOOST_TEST(net->view().edges.size() < 4000u * 60);
    auto const prepared = mask::grammar::prepare(*net);
    BOOST_REQUIRE(prepared);
    BOOST_TEST(mask::matches(*net, R"({"name1": 1, "name3000": 2, "name3999": 3})"));
    BOOST_TEST(!mask::matches(*net, R"({"name1": 1, "name3999": 3})"));
}

BOOST_AUTO_TEST_CASE(a_name_that_would_take_the_memory_is_refused) {
    for (std::size_t const length : {50'000u, 1'000'000u}) {
        object o;
        o.names.emplace_back(length, 'a');
        o.required.insert(o.names.front());
        o.open = true;
        auto const net = schema::compile(schema_of(o));
        BOOST_TEST(net.has_value() == (length < 100'000));
        BOOST_TEST((net || net.error().code == parlance::errc::out_of_memory_budget));
    }
}

BOOST_AUTO_TEST_SUITE_END()
