#include <parlance/gbnf/compile.hpp>

#ifdef MEND
constexpr auto grammar = parlance::gbnf::compile<"root ::= \"a\"\nb ::= (\"c\")\n">();
#else
constexpr auto grammar = parlance::gbnf::compile<"root ::= \"a\"\nb ::= (\"c\"\n">();
#endif

int main() { return static_cast<int>(grammar.view().elements.size()) == 0; }
