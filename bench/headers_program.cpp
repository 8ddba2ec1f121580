// bench/headers_program.cpp - a short program of the core tier, for measuring what it costs to compile: bench/headers
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf.hpp>
#include <parlance/mask.hpp>
#include <parlance/rtn.hpp>
#include <parlance/vocab.hpp>
#include <iostream>

using namespace parlance;

int main(int, char** argv) {
    auto const tokens = vocab::open_gguf(argv[1]).value();
    auto const index = mask::index::build(tokens.view()).value();
    auto const grammar = gbnf::compile("root ::= \"yes\" | \"no\"").value();
    mask::matcher matcher(
        mask::cache(mask::grammar::prepare(rtn::from_gbnf(grammar).value()).value(), index));
    while (!matcher.ended()) {
        auto const allowed = matcher.view();
        vocab::token_id id = 0;
        while (id < tokens.size() && (allowed.words[id / 32] >> id % 32 & 1u) == 0) {
            ++id;
        }
        if (!matcher.accept(id)) {
            return 1;
        }
        std::cout << tokens.bytes(id);
    }
}
