#include <parlance/peg/lower.hpp>

namespace peg = parlance::peg;
namespace x3 = boost::spirit::x3;

constexpr x3::rule<struct list_id> list{"list"};

#ifdef MEND
constexpr auto list_def = list = x3::lit("x") >> -(x3::lit(",") >> list);
#else
constexpr auto list_def = list = (list >> "," >> "x") | "x";
#endif

constexpr auto table = peg::lower<list, list_def>();

int main() { return static_cast<int>(table.view().nodes.size()) == 0; }
