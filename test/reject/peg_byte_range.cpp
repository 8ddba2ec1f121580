#include <parlance/peg/lower.hpp>
#include <parlance/peg/text.hpp>

namespace peg = parlance::peg;
namespace x3 = boost::spirit::x3;

#ifdef MEND
constexpr auto expression = x3::eps >> peg::chars<"\\u0080-\\u00ff">;
#else
constexpr auto expression = x3::eps >> x3::char_('\x80', '\xff');
#endif

int main() { return static_cast<int>(peg::lower<expression>().view().nodes.size()) == 0; }
