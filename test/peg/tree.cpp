// test/peg/tree.cpp - what is remembered of a parse is the same however its text was cut, and while it is still going on
// SPDX-License-Identifier: BSL-1.0
#include <parlance/peg/tree.hpp>
#include <parlance/peg/parse.hpp>
#include <parlance/peg/stream.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(peg_tree)

namespace {

using namespace parlance;

peg::arena const& table() {
    static peg::arena const made = peg::parse("tag list = 1\ntag word = 2\n"
                                              "root <- tag(1, \"[\" (item (\",\" item)*)? \"]\")\n"
                                              "item <- tag(2, [a-z]+) / root\n")
                                       .value();
    return made;
}

/// "(list [,](word ab)...)": each tag with what stands directly inside.
std::string shown(std::vector<peg::branch> const& all) {
    std::string out;
    for (std::size_t i = 0; i < all.size(); ++i) {
        peg::branch const& b = all[i];
        out += (b.parent == peg::none ? "-" : std::to_string(b.parent)) + ":" + std::to_string(b.tag) + "@" +
               std::to_string(b.begin) + "-" + std::to_string(b.end) + (b.open ? "..." : "") + "'" + b.text +
               "' ";
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(tags_stand_in_their_parents_with_what_is_directly_inside) {
    peg::recorder all;
    peg::stream s(table());
    s.feed("[ab,[c],d]", all);
    BOOST_TEST(s.finish(all).complete());
    BOOST_TEST(shown(all.tree()) == "-:1@0-10'[,,]' 0:2@1-3'ab' 0:1@4-7'[]' 2:2@5-6'c' 0:2@8-9'd' ");
    BOOST_TEST(all.unparsed() == "");
}

BOOST_AUTO_TEST_CASE(every_cut_gives_the_same_tree) {
    std::string_view const text = "[ab,[c,[]],d]!rest";
    std::string first;
    for (std::size_t a = 0; a <= text.size(); ++a) {
        for (std::size_t b = a; b <= text.size(); ++b) {
            peg::recorder all;
            peg::stream s(table());
            s.feed(text.substr(0, a), all);
            s.feed(text.substr(a, b - a), all);
            s.feed(text.substr(b), all);
            static_cast<void>(s.finish(all));
            std::string const got = shown(all.tree()) + "|" + all.unparsed();
            first = first.empty() ? got : first;
            BOOST_REQUIRE_MESSAGE(got == first, a << " " << b << ": " << got);
        }
    }
    BOOST_TEST(first.ends_with("|!rest"));
}

BOOST_AUTO_TEST_CASE(an_open_tag_says_how_far_it_has_been_read) {
    peg::recorder all;
    peg::stream s(table(), {}, peg::delivery::provisional);
    s.feed("[ab,c", all);
    std::vector<peg::branch> const tree = all.tree();
    BOOST_REQUIRE(!tree.empty());
    BOOST_TEST(tree.front().open);
    BOOST_TEST(tree.front().begin == 0u);
    BOOST_TEST(tree.front().end <= 5u);
}

BOOST_AUTO_TEST_CASE(what_is_retracted_was_never_there) {
    using peg::event_kind;
    auto const event = [](event_kind kind, std::uint32_t tag, std::size_t begin, std::size_t end,
                          std::string_view text, bool provisional) {
        peg::event e{kind};
        e.tag = tag;
        e.begin = begin;
        e.end = end;
        e.text = text;
        e.provisional = provisional;
        return e;
    };
    peg::recorder all;
    peg::recorder plain;
    auto const both = [&](peg::event const& e) {
        all(e);
        plain(e);
    };
    // what is retracted before anything is settled, too
    all(event(event_kind::enter, 5, 0, 0, "", true));
    all(event(event_kind::bytes, 5, 0, 1, "q", true));
    all(peg::event{event_kind::retract});
    BOOST_TEST(all.tree().empty());
    both(event(event_kind::enter, 1, 0, 0, "", false));
    both(event(event_kind::bytes, 1, 0, 2, "ab", false));
    std::string const before = shown(all.tree());
    all(event(event_kind::enter, 2, 2, 2, "", true));
    all(event(event_kind::bytes, 2, 2, 4, "cd", true));
    BOOST_TEST(shown(all.tree()) != before);
    all(peg::event{event_kind::retract});
    BOOST_TEST(shown(all.tree()) == before);
    all(event(event_kind::bytes, 1, 2, 3, "e", true));
    all(peg::event{event_kind::settle});
    plain(event(event_kind::bytes, 1, 2, 3, "e", false));
    all(peg::event{event_kind::retract});  // of nothing
    both(event(event_kind::leave, 1, 0, 3, "", false));
    BOOST_TEST(shown(all.tree()) == shown(plain.tree()));
    BOOST_TEST(shown(all.tree()) == "-:1@0-3'abe' ");
}

BOOST_AUTO_TEST_SUITE_END()
