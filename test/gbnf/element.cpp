// test/gbnf/element.cpp - rows have llama.cpp's numbers, and every kind of row is one that a grammar is written with
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/element.hpp>
#include <parlance/gbnf/compile.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(gbnf_element)

namespace {

using namespace parlance;
using gbnf::element;
using gbnf::element_kind;

// llama.cpp, src/llama-grammar.h, llama_gretype: a table of its own can be read as one of ours.
constexpr element_kind in_order[] = {element_kind::end,           element_kind::alt,
                                     element_kind::rule_ref,      element_kind::character,
                                     element_kind::character_not, element_kind::range_upper,
                                     element_kind::character_alt, element_kind::any,
                                     element_kind::token,         element_kind::token_not};
constexpr bool numbered() {
    std::uint8_t n = 0;
    for (element_kind const k : in_order) {
        if (static_cast<std::uint8_t>(k) != n++) {
            return false;
        }
    }
    return true;
}
static_assert(numbered());
static_assert(element{} == element{element_kind::end, 0}, "a row without a value closes the rule");
static_assert(sizeof(element) == 8, "a table is as large as llama.cpp's");

struct sample {
    std::string_view text;
    std::vector<element> rows;  // of the rule, its end left out
};

}  // namespace

BOOST_AUTO_TEST_CASE(every_kind_stands_for_what_its_comment_says) {
    using k = element_kind;
    sample const samples[] = {
        {R"("a" | "b")", {{k::character, 'a'}, {k::alt, 0}, {k::character, 'b'}}},
        {"root2", {{k::rule_ref, 1}}},
        {"[a-cx]", {{k::character, 'a'}, {k::range_upper, 'c'}, {k::character_alt, 'x'}}},
        {"[^a-cx]", {{k::character_not, 'a'}, {k::range_upper, 'c'}, {k::character_alt, 'x'}}},
        {".", {{k::any, 0}}},
        {"<[7]>", {{k::token, 7}}},
        {"!<[7]>", {{k::token_not, 7}}},
        {"[a]{2,5}", {{k::repeat, 2}, {k::repeat_upper, 5}, {k::character, 'a'}}},
        {"[a]+", {{k::repeat, 1}, {k::repeat_upper, gbnf::unbounded}, {k::character, 'a'}}},
        {"<think>", {{k::token_text, 0}}},
        {"!<think>", {{k::token_text_not, 0}}},
    };
    for (sample const& s : samples) {
        auto const g =
            gbnf::compile("root ::= " + std::string(s.text) + (s.text == "root2" ? "\nroot2 ::= \"x\"" : ""));
        BOOST_REQUIRE_MESSAGE(g, s.text);
        auto const rule = g->view().rule(0);
        std::vector<element> rows(rule.begin(), rule.end());
        if (!rows.empty() && rows.back().kind == k::end) {
            rows.pop_back();
        }
        BOOST_TEST((rows == s.rows), s.text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
