#include <parlance/peg/match.hpp>
#include "formats.hpp"
#include "splits.hpp"
#include "../looks.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <string>

BOOST_AUTO_TEST_SUITE(peg_match)

using namespace parlance;
using namespace parlance::peg;

namespace {

constexpr outcome read(std::string_view text) {
    builder b;
    node_id const number = b.plus(b.chars("0-9"));
    return match(*b.finish(b.sequence({b.literal("<"), b.cut(), number, b.literal(">")})), text);
}
static_assert(read("<12>") == outcome{outcome::verdict::complete, 4});
static_assert(read("<12>x") == outcome{outcome::verdict::complete, 4});
static_assert(read("<12") == outcome{outcome::verdict::truncated, 3});
static_assert(read("<") == outcome{outcome::verdict::truncated, 1});
static_assert(read("<x>") == outcome{outcome::verdict::failed, 1});
static_assert(read("x") == outcome{outcome::verdict::failed, 0});

constexpr std::size_t bytes_under(tag_id tag, std::string_view text) {
    builder b;
    arena const a = *b.finish(b.star(b.choice({b.tag(1, b.chars("a-z", 1, unbounded)), b.tag(2, b.any())})));
    std::size_t n = 0;
    match(a, text,
          [&](event const& e) { n += e.kind == event_kind::bytes && e.tag == tag ? e.text.size() : 0; });
    return n;
}
static_assert(bytes_under(1, "ab-cd-\xC3\xA9") == 4);
static_assert(bytes_under(2, "ab-cd-\xC3\xA9") == 4);

}  // namespace

BOOST_AUTO_TEST_CASE(a_match_is_what_a_stream_says_of_the_whole_text) {
    for (formats::format const& f : formats::all()) {
        for (std::string const& text : f.texts) {
            splits::story whole;
            whole.ends(match(f.table, text, whole));
            BOOST_TEST(whole == splits::tell(f.table, text));
            BOOST_TEST(matches(f.table, text) ==
                       (whole.lines.back() == "complete at " + std::to_string(text.size())));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_match_that_is_stopped_while_its_events_are_delivered_is_cancelled_and_loses_no_text) {
    builder b;
    node_id const held = b.sequence({b.star(b.tag(1, b.chars("a"))), b.literal("!")});
    arena const a = b.finish(b.choice({held, b.tag(2, b.rest())})).value();
    std::string const text = std::string(3'000, 'a') + "!";
    auto const said = stopped_at_each_look([&](limits const& bounds) {
        std::string all;
        outcome const o = match(a, text, [&](event const& e) { all.append(e.text); }, bounds);
        bool const whole = all == text || all + "!" == text;
        return whole ? o.why : errc::invalid_table;
    });
    BOOST_TEST(said.size() > 30U);
    BOOST_TEST(std::count(said.begin(), said.end(), errc::cancelled) == std::ptrdiff_t(said.size()));
}

BOOST_AUTO_TEST_CASE(what_is_passed_over_is_paid_for) {
    auto const times = [](int count, std::string_view text) {
        std::string out;
        for (int i = 0; i < count; ++i) {
            out += text;
        }
        return out;
    };
    std::string words;  // that all begin as the text does not
    std::string ends;   // of one delimiter each
    for (char a = 'a'; a <= 'z'; ++a) {
        for (char b = 'a'; b <= 'z'; ++b) {
            words.append("\"z").append({a, b}).append("\"/");
        }
    }
    for (char a = '#'; a <= 'z'; ++a) {
        ends.append(a == '#' ? "\"x" : ",\"x").append(a == '\\' ? "y" : std::string(1, a)).append("\"");
    }
    std::string const looks = times(5, "&c ");  // at the same place again and again
    struct {
        char const* what;
        std::string table;
        std::string text;
    } const rows[] = {
        {"alternatives", "root <- (" + looks + ".)*\nc <- " + words + "\"a\"\n", std::string(2000, 'a')},
        {"states", "root <- (" + looks + ".)*\nc <- until(" + ends + ")\n", times(1000, "x#")},
        {"what is behind a delimiter", "root <- (until(\"a\",\"" + times(1000, "ca") + "x\") .)* rest\n",
         times(1500, "ca")},
    };
    for (auto const& row : rows) {
        arena const table = parse(row.table).value();
        limits bounds;
        bounds.fuel = 100'000;
        BOOST_TEST_CONTEXT(row.what) {
            auto const ignore = [](event const&) {};
            BOOST_TEST((match(table, row.text.substr(0, 1), ignore, bounds).why == errc::none));
            BOOST_TEST((match(table, row.text, ignore, bounds).why == errc::out_of_fuel));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
