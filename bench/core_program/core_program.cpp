// bench/core_program/core_program.cpp - a short program of the core tier: bench/headers measures what it costs to compile
// SPDX-License-Identifier: BSL-1.0
//
// usage: core_program FILE.gguf
#include <parlance/mask.hpp>
#include <parlance/vocab.hpp>
#include <iostream>

using namespace parlance;

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: core_program FILE.gguf\n";
        return 2;
    }
    auto const tokens = vocab::open_gguf(arguments[1]).value();
    auto const index = mask::token_index::build(tokens.view()).value();
    mask::matcher matcher(mask::compile_gbnf("root ::= \"yes\" | \"no\"", index).value());
    while (!matcher.stopped()) {
        auto const allowed = matcher.allowed();
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
