// test/reject/gbnf_left_recursion.cpp - a cycle at the left edge of rules is an error with its place
// SPDX-License-Identifier: BSL-1.0
#include <parlance/gbnf/compile.hpp>

#ifdef MEND
constexpr auto grammar = parlance::gbnf::compile<"root ::= \"x\" a\na ::= b\nb ::= \"z\" a | \"y\"">();
#else
constexpr auto grammar = parlance::gbnf::compile<"root ::= \"x\" a\na ::= b\nb ::= a | \"y\"">();
#endif

int main() { return static_cast<int>(grammar.view().elements.size()) == 0; }
