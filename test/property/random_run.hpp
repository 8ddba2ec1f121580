// test/property/random_run.hpp - what runs over random grammars have in common
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include "random_grammar.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace random_grammar {

/// What a test run is asked for behind `--`, by place from 1; mostly how many grammars, and the first seed.
inline std::uint32_t argument(int n, std::uint32_t otherwise) {
    auto const& suite = boost::unit_test::framework::master_test_suite();
    return suite.argc > n ? static_cast<std::uint32_t>(std::atoi(suite.argv[n])) : otherwise;
}

/// A grammar of up to five rules, every third with tokens in it.
inline std::string some_text(source& random) {
    bool const tokens =
        random.one_in(3);  // drawn one after the other, since compilers differ in which argument is first
    return writer(random, 1 + random.below(5), tokens).text();
}

/// The network of a grammar, if it compiles; rules that begin with themselves are rewritten.
inline parlance::result<parlance::rtn::network> network_of(std::string_view text) {
    auto const written = parlance::gbnf::compile(text, {.allow_left_recursion = true});
    auto const grammar = written ? parlance::gbnf::without_left_recursion(*written) : written;
    return grammar ? parlance::rtn::from_gbnf(*grammar)
                   : parlance::result<parlance::rtn::network>{grammar.error()};
}

}  // namespace random_grammar
