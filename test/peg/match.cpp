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

BOOST_AUTO_TEST_SUITE_END()
