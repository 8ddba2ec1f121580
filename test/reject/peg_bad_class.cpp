#include <parlance/peg/lower.hpp>
#include <parlance/peg/text.hpp>

namespace peg = parlance::peg;
namespace x3 = boost::spirit::x3;

#ifdef MEND
constexpr auto expression = x3::eps >> peg::chars<"a-z">;
#else
constexpr auto expression = x3::eps >> peg::chars<"z-a">;
#endif

int main() { return static_cast<int>(peg::lower<expression>().view().nodes.size()) == 0; }
