// test/schema/lowering_cache.cpp - what is kept of schemas changes nothing but the time
// SPDX-License-Identifier: BSL-1.0
#include <parlance/schema/lowering_cache.hpp>
#include "../rtn/same_network.hpp"
#include "../measured.hpp"
#include "tool_schemas.hpp"
#include <parlance/json/parse.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <new>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(schema_lowering_cache)

namespace rtn = parlance::rtn;
namespace schema = parlance::schema;

namespace {

/// Schemas of which many have parts in common, some refuse, and some have notes.
std::vector<boost::json::value> const& all() {
    static std::vector<boost::json::value> const made = [] {
        std::vector<boost::json::value> out;
        for (tool_schemas::row const& row : tool_schemas::rows) {
            out.push_back(parlance::json::parse(row.schema).value());
        }
        for (std::string_view const text :
             {R"({"type": "string"})", R"({"type": "string", "maxLength": 80})", R"({"minLength": 3})",
              R"({"type": "string", "format": "whatever"})", "true", "{}",
              R"({"type": "string", "minLength": 2})",
              R"({"type": "array", "items": {"type": "string", "maxLength": 80}, "maxItems": 7})",
              R"({"type": "integer", "minimum": 5, "maximum": 3})", R"({"type": "no type"})",
              R"({"type": "array", "uniqueItems": true, "items": {"type": "string"}})",
              R"({"type": "object", "additionalProperties": {"type": "string"}})",
              R"({"enum": ["a", "b", 3, null]})"}) {
            out.push_back(parlance::json::parse(text).value());
        }
        return out;
    }();
    return made;
}

struct outcome {
    std::vector<std::uint64_t> said;  // of each schema: its rule or its error, and its steps
    std::vector<std::string> notes;
    rtn::network net;
};

/// Lowers some schemas into one builder, some of them without quotes or without some texts.
outcome lower(std::vector<std::size_t> const& some, schema::options const& how,
              parlance::limits const& bounds = {}) {
    struct {
        std::vector<std::string_view> ends;
        std::vector<std::string_view> without;
    } const lists[] = {{{"</x>", "\n"}, {}}, {{"<", "\n"}, {}}, {{"\n"}, {}},
                       {{"</x>"}, {"\n"}},   {{"|"}, {}},       {{"</x>", "\n"}, {"|", "<"}}};
    rtn::builder b;
    schema::lowerer lower(b, how, bounds);
    outcome out;
    for (std::size_t const i : some) {
        boost::json::value const& one = all()[i % all().size()];
        auto const& list = lists[i / 4 % std::size(lists)];
        auto const rule = i % 2 == 0   ? lower.lower(one)
                          : i % 4 == 1 ? lower.lower_raw(one, list.ends, list.without)
                                       : lower.lower_without(one, list.ends, list.without);
        out.said.push_back(rule ? *rule : 0x1'0000'0000 + static_cast<std::uint64_t>(rule.error().code));
        out.said.push_back(rule ? lower.steps() : 0);
    }
    out.notes = lower.notes();
    out.net = std::move(b).finish();
    return out;
}

bool same(outcome const& a, outcome const& b) {
    return a.said == b.said && a.notes == b.notes && same_network::same_rows(a.net, b.net);
}

std::vector<std::size_t> some_of_them(std::mt19937& random) {
    std::vector<std::size_t> out(1 + random() % 12);
    for (std::size_t& i : out) {
        i = random() % (2 * all().size());
    }
    return out;
}

struct asked_to_stop {
    [[nodiscard]] bool stop_requested() const { return true; }
};

schema::options options_of(std::uint32_t bits, schema::lowering_cache const& cache) {
    schema::options how;
    how.additional_properties = bits % 2 == 0;
    how.properties = bits % 3 == 0 ? schema::order::any : schema::order::declared;
    how.whitespace = bits % 5 == 0 ? schema::spaces::compact : schema::spaces::bounded;
    how.cache = cache;
    return how;
}

}  // namespace

BOOST_AUTO_TEST_CASE(networks_are_the_same_as_without_whatever_was_asked_before) {
    std::mt19937 random(7);
    schema::lowering_cache const large(std::size_t{256} << 20);
    schema::lowering_cache const small(std::size_t{200} << 10);  // drops something all the time
    std::size_t parts = 0;
    for (int round = 0; round < 60; ++round) {
        auto const some = some_of_them(random);
        std::uint32_t const bits = random() % 4;
        outcome const plain = lower(some, options_of(bits, {}));
        outcome const kept = lower(some, options_of(bits, large));
        BOOST_TEST(same(plain, kept), "round " << round);
        BOOST_TEST(same(plain, lower(some, options_of(bits, small))), "round " << round << ", small");
        BOOST_TEST(small.memory() <= std::size_t{200} << 10);
        parts += kept.net.parts.size();
    }
    BOOST_TEST(parts > 100u);
    BOOST_TEST(large.memory() > small.memory());
}

BOOST_AUTO_TEST_CASE(limits_mean_the_same_whatever_was_asked_before) {
    std::mt19937 random(8);
    schema::lowering_cache const cache(std::size_t{64} << 20);
    std::size_t refused = 0;
    for (int round = 0; round < 40; ++round) {
        auto const some = some_of_them(random);
        parlance::limits few;
        few.fuel = std::uint64_t{20'000} << (round % 8);
        outcome const plain = lower(some, options_of(0, {}), few);
        (void)lower(some, options_of(0, cache));  // with enough
        BOOST_TEST(same(plain, lower(some, options_of(0, cache), few)), "round " << round);
        BOOST_TEST(same(plain, lower(some, options_of(0, cache), few)), "round " << round << ", again");
        for (std::uint64_t const said : plain.said) {
            refused +=
                said == 0x1'0000'0000 + static_cast<std::uint64_t>(parlance::errc::out_of_fuel) ? 1 : 0;
        }
    }
    BOOST_TEST(refused > 0u);
}

BOOST_AUTO_TEST_CASE(what_fails_is_not_kept) {
    schema::lowering_cache const cache(std::size_t{1} << 20);
    schema::options how;
    how.cache = cache;
    auto const broken = parlance::json::parse(R"({"type": "no type"})").value();
    BOOST_TEST(!schema::compile(broken, how));
    auto const sound = parlance::json::parse(R"({"type": "string"})").value();
    asked_to_stop const stop;
    parlance::limits stopped;
    stopped.stop = stop;
    BOOST_TEST(!schema::compile(sound, how, stopped));
    BOOST_TEST(cache.memory() == 0u);
    BOOST_TEST(bool(schema::compile(sound, how)));
    BOOST_TEST(cache.memory() > 0u);
    auto const again = schema::compile(sound, how, stopped);
    BOOST_REQUIRE(!again);
    BOOST_TEST((again.error().code == parlance::errc::cancelled));
}

BOOST_AUTO_TEST_CASE(what_other_documents_say_is_not_kept) {
    boost::json::value other = parlance::json::parse(R"({"type": "string"})").value();
    schema::lowering_cache const cache(std::size_t{1} << 20);
    schema::options how;
    how.cache = cache;
    how.documents = [&](std::string_view) { return &other; };
    auto const refers = parlance::json::parse(R"({"$ref": "https://example.org/a"})").value();
    auto const one = schema::compile(refers, how).value();
    other = parlance::json::parse(R"({"type": "integer"})").value();
    BOOST_TEST(!same_network::same_rows(one, schema::compile(refers, how).value()));
    BOOST_TEST(cache.memory() == 0u);
}

BOOST_AUTO_TEST_CASE(it_holds_what_it_may_and_forgets_what_it_is_told_to) {
    schema::lowering_cache const none;
    BOOST_TEST(!none);
    BOOST_TEST(none.memory() == 0u);
    schema::lowering_cache cache(std::size_t{100} << 10);
    schema::lowering_cache const copy = cache;
    schema::options how;
    how.cache = cache;
    rtn::network const kept = schema::compile(all()[0], how).value();
    for (int i = 0; i < 300; ++i) {
        boost::json::value const one =
            boost::json::object{{"const", std::string(100, 'a') + std::to_string(i)}};
        BOOST_TEST(bool(schema::compile(one, how)));
        BOOST_TEST(cache.memory() <= std::size_t{100} << 10);
    }
    BOOST_TEST(copy.memory() == cache.memory());
    BOOST_TEST(copy.memory() > std::size_t{30} << 10);
    cache.clear();
    BOOST_TEST(copy.memory() == 0u);
    how.cache = {};
    BOOST_TEST(same_network::same_rows(kept, schema::compile(all()[0], how).value()));
}

BOOST_AUTO_TEST_CASE(threads_may_share_it) {
    schema::lowering_cache const cache(std::size_t{600} << 10);
    std::vector<std::vector<std::size_t>> requests;
    std::vector<outcome> plain;
    std::mt19937 random(9);
    for (int i = 0; i < 6; ++i) {
        requests.push_back(some_of_them(random));
        plain.push_back(lower(requests.back(), options_of(0, {})));
    }
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 3; ++t) {
        threads.emplace_back([&, t] {
            for (std::size_t i = 0; i < 3 * requests.size(); ++i) {
                std::size_t const which = (i + t * 2) % requests.size();
                wrong += same(plain[which], lower(requests[which], options_of(0, cache))) ? 0 : 1;
            }
        });
    }
    for (std::thread& t : threads) {
        t.join();
    }
    BOOST_TEST(wrong == 0);
    BOOST_TEST(cache.memory() <= std::size_t{600} << 10);
}

BOOST_AUTO_TEST_CASE(other_rules_are_kept_by_their_content_within_the_same_room) {
    auto const rules = [](std::string_view text) {
        rtn::builder out;
        out.accept(out.literal(out.entry(out.add_rule("text")), text));
        return out.part_since({}, {});
    };
    schema::lowering_cache cache(std::size_t{40} << 10);
    BOOST_TEST((cache.find("a") == nullptr));
    auto const first = rules("first");
    cache.keep("a", first);
    cache.keep("b", rules("second"));
    BOOST_TEST((cache.find("a") == first));
    BOOST_TEST(cache.find("b")->state_count() == 7u);
    BOOST_TEST((cache.find("c") == nullptr));
    for (int i = 0; i < 1000; ++i) {
        cache.keep("more " + std::to_string(i), rules("of the same"));
        BOOST_TEST(cache.memory() <= std::size_t{40} << 10);
    }
    BOOST_TEST((cache.find("a") == nullptr));  // it was not asked for
    BOOST_TEST((cache.find("more 999") != nullptr));
    cache.clear();
    BOOST_TEST(cache.memory() == 0u);
    BOOST_TEST((cache.find("more 999") == nullptr));
    schema::lowering_cache const nothing;
    nothing.keep("a", first);
    BOOST_TEST((nothing.find("a") == nullptr));
}

BOOST_AUTO_TEST_CASE(a_lowerer_goes_on_where_an_allocation_failed) {
    auto const first = parlance::json::parse(tool_schemas::rows[0].schema).value();
    auto const second = parlance::json::parse(tool_schemas::rows[1].schema).value();
    std::size_t failed = 0;
    for (long at = 0; at < 4000; at += 1 + at / 16) {
        schema::options how;
        how.cache = schema::lowering_cache(std::size_t{1} << 20);
        rtn::builder out;
        schema::lowerer rules(out, how);
        measured::until_failure = at;
        try {
            static_cast<void>(rules.lower(first));
        } catch (std::bad_alloc const&) {
            ++failed;
        }
        measured::until_failure = -1;
        auto const made = rules.lower(second);
        BOOST_TEST(made.has_value(),
                   at << ": " << (made ? std::string() : std::string(made.error().hint.view())));
    }
    BOOST_TEST(failed > 50);
}

BOOST_AUTO_TEST_SUITE_END()
