#include <parlance/peg/lower.hpp>
#include <parlance/peg/text.hpp>

namespace peg = parlance::peg;
namespace x3 = boost::spirit::x3;

#ifdef MEND
constexpr auto expression = x3::lit("a") >> peg::chars<"bB">;
#else
constexpr auto expression = x3::lit("a") >> x3::no_case[x3::lit("b")];
#endif

int main() { return static_cast<int>(peg::lower<expression>().view().nodes.size()) == 0; }
