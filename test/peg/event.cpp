// test/peg/event.cpp - what a parse reports: kinds, offsets, how tags end, and how the parse does
// SPDX-License-Identifier: BSL-1.0
#include <parlance/peg/event.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/stream.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(peg_event)

namespace {

using namespace parlance;
using namespace parlance::peg;

static_assert(event_sink<void (*)(event const&)> && event_sink<std::vector<int> (*)(event)>);
static_assert(!event_sink<void (*)(event&)>, "a sink changes no event");
static_assert(!event_sink<void (*)()>);
static_assert(outcome{}.complete() && !outcome{outcome::verdict::failed}.complete() &&
              !outcome{outcome::verdict::truncated}.complete());

/// An event as a line; `?` marks what is provisional, `.` what only the end of the input decided.
std::string line(event const& e) {
    char const* const names[] = {"enter", "bytes", "leave", "unparsed", "settle", "retract"};
    std::string out = names[static_cast<std::size_t>(e.kind)];
    if (e.kind == event_kind::leave) {
        char const* const hows[] = {" complete", " broken", " truncated"};
        out += hows[static_cast<std::size_t>(e.how)];
    }
    if (e.kind != event_kind::settle && e.kind != event_kind::retract) {
        out += " " + std::to_string(e.begin) + "-" + std::to_string(e.end) + " " + std::string(e.text);
    }
    return out + (e.provisional ? "?" : "") + (e.by_end ? "." : "");
}

/// "<" tag 1 of [a-z]+ ">", or tag 2 of "<" and digits
arena choice_of(bool with_cut) {
    builder b;
    node_id const open = with_cut ? b.sequence({b.literal("<"), b.cut()}) : b.literal("<");
    return std::move(b)
        .finish(b.choice({b.sequence({open, b.tag(1, b.chars("a-z", 1, unbounded)), b.literal(">")}),
                          b.tag(2, b.sequence({b.literal("<"), b.chars("0-9", 1, unbounded)}))}))
        .value();
}
arena live() { return choice_of(false); }
arena cut() { return choice_of(true); }

/// "<", then tag 1 of [a-z]+ "!", and where that fails tag 2 of all that is left
arena recovering() {
    builder b;
    return std::move(b)
        .finish(b.sequence({b.literal("<"), b.cut(),
                            b.recover(b.tag(1, b.sequence({b.chars("a-z", 1, unbounded), b.literal("!")})),
                                      b.tag(2, b.rest()))}))
        .value();
}

struct sample {
    char const* claim;
    arena (*table)();
    delivery when;
    std::string_view text;
    std::vector<std::string> lines;
    outcome ends;
};

}  // namespace

BOOST_AUTO_TEST_CASE(events_have_the_offsets_and_the_texts_of_what_happened) {
    using verdict = outcome::verdict;
    constexpr delivery sure = delivery::final_only, early = delivery::provisional;
    sample const samples[] = {
        {"a tag is entered where it begins, and left with what it spans; a marker is nobody's text",
         cut,
         sure,
         "<ab>",
         {"enter 1-1 ", "bytes 1-2 a", "bytes 2-3 b", "leave complete 1-3 "},
         {verdict::complete, 4}},
        {"what is behind the end of the table is unparsed",
         cut,
         sure,
         "<a>cd",
         {"enter 1-1 ", "bytes 1-2 a", "leave complete 1-2 ", "unparsed 3-4 c", "unparsed 4-5 d"},
         {verdict::complete, 3}},
        {"that a tag ends here and not later may be known by the end of the input only",
         live,
         sure,
         "<1",
         {"enter 0-0 ", "bytes 0-2 <1", "leave complete 0-2 ."},
         {verdict::complete, 2}},
        {"what is told before it is sure is marked, and settled later",
         live,
         early,
         "<ab>",
         {"enter 1-1 ?", "bytes 1-2 a?", "bytes 2-3 b?", "settle", "leave complete 1-3 "},
         {verdict::complete, 4}},
        {"or taken back, and another reading is told",
         live,
         early,
         "<a!",
         {"enter 1-1 ?", "bytes 1-2 a?", "retract", "enter 0-0 ", "bytes 0-1 <", "leave broken 0-1 ",
          "unparsed 1-3 a!"},
         {verdict::failed, 1}},
        {"where the text ends the parse is truncated, not failed",
         cut,
         sure,
         "<a",
         {"enter 1-1 ", "bytes 1-2 a", "leave complete 1-2 ."},
         {verdict::truncated, 2}},
        {"a tag that the end cuts short is truncated",
         recovering,
         sure,
         "<a",
         {"enter 1-1 ", "bytes 1-2 a", "leave truncated 1-2 ."},
         {verdict::truncated, 2}},
        {"one that a failure ends is broken, and what recovers goes on there",
         recovering,
         sure,
         "<a ",
         {"enter 1-1 ", "bytes 1-2 a", "leave broken 1-2 ", "enter 2-2 ", "bytes 2-3  ",
          "leave complete 2-3 ."},
         {verdict::complete, 3}},
    };
    for (sample const& s : samples) {
        arena const a = s.table();
        std::vector<std::string> got;
        stream run(a, {}, s.when);
        auto const sink = [&](event const& e) {
            BOOST_TEST((e.kind == event_kind::enter ? e.begin == e.end : e.begin <= e.end));
            if (e.kind == event_kind::bytes || e.kind == event_kind::unparsed) {
                BOOST_TEST(e.text.size() == e.end - e.begin);
            }
            got.push_back(line(e));
        };
        for (std::size_t i = 0; i < s.text.size(); ++i) {
            run.feed(s.text.substr(i, 1), sink);
        }
        outcome const ends = run.finish(sink);
        BOOST_TEST_CONTEXT(s.claim) {
            BOOST_TEST(got == s.lines, boost::test_tools::per_element());
            BOOST_TEST((ends == s.ends));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
