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
#include <thread>
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

template <class Stacks, class Caching = mask::no_caching, class Start = mask::at_once>
using engine = mask::npda<mask::element_machine, Stacks, Caching, Start>;

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

using lazy = engine<mask::heap_stacks, mask::no_caching, mask::with_words<"[[", "call:[">>;
constexpr bool lazy_works() {
    lazy run{mask::element_machine{lists}};
    bool ok = run.waiting() && run.can_stop() && run.accept("some [text] call:") && run.waiting();
    ok = ok && !run.accept("[x");  // lists do not begin with "call:["
    ok = ok && run.accept("[") == false && run.accept(" [") && run.waiting();
    return ok && run.accept("[") && !run.waiting() && !run.can_stop() && run.accept("a],b]") &&
           run.can_stop();
}
static_assert(lazy_works());
using behind = engine<mask::heap_stacks, mask::no_caching, mask::behind_words<"</think>">>;
constexpr bool behind_works() {
    behind run{mask::element_machine{lists}};
    bool const ok = run.accept("hm [ </thin</think") && run.waiting() && run.accept(">[a") && !run.waiting();
    return ok && !run.accept("<") && run.accept("]") && run.can_stop();
}
static_assert(behind_works());

/// With surrogates as characters.
using wide = mask::npda<mask::basic_element_machine<mask::code_points>>;
constexpr auto one_character = gbnf::compile<"root ::= \"<\" . \">\"">();
static_assert(wide{mask::basic_element_machine<mask::code_points>{one_character}}.allows("<\xED\xA0\x80>"));
static_assert(!mask::npda{mask::element_machine{one_character}}.allows("<\xED\xA0"));
static_assert(mask::npda{mask::element_machine{one_character}}.allows("<\xED\x9F\xBF>"));
static_assert(!wide{mask::basic_element_machine<mask::code_points>{one_character}}.allows("<\xC0"));

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

BOOST_AUTO_TEST_CASE(hash_consed_frames_exist_once) {
    auto const g = *gbnf::compile("root ::= \"(\" root \")\" | \"x\"");
    engine<mask::shared_stacks> run{mask::element_machine{g}};
    for (int i = 0; i < 2000; ++i) {
        BOOST_REQUIRE(run.accept(std::uint8_t{'('}));
    }
    auto fork = run;
    BOOST_TEST(run.accept("x)") == fork.accept("x)"));
    BOOST_TEST((run.stacks() == fork.stacks()));
}

BOOST_AUTO_TEST_CASE(engines_share_a_memo_within_its_bytes_and_between_threads) {
    auto const g = *gbnf::compile("root ::= \"[\" (item (\",\" item)*)? \"]\"\nitem ::= [a-c]{1,3} | root");
    using cached = engine<mask::heap_stacks, mask::caching>;
    for (std::size_t const bytes : {std::size_t{0}, std::size_t{10'000}, std::size_t{1} << 24}) {
        auto const shared = std::make_shared<mask::memo<cached::stack_set>>(bytes);
        std::vector<std::string> read(4);
        std::vector<std::thread> threads;
        for (std::size_t t = 0; t < read.size(); ++t) {
            threads.emplace_back([&, t] {
                std::mt19937 random(static_cast<std::uint32_t>(t / 2));
                cached run{mask::element_machine{g}, shared};
                for (int step = 0; step < 300; ++step) {
                    char const c = "abc[],"[random() % 6];
                    read[t] += run.accept(static_cast<std::uint8_t>(c)) ? c : '-';
                }
            });
        }
        for (std::thread& t : threads) {
            t.join();
        }
        BOOST_TEST(read[0] == read[1]);
        BOOST_TEST(read[2] == read[3]);
        mask::npda plain{mask::element_machine{g}};
        std::string want;
        std::mt19937 random(0);
        for (int step = 0; step < 300; ++step) {
            char const c = "abc[],"[random() % 6];
            want += plain.accept(static_cast<std::uint8_t>(c)) ? c : '-';
        }
        BOOST_TEST(read[0] == want);
        BOOST_TEST(shared->memory() <= bytes);
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
