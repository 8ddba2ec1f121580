#include <parlance/gbnf/compile.hpp>

#ifdef MEND
constexpr std::size_t steps = 100'000;
#else
constexpr std::size_t steps = 100;
#endif

constexpr auto grammar = parlance::gbnf::compile<"root ::= \"a\"", "root", steps>();

int main() { return static_cast<int>(grammar.view().elements.size()) == 0; }
