#include <parlance/peg/stream.hpp>
#include "../measured.hpp"
#include "formats.hpp"
#include "splits.hpp"
#include <parlance/peg/detail/event_log.hpp>
#include <parlance/peg/match.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <new>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(peg_stream)

namespace data = boost::unit_test::data;
using namespace parlance;
using namespace parlance::peg;

namespace {

using told = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_CASE(every_split_tells_the_same_story) {
    for (formats::format const& f : formats::all()) {
        for (std::string const& text : f.texts) {
            BOOST_TEST_CONTEXT(f.name << ": " << text) {
                BOOST_TEST(splits::first_difference(f.table, text, 130) == "");
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(every_prefix_of_a_text_has_an_outcome_and_loses_no_byte_of_a_tag) {
    for (formats::format const& f : formats::all()) {
        for (std::string const& text : f.texts) {
            for (std::size_t n = 0; n <= text.size(); ++n) {
                splits::story const s = splits::tell(f.table, std::string_view(text).substr(0, n));
                BOOST_TEST(s.error == "");
                BOOST_TEST(!s.lines.empty());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_format_between_markers_tells_content_call_and_content) {
    arena const table = formats::json_between_markers();
    std::string_view const text = "Hi <tool_call>{\"name\":\"f\",\"arguments\":{\"a\":1}}</tool_call> bye";
    told const expected = {"enter 1 at 0",   "text 1 0-3 Hi ", "leave 1 0-3",       "enter 2 at 23",
                           "text 2 23-24 f", "leave 2 23-24",  "enter 3 at 38",     "text 3 38-45 {\"a\":1}",
                           "leave 3 38-45",  "enter 1 at 58",  "text 1 58-62  bye", "leave 1 58-62",
                           "complete at 62"};
    BOOST_TEST(splits::tell(table, text).lines == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(text_flows_while_its_end_is_open) {
    arena const table = formats::json_between_markers();
    stream s(table);
    std::string content;
    auto const sink = [&](event const& e) { content.append(e.text); };
    s.feed("a < b ", sink);
    BOOST_TEST(content == "a < b ");
    s.feed("<tool", sink);
    BOOST_TEST(content == "a < b ");
    BOOST_TEST(s.held() == 5u);
    s.feed("s> ", sink);
    BOOST_TEST(content == "a < b <tools> ");
    BOOST_TEST(s.held() == 0u);
    s.feed("<tool_call>{\"name\":\"f\",\"arguments\":{\"text\":\"lon", sink);
    BOOST_TEST(content == "a < b <tools> f{\"text\":\"lon");
    s.feed("g te", sink);
    BOOST_TEST(content == "a < b <tools> f{\"text\":\"long te");
}

BOOST_AUTO_TEST_CASE(what_cannot_fail_any_more_needs_no_cut_to_flow) {
    arena const table = parse("<- (\"<a>\" / tag(1, until(\"<a>\")))* ").value();
    stream s(table);
    std::string content;
    auto const sink = [&](event const& e) { content.append(e.text); };
    for (std::string_view const piece : {"one ", "two ", "three"}) {
        s.feed(piece, sink);
        BOOST_TEST(content.ends_with(piece));
        BOOST_TEST(s.held() == 0u);
    }
}

BOOST_AUTO_TEST_CASE(behind_a_live_choice_everything_waits_and_a_cut_lets_it_go) {
    std::string content;
    auto const sink = [&](event const& e) { content.append(e.text); };
    arena const waiting = parse("<- \"<\" tag(1, until(\">\")) \">\" / tag(2, rest)").value();
    stream w(waiting);
    w.feed("<abc", sink);
    BOOST_TEST(content == "");
    BOOST_TEST(w.held() == 4u);
    arena const cutting = parse("<- \"<\" > tag(1, until(\">\")) \">\" / tag(2, rest)").value();
    stream c(cutting);
    c.feed("<abc", sink);
    BOOST_TEST(content == "abc");
    BOOST_TEST(c.held() == 0u);
}

// A tag that ends by what was read is certain even where the end of the input has decided what stands around it.
BOOST_AUTO_TEST_CASE(what_only_the_end_of_the_input_decides_is_marked) {
    struct {
        std::string_view notation;
        std::string_view text;
        told by_end;
    } const rows[] = {
        {"<- tag(1, until(\"</a>\")) \"</a>\"?", "ab</a>", {}},
        {"<- tag(1, until(\"</a>\")) \"</a>\"?", "ab", {"leave 1 0-2"}},
        {"<- tag(1, until(\"</a>\")) \"</a>\"?", "ab</", {"text 1 </", "leave 1 0-4"}},
        {"<- tag(1, rest)", "ab", {"leave 1 0-2"}},
        {"<- tag(1, \"ab\")", "ab", {}},
        {"<- tag(1, \"a\" \"b\"?)", "ab", {}},
        {"<- tag(1, \"a\" \"b\"?)", "a", {"leave 1 0-1"}},
        {"<- tag(1, \"a\" \"b\"?)", "ac", {}},
        {"<- tag(1, \"a\" tag(2, \"b\") \"c\"?)", "ab", {"leave 1 0-2"}},
        {"<- tag(1, [a-z]+)", "ab", {"leave 1 0-2"}},
        {"<- tag(1, [a-z]+) \".\"?", "ab.", {}},
        {"<- tag(1, \"a\") !.", "a", {}},
        // the first way waits for the end of the input, the second is sure of its own
        {"<- until(\"!\") \"!\" / tag(1, \"a\") tag(2, \"b\"?)", "a", {"leave 2 1-1"}},
    };
    for (auto const& row : rows) {
        BOOST_TEST_CONTEXT(row.notation << " on " << row.text) {
            arena const table = parse(row.notation).value();
            BOOST_TEST(splits::tell(table, row.text).by_end == row.by_end, boost::test_tools::per_element());
            BOOST_TEST(splits::first_difference(table, row.text) == "");
        }
    }
}

struct sample {
    std::string_view notation;
    std::string_view text;
    told expected;
};
std::ostream& operator<<(std::ostream& out, sample const& s) { return out << s.notation << " on " << s.text; }

// A failure without a choice left goes to the nearest recover, closes what was open, and loses nothing.
sample const failures[] = {
    {"<- recover(\"a\" > tag(1, \"b\" tag(2, \"c\" \"d\") \"e\"), tag(9, rest))",
     "abcxyz",
     {"enter 1 at 1", "text 1 1-2 b", "enter 2 at 2", "text 2 2-3 c", "leave 2 2-3 broken",
      "leave 1 1-3 broken", "enter 9 at 3", "text 9 3-6 xyz", "leave 9 3-6", "complete at 6"}},
    {"<- tag(0, recover(recover(\"a\" > \"b\", \"q\"), tag(9, rest)))",
     "axe",
     {"enter 0 at 0", "text 0 0-1 a", "enter 9 at 1", "text 9 1-3 xe", "leave 9 1-3", "leave 0 0-3",
      "complete at 3"}},
    {"<- \"a\" > tag(1, \"b\" \"c\")",
     "abxy",
     {"enter 1 at 1", "text 1 1-2 b", "leave 1 1-2 broken", "unparsed 2-4 xy", "failed at 2"}},
    {"<- tag(1, \"abc\")",
     "ab",
     {"enter 1 at 0", "leave 1 0-0 truncated", "unparsed 0-2 ab", "truncated at 0"}},
    {"<- recover(\"a\" > tag(1, [a-z]+ \";\"), rest)",
     "abc",
     {"enter 1 at 1", "text 1 1-3 bc", "leave 1 1-3 truncated", "truncated at 3"}},
    {"<- tag(1, \"a\")",
     "abc",
     {"enter 1 at 0", "text 1 0-1 a", "leave 1 0-1", "unparsed 1-3 bc", "complete at 1"}},
    // inside a predicate or atomic a cut commits only what is inside, and a failure goes no further
    {"<- !(\"a\" > \"b\") tag(1, .) rest",
     "ac",
     {"enter 1 at 0", "text 1 0-1 a", "leave 1 0-1", "complete at 2"}},
    {"<- atomic(\"a\" > tag(1, \"b\")) / tag(2, rest)",
     "ac",
     {"enter 2 at 0", "text 2 0-2 ac", "leave 2 0-2", "complete at 2"}},
    {"<- &(\"a\" tag(1, \"b\")) tag(2, \"ab\")",
     "ab",
     {"enter 2 at 0", "text 2 0-2 ab", "leave 2 0-2", "complete at 2"}},
    {"<- tag(1, \"a\" > \"b\") / tag(2, rest)",
     "ac",
     {"enter 1 at 0", "text 1 0-1 a", "leave 1 0-1 broken", "unparsed 1-2 c", "failed at 1"}},
    // a cut in a turn takes the way out of the repetition with it
    {"<- tag(1, (\"a\" > \"b\")* \"ac\")",
     "abac",
     {"enter 1 at 0", "text 1 0-3 aba", "leave 1 0-3 broken", "unparsed 3-4 c", "failed at 3"}},
    {"<- tag(1, (\"a\" \"b\")* \"ac\")",
     "abac",
     {"enter 1 at 0", "text 1 0-4 abac", "leave 1 0-4", "complete at 4"}},
};
BOOST_DATA_TEST_CASE(failures_are_told_and_lose_nothing, data::make(failures)) {
    splits::story const s = splits::tell(parse(sample.notation).value(), sample.text);
    BOOST_TEST(s.lines == sample.expected, boost::test_tools::per_element());
    BOOST_TEST(splits::first_difference(parse(sample.notation).value(), sample.text) == "");
}

sample const untils[] = {
    {"<- tag(1, until(\"</x>\"))",
     "a<</x>",
     {"enter 1 at 0", "text 1 0-2 a<", "leave 1 0-2", "unparsed 2-6 </x>", "complete at 2"}},
    {"<- tag(1, until(\"abcd\", \"bc\")) rest",
     "xabce",
     {"enter 1 at 0", "text 1 0-2 xa", "leave 1 0-2", "complete at 5"}},
    {"<- tag(1, until(\"abcd\", \"bc\")) rest",
     "xabcd",
     {"enter 1 at 0", "text 1 0-1 x", "leave 1 0-1", "complete at 5"}},
    {"<- tag(1, until(\"abcd\", \"bc\")) rest",
     "xabc",
     {"enter 1 at 0", "text 1 0-2 xa", "leave 1 0-2", "complete at 4"}},
    {"<- tag(1, until(\"aab\")) rest",
     "aaaab",
     {"enter 1 at 0", "text 1 0-2 aa", "leave 1 0-2", "complete at 5"}},
    {"<- tag(1, until(\"<tool_call>\"))",
     "a <",
     {"enter 1 at 0", "text 1 0-3 a <", "leave 1 0-3", "complete at 3"}},
    {"<- tag(1, until(\"x\", \"[TOOL]\")) rest",
     "[TOO[TOOL]",
     {"enter 1 at 0", "text 1 0-4 [TOO", "leave 1 0-4", "complete at 10"}},
};
BOOST_DATA_TEST_CASE(until_stops_where_the_first_delimiter_begins, data::make(untils)) {
    BOOST_TEST(splits::tell(parse(sample.notation).value(), sample.text).lines == sample.expected,
               boost::test_tools::per_element());
    BOOST_TEST(splits::first_difference(parse(sample.notation).value(), sample.text) == "");
}

// Bytes that are no UTF-8 are read by negated classes, one maximal sequence at a time, wherever the text is cut.
sample const encodings[] = {
    {"<- tag(1, .) rest",
     "\xE2\x82\xAC!",
     {"enter 1 at 0", "text 1 0-3 \xE2\x82\xAC", "leave 1 0-3", "complete at 4"}},
    {"<- tag(1, .) rest",
     "\xE2\x82!",
     {"enter 1 at 0", "text 1 0-2 \xE2\x82", "leave 1 0-2", "complete at 3"}},
    {"<- tag(1, .) rest",
     "\xE2\x82",
     {"enter 1 at 0", "text 1 0-2 \xE2\x82", "leave 1 0-2", "complete at 2"}},
    {"<- tag(1, [^a]+)",
     "\xFF\xC3(\x80",
     {"enter 1 at 0", "text 1 0-4 \xFF\xC3(\x80", "leave 1 0-4", "complete at 4"}},
    {"<- tag(1, [\\u0080-\\U0010FFFF]+)",
     "\xC3\xA9\xF0\x9F\x98\x80\xFFz",
     {"enter 1 at 0", "text 1 0-6 \xC3\xA9\xF0\x9F\x98\x80", "leave 1 0-6", "unparsed 6-8 \xFFz",
      "complete at 6"}},
    {"<- tag(1, [\\u4e00-\\u9fff]{2,3}) rest",
     "\xE4\xB8\xAD\xE6\x96\x87\xE5\xAD\x97\xE7\xAC\xA6",
     {"enter 1 at 0", "text 1 0-9 \xE4\xB8\xAD\xE6\x96\x87\xE5\xAD\x97", "leave 1 0-9", "complete at 12"}},
};
BOOST_DATA_TEST_CASE(characters_are_code_points_and_no_byte_is_refused, data::make(encodings)) {
    BOOST_TEST(splits::tell(parse(sample.notation).value(), sample.text).lines == sample.expected,
               boost::test_tools::per_element());
    BOOST_TEST(splits::first_difference(parse(sample.notation).value(), sample.text) == "");
}

BOOST_AUTO_TEST_CASE(a_copy_goes_its_own_way) {
    arena const table = parse("<- (\"<\" tag(1, [a-z]+) \">\" / tag(2, [^<]+))*").value();
    splits::story left;
    splits::story right;
    stream s(table);
    s.feed("ab<c", left);
    right = left;
    stream t = s;
    s.feed("d>", left);
    t.feed("!", right);
    left.ends(s.finish(left));
    right.ends(t.finish(right));
    BOOST_TEST(left == splits::tell(table, "ab<cd>"));
    BOOST_TEST(right == splits::tell(table, "ab<c!"));
}

BOOST_AUTO_TEST_CASE(deep_input_is_a_mismatch_and_not_a_crash) {
    builder b;
    arena const table = b.finish(b.json_value()).value();
    std::string const deep(1'000'000, '[');
    outcome const o = match(table, deep);
    BOOST_TEST(!o.complete());
    limits narrow;
    narrow.stack_depth = 20;
    BOOST_TEST(match(table, "[[1]]", no_sink{}, narrow).complete());
    BOOST_TEST(!match(table, "[[[[[[[[[[[[1]]]]]]]]]]]]", no_sink{}, narrow).complete());
}

BOOST_AUTO_TEST_CASE(exponential_tables_run_out_of_fuel_and_say_so) {
    arena const table = parse("<- a end\na <- \"(\" a \")\" / \"(\" a \"]\" / \"x\"").value();
    limits small;
    small.fuel = 100'000;
    outcome const o = match(table, std::string(60, '(') + "y", no_sink{}, small);
    BOOST_TEST((o.is == outcome::verdict::failed));
    BOOST_TEST((o.why == errc::out_of_fuel));
    arena const wide =
        parse(
            "<- a\na <- b b\nb <- c c\nc <- d d\nd <- e e\ne <- f f\nf <- g g\ng <- h h\nh <- i i\ni <- j j\n"
            "j <- k k\nk <- l l\nl <- m m\nm <- n n\nn <- o o\no <- p p\np <- q q\nq <- r r\nr <- s s\n"
            "s <- t t\nt <- u u\nu <- v v\nv <- w w\nw <- x x\nx <- y y\ny <- z z\nz <- \"\" \"z\"?")
            .value();
    BOOST_TEST((match(wide, "", no_sink{}, small).why == errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(what_is_read_again_and_again_in_front_of_each_byte_is_paid_for) {
    std::string const text(20'000, 'a');
    std::string const word(8'000, 'a');
    limits small;
    small.fuel = 1'000'000;
    for (std::string const& front :
         {std::string("&([a]*)"), std::string("&(until(\"ab\"))"), "&(\"" + word + "\")",
          std::string("&([a]{8000})"), std::string("!([a]* \"x\")"), "!(\"" + word + "b\")",
          std::string("!([a]{8000} \"b\")")}) {
        arena const table = parse("<- (" + front + " .)* rest").value();
        BOOST_TEST((match(table, text, no_sink{}, small).why == errc::out_of_fuel), front.substr(0, 20));
    }
    // once is not again
    arena const once = parse("<- &([a]*) rest").value();
    BOOST_TEST(match(once, text, no_sink{}, small).complete());
}

BOOST_AUTO_TEST_CASE(wherever_its_fuel_ends_a_parse_has_told_what_it_read) {
    // predicates inside predicates and atomic parts, with tags in them
    arena const table = parse("tag a = 1\ntag b = 2\n"
                              "root <- tag(a, (&x . / atomic(tag(b, y)))*)\n"
                              "x <- tag(b, \"a\" x \"b\" / \"a\" !(x \"c\") x \"c\" / \"a\")\n"
                              "y <- \"d\" (tag(a, \"e\") y)? \"f\"\n")
                            .value();
    std::string const text = "aaaaaadedeffaaadededf";
    bool whole = false;
    std::size_t tries = 0;
    for (; !whole; ++tries) {
        for (delivery const when : {delivery::final_only, delivery::provisional}) {
            limits bounds;
            bounds.fuel = 16 * tries;
            stream s(table, bounds, when);
            std::size_t depth = 0;
            std::size_t told = 0;
            auto const sink = [&](event const& e) {
                if (e.provisional || e.kind > event_kind::leave) {
                    return;
                }
                depth += e.kind == event_kind::enter;
                BOOST_REQUIRE((e.kind != event_kind::leave || depth > 0));
                depth -= e.kind == event_kind::leave;
                if (e.kind == event_kind::bytes) {
                    BOOST_REQUIRE(e.begin >= told);
                    told = e.end;
                }
            };
            for (char const& c : text) {
                s.feed(std::string_view(&c, 1), sink);
            }
            outcome const o = s.finish(sink);
            whole = o.why == errc::none;
            BOOST_TEST_CONTEXT("fuel for " << tries << " steps") {
                BOOST_TEST((o.why == errc::none || o.why == errc::out_of_fuel));
                BOOST_TEST(depth == 0U);
                BOOST_TEST(told <= o.end);
            }
        }
    }
    BOOST_TEST(tries > 20U);
}

BOOST_AUTO_TEST_CASE(provisional_events_are_marked_and_settled_or_retracted) {
    arena const table = parse("<- \"<\" tag(1, [a-z]+) \">\" / tag(2, rest)").value();
    std::vector<std::string> seen;
    auto const sink = [&](event const& e) {
        static char const* const names[] = {"enter", "bytes", "leave", "unparsed", "settle", "retract"};
        seen.push_back(std::string(names[static_cast<std::size_t>(e.kind)]) + (e.provisional ? "? " : " ") +
                       std::string(e.text));
    };
    stream s(table, {}, delivery::provisional);
    s.feed("<ab", sink);
    s.feed("c", sink);
    s.feed(">", sink);
    BOOST_TEST(seen == (told{"enter? ", "bytes? ab", "bytes? c", "settle ", "leave "}),
               boost::test_tools::per_element());
    seen.clear();
    stream t(table, {}, delivery::provisional);
    t.feed("<ab", sink);
    t.feed("!", sink);
    BOOST_TEST(seen == (told{"enter? ", "bytes? ab", "retract ", "enter ", "bytes <ab!"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_handler_inside_an_atomic_part_has_its_turn_however_the_text_is_cut) {
    arena const table = parse("<- atomic(recover(\"aab\", [^<]{1,2}))?").value();
    BOOST_TEST(splits::first_difference(table, "b") == "");
    BOOST_TEST(match(table, "b").end == 1u);
}

// More events wait than stand in one block: all are told in their order, once, or taken back.
BOOST_AUTO_TEST_CASE(many_events_wait_and_are_delivered_or_taken_back) {
    arena const table = parse("<- (tag(1, [^z]))* \"z\" / tag(2, rest)").value();
    for (std::size_t const count : {85u, 86u, 256u, 1000u}) {
        std::string const text(count, 'a');
        for (delivery const when : {delivery::final_only, delivery::provisional}) {
            std::size_t final_events = 0;
            std::size_t shown = 0;
            std::size_t next = 0;
            bool taken_back = false;
            auto const sink = [&](event const& e) {
                if (e.kind == event_kind::retract) {
                    taken_back = true;
                    next = shown = 0;
                }
                final_events += static_cast<std::size_t>(!e.provisional && e.kind <= event_kind::leave);
                if (e.kind == event_kind::bytes && e.tag == 1) {
                    BOOST_REQUIRE(e.begin == next);
                    ++next;
                }
                shown += static_cast<std::size_t>(e.provisional);
            };
            stream whole(table, {}, when);
            for (char const c : text) {
                whole.feed(std::string_view(&c, 1), sink);
            }
            whole.feed("z", sink);
            BOOST_TEST(whole.finish(sink).complete());
            BOOST_TEST(next == count);
            BOOST_TEST(final_events + shown == 3 * count);

            final_events = shown = next = 0;
            stream other(table, {}, when);
            other.feed(text, sink);
            BOOST_TEST(other.finish(sink).complete());
            BOOST_TEST(final_events == 3u);
            BOOST_TEST(taken_back == (when == delivery::provisional));
        }
    }
}

BOOST_AUTO_TEST_CASE(an_event_that_memory_runs_out_for_is_not_noted_and_the_next_ones_are) {
    constexpr std::size_t many = 1000;
    std::size_t thrown = 0;
    for (long k = 0; k < 30; ++k) {
        peg::detail::event_log log;
        std::size_t noted = 0;
        measured::until_failure = k;
        try {
            for (; noted < many; ++noted) {
                log.note({event_kind::enter, closing::complete, false, 1, noted, noted});
            }
        } catch (std::bad_alloc const&) {
            ++thrown;
        }
        measured::until_failure = -1;
        BOOST_REQUIRE(log.waiting() == noted);
        for (std::size_t i = noted; i <= many; ++i) {
            log.text(1, i, i, false, 0);
            log.note({event_kind::leave, closing::complete, false, 1, i, i});
        }
        BOOST_REQUIRE(log.waiting() == noted + 2 * (many + 1 - noted));
        for (std::size_t i = 0; i < log.waiting(); ++i) {
            BOOST_REQUIRE(log[i].begin == (i < noted ? i : noted + (i - noted) / 2));
        }
    }
    BOOST_TEST(thrown > 10u);
}

BOOST_AUTO_TEST_SUITE_END()
