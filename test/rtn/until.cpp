// test/rtn/until.cpp - automata of texts in front of delimiters, beside looking for the delimiters
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/until.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(rtn_until)

namespace rtn = parlance::rtn;

namespace {

std::size_t first_of(std::string_view text, std::vector<std::string_view> const& words) {
    std::size_t at = std::string_view::npos;
    for (std::string_view const w : words) {
        at = std::min(at, text.find(w));
    }
    return at;
}

/// Whether each delimiter behind `text` is the first one there.
bool in_front(std::string_view text, std::vector<std::string_view> const& delimiters) {
    return std::all_of(delimiters.begin(), delimiters.end(), [&](std::string_view d) {
        return first_of(std::string(text).append(d), delimiters) == text.size();
    });
}

}  // namespace

BOOST_AUTO_TEST_CASE(texts_are_accepted_as_a_search_says) {
    std::mt19937 random(3);
    auto const made = [&](std::size_t most) {
        constexpr std::string_view letters[] = {"a", "b", "<", "\xC3\xA9"};
        std::string out;
        for (std::size_t n = random() % most + 1; n > 0; --n) {
            out += letters[random() % 4];
        }
        return out;
    };
    std::size_t accepted = 0;
    std::size_t refused = 0;
    for (int round = 0; round < 300; ++round) {
        std::vector<std::string> delimiters;
        for (std::size_t n = random() % 4 + 1; n > 0; --n) {
            delimiters.push_back(made(5));
        }
        std::vector<std::string_view> const views(delimiters.begin(), delimiters.end());
        auto const before = rtn::before_delimiters(views).value();
        auto const without = rtn::without_delimiters(views).value();
        std::vector<std::string> const others{made(4), made(4), delimiters[0] + made(1)};
        std::vector<std::string_view> const more(others.begin(), others.end());
        auto const neither = rtn::before_delimiters(views, 100'000, false, more).value();
        for (int i = 0; i < 40; ++i) {
            std::string const text = i == 0 ? std::string() : made(9);
            BOOST_TEST(before.accepts(text) == in_front(text, views), delimiters[0] << " in " << text);
            BOOST_TEST(without.accepts(text) == (first_of(text, views) == std::string_view::npos),
                       delimiters[0] << " in " << text);
            BOOST_TEST(neither.accepts(text) ==
                           (in_front(text, views) && first_of(text, more) == std::string_view::npos),
                       delimiters[0] << " and " << others[0] << " in " << text);
            ++(before.accepts(text) ? accepted : refused);
        }
    }
    BOOST_TEST(accepted > 1000u);
    BOOST_TEST(refused > 1000u);
}

BOOST_AUTO_TEST_CASE(every_text_is_in_front_of_no_delimiter) {
    auto const all = rtn::before_delimiters({}).value();
    BOOST_TEST(all.states() == 1u);
    BOOST_TEST(all.accepts("a<\xF0\x9F\x98\x80"));
}

BOOST_AUTO_TEST_CASE(what_is_no_delimiter_is_refused) {
    auto const code = [](std::string_view d, std::size_t most = 100) {
        return static_cast<int>(rtn::before_delimiters(std::vector<std::string_view>{d}, most).error().code);
    };
    BOOST_TEST(code("") == static_cast<int>(parlance::errc::invalid_table));
    BOOST_TEST(code("\xFF") == static_cast<int>(parlance::errc::invalid_utf8));
    BOOST_TEST(code("abcdef", 3) == static_cast<int>(parlance::errc::too_many_states));
}

BOOST_AUTO_TEST_SUITE_END()
