#include <parlance/gbnf/compile.hpp>

#ifdef MEND
constexpr std::size_t most = 20;
#else
constexpr std::size_t most = 10;
#endif

constexpr auto grammar = parlance::gbnf::compile<"root ::= \"a\"", "root", most>();

int main() { return static_cast<int>(grammar.view().elements.size()) == 0; }
