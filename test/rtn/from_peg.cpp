// test/rtn/from_peg.cpp - a parsing table and its network read the same texts
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/from_peg.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/text/limits.hpp>
#include "../looks.hpp"
#include "same_network.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(rtn_from_peg)

using parlance::errc;
using parlance::peg::builder;
using parlance::peg::node_id;

namespace {

parlance::result<parlance::rtn::network> lowered(builder const& b, node_id root) {
    auto const arena = b.finish(root);
    BOOST_REQUIRE_MESSAGE(arena, parlance::render(arena.error()));
    return parlance::rtn::network_from_peg(arena->view());
}

void check(parlance::rtn::network const& net, std::vector<std::string> const& yes,
           std::vector<std::string> const& no) {
    for (auto const& text : yes) {
        BOOST_TEST(parlance::mask::matches(net, text), "refused: " << text);
    }
    for (auto const& text : no) {
        BOOST_TEST(!parlance::mask::matches(net, text), "accepted: " << text);
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(until_is_everything_before_its_delimiter_and_nothing_else) {
    builder b;
    auto const net = lowered(b, b.sequence({b.until({"</x>"}), b.literal("</x>")}));
    BOOST_REQUIRE(net);
    check(*net, {"</x>", "a</x>", "<</x>", "</</x>", "h\xC3\xA9</x>"},
          {"", "a", "</x></x>", "a</x>b", "\xC3</x>", "a</x>b</x>"});
}

BOOST_AUTO_TEST_CASE(a_delimiter_that_overlaps_itself_is_found_where_it_first_stands) {
    builder b;
    auto const net = lowered(b, b.sequence({b.until({"aa"}), b.literal("aa")}));
    BOOST_REQUIRE(net);
    check(*net, {"aa", "baa", "abaa"}, {"aaa", "baaa", "a", ""});
}

BOOST_AUTO_TEST_CASE(until_at_the_end_of_input_may_end_inside_a_delimiter) {
    builder b;
    auto const net = lowered(b, b.until({"</x>", "aa"}));
    BOOST_REQUIRE(net);
    check(*net, {"", "</x", "a", "ba"}, {"</x>", "aa", "x</x>"});
}

BOOST_AUTO_TEST_CASE(repetitions_count) {
    builder b;
    auto const net =
        lowered(b, b.sequence({b.chars("a-c", 2, 3), b.repeat(b.literal("xy"), 20, 40), b.end()}));
    BOOST_REQUIRE(net);
    auto const many = [](int n) {
        std::string out;
        while (n-- > 0) {
            out += "xy";
        }
        return out;
    };
    check(*net, {"ab" + many(20), "abc" + many(40)},
          {"a" + many(20), "ab" + many(19), "ab" + many(41), "abcc" + many(20)});
}

BOOST_AUTO_TEST_CASE(recursive_rules_are_called) {
    builder b;
    auto const pair = b.declare("pair");
    b.define(pair, b.sequence({b.literal("("), b.star(b.ref(pair)), b.literal(")")}));
    auto const net = lowered(b, b.ref(pair));
    BOOST_REQUIRE(net);
    check(*net, {"()", "(())", "(()(()))"}, {"(", "())", ")(", ""});
}

BOOST_AUTO_TEST_CASE(of_two_readings_the_one_for_grammars_is_written) {
    builder b;
    auto const net =
        lowered(b, b.sequence({b.refine(b.chars("a-z", 0, parlance::peg::unbounded), b.literal("ab")),
                               b.recover(b.literal("!"), b.rest()), b.gbnf("[0-9]+", b.literal("7"))}));
    BOOST_REQUIRE(net);
    check(*net, {"ab!7", "ab!123"}, {"abc!7", "ab?7", "ab!"});
}

BOOST_AUTO_TEST_CASE(predicates_narrow_what_is_behind_them) {
    builder b;
    auto const net = lowered(
        b, b.sequence({b.reject(b.literal("no")), b.chars("a-z", 1, parlance::peg::unbounded), b.end()}));
    BOOST_REQUIRE(net);
    check(*net, {"yes", "on"}, {"no", "nope", ""});
}

namespace {

/// A text in braces that contains none of sixty words, and what it is to end with.
node_id without_words(builder& b, std::string_view last) {
    std::vector<std::string> words;
    for (int i = 0; i < 60; ++i) {
        words.push_back("word-" + std::to_string(i * 7));
    }
    node_id const letters = b.chars("a-z0-9\\-\\x80-\\U0010ffff", 0, parlance::peg::unbounded);
    std::vector<std::string_view> const all(words.begin(), words.end());
    return b.sequence(
        {b.literal("{"), b.reject(b.sequence({letters, b.one_of(all)})), letters, b.literal(last)});
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_predicates_with_many_texts_come_to_is_one_rule_wherever_it_stands) {
    auto const states = [](bool twice) {
        builder b;
        node_id const one = b.sequence({b.literal("1"), without_words(b, "}")});
        node_id const other = b.sequence({b.literal("2"), twice ? without_words(b, "}") : b.literal("x")});
        auto const net = lowered(b, b.choice({one, other}));
        BOOST_REQUIRE(net);
        check(*net, {"1{a-word-1}", twice ? "2{word}" : "2x"}, {"1{a-word-14}", "2{word-7}", "1{", "{}"});
        return net->view().state_count();
    };
    BOOST_TEST(states(true) < states(false) + 10);
}

BOOST_AUTO_TEST_CASE(states_of_an_automaton_share_what_they_read_beyond_ascii) {
    builder b;
    auto const net = lowered(b, without_words(b, "}"));
    BOOST_REQUIRE(net);
    check(*net, {"{word-\xC3\xA9}", "{wo\xF0\x9F\x98\x80}"}, {"{\xC3}", "{\xC3\xA9word-7}"});
    BOOST_TEST(net->view().state_count() < 60u);
}

BOOST_AUTO_TEST_CASE(rules_of_predicates_are_kept_for_other_tables) {
    std::map<std::string, std::shared_ptr<parlance::rtn::part const>> known;
    std::size_t found = 0;
    auto const find = [&](std::string const& content) {
        auto const at = known.find(content);
        found += at != known.end() ? 1 : 0;
        return at != known.end() ? at->second : nullptr;
    };
    auto const keep = [&](std::string&& content, std::shared_ptr<parlance::rtn::part const> rules) {
        known.emplace(std::move(content), std::move(rules));
    };
    parlance::rtn::kept_parts const kept{find, keep};
    auto const nothing = [](parlance::rtn::builder&,
                            std::uint32_t) -> parlance::result<parlance::rtn::rule_id> {
        return parlance::diagnostic{errc::not_lowerable};
    };
    auto const network = [&](std::string_view front, std::string_view last, bool remembers) {
        builder b;
        auto const arena = b.finish(b.sequence({b.literal(front), without_words(b, last)}));
        BOOST_REQUIRE(arena);
        parlance::rtn::builder out;
        auto const root =
            parlance::rtn::from_peg(arena->view(), out, nothing, {}, remembers ? &kept : nullptr);
        BOOST_REQUIRE(root);
        out.root(*root);
        return std::move(out).finish();
    };
    for (std::string_view const front : {"a", "bc", "def"}) {
        for (std::string_view const last : {"}", ")"}) {
            auto const net = network(front, last, true);
            BOOST_TEST(same_network::same_rows(net, network(front, last, false)));
            check(net, {std::string(front) + "{x" + std::string(last)},
                  {std::string(front) + "{word-7" + std::string(last)});
        }
    }
    BOOST_TEST(known.size() == 2u);
    BOOST_TEST(found == 4u);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_lowered_is_refused_with_its_rule) {
    builder b;
    auto const inner = b.declare("inner");
    b.define(inner, b.sequence({b.rest(), b.literal("x")}));
    auto const net = lowered(b, b.ref(inner));
    BOOST_REQUIRE(!net);
    BOOST_TEST((net.error().code == errc::not_lowerable));
    BOOST_TEST(net.error().hint.view().starts_with("inner"));
}

BOOST_AUTO_TEST_CASE(each_kind_of_node_reads_what_it_says) {
    builder b;
    node_id const word = b.chars("a-z", 1, parlance::peg::unbounded);
    struct sample {
        char const* what;
        node_id node;
        std::vector<std::string> yes;
        std::vector<std::string> no;
    };
    sample const samples[] = {
        {"nothing", b.sequence({b.epsilon(), b.literal("a"), b.epsilon()}), {"a"}, {"", "aa"}},
        {"a cut", b.sequence({b.literal("a"), b.cut(), b.literal("b")}), {"ab"}, {"a", "b"}},
        {"what never matches",
         b.choice({b.literal("a"), b.sequence({b.literal("b"), b.fail()})}),
         {"a"},
         {"b", ""}},
        {"the start where nothing was read", b.sequence({b.start(), b.literal("a")}), {"a"}, {"", "b"}},
        {"the start behind something",
         b.choice({b.literal("c"), b.sequence({b.literal("a"), b.start(), b.literal("b")})}),
         {"c"},
         {"ab", "a"}},
        {"the end in a choice",
         b.sequence({b.literal("a"), b.choice({b.end(), b.literal("b")}), b.end()}),
         {"a", "ab"},
         {"abb", ""}},
        {"an atomic part", b.sequence({b.atomic(word), b.literal("1")}), {"ab1"}, {"1", "ab"}},
        {"the narrow one of two", b.refine(word, b.literal("yes")), {"yes"}, {"no"}},
        {"what is recovered from is not", b.recover(b.literal("a"), b.rest()), {"a"}, {"b", "ab"}},
        {"GBNF without text", b.sequence({b.literal("a"), b.gbnf("", b.epsilon())}), {"a"}, {"", "aa"}},
        {"GBNF",
         b.sequence({b.literal("a"), b.gbnf("[0-9]{2} \"b\"?", word)}),
         {"a12", "a34b"},
         {"a1", "ax", "a1b"}},
    };
    for (sample const& s : samples) {
        BOOST_TEST_CONTEXT(s.what) {
            auto const net = lowered(b, s.node);
            BOOST_REQUIRE_MESSAGE(net, parlance::render(net.error()));
            check(*net, s.yes, s.no);
        }
    }
    // a token is read as such, whatever its text
    auto const net = lowered(b, b.sequence({b.literal("a"), b.token(7, b.literal("<t>"))}));
    BOOST_REQUIRE(net);
    check(*net, {}, {"a", "a<t>"});
    BOOST_TEST(std::any_of(net->edges.begin(), net->edges.end(), [](parlance::rtn::edge const& e) {
        return e.kind == parlance::rtn::edge_kind::token && e.value == 7;
    }));
}

BOOST_AUTO_TEST_CASE(predicates_are_of_all_that_is_regular) {
    builder b;
    auto const inner = b.declare("inner");
    b.define(inner, b.choice({b.literal("no"), b.sequence({b.literal("n"), b.end()})}));
    auto const other = b.declare("other");
    b.define(other, b.choice({b.literal("no"), b.literal("never")}));
    node_id const word = b.chars("a-z", 1, parlance::peg::unbounded);
    struct sample {
        char const* what;
        node_id node;
        std::vector<std::string> yes;
        std::vector<std::string> no;
    };
    sample const samples[] = {
        {"a repetition without an end", b.repeat(b.literal("no"), 2), {"on"}, {"nono", "nonox", ""}},
        {"one with an end", b.repeat(b.literal("ab"), 1, 2), {"ba"}, {"ab", "abab", "abx"}},
        {"an optional part",
         b.sequence({b.optional(b.literal("x")), b.literal("no")}),
         {"yes", "xm"},
         {"no", "xno", "xnox"}},
        {"an atomic part", b.atomic(b.literal("no")), {"yes"}, {"no", "nope"}},
        {"a part that is recovered from", b.recover(b.literal("no"), b.rest()), {"yes"}, {"no"}},
        {"the narrow one of two", b.refine(word, b.literal("no")), {"yes", "on"}, {"no", "nope"}},
        {"a rule", b.ref(other), {"yes", "nap"}, {"no", "never", "nope"}},
        {"nothing and a cut",
         b.sequence({b.epsilon(), b.literal("n"), b.cut(), b.literal("o")}),
         {"yes"},
         {"no"}},
        {"what never matches", b.fail(), {"yes", "no"}, {""}},
        {"classes beside texts",
         b.choice({b.literal("no"), b.chars("x-z")}),
         {"on", "nx"},
         {"no", "xa", "z"}},
    };
    for (sample const& s : samples) {
        BOOST_TEST_CONTEXT(s.what) {
            auto const net = lowered(b, b.sequence({b.reject(s.node), word, b.end()}));
            BOOST_REQUIRE_MESSAGE(net, parlance::render(net.error()));
            check(*net, s.yes, s.no);
        }
    }
    auto const wanted = lowered(b, b.sequence({b.look(b.ref(other)), word, b.end()}));
    BOOST_REQUIRE(wanted);
    check(*wanted, {"no", "nope", "never"}, {"yes", "n", ""});
}

BOOST_AUTO_TEST_CASE(predicates_that_are_alike_are_one_rule_whatever_they_are_made_of) {
    // texts that are long enough to be a rule: with the same parts it is the same, with another one it is not
    auto const states = [](std::uint32_t first, std::uint32_t second) {
        builder b;
        auto const inner = b.declare("inner");
        b.define(inner, b.literal("inner"));
        auto const one = [&](std::uint32_t most) {
            std::vector<node_id> words;
            for (int i = 0; i < 40; ++i) {
                words.push_back(b.sequence({b.literal(std::to_string(7919 * (i + 3) % 10'007) + "-word"),
                                            b.repeat(b.literal("x"), 0, most)}));
            }
            words.push_back(b.atomic(b.literal("atomic")));
            words.push_back(b.ref(inner));
            words.push_back(b.refine(b.any(), b.literal("narrow")));
            node_id const letters = b.chars("a-z0-9\\-", 0, parlance::peg::unbounded);
            return b.sequence({b.reject(b.choice(words)), letters});
        };
        auto const net = lowered(b, b.choice({b.sequence({b.literal("1"), one(first)}),
                                              b.sequence({b.literal("2"), one(second)})}));
        BOOST_REQUIRE(net);
        check(*net, {"1other", "2other"}, {"13743-word", "21655-wordx", "1atomic", "2innermost", "1narrow"});
        return net->view().state_count();
    };
    BOOST_TEST(states(1, 1) + 50 < states(1, 2));
}

BOOST_AUTO_TEST_CASE(what_predicates_cannot_say_is_refused) {
    builder b;
    auto const pair = b.declare("pair");
    b.define(pair, b.sequence({b.literal("("), b.optional(b.ref(pair)), b.literal(")")}));
    std::vector<std::string_view> many;
    std::vector<std::string> texts;
    for (int i = 0; i < 3'000; ++i) {
        texts.push_back(std::string(30, static_cast<char>('a' + i % 26)) + std::to_string(i) +
                        std::string(30, 'x'));
    }
    many.assign(texts.begin(), texts.end());
    struct sample {
        char const* what;
        node_id node;
        char const* hint;
    };
    node_id const word = b.chars("a-z", 1, parlance::peg::unbounded);
    sample const samples[] = {
        {"nothing behind it", b.reject(b.literal("a")), "a predicate with nothing regular behind it"},
        {"a rule behind it that calls itself", b.sequence({b.look(b.literal("(")), b.ref(pair)}),
         "a predicate with nothing regular behind it"},
        {"a rule in it that calls itself", b.sequence({b.reject(b.ref(pair)), word}),
         "a predicate that is not regular"},
        {"bytes in it that are no UTF-8", b.sequence({b.reject(b.literal("\xC3")), word}),
         "a predicate that is not regular"},
        {"one predicate in another",
         b.sequence({b.reject(b.sequence({b.look(b.any()), b.literal("a")})), word}),
         "a predicate that is not regular"},
        {"more texts than an automaton has states", b.sequence({b.reject(b.one_of(many)), word}),
         "a predicate that is not regular"},
        {"one that sees more than is behind it",
         b.sequence({b.look(b.literal("abc")), b.literal("ab"), b.ref(pair)}),
         "a predicate that looks further than what is behind it"},
        {"the end in the middle", b.sequence({b.end(), word}), "the end of input in the middle"},
    };
    for (sample const& s : samples) {
        auto const net = lowered(b, s.node);
        BOOST_REQUIRE_MESSAGE(!net, s.what);
        BOOST_TEST((net.error().code == errc::not_lowerable),
                   s.what << ": " << parlance::render(net.error()));
        BOOST_TEST(net.error().hint.view().find(s.hint) != std::string_view::npos,
                   s.what << ": " << net.error().hint.view());
    }
}

BOOST_AUTO_TEST_CASE(limits_are_kept_wherever_they_are_met) {
    builder b;
    auto const item = b.declare("item");
    b.define(item, b.sequence({b.reject(b.one_of({"no", "never"})), b.chars("a-z", 1, 40), b.literal("="),
                               b.choice({b.until({";", "&&"}), b.repeat(b.literal("xyz"), 0, 5)})}));
    auto const arena = b.finish(b.sequence(
        {b.literal(std::string(3'000, 'l')), b.star(b.ref(item)), b.gbnf("[0-9]+", b.any()), b.end()}));
    BOOST_REQUIRE(arena);
    auto const code = [&](parlance::limits const& bounds) {
        auto const net = parlance::rtn::network_from_peg(arena->view(), bounds);
        return net ? errc::none : net.error().code;
    };
    BOOST_TEST((code({}) == errc::none));
    parlance::limits few;
    few.states = 100;
    BOOST_TEST((code(few) == errc::too_many_states));
    std::size_t refused = 0;
    bool good = false;
    for (std::uint64_t fuel = 0; !good && fuel < 1'000'000; fuel += 1 + fuel / 20) {
        parlance::limits bounds;
        bounds.fuel = fuel;
        errc const said = code(bounds);
        good = said == errc::none;
        refused += !good;
        BOOST_TEST((good || said == errc::out_of_fuel), fuel << ": " << parlance::describe(said));
    }
    BOOST_TEST(good);
    BOOST_TEST(refused > 20u);
    parlance::limits small;
    small.allocated_bytes = 10'000;
    BOOST_TEST((code(small) == errc::out_of_memory_budget));
    auto const said = stopped_at_each_look(code);
    BOOST_TEST(said.size() > 10u);
    for (errc const each : said) {
        BOOST_TEST((each == errc::cancelled));
    }
}

BOOST_AUTO_TEST_CASE(schema_nodes_are_the_callers) {
    builder b;
    auto const arena = b.finish(b.sequence({b.literal("<"), b.schema(7, b.rest()), b.literal(">")}));
    BOOST_REQUIRE(arena);
    std::uint32_t asked = 0;
    auto const net = parlance::rtn::network_from_peg(
        arena->view(),
        [&](parlance::rtn::builder& out, std::uint32_t index) -> parlance::result<parlance::rtn::rule_id> {
            asked = index;
            auto const r = out.add_rule("value");
            out.accept(out.literal(out.entry(r), "42"));
            return r;
        });
    BOOST_REQUIRE(net);
    BOOST_TEST(asked == 7u);
    check(*net, {"<42>"}, {"<>", "<4>", "42"});
    BOOST_TEST(!parlance::rtn::network_from_peg(arena->view()));
}

BOOST_AUTO_TEST_SUITE_END()
