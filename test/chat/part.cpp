// test/chat/part.cpp - tags of chat tables: told apart, and each where its part is
// SPDX-License-Identifier: BSL-1.0
#include <parlance/chat/part.hpp>
#include "formats.hpp"
#include <parlance/chat/format_of.hpp>
#include <parlance/chat/known/dialects.hpp>
#include <parlance/chat/syntax.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/peg/stream.hpp>
#include <parlance/peg/tree.hpp>
#include <parlance/text/errc.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(chat_part)

namespace chat = parlance::chat;
namespace peg = parlance::peg;
using chat::part;
using chat::tag;

namespace {

constexpr part alone[] = {
    part::content,      part::reasoning,      part::call,         part::name,       part::id,
    part::arguments,    part::text_arguments, part::key,          part::value,      part::text_value,
    part::json_value,   part::malformed,      part::gap,          part::other,      part::sorted,
    part::filled,       part::fallback,       part::nested_value, part::member,     part::member_name,
    part::member_value, part::unclosed,       part::last_end,     part::fence,      part::fence_end,
    part::letter,       part::long_quote,     part::skipped,      part::unseparated};

/// Ways to call that one format may have.
constexpr std::size_t most_ways = tag(part::bare_value) - tag(part::noted);

std::set<peg::tag_id> tags_of(peg::arena_view table) {
    std::set<peg::tag_id> out;
    for (peg::node const& n : table.nodes) {
        if (n.kind == peg::op::tag) {
            out.insert(n.b);
        }
    }
    return out;
}

/// The parts of an answer in the order of the text, with what stands inside.
std::string parts(chat::format const& f, std::string_view answer) {
    auto const tools = formats::tools();
    auto const s = chat::build_syntax(f, tools).value();
    peg::recorder all;
    peg::stream reader(s.message.view());
    reader.feed(answer, all);
    reader.finish(all);
    std::string out;
    for (peg::branch const& b : all.tree()) {
        if (b.tag != tag(part::gap) && !b.text.empty()) {
            out += std::to_string(b.tag) + " " + std::string(answer.substr(b.begin, b.end - b.begin)) + "\n";
        }
    }
    return out;
}

std::string line(peg::tag_id t, std::string_view text) {
    return std::to_string(t) + " " + std::string(text) + "\n";
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_two_parts_have_one_tag) {
    std::set<peg::tag_id> seen;
    for (part const p : alone) {
        BOOST_TEST(seen.insert(tag(p)).second, tag(p));
        BOOST_TEST(tag(p) != peg::none);
    }
    // Behind those that stand alone, the tags of each way to call, of both kinds.
    for (std::size_t i = 0; i < most_ways; ++i) {
        BOOST_TEST(seen.insert(tag(part::noted) + static_cast<peg::tag_id>(i)).second, i);
        BOOST_TEST(seen.insert(tag(part::bare_value) + static_cast<peg::tag_id>(i)).second, i);
    }
    BOOST_TEST(most_ways >= 32u);
}

BOOST_AUTO_TEST_CASE(the_table_of_a_format_has_only_tags_of_places_and_that_of_answers_none_of_its_own) {
    std::set<peg::tag_id> const places{tag(part::call),   tag(part::id),     tag(part::arguments),
                                       tag(part::sorted), tag(part::filled), tag(part::fallback)};
    auto const tools = formats::tools();
    std::size_t noted = 0;
    for (chat::known::dialect const& d : chat::known::dialects) {
        for (peg::tag_id const t : tags_of(d.says)) {
            BOOST_TEST(places.contains(t), d.name << ": " << t);
        }
        auto const s = chat::build_syntax(d.make(), tools).value();
        auto const built = tags_of(s.message);
        BOOST_TEST(built.contains(tag(part::call)), d.name);
        BOOST_TEST(built.contains(tag(part::name)), d.name);
        for (peg::tag_id const t : built) {
            bool const numbered = t >= tag(part::noted);
            bool const own = t == tag(part::sorted) || t == tag(part::filled) || t == tag(part::fallback);
            bool const known = std::ranges::find(alone, static_cast<part>(t)) != std::end(alone);
            BOOST_TEST(!own, d.name << ": " << t);
            BOOST_TEST((known || numbered), d.name << ": " << t);
            if (numbered) {
                std::size_t const way = (t - tag(part::noted)) % most_ways;
                BOOST_TEST(way < s.notations.size(), d.name << ": " << t);
                ++noted;
            }
        }
    }
    BOOST_TEST(noted > 0u);
}

BOOST_AUTO_TEST_CASE(each_stretch_of_an_answer_is_the_part_that_it_is) {
    BOOST_TEST(parts(formats::thinking(formats::json_array_with_ids()),
                     "<think>\nhm\n</think>\n\nHi[CALLS][{\"name\": \"stop\", \"arguments\": {\"n\": 1}, "
                     "\"id\": \"i1\"}]") ==
               line(tag(part::reasoning), "hm") + line(tag(part::content), "Hi") +
                   line(tag(part::call), R"({"name": "stop", "arguments": {"n": 1}, "id": "i1"})") +
                   line(tag(part::name), "stop") + line(tag(part::arguments), R"({"n": 1})") +
                   line(tag(part::id), "i1"));
}

BOOST_AUTO_TEST_CASE(a_notation_is_that_of_its_way_to_call) {
    chat::format f = formats::json_in_tags();
    f.also = {formats::pythonic().tools, formats::noted().tools};
    auto const s = chat::build_syntax(f, formats::tools()).value();
    BOOST_REQUIRE(s.notations.size() == 4u);
    BOOST_TEST(s.notations[1].python);
    BOOST_TEST(s.notations[2].quote == "<q>");
    BOOST_TEST(s.notations[3].open == "(");  // python_calls, which are tolerated
    auto const ends = [&](std::string_view answer, peg::tag_id with, std::string_view text) {
        std::string const all = parts(f, answer);
        BOOST_TEST(all.find(line(with, text)) != std::string::npos, all);
    };
    ends("<|calls|>[stop(n=1)]<|/calls|>", tag(part::noted) + 1, "(n=1)");
    ends("<call>stop{n:1}</call>", tag(part::noted) + 2, "{n:1}");
    ends("<tool_call>stop(n=1)</tool_call>", tag(part::noted) + 3, "(n=1)");
}

BOOST_AUTO_TEST_CASE(more_ways_to_call_than_there_are_tags_are_refused) {
    chat::format f = formats::pythonic();
    auto const tools = formats::tools();
    f.also.assign(most_ways - 2, formats::noted().tools);
    auto const all = chat::build_syntax(f, tools);
    BOOST_REQUIRE(all.has_value());
    BOOST_TEST(*tags_of(all->message).rbegin() < tag(part::bare_value) + most_ways);
    f.also.push_back(formats::noted().tools);
    BOOST_TEST((chat::build_syntax(f, tools).error().code == parlance::errc::no_tool_format));
}

BOOST_AUTO_TEST_SUITE_END()
