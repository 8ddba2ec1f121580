#include <parlance/peg/lower.hpp>

namespace peg = parlance::peg;
namespace x3 = boost::spirit::x3;

#ifdef MEND
constexpr auto expression = x3::lit("n=") >> +x3::digit;
#else
constexpr auto expression = x3::lit("n=") >> x3::int_;
#endif

int main() { return static_cast<int>(peg::lower<expression>().view().nodes.size()) == 0; }
