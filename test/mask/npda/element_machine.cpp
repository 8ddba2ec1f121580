// test/mask/npda/element_machine.cpp - a GBNF table runs byte by byte: partial code points, Unicode policies, counts, tokens
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/npda/element_machine.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/npda.hpp>
#include <boost/test/unit_test.hpp>
#include <string_view>
#include <type_traits>

BOOST_AUTO_TEST_SUITE(mask_npda_element_machine)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;

namespace {

static_assert(mask::machine<mask::element_machine> &&
              mask::machine<mask::basic_element_machine<mask::code_points>>);
static_assert(!std::is_constructible_v<mask::element_machine, gbnf::grammar>, "the table would be gone");

/// With surrogates as characters.
using wide = mask::npda<mask::basic_element_machine<mask::code_points>>;
constexpr auto one_character = gbnf::compile<"root ::= \"<\" . \">\"">();
static_assert(wide{mask::basic_element_machine<mask::code_points>{one_character}}.allows("<\xED\xA0\x80>"));
static_assert(!mask::npda{mask::element_machine{one_character}}.allows("<\xED\xA0"));
static_assert(mask::npda{mask::element_machine{one_character}}.allows("<\xED\x9F\xBF>"));
static_assert(!wide{mask::basic_element_machine<mask::code_points>{one_character}}.allows("<\xC0"));

template <class Machine = mask::element_machine>
constexpr bool allows(gbnf::grammar_view g, std::string_view text) {
    return mask::npda<Machine>{Machine{g}}.allows(text);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_byte_is_allowed_when_some_character_that_begins_so_is_in_the_class) {
    // U+00E9 to U+00EB are C3 A9 to C3 AB; U+1F600 is F0 9F 98 80
    static constexpr auto inside = gbnf::compile<"root ::= [\\u00e9-\\u00eb]">();
    static constexpr auto outside = gbnf::compile<"root ::= [^\\u00e9-\\u00eb]">();
    static constexpr auto above = gbnf::compile<"root ::= [\\U0001F600-\\U0010FFFF]">();
    static_assert(allows(inside, "\xC3") && !allows(inside, "\xC4") && !allows(inside, "e"));
    static_assert(allows(inside, "\xC3\xAA") && !allows(inside, "\xC3\xA8") && !allows(inside, "\xC3\xAC"));
    static_assert(allows(outside, "\xC3\xA8") && !allows(outside, "\xC3\xAA") && allows(outside, "e"));
    static_assert(allows(above, "\xF0\x9F\x98\x80") && !allows(above, "\xF0\x9F\x97") &&
                  allows(above, "\xF4\x8F"));
    static_assert(!allows(above, "\xF4\x90") && !allows(above, "\xF5"), "beyond U+10FFFF there is nothing");
    BOOST_TEST(!allows(outside, "\xC0\xAF"));  // overlong
    BOOST_TEST(!allows(outside, "\xE0\x80"));
    BOOST_TEST(!allows(outside, "\x80"));  // a continuation byte without a beginning
    BOOST_TEST(!allows(outside, "\xC3"
                                "a"));  // and a beginning without one
}

BOOST_AUTO_TEST_CASE(repetitions_count_and_their_bounds_cost_no_rows) {
    static constexpr auto many = gbnf::compile<"root ::= [a-b]{2,100000} \"c\"">();
    static_assert(mask::matches(many, "abc") && !mask::matches(many, "ac") && mask::matches(many, "abababc"));
    static constexpr auto nested = gbnf::compile<"root ::= (\"a\"{2} \"b\"?){2,3}">();
    for (auto const& [text, whole] : {std::pair{"aaaa", true},
                                      {"aabaab", true},
                                      {"aaa", false},
                                      {"aabaabaa", true},
                                      {"aaaaaaaa", false},
                                      {"aab", false}}) {
        BOOST_TEST(mask::matches(nested, text) == whole, text);
    }
}

BOOST_AUTO_TEST_CASE(tokens_are_read_by_id_and_unresolved_ones_never) {
    auto const g = *gbnf::compile("root ::= (<[7]> | !<[8]> \"x\")*");
    mask::npda run{mask::element_machine{g}};
    BOOST_TEST(run.accept_token(7));
    BOOST_TEST(run.can_stop());
    BOOST_TEST(!run.accept_token(8));
    BOOST_TEST(run.accept_token(9));
    BOOST_TEST(!run.can_stop());
    BOOST_TEST(run.accept("x"));
    auto const unresolved = *gbnf::compile("root ::= <think> | !<tool>");
    mask::npda other{mask::element_machine{unresolved}};
    BOOST_TEST(!other.accept_token(0));
    BOOST_TEST(!other.accept_token(1));
    BOOST_TEST(!other.can_stop());
}

BOOST_AUTO_TEST_SUITE_END()
