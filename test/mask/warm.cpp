// test/mask/warm.cpp - once the places of a generation are known, a step allocates nothing
// SPDX-License-Identifier: BSL-1.0
#include "../measured.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(mask_warm)

namespace gbnf = parlance::gbnf;
namespace mask = parlance::mask;
namespace rtn = parlance::rtn;
namespace vocab = parlance::vocab;

BOOST_AUTO_TEST_CASE(a_warm_step_does_not_allocate) {
    vocab::token_list_builder all;
    for (unsigned b = 0; b < 256; ++b) {
        all.add(std::string(1, static_cast<char>(b)), vocab::token_kind::normal);
    }
    vocab::token_list const tokens = *std::move(all).finish();
    auto const index = mask::token_index::build(tokens);
    auto const net = rtn::from_gbnf(*gbnf::compile(R"(root ::= "[" (value ("," value){0,30})? "]"
value ::= root | "\"" [^"]{0,20} "\"" | [0-9]+ ("." [0-9]+)?)"));
    mask::compiled_grammar const compiled{*mask::grammar::prepare(*net), *index};
    mask::matcher m{compiled};
    std::vector<std::uint32_t> words(mask::words_for(index->size()));
    std::string const text = R"([[1,2.5,["one",[]],"two words",[[[[3]]]]],"\u00e4",12345])";
    auto const read = [&] {
        m.reset();
        bool all_read = true;
        for (char const c : text) {
            all_read = all_read && m.allowed().state == mask::filled::some;
            all_read = all_read && m.fill(words) == mask::filled::some;
            all_read = all_read && m.accept(static_cast<mask::token_id>(static_cast<unsigned char>(c)));
        }
        return all_read;
    };
    BOOST_TEST(read());
    BOOST_TEST(read());
    std::size_t const before = measured::calls.load();
    bool const again = read();
    std::size_t const after = measured::calls.load();
    BOOST_TEST(again);
    BOOST_TEST(after == before);
    BOOST_TEST(before > 0u);
}

BOOST_AUTO_TEST_SUITE_END()
