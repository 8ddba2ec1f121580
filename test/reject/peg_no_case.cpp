#include <parlance/peg/lower.hpp>
#include <parlance/peg/text.hpp>

namespace x3 = boost::spirit::x3;

#ifdef MEND
constexpr auto expression = parlance::peg::chars<"aA">;
#else
constexpr auto expression = x3::no_case[x3::lit("a")];
#endif
constexpr auto table = parlance::peg::lower<expression>();

int main() { return static_cast<int>(table.nodes.size()) == 0; }
