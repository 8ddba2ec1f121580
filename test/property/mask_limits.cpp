// test/property/mask_limits.cpp - the law of limits: a mask lacks what lies behind one, and nothing else
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/matcher.hpp>
#include "random_run.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_mask_limits)

namespace mask = parlance::mask;
namespace vocab = parlance::vocab;
using parlance::errc;

namespace {

struct tally {
    std::size_t positions = 0;
    std::size_t limited = 0;
    std::size_t with_tokens = 0;  // limited, and something is allowed all the same
};

struct what_is_read {
    bool good = false;
    errc error = errc::none;
};

/// For want of fuel it is asked again, since each call comes further.
what_is_read try_token(mask::matcher const& m, vocab::token_id id) {
    mask::matcher probe = m;
    for (int calls = 0; calls < 1000; ++calls) {
        if (probe.accept(id)) {
            return {true, errc::none};
        }
        if (probe.error() != errc::out_of_fuel) {
            break;
        }
    }
    return {false, probe.error()};
}

mask::trigger some_trigger(random_grammar::source& random) {
    switch (random.below(6)) {
    case 0: return mask::trigger::words({"ab", "c"});
    case 1: return mask::trigger::after({"ba"}, {2});
    case 2: return *mask::trigger::pattern("b(a+)");
    default: return mask::trigger::eager();
    }
}

/// Follows random tokens; `bounds` are small.  Where fuel is what was lacking, accept() may come further than the mask.
void follow(std::uint32_t seed, parlance::limits const& bounds, tally& done) {
    random_grammar::source random(seed);
    std::string const text = random_grammar::some_text(random);
    vocab::token_list const tokens = random_grammar::vocabulary(random, 40 + random.below(60));
    auto const net = random_grammar::network_of(text);
    if (!net) {
        return;
    }
    mask::trigger const starts = some_trigger(random);
    auto const within = mask::grammar::prepare(*net, starts, bounds);
    auto const whole = mask::grammar::prepare(*net, starts);
    if (!within || !whole) {
        return;
    }
    auto const index = mask::token_index::build(tokens);
    mask::compiled_grammar const compiled{*within, *index, {.no_dead_ends = false}};
    mask::compiled_grammar const whole_cache{*whole, *index, {.no_dead_ends = false}};
    for (int walk = 0; walk < 3; ++walk) {
        mask::matcher m{compiled};
        mask::matcher free{whole_cache};
        for (int step = 0; step < 6; ++step) {
            std::vector<std::uint32_t> words(mask::words_for(tokens.size()));
            std::vector<std::uint32_t> all(words.size());
            mask::filled const state = m.fill(words);
            errc const why = m.error();
            mask::filled const viewed = m.allowed().state;
            free.fill(all);
            std::string const where =
                "seed " + std::to_string(seed) + " step " + std::to_string(step) + "\n" + text;
            bool const fuel = why == errc::out_of_fuel || m.error() == errc::out_of_fuel;
            BOOST_REQUIRE_MESSAGE(fuel || viewed == state, "view != fill, " << where);
            BOOST_REQUIRE_MESSAGE((state == mask::filled::limited) <= (why != errc::none), where);
            std::size_t const count = mask::bitmask{words}.count();
            BOOST_REQUIRE_MESSAGE(!mask::has_tokens(state) == (count == 0), where);
            bool stopped = false;  // some token, by a limit that will always be there
            std::vector<vocab::token_id> allowed;
            for (vocab::token_id id = 0; id < tokens.size(); ++id) {
                bool const bit = mask::bitmask{words}.test(id);
                what_is_read const read = try_token(m, id);
                std::string const token = " token " + std::to_string(id) + " " + where;
                BOOST_REQUIRE_MESSAGE(!bit || read.good, "the mask allows what accept refuses," << token);
                BOOST_REQUIRE_MESSAGE(bit || !read.good || fuel,
                                      "accept takes what the mask refuses," << token);
                BOOST_REQUIRE_MESSAGE(!bit || mask::bitmask{all}.test(id),
                                      "more than without a limit," << token);
                bool const lacks = !bit && mask::bitmask{all}.test(id);
                BOOST_REQUIRE_MESSAGE(!lacks || why != errc::none, "a token is missing in silence," << token);
                stopped =
                    stopped || (!read.good && read.error != errc::none && read.error != errc::out_of_fuel);
                if (bit && !tokens.ends(id)) {
                    allowed.push_back(id);
                }
            }
            BOOST_REQUIRE_MESSAGE(!stopped || why != errc::none,
                                  "accept meets a limit, the mask none, " << where);
            ++done.positions;
            done.limited += why != errc::none;
            done.with_tokens += why != errc::none && count != 0;
            if (allowed.empty()) {
                break;
            }
            vocab::token_id const next = random.pick(allowed);
            BOOST_REQUIRE(m.accept(next));  // trying it has found all there is to find
            BOOST_REQUIRE(free.accept(next));
        }
    }
}

/// Follows many grammars, each within what `bound` makes of the limits.
template <class Bound>
void follow_all(Bound const& bound) {
    tally done;
    for (std::uint32_t seed = 1; seed <= random_grammar::argument(1, 60); ++seed) {
        parlance::limits bounds;
        bound(bounds, seed);
        follow(seed, bounds, done);
    }
    BOOST_TEST_MESSAGE(done.positions << " positions, at " << done.limited << " of them a limit, at "
                                      << done.with_tokens << " of these something is allowed");
    BOOST_TEST(done.with_tokens > 0u);
}

}  // namespace

BOOST_AUTO_TEST_CASE(fill_view_and_accept_agree_on_what_lies_behind_few_configurations) {
    follow_all([](parlance::limits& bounds, std::uint32_t seed) { bounds.configurations = 2 + seed % 17; });
}

BOOST_AUTO_TEST_CASE(fill_view_and_accept_agree_on_what_lies_behind_a_shallow_stack) {
    follow_all([](parlance::limits& bounds, std::uint32_t seed) { bounds.stack_depth = 1 + seed % 5; });
}

BOOST_AUTO_TEST_CASE(without_fuel_a_mask_lacks_tokens_and_says_so) {
    follow_all([](parlance::limits& bounds, std::uint32_t seed) {
        bounds.fuel = 30'000 + 500 * (seed % 23);  // enough for a single token
    });
}

BOOST_AUTO_TEST_SUITE_END()
