// test/mask/npda.cpp - the reference engine under every policy
// SPDX-License-Identifier: BSL-1.0
#include <parlance/mask/npda.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/json.hpp>
#include <parlance/mask/npda/element_machine.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_npda)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;
using parlance::errc;

namespace {

constexpr auto lists = gbnf::compile<R"(root ::= "[" (item ("," item)*)? "]"
item ::= [a-z]{1,3} | root | <[7]>)">();

// What can be run while the program is compiled.
static_assert(mask::matches(gbnf::json, "[-1.5e3]"));
static_assert(!mask::matches(gbnf::json, "[01]"));
static_assert(!mask::matches(gbnf::json, "[1,]"));
static_assert(!mask::matches(gbnf::json, "\"\t\""));
static_assert(mask::matches(lists, "[ab,[],[c,[def]]]"));
static_assert(!mask::matches(lists, "[abcd]"));

template <class Stacks, class Caching = mask::no_caching>
using engine = mask::npda<mask::element_machine, Stacks, Caching>;

constexpr bool fixed_matches(std::string_view text) {
    engine<mask::fixed_stacks<16>> run{mask::element_machine{lists}};
    return run.accept(text) && run.can_stop();
}
static_assert(fixed_matches("[ab,[],c]"));
static_assert(!fixed_matches("[ab,[],c"));

constexpr errc depth_error() {
    engine<mask::fixed_stacks<16>> run{mask::element_machine{lists}};
    while (run.accept(std::uint8_t{'['})) {}
    return run.error();
}
static_assert(depth_error() == errc::stack_too_deep);

using engines =
    boost::mpl::list<engine<mask::fixed_stacks<64>>, engine<mask::shared_stacks>,
                     engine<mask::heap_stacks, mask::caching>, engine<mask::fixed_stacks<64>, mask::caching>,
                     engine<mask::shared_stacks, mask::caching>>;

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_policy_reads_the_same, Engine, engines) {
    char const* const grammars[] = {
        "root ::= \"[\" (item (\",\" item)*)? \"]\"\nitem ::= [a-c]{1,3} | root | <[7]>",
        "root ::= (\"a\"* \"b\"?){2,5} (\"c\" root)?",
        "root ::= ([a-c]{0,2}){3,} \"[\"",
    };
    std::mt19937 random(2);
    for (char const* const text : grammars) {
        auto const g = *gbnf::compile(text);
        for (int walk = 0; walk < 40; ++walk) {
            mask::npda plain{mask::element_machine{g}};
            Engine other{mask::element_machine{g}};
            for (int step = 0; step < 12; ++step) {
                BOOST_REQUIRE(other.stacks().size() == plain.stacks().size());
                BOOST_REQUIRE(other.can_stop() == plain.can_stop());
                if (random() % 6 == 0) {
                    BOOST_REQUIRE(other.accept_token(7, "a") == plain.accept_token(7, "a"));
                    continue;
                }
                auto const byte = static_cast<std::uint8_t>("abc[],"[random() % 6]);
                BOOST_REQUIRE(other.accept(byte) == plain.accept(byte));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_bound_is_an_error_and_not_a_refusal) {
    auto const g = *gbnf::compile("root ::= \"(\" root \")\" | \"x\"");
    mask::npda deep{mask::element_machine{g}, {.depth = 10}};
    while (deep.accept(std::uint8_t{'('})) {}
    BOOST_TEST((deep.error() == errc::stack_too_deep));
    auto const h = *gbnf::compile("root ::= \"a\" (\"a\"? \"a\"? \"a\"? \"a\"? root)? \"b\"");
    mask::npda wide_one{mask::element_machine{h}, {.stacks = 12}};
    while (wide_one.accept(std::uint8_t{'a'})) {}
    BOOST_TEST((wide_one.error() == errc::too_many_configurations));
    BOOST_TEST(wide_one.gave_up());
}

BOOST_AUTO_TEST_SUITE_END()
