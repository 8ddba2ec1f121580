// test/property/mask_history.cpp - the same text has the same mask, whatever was asked before
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/matcher.hpp>
#include "random_run.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_mask_history)

namespace mask = parlance::mask;
namespace vocab = parlance::vocab;
using parlance::errc;

namespace {

struct tally {
    std::size_t positions = 0;
    std::size_t limited = 0;
};

/// What a matcher says of the place where it is.
struct said {
    mask::filled state = mask::filled::failed;
    errc error = errc::none;
    std::vector<std::uint32_t> words;
    bool can_stop = false;

    friend bool operator==(said const&, said const&) = default;
    /// Where a matcher says that it knows nothing, it does not know whether it may stop.
    [[nodiscard]] bool is_within(said const& other) const {
        bool out = state == mask::filled::failed || can_stop == other.can_stop;
        for (std::size_t w = 0; w < words.size(); ++w) {
            out = out && (words[w] & ~other.words[w]) == 0;
        }
        return out;
    }
    friend std::ostream& operator<<(std::ostream& out, said const& s) {
        out << "state " << static_cast<int>(s.state) << ", error " << static_cast<int>(s.error) << ", stop "
            << s.can_stop << ", words" << std::hex;
        for (std::uint32_t const w : s.words) {
            out << ' ' << w;
        }
        return out << std::dec;
    }
};

said ask(mask::matcher& m, bool by_view) {
    said out;
    out.words.resize(mask::words_for(m.compiled().tokens().tokens().size()));
    if (by_view) {
        mask::allowed_tokens const viewed = m.allowed();
        out.state = viewed.state;
        std::copy(viewed.words.begin(), viewed.words.end(), out.words.begin());
    } else {
        out.state = m.fill(out.words);
    }
    out.error = m.error();
    out.can_stop = m.can_stop();
    return out;
}

/// Asks for masks of other places, takes tokens back, and refuses some: nothing that should matter.
void stir(mask::matcher& m, random_grammar::source& random, std::uint32_t tokens) {
    for (std::uint32_t n = random.below(4); n > 0; --n) {
        mask::matcher other = m;
        (void)other.rollback(random.below(static_cast<std::uint32_t>(m.steps()) + 1));
        for (std::uint32_t k = random.below(4); k > 0; --k) {
            (void)other.accept(random.below(tokens));
            (void)ask(other, random.one_in(2));
        }
    }
    std::size_t taken = 0;
    for (; taken < 3 && m.accept(random.below(tokens)); ++taken) {
        (void)ask(m, random.one_in(2));
    }
    BOOST_REQUIRE(m.rollback(taken));
}

std::string text_of(random_grammar::source& random) {
    switch (random.below(3)) {
    case 0: return random_grammar::some_text(random);
    case 1: return random_grammar::count_writer(random).text();
    default: return random_grammar::recursion_writer(random).text();
    }
}

/// One matcher is asked this and that on its way, many of them over the same grammar; the others go straight to where it
/// is, each over a grammar of which nothing is known.
void follow(std::uint32_t seed, parlance::limits const& bounds, std::size_t bytes, tally& done) {
    random_grammar::source random(seed);
    std::string const text = text_of(random);
    vocab::token_list const tokens = random_grammar::vocabulary(random, 40 + random.below(60));
    auto const net = random_grammar::network_of(text);
    auto const prepared = net ? mask::grammar::prepare(*net, mask::trigger::eager(), bounds)
                              : parlance::result<mask::grammar>{net.error()};
    if (!prepared) {
        return;
    }
    auto const index = mask::token_index::build(tokens);
    auto const size = static_cast<std::uint32_t>(tokens.size());
    mask::compiled_grammar const shared{*prepared, *index, {.bytes = bytes, .no_dead_ends = false}};
    for (int walk = 0; walk < 2; ++walk) {
        mask::matcher m{shared};
        std::vector<vocab::token_id> read;
        for (int step = 0; step < 6; ++step) {
            stir(m, random, size);
            said here = ask(m, random.one_in(2));
            std::string const where =
                "seed " + std::to_string(seed) + " step " + std::to_string(step) + "\n" + text;
            said const again = ask(m, random.one_in(2));
            BOOST_REQUIRE_MESSAGE(again == here, "asked again, " << where << again << "\n" << here);
            mask::compiled_grammar const fresh{*prepared, *index, {.no_dead_ends = false}};
            mask::matcher straight{fresh};
            for (vocab::token_id const id : read) {
                BOOST_REQUIRE_MESSAGE(straight.accept(id), "refused, " << where);
            }
            said const there = ask(straight, false);
            bool const forgot = here.error == errc::out_of_memory_budget && here.is_within(there);
            BOOST_REQUIRE_MESSAGE(forgot || there == here, "a fresh grammar says otherwise, " << where
                                                                                              << there << "\n"
                                                                                              << here);
            ++done.positions;
            done.limited += here.error != errc::none;
            std::vector<vocab::token_id> allowed;
            for (vocab::token_id id = 0; id < size; ++id) {
                if (mask::bitmask{here.words}.test(id) && !tokens.ends(id)) {
                    allowed.push_back(id);
                }
            }
            if (allowed.empty()) {
                break;
            }
            read.push_back(random.pick(allowed));
            BOOST_REQUIRE_MESSAGE(m.accept(read.back()), "allowed and refused, " << where);
        }
    }
}

/// With little fuel a mask may lack what was found before in another call, and says so; nothing else may differ, and what is
/// asked again never lacks more.
void follow_without_fuel(std::uint32_t seed, std::uint64_t fuel, tally& done) {
    random_grammar::source random(seed);
    std::string const text = text_of(random);
    vocab::token_list const tokens = random_grammar::vocabulary(random, 40 + random.below(60));
    auto const net = random_grammar::network_of(text);
    parlance::limits bounds;
    bounds.fuel = fuel;
    auto const short_of = net ? mask::grammar::prepare(*net, mask::trigger::eager(), bounds)
                              : parlance::result<mask::grammar>{net.error()};
    auto const prepared = net ? mask::grammar::prepare(*net) : parlance::result<mask::grammar>{net.error()};
    if (!short_of || !prepared) {
        return;
    }
    auto const index = mask::token_index::build(tokens);
    auto const size = static_cast<std::uint32_t>(tokens.size());
    mask::compiled_grammar const shared{*short_of, *index, {.no_dead_ends = false}};
    mask::matcher m{shared};
    mask::matcher whole{mask::compiled_grammar{*prepared, *index, {.no_dead_ends = false}}};
    for (int step = 0; step < 6; ++step) {
        stir(m, random, size);
        std::string const where =
            "seed " + std::to_string(seed) + " step " + std::to_string(step) + "\n" + text;
        said const exact = ask(whole, false);
        if (exact.error != errc::none) {
            return;
        }
        said last;
        last.words.resize(exact.words.size());
        for (int again = 0; again < 3; ++again) {
            said const here = ask(m, random.one_in(2));
            BOOST_REQUIRE_MESSAGE(here.error == errc::none || here.error == errc::out_of_fuel, where << here);
            BOOST_REQUIRE_MESSAGE(here.error == errc::out_of_fuel || here == exact,
                                  "lacks or has more, " << where << here << "\n"
                                                        << exact);
            BOOST_REQUIRE_MESSAGE(here.is_within(exact), "has more, " << where << here << "\n" << exact);
            for (std::size_t w = 0; w < here.words.size(); ++w) {
                BOOST_REQUIRE_MESSAGE((last.words[w] & ~here.words[w]) == 0,
                                      "lacks more when asked again, " << where);
            }
            last = here;
            ++done.positions;
            done.limited += here.error != errc::none;
        }
        std::vector<vocab::token_id> allowed;
        for (vocab::token_id id = 0; id < size; ++id) {
            if (mask::bitmask{last.words}.test(id) && !tokens.ends(id)) {
                allowed.push_back(id);
            }
        }
        if (allowed.empty()) {
            return;
        }
        vocab::token_id const next = random.pick(allowed);
        bool read = false;
        for (int calls = 0; calls < 1000 && !read; ++calls) {
            read = m.accept(next);
        }
        BOOST_REQUIRE_MESSAGE(read && whole.accept(next), "allowed and refused, " << where);
    }
}

template <class Bound>
void follow_all(Bound const& bound, std::size_t bytes = mask::cache_options{}.bytes) {
    tally done;
    for (std::uint32_t i = 0; i < random_grammar::argument(1, 60); ++i) {
        std::uint32_t const seed = random_grammar::argument(2, 1) + i;
        parlance::limits bounds;
        bound(bounds, seed);
        follow(seed, bounds, bytes, done);
    }
    BOOST_TEST_MESSAGE(done.positions << " positions, at " << done.limited << " of them a limit");
    BOOST_TEST(done.positions > 0u);
}

}  // namespace

BOOST_AUTO_TEST_CASE(masks_do_not_depend_on_what_was_asked_before) {
    follow_all([](parlance::limits&, std::uint32_t) {});
}

BOOST_AUTO_TEST_CASE(nor_where_few_configurations_are_allowed) {
    follow_all([](parlance::limits& bounds, std::uint32_t seed) { bounds.configurations = 2 + seed % 17; });
}

BOOST_AUTO_TEST_CASE(nor_where_stacks_are_shallow) {
    follow_all([](parlance::limits& bounds, std::uint32_t seed) { bounds.stack_depth = 1 + seed % 5; });
}

BOOST_AUTO_TEST_CASE(for_want_of_fuel_they_lack_tokens_and_say_so) {
    tally done;
    for (std::uint32_t i = 0; i < random_grammar::argument(1, 60); ++i) {
        std::uint32_t const seed = random_grammar::argument(2, 1) + i;
        follow_without_fuel(seed, 30'000 + 500 * (seed % 23), done);
    }
    BOOST_TEST_MESSAGE(done.positions << " positions, at " << done.limited << " of them a limit");
    BOOST_TEST(done.limited > 0u);
}

BOOST_AUTO_TEST_CASE(nor_where_what_was_learnt_is_forgotten_again_and_again) {
    follow_all([](parlance::limits&, std::uint32_t) {}, 20'000);
}

BOOST_AUTO_TEST_SUITE_END()
