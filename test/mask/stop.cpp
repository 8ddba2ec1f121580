// test/mask/stop.cpp - a matcher's calls end when they are asked to, and nothing is wrong afterwards
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/detail/store/budget.hpp>
#include <parlance/mask/detail/store/meters.hpp>
#include <parlance/mask/draft.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/text/deadline.hpp>
#include <boost/test/unit_test.hpp>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_stop)

namespace mask = parlance::mask;
namespace vocab = parlance::vocab;
using parlance::errc;
using words = std::vector<std::uint32_t>;

namespace {

/// Asks to stop at a look.
struct at_look {
    std::size_t which = 0;
    mutable std::size_t looks = 0;
    bool stop_requested() const { return looks++ >= which; }
};

mask::token_index many_tokens() {
    vocab::token_list_builder out;
    for (unsigned b = 0; b < 256; ++b) {
        out.add(std::string(1, static_cast<char>(b)));
    }
    std::uint32_t seed = 1;
    for (int i = 0; i < 3000; ++i) {
        std::string text;
        for (int n = 0; n < 2 + i % 9; ++n) {
            seed = seed * 1664525 + 1013904223;
            text += "abcdefghij ,.\n(0"[seed >> 28];
        }
        out.add(text);
    }
    out.add("</s>", vocab::token_kind::control);
    out.end(static_cast<vocab::token_id>(out.size() - 1));
    return mask::token_index::build(*std::move(out).finish()).value();
}

constexpr char const* nested_counts = "root ::= block{1,40} \".\"\n"
                                      "block ::= (word{2,9} (\", \" | \" \")?){3,30} \"\\n\"{1,2}\n"
                                      "word ::= [a-j]{2,12} | \"(\" word{1,3} \")\"";
/// An 'a' with a 'b' ten letters behind it, somewhere in a text: a thousand states that any text leads to.
constexpr char const* looked_for = "\\([^()]*a[^()][^()][^()][^()][^()][^()][^()][^()][^()]b[^()]*\\)";
constexpr char const* ambiguous = "root ::= [a-c] | (r2 \"b\"?)? \".\"\n"
                                  "r1 ::= \"\" | r2 \"c\" root | \"a\" r1 \"a\" | r2? r2\n"
                                  "r2 ::= [ab] | r1? root";

mask::compiled_grammar pattern_of(char const* regex, mask::token_index const& tokens) {
    return {mask::grammar::prepare(parlance::rtn::from_regex(regex).value()).value(), tokens};
}

mask::compiled_grammar grammar_of(char const* text, mask::token_index const& tokens) {
    return mask::compile_gbnf(text, tokens).value();
}

words mask_of(mask::matcher& m, mask::filled& state) {
    mask::allowed_tokens const found = m.allowed();
    state = found.state;
    return {found.words.begin(), found.words.end()};
}

bool is_within(words const& less, words const& more) {
    for (std::size_t i = 0; i < less.size(); ++i) {
        if ((less[i] & ~more[i]) != 0) {
            return false;
        }
    }
    return true;
}

}  // namespace

BOOST_AUTO_TEST_CASE(finding_the_tokens_of_names_is_stopped_and_goes_on_later) {
    namespace rtn = parlance::rtn;
    rtn::network net = *rtn::from_gbnf(*parlance::gbnf::compile(
        "root ::= \"{\" member (\",\" member)* \"}\"\nmember ::= \"\\\"\" [a-z]+ \"\\\":1\""));
    net.objects.push_back({net.root, rtn::member_names::open});
    mask::grammar const grammar = *mask::grammar::prepare(net);
    auto const first_mask = [&](mask::token_index const& tokens, parlance::stop_token asked, words& out) {
        mask::matcher m{mask::compiled_grammar(grammar, tokens)};
        m.stop_with(asked);
        out.assign(mask::words_for(tokens.size()), 0);
        m.fill(out);
        return m.error();
    };
    words whole;
    words again;
    at_look const never{~std::size_t{0}};
    BOOST_TEST((first_mask(many_tokens(), never, whole) == errc::none));
    BOOST_TEST(never.looks > 30u);
    mask::token_index const tokens = many_tokens();
    at_look const soon{never.looks / 2};
    BOOST_TEST((first_mask(tokens, soon, again) == errc::cancelled));
    at_look const rest{~std::size_t{0}};
    BOOST_TEST((first_mask(tokens, rest, again) == errc::none));
    BOOST_TEST(rest.looks < never.looks);  // what was found is kept
    BOOST_TEST(again == whole);
}

BOOST_AUTO_TEST_CASE(moving_to_fresh_memory_is_stopped_and_loses_no_place) {
    mask::token_index const tokens = many_tokens();
    mask::grammar const grammar =
        grammar_of("root ::= s\ns ::= [a-c] s s s | [a-c] s \"d\"? | [a-c]\n", tokens).grammar();
    std::string_view const text = "abaabbcbacabdabcbaab";
    constexpr std::size_t back = 13;
    mask::matcher plain{mask::compiled_grammar(grammar, tokens)};
    BOOST_REQUIRE(plain.accept(text.substr(0, text.size() - back)));
    mask::filled state = mask::filled::none;
    words const before = mask_of(plain, state);
    BOOST_REQUIRE(plain.accept(text.substr(text.size() - back)));
    words const whole = mask_of(plain, state);
    BOOST_REQUIRE((state == mask::filled::some));
    bool stopped = true;
    std::size_t tries = 0;
    for (; stopped; ++tries) {
        // full at once: each call moves all that can be rolled back to
        mask::compiled_grammar const small{grammar, tokens, {.bytes = 1, .no_dead_ends = false}};
        mask::matcher m{small};
        for (char const& letter : text) {
            BOOST_REQUIRE(m.accept(std::string_view(&letter, 1)));
        }
        at_look const asked{tries};
        m.stop_with(asked);
        (void)mask_of(m, state);
        stopped = m.error() != errc::none;
        BOOST_TEST((!stopped || m.error() == errc::cancelled));
        m.stop_with({});
        BOOST_TEST_CONTEXT("look " << tries) {
            BOOST_TEST(mask_of(m, state) == whole);
            BOOST_REQUIRE(m.rollback(back));
            BOOST_TEST(mask_of(m, state) == before);
        }
    }
    BOOST_TEST(tries > 10U);
}

BOOST_AUTO_TEST_CASE(the_search_for_where_a_text_begins_is_stopped) {
    std::string text = "root ::= r0\n";
    for (int i = 0; i < 30; ++i) {
        std::string const next = "r" + std::to_string(i + 1);
        text += "r" + std::to_string(i) + " ::= " + next + " " + next + " \"x\"? | " + next + " \"y\"? " +
                next + "\n";
    }
    text += "r30 ::= \"a\"?";
    mask::token_index const tokens = many_tokens();
    at_look const never{~std::size_t{0}};
    parlance::limits bounds;
    bounds.stop = never;
    BOOST_TEST(mask::compile_gbnf(text, tokens, "root", bounds).has_value());
    BOOST_TEST(never.looks > 500u);  // it takes some milliseconds
    at_look const half{never.looks / 2};
    bounds.stop = half;
    auto const stopped = mask::compile_gbnf(text, tokens, "root", bounds);
    BOOST_REQUIRE(!stopped);
    BOOST_TEST((stopped.error().code == errc::cancelled));
}

BOOST_AUTO_TEST_CASE(a_mask_that_is_stopped_is_limited_and_the_next_one_whole) {
    mask::token_index const tokens = many_tokens();
    std::size_t stopped = 0;
    for (std::size_t look = 0; look < 60; look = look < 10 ? look + 1 : look + 10) {
        mask::compiled_grammar const cut = grammar_of(nested_counts, tokens);
        mask::compiled_grammar const whole = grammar_of(nested_counts, tokens);
        mask::matcher a{cut};
        mask::matcher b{whole};
        at_look const asked{look};
        for (char const c : std::string("abcd cd(ef)gh, abab\n")) {
            mask::filled state{};
            mask::filled expected{};
            words const reference = mask_of(b, expected);
            BOOST_REQUIRE((expected == mask::filled::some));
            a.stop_with(asked);
            asked.looks = 0;
            words const early = mask_of(a, state);
            if (state == mask::filled::limited || state == mask::filled::failed) {
                ++stopped;
                BOOST_REQUIRE(asked.looks > look);
                BOOST_REQUIRE((a.error() == errc::cancelled));
                BOOST_REQUIRE(state == mask::filled::failed || is_within(early, reference));
            } else {
                BOOST_REQUIRE((state == expected && early == reference));
            }
            a.stop_with({});
            BOOST_REQUIRE((mask_of(a, state) == reference));
            BOOST_REQUIRE((state == expected));
            BOOST_REQUIRE((a.error() == errc::none));
            BOOST_REQUIRE(a.accept(std::string_view{&c, 1}));
            BOOST_REQUIRE(b.accept(std::string_view{&c, 1}));
        }
    }
    BOOST_TEST(stopped > 10u);
}

BOOST_AUTO_TEST_CASE(masks_of_named_tokens_and_of_triggers_are_no_more_than_they_are_with_all_fuel) {
    struct sample {
        char const* what;
        char const* grammar;
        mask::trigger starts;
        char const* read;
    };
    auto const eager = mask::trigger::eager();
    sample const samples[] = {
        {"a token beside text",
         "root ::= word ([a-j ]+ | <[300]> word | <[301]> \".\")* \".\"\nword ::= [a-j]+ | \"(\" word \")\"",
         eager, "(ab"},
        {"any token but one, beside text",
         "root ::= \"(\" (!<[300]> word | [a-j] | \"(\" !<[3256]> \")\")* \".\"\nword ::= [a-j]+ | \"(\" "
         "word \")\"",
         eager, "("},
        {"tokens in frames that are counted",
         "root ::= item{2,9} \".\"\nitem ::= \"(\" (!<[97]> | [a-j]{2,6} <[40]>?){1,7} \")\"", eager, "(ab"},
        {"a word that sets off", "root ::= [a-j]+ \".\"", mask::trigger::words({"ab(", "(((", "."}),
         "abc (("},
        {"a token that sets off", "root ::= <[300]> [a-j]+ \".\" | <[301]> [0-9]",
         mask::trigger::tokens({300, 301, 3256}), "abc"},
    };
    mask::token_index const tokens = many_tokens();
    for (sample const& s : samples) {
        BOOST_TEST_CONTEXT(s.what) {
            auto const net = parlance::rtn::from_gbnf(*parlance::gbnf::compile(s.grammar));
            BOOST_REQUIRE(net);
            mask::matcher whole{mask::compiled_grammar(
                mask::grammar::prepare(*net, mask::trigger(s.starts)).value(), tokens)};
            BOOST_REQUIRE(whole.accept(std::string_view(s.read)));
            mask::filled expected{};
            words const reference = mask_of(whole, expected);
            BOOST_TEST(mask::has_tokens(expected));
            std::size_t limited = 0;
            bool is_whole = false;
            for (std::uint64_t fuel = 500; !is_whole && fuel < 100'000'000; fuel += fuel / 5) {
                parlance::limits bounds;
                bounds.fuel = fuel;
                auto const prepared = mask::grammar::prepare(*net, mask::trigger(s.starts), bounds);
                if (!prepared) {
                    BOOST_TEST((prepared.error().code == errc::out_of_fuel));
                    continue;
                }
                mask::matcher m{mask::compiled_grammar(*prepared, many_tokens())};
                if (!m.accept(std::string_view(s.read))) {
                    BOOST_TEST((m.error() == errc::out_of_fuel));
                    continue;
                }
                mask::filled state{};
                words const found = mask_of(m, state);
                is_whole = state == expected;
                if (is_whole) {
                    BOOST_TEST((found == reference));
                } else {
                    ++limited;
                    BOOST_TEST((state == mask::filled::limited || state == mask::filled::failed));
                    BOOST_TEST((m.error() == errc::out_of_fuel));
                    BOOST_TEST((state == mask::filled::failed || is_within(found, reference)), fuel);
                }
            }
            BOOST_TEST(is_whole);
            BOOST_TEST(limited > 3u);
        }
    }
}

BOOST_AUTO_TEST_CASE(
    states_that_text_leads_to_are_looked_at_as_far_as_a_call_may_go_and_further_by_the_next) {
    mask::token_index const tokens = many_tokens();
    mask::matcher whole{pattern_of(looked_for, tokens)};
    BOOST_REQUIRE(whole.accept(std::string_view{"("}));
    at_look const never{1'000'000};
    whole.stop_with(never);
    mask::filled expected{};
    words const reference = mask_of(whole, expected);
    BOOST_REQUIRE((expected == mask::filled::some));
    BOOST_TEST(never.looks > 20u);

    mask::token_index const others = many_tokens();  // which know nothing of the mask above
    mask::matcher m{pattern_of(looked_for, others)};
    BOOST_REQUIRE(m.accept(std::string_view{"("}));
    at_look const soon{25};  // what a vocabulary is asked for is made in one call, or again by the next
    m.stop_with(soon);
    std::size_t calls = 0;
    words found;
    mask::filled state{};
    do {
        soon.looks = 0;
        found = mask_of(m, state);
        BOOST_REQUIRE((state == mask::filled::some || m.error() == errc::cancelled));
    } while (state != mask::filled::some && ++calls < 100);
    BOOST_TEST(calls > 2u);
    BOOST_TEST(calls < 100u);
    BOOST_TEST((found == reference));
}

BOOST_AUTO_TEST_CASE(what_is_read_is_read_whole_or_not_at_all) {
    mask::token_index const tokens = many_tokens();
    mask::matcher m{grammar_of(ambiguous, tokens)};
    at_look const asked{0};
    std::size_t stopped = 0;
    for (char const c : std::string(60, 'a')) {
        m.stop_with(asked);
        std::size_t const before = m.steps();
        if (!m.accept(std::string_view{&c, 1})) {
            BOOST_REQUIRE((m.error() == errc::cancelled));
            BOOST_REQUIRE(m.steps() == before);
            ++stopped;
            m.stop_with({});
            BOOST_REQUIRE(m.accept(std::string_view{&c, 1}));
        }
        BOOST_REQUIRE(m.steps() == before + 1);
    }
    BOOST_TEST(stopped > 30u);
    BOOST_TEST(m.can_stop() == mask::matcher(m).can_stop());
}

BOOST_AUTO_TEST_CASE(what_a_budget_is_measured_by_is_begun_again_where_a_call_is_stopped) {
    // enough states and tokens for many looks
    std::string text = "root ::= (word \",\" ";
    for (int i = 0; i < 400; ++i) {
        text += "[a-j]{" + std::to_string(1 + i % 7) + ",9} \"" + std::to_string(i) + "\" ";
    }
    text += "){1,4} \".\"\nword ::= [a-j]{2,12}";
    mask::token_index const tokens = many_tokens();
    at_look const never{1'000'000'000};
    mask::matcher whole{grammar_of(text.c_str(), tokens)};
    whole.stop_with(never);
    std::size_t const least = whole.least_remaining();
    std::size_t const looks = never.looks;
    BOOST_REQUIRE(least != mask::matcher::unlimited);
    BOOST_TEST(looks > 50u);
    std::size_t stopped = 0;
    for (std::size_t look = 0; look < looks; look += 1 + looks / 40) {
        mask::matcher m{grammar_of(text.c_str(), tokens)};
        at_look const asked{look};
        m.stop_with(asked);
        std::size_t const got = m.least_remaining();
        if (got == mask::matcher::unlimited) {
            BOOST_TEST((m.error() == errc::cancelled));
            ++stopped;
        } else {
            BOOST_TEST(got >= least);  // of a shortest text, before better ones were looked for
        }
        m.stop_with({});
        BOOST_TEST(m.least_remaining() == least);
        BOOST_TEST((m.error() == errc::none));
    }
    BOOST_TEST(stopped > 2u);
}

BOOST_AUTO_TEST_CASE(budgets_and_drafts_are_stopped_as_well) {
    mask::token_index const tokens = many_tokens();
    mask::matcher whole{grammar_of(nested_counts, tokens)};
    mask::matcher m{grammar_of(nested_counts, tokens)};
    at_look const asked{0};
    m.stop_with(asked);
    BOOST_TEST(m.least_remaining() == mask::matcher::unlimited);
    BOOST_TEST((m.error() == errc::cancelled));
    m.stop_with({});
    BOOST_TEST(m.least_remaining() == whole.least_remaining());

    std::size_t const width = mask::words_for(tokens.size());
    words rows(width * 2);
    std::vector<mask::filled> states(2);
    std::vector<vocab::token_id> const draft{'a', 'b'};
    std::vector<std::uint32_t> const parents{mask::no_parent, 0};
    mask::draft_tree const tree{draft, parents};
    words expected(width * 2);
    BOOST_TEST(mask::fill(whole, tree, {expected, width}, states) == 2u);
    m.stop_with(asked);
    (void)mask::fill(m, tree, {rows, width}, states);
    BOOST_TEST(!(states[0] == mask::filled::some));
    BOOST_TEST(m.steps() == 0u);
    m.stop_with({});
    BOOST_TEST(mask::fill(m, tree, {rows, width}, states) == 2u);
    BOOST_TEST((rows == expected));
}

BOOST_AUTO_TEST_CASE(a_deadline_stops_and_so_does_one_that_cannot_be_asked) {
    mask::token_index const tokens = many_tokens();
    mask::matcher m{grammar_of(nested_counts, tokens)};
    parlance::deadline const past(std::chrono::milliseconds(-1));
    m.stop_with(past);
    BOOST_TEST((m.allowed().state == mask::filled::limited || m.allowed().state == mask::filled::failed));
    BOOST_TEST((m.error() == errc::cancelled));
    struct broken {
        bool stop_requested() const { throw std::runtime_error("nobody is there"); }
    };
    broken const none_there;
    m.stop_with(none_there);
    (void)m.allowed();
    BOOST_TEST((m.error() == errc::cancelled));
    // copies go by it, too
    mask::matcher copy{m};
    (void)copy.allowed();
    BOOST_TEST((copy.error() == errc::cancelled));
    m.stop_with({});
    BOOST_TEST((m.allowed().state == mask::filled::some));
}

BOOST_AUTO_TEST_CASE(a_call_stops_those_of_no_other_thread) {
    mask::token_index const tokens = many_tokens();
    mask::compiled_grammar const shared = grammar_of(nested_counts, tokens);
    std::string const text = "abcd cd(ef)gh, abab(abc)de, fgfg hihi ijij ";
    std::atomic<bool> done{false};
    std::vector<std::thread> stopped;
    for (int t = 0; t < 3; ++t) {
        stopped.emplace_back([&] {
            at_look const asked{0};
            while (!done) {
                mask::matcher m{shared};
                m.stop_with(asked);
                for (char const c : text) {
                    (void)m.allowed();
                    (void)m.accept(std::string_view{&c, 1});
                }
            }
        });
    }
    std::size_t wrong = 0;
    for (int round = 0; round < 20; ++round) {
        mask::matcher m{shared};
        for (char const c : text) {
            wrong += m.allowed().state != mask::filled::some;
            wrong += m.accept(std::string_view{&c, 1}) ? 0 : 1;
        }
    }
    done = true;
    for (std::thread& t : stopped) {
        t.join();
    }
    BOOST_TEST(wrong == 0u);
}

BOOST_AUTO_TEST_CASE(however_many_calls_go_on_each_has_a_meter_of_its_own) {
    mask::detail::meters all;
    constexpr int calls = 100;
    at_look const asked{0};
    std::atomic<int> inside{0};
    std::atomic<int> own{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < calls; ++t) {
        threads.emplace_back([&] {
            mask::detail::meter& m = all.enter(asked);
            ++inside;
            while (inside < calls) {
                std::this_thread::yield();
            }
            own += &all.mine() == &m;
            mask::detail::meters::leave(m);
        });
    }
    for (std::thread& t : threads) {
        t.join();
    }
    BOOST_TEST(own == calls);
}

BOOST_AUTO_TEST_CASE(what_a_call_spends_no_other_gets_back) {
    mask::detail::budget means(1000, 100);
    mask::detail::meter& own = means.enter({});
    means.refuel();
    BOOST_TEST(means.pay(90));
    std::thread([&] {
        mask::detail::meter& others = means.enter({});
        means.refuel();
        BOOST_TEST(means.pay(90));
        BOOST_TEST(!means.pay(90));
        mask::detail::meters::leave(others);
    }).join();
    BOOST_TEST(means.spent() == 90u);
    BOOST_TEST(!means.pay(20));
    BOOST_TEST((means.failure() == errc::out_of_fuel));
    mask::detail::meters::leave(own);
}

BOOST_AUTO_TEST_CASE(what_was_moved_from_allows_no_more_than_before) {
    mask::token_index tokens = many_tokens();
    mask::token_index const others = std::move(tokens);
    BOOST_TEST(tokens.size() == others.size());
    mask::compiled_grammar shared = grammar_of(nested_counts, tokens);
    mask::compiled_grammar const again = std::move(shared);
    BOOST_TEST(shared.memory() == again.memory());
    mask::matcher m{shared};
    BOOST_TEST((m.allowed().state == mask::filled::some));
    mask::grammar prepared = again.grammar();
    mask::grammar const taken = std::move(prepared);
    BOOST_TEST(prepared.memory() == taken.memory());

    mask::trigger word = mask::trigger::words({"X"});
    mask::trigger const kept = std::move(word);
    BOOST_TEST((word.kind() == mask::trigger::start::at_once));
    BOOST_TEST((kept.kind() == mask::trigger::start::with_match && kept.words().size() == 1u));
    mask::trigger other = mask::trigger::eager();
    other = mask::trigger(kept);
    word = std::move(other);
    BOOST_TEST((other.kind() == mask::trigger::start::at_once && other.words().empty()));
    BOOST_TEST((word.kind() == mask::trigger::start::with_match));
}

BOOST_AUTO_TEST_SUITE_END()
