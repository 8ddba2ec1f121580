#include <parlance/peg/lower.hpp>
#include <parlance/peg/text.hpp>

namespace x3 = boost::spirit::x3;

#ifdef MEND
constexpr auto expression = +parlance::peg::chars<"0-9">;
#else
constexpr auto expression = x3::int_ >> x3::eol;
#endif
constexpr auto table = parlance::peg::lower<expression>();

int main() { return static_cast<int>(table.nodes.size()) == 0; }
