// test/rtn/alphabet.cpp - code points are in one group if and only if they are in the same sets
// SPDX-License-Identifier: BSL-1.0
#include <parlance/rtn/alphabet.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstdint>
#include <set>
#include <vector>

BOOST_AUTO_TEST_SUITE(rtn_alphabet)

namespace {

using namespace parlance;
using rtn::alphabet;
using rtn::code_points;
using sets = vec<vec<code_points>>;

bool has(vec<code_points> const& set, char32_t c) {
    return std::any_of(set.begin(), set.end(), [c](code_points r) { return r.low <= c && c <= r.high; });
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_alphabet_is_the_coarsest_in_which_each_set_is_a_union_of_groups) {
    struct sample {
        char const* what;
        sets all;
        std::uint32_t groups;
    };
    sample const samples[] = {
        {"no sets", {}, 1},
        {"an empty set", {{}}, 1},
        {"all code points", {{{0, 0x10FFFF}}}, 1},
        {"a set and what is outside", {{{'a', 'z'}}}, 2},
        {"two ranges of one set are one group", {{{'a', 'c'}, {'x', 'z'}}}, 2},
        {"the same set twice", {{{'a', 'z'}}, {{'a', 'z'}}}, 2},
        {"sets that overlap", {{{'a', 'm'}}, {{'g', 'z'}}}, 4},
        {"one inside another", {{{'a', 'z'}}, {{'g', 'g'}}}, 3},
        {"up to both ends", {{{0, 'a'}}, {{0xE000, 0x10FFFF}}}, 3},
        {"a set and its complement", {{{'a', 'z'}}, {{0, '`'}, {'{', 0x10FFFF}}}, 2},
    };
    char32_t const tried[] = {0,   '`', 'a', 'c', 'd',  'f',    'g',    'h',      'm',     'n',
                              'x', 'y', 'z', '{', 0xE9, 0xDFFF, 0xE000, 0x10FFFE, 0x10FFFF};
    for (sample const& s : samples) {
        BOOST_TEST_CONTEXT(s.what) {
            vec<vec<std::uint32_t>> members;
            work spent{limits{}};
            alphabet const made = *rtn::alphabet_of(s.all, members, spent);
            BOOST_TEST(made.groups == s.groups);
            BOOST_REQUIRE(members.size() == s.all.size());
            for (char32_t const c : tried) {
                BOOST_REQUIRE(made.of(c) < made.groups);
                for (std::size_t i = 0; i < s.all.size(); ++i) {
                    bool const member =
                        std::find(members[i].begin(), members[i].end(), made.of(c)) != members[i].end();
                    BOOST_TEST(member == has(s.all[i], c));
                }
                for (char32_t const d : tried) {
                    bool const alike = std::all_of(s.all.begin(), s.all.end(), [&](auto const& set) {
                        return has(set, c) == has(set, d);
                    });
                    BOOST_TEST((made.of(c) == made.of(d)) == alike);
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(intervals_follow_each_other_to_the_last_code_point) {
    vec<vec<std::uint32_t>> members;
    work spent{limits{}};
    alphabet const made =
        *rtn::alphabet_of(sets{{{'a', 'c'}, {0x10FFFF, 0x10FFFF}}, {{'b', 'b'}}}, members, spent);
    BOOST_TEST((made.starts.front() == U'\0'));
    BOOST_TEST(made.starts.size() == made.group.size());
    for (std::size_t i = 0; i < made.starts.size(); ++i) {
        BOOST_TEST(made.of(made.starts[i]) == made.group[i]);
        BOOST_TEST(made.of(made.last_of_interval(i)) == made.group[i]);
        if (i + 1 < made.starts.size()) {
            BOOST_TEST((made.last_of_interval(i) + 1 == made.starts[i + 1]));
        }
    }
    BOOST_TEST((made.last_of_interval(made.starts.size() - 1) == 0x10FFFF));
    BOOST_TEST(alphabet{}.of('x') == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
