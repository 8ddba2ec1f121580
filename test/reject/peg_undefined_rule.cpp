#include <parlance/peg/lower.hpp>

namespace peg = parlance::peg;
namespace x3 = boost::spirit::x3;

constexpr x3::rule<struct list_id> list{"list"};
constexpr auto list_def = list = x3::lit("[") >> *list >> "]";

#ifdef MEND
constexpr auto table = peg::lower<list, list_def>();
#else
constexpr auto table = peg::lower<list>();
#endif

int main() { return static_cast<int>(table.view().nodes.size()) == 0; }
