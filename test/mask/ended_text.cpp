// test/mask/ended_text.cpp - text in which each character leads to another state, and some end it
// SPDX-License-Identifier: BSL-1.0
#include "fixture.hpp"
#include <parlance/mask/bitmask.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/filled.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/token_index.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_ended_text)

namespace mask = parlance::mask;
namespace data = boost::unit_test::data;
using mask_fixture::vocabulary;

namespace {

/// Ranges of letters whose end is not before their beginning.
std::string ranges() {
    std::string out;
    for (char c = 'a'; c <= 'z'; ++c) {
        out += std::string("|") + c + "-[" + c + "-z]";
    }
    return out;
}

struct pattern {
    std::string_view name;
    std::string text;
    friend std::ostream& operator<<(std::ostream& out, pattern const& p) { return out << p.name; }
};

pattern const patterns[] = {
    {"a class", "\\[(?:[^\\]\\\\-]" + ranges() + ")+\\]"},
    {"classes in text", "(?:[^\\[\\]()*+\\\\]|\\[(?:[^\\]\\\\-]" + ranges() + ")+\\])*!"},
    {"no letter twice, up to a dot", "(?!.*(?:aa|bb|cc|nn))[a-z -]+\\.[0-9]*"},
    {"a name that ends with its second letter", "[a-z](?:[a-m][a-z ,;]*[a-m]|[n-z][a-z ,;]*[n-z])=[0-9]+"},
};

/// More than a thousand tokens below one node, which are taken as slices, and some long ones.
mask::token_index tokens() {
    std::vector<std::string> texts;
    for (char a = ' '; a <= '~'; ++a) {
        texts.emplace_back(1, a);
        for (char b = ' '; b <= '~'; ++b) {
            texts.push_back(std::string{a, b});
        }
    }
    std::mt19937 random(7);
    std::string_view const letters = "abcnopxyz-]. [=,";
    for (int i = 0; i < 6000; ++i) {
        std::string text;
        for (auto left = 3 + random() % 6; left != 0; --left) {
            text.push_back(letters[random() % letters.size()]);
        }
        texts.push_back(text);
    }
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    return *mask::token_index::build(vocabulary(texts));
}

}  // namespace

BOOST_DATA_TEST_CASE(masks_are_what_tokens_are_accepted, data::make(patterns)) {
    static mask::token_index const index = tokens();
    std::size_t const size = index.tokens().size();
    std::size_t wrong = 0;
    std::mt19937 random(3);
    for (int walk = 0; walk < 12; ++walk) {
        mask::matcher m(*mask::compile_regex(sample.text, index));
        for (int step = 0; step < 12; ++step) {
            mask::allowed_tokens const may = m.allowed();
            BOOST_REQUIRE(mask::has_tokens(may.state));
            BOOST_TEST((may.state != mask::filled::limited));
            std::vector<mask::token_id> some;
            std::vector<std::uint32_t> words(may.words.begin(), may.words.end());
            for (mask::token_id id = 0; id < size; ++id) {
                bool const allowed = mask::bitmask{words}.test(id);
                bool const accepted = m.accept(id);
                if (accepted) {
                    m.rollback(1);
                    some.push_back(id);
                }
                wrong += allowed != accepted;
            }
            if (some.empty() || !m.accept(some[random() % some.size()]) || m.stopped()) {
                break;
            }
        }
    }
    BOOST_TEST(wrong == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
