// test/property/schema_to_gbnf.cpp - random schemas printed as GBNF and compiled again mean the same
// SPDX-License-Identifier: BSL-1.0
#include "random_schema.hpp"
#include <parlance/schema/lower.hpp>
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/mask/npda.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/schema/to_gbnf.hpp>
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(property_schema_to_gbnf)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
namespace schema = parlance::schema;

namespace {

/// A text that `net` allows, as far as it gets: letters by chance, but brackets and quotes are closed gladly.
std::string walk(rtn::network const& net, std::mt19937& random) {
    constexpr std::string_view letters = "{}[]\",:0123456789-+.eEabcnulltrefas\\/ \n\xC3\xA9\xE2\x82\xAC";
    constexpr std::string_view closing = "]}\"";
    mask::npda<mask::network_machine> m{mask::network_machine{net}};
    std::string out;
    for (int i = 0; i < 60 && !(m.can_stop() && random() % 3 == 0); ++i) {
        std::string allowed;
        for (char const c : letters) {
            if (m.allows({&c, 1})) {
                allowed.push_back(c);
            }
        }
        if (allowed.empty()) {
            break;
        }
        char next = allowed[random() % allowed.size()];
        for (char const c : closing) {
            next = allowed.find(c) != std::string::npos && random() % 3 == 0 ? c : next;
        }
        if (!m.accept({&next, 1})) {
            break;
        }
        out.push_back(next);
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_printed_grammar_reads_what_the_network_reads) {
    std::size_t printed = 0;
    std::size_t refused = 0;
    std::size_t accepted = 0;
    std::size_t rejected = 0;
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
        parlance::property::random_schema g(seed + 2'000'000, seed % 2 == 1);
        std::mt19937 random(seed);
        schema::options how;
        how.whitespace = seed % 3 == 0 ? schema::spaces::bounded : schema::spaces::compact;
        how.properties = seed % 5 < 3 ? schema::order::declared : schema::order::any;
        how.number_digits = seed % 4 == 0 ? 4 : seed % 4 == 1 ? 20 : 0;  // counted inside a number
        boost::json::value const s = g.document(2);
        auto const net = schema::compile(s, how);
        if (!net) {
            continue;
        }
        auto const text = schema::to_gbnf(s, how);
        if (!text) {
            // a matcher sees whether items are unique, a grammar does not
            bool const watched = text.error().hint.view().find("uniqueItems") != std::string_view::npos;
            BOOST_TEST((watched || text.error().code == parlance::errc::not_lowerable),
                       parlance::render(text.error()));
            ++refused;
            continue;
        }
        auto const grammar = gbnf::compile(*text);
        BOOST_REQUIRE_MESSAGE(grammar, "seed " << seed << ": " << s << "\n"
                                               << parlance::render(grammar.error(), *text));
        for (gbnf::finding const& each : gbnf::check(*grammar).findings) {
            BOOST_REQUIRE_MESSAGE(false, "seed " << seed << ": rule " << each.owner << " has finding "
                                                 << static_cast<int>(each.kind) << "\n"
                                                 << *text);
        }
        auto const again = rtn::from_gbnf(*grammar);
        BOOST_REQUIRE_MESSAGE(again, "seed " << seed << ": " << parlance::render(again.error(), *text));
        ++printed;
        auto const compare = [&](std::string_view t) {
            bool const first = mask::matches(*net, t);
            BOOST_REQUIRE_MESSAGE(first == mask::matches(*again, t),
                                  "seed " << seed << ": " << s << (first ? " accepts " : " refuses ") << t
                                          << "\n"
                                          << *text);
            accepted += first;
            rejected += !first;
        };
        for (int i = 0; i < 10; ++i) {
            compare(parlance::json::dump(g.value(2)));
        }
        for (int i = 0; i < 3; ++i) {
            for (rtn::network const* const from : {&*net, &*again}) {
                std::string t = walk(*from, random);
                compare(t);
                if (!t.empty()) {
                    t[random() % t.size()] = "\"{}[]:,01ab "[random() % 12];
                    compare(t);
                }
            }
        }
    }
    BOOST_TEST_MESSAGE(printed << " printed, " << refused << " refused; " << accepted << " texts accepted, "
                               << rejected << " rejected");
    BOOST_TEST(printed > 10 * refused);
    BOOST_TEST(accepted > 1000u);
    BOOST_TEST(rejected > 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
