// test/property/mask_shared.cpp - masks are the same whatever other grammars have left with the vocabulary
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/matcher.hpp>
#include "random_run.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_mask_shared)

namespace mask = parlance::mask;
namespace vocab = parlance::vocab;

namespace {

using words = std::vector<std::uint32_t>;

struct tally {
    std::size_t positions = 0;
    std::size_t shared = 0;   // places at which two grammars had a mask of one id
    std::size_t limited = 0;  // walks that ended at a limit
};

/// The mask of this position.  It may take more than one call may spend: then the next comes further.
mask::allowed_tokens allowed(mask::matcher& m) {
    mask::allowed_tokens found = m.allowed();
    for (int call = 1; call < 8 && m.error() == parlance::errc::out_of_fuel; ++call) {
        found = m.allowed();
    }
    return found;
}

/// Reads a token that a mask allows.  It may take more than one call may spend: then the next comes further.
bool accepts(mask::matcher& m, vocab::token_id next) {
    for (int call = 0; call < 8; ++call) {
        if (m.accept(next)) {
            return true;
        }
        if (m.error() != parlance::errc::out_of_fuel) {
            return false;
        }
    }
    return false;
}

/// A grammar, and the same with another first rule, so that they have parts in common.
std::vector<std::string> relatives(random_grammar::source& random) {
    std::string const text = random.one_in(2)   ? random_grammar::count_writer(random).text()
                             : random.one_in(2) ? random_grammar::recursion_writer(random).text()
                             : random.one_in(2) ? random_grammar::search_writer(random).text()
                                                : random_grammar::some_text(random);
    std::string again = text;
    if (std::size_t const at = again.find("root ::= "); at != std::string::npos) {
        again.replace(at, 9, "root ::= \"b\" | ");
    }
    return {text, again, text};
}

/// Follows random tokens with what knows only one grammar and with what shares its index.
void compare(mask::grammar const& prepared, vocab::token_list const& tokens, mask::token_index const& shared,
             std::map<std::uint32_t, words>& by_id, random_grammar::source& random, std::string const& text,
             tally& done) {
    mask::cache_options const as_written{.no_dead_ends = false};
    mask::compiled_grammar const alone{prepared, mask::token_index::build(tokens).value(), as_written};
    mask::compiled_grammar const among{prepared, shared, as_written};
    for (int walk = 0; walk < 3; ++walk) {
        mask::matcher a{alone};
        mask::matcher b{among};
        for (int step = 0; step < 12; ++step) {
            mask::allowed_tokens const own = allowed(a);
            mask::allowed_tokens const common = allowed(b);
            if (own.state == mask::filled::limited || common.state == mask::filled::limited) {
                ++done.limited;
                break;
            }
            BOOST_REQUIRE_MESSAGE(own.state == common.state && std::ranges::equal(own.words, common.words),
                                  "another mask among others at step " << step << " of\n"
                                                                       << text);
            BOOST_REQUIRE((common.id == 0) == (own.id == 0));
            if (common.id != 0) {
                words const now(common.words.begin(), common.words.end());
                auto const [known, fresh] = by_id.emplace(common.id, now);
                BOOST_REQUIRE_MESSAGE(known->second == now, "one id for two masks in\n" << text);
                done.shared += !fresh && walk == 0;
            }
            ++done.positions;
            std::vector<vocab::token_id> allowed;
            for (vocab::token_id id = 0; id < tokens.size(); ++id) {
                if (((common.words[id / 32] >> (id % 32)) & 1u) != 0 && !tokens.ends(id)) {
                    allowed.push_back(id);
                }
            }
            if (allowed.empty()) {
                break;
            }
            vocab::token_id const next = random.pick(allowed);
            bool const read = accepts(a, next);
            BOOST_REQUIRE_MESSAGE(read == accepts(b, next), "one of two reads " << next << " at step " << step
                                                                                << " of\n"
                                                                                << text);
            BOOST_REQUIRE_MESSAGE(read || a.error() != parlance::errc::none, "refuses " << next << " at step "
                                                                                        << step << " of\n"
                                                                                        << text);
            if (!read) {
                ++done.limited;
                break;
            }
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(masks_are_the_same_whatever_other_grammars_have_left) {
    tally done;
    for (std::uint32_t seed = random_grammar::argument(2, 1), end = seed + random_grammar::argument(1, 25);
         seed < end; ++seed) {
        random_grammar::source random(seed);
        vocab::token_list const tokens =
            random_grammar::vocabulary(random, 40 + random.below(60), seed % 2 != 0);
        auto const shared = mask::token_index::build(tokens).value();
        if (random.one_in(4)) {
            shared.share(random.below(20'000));  // little is kept
        }
        std::map<std::uint32_t, words> by_id;
        for (int family = 0; family < 4; ++family) {
            for (std::string const& text : relatives(random)) {
                auto const net = random_grammar::network_of(text);
                if (!net) {
                    continue;
                }
                if (auto const prepared = mask::grammar::prepare(*net)) {
                    compare(*prepared, tokens, shared, by_id, random, text, done);
                }
            }
        }
    }
    BOOST_TEST_MESSAGE(done.positions << " positions, " << done.shared << " with a mask met before, "
                                      << done.limited << " walks up to a limit");
    BOOST_TEST(done.positions > 0u);
    BOOST_TEST(done.shared > 0u);
    BOOST_TEST(done.limited * 200u <= done.positions);
}

BOOST_AUTO_TEST_SUITE_END()
