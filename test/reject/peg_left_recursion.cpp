#include <parlance/peg/lower.hpp>
#include <parlance/peg/text.hpp>

namespace x3 = boost::spirit::x3;

constexpr x3::rule<struct list_id> list{"list"};
#ifdef MEND
constexpr auto list_def = list = parlance::peg::chars<"a-z"> >> -(',' >> list);
#else
constexpr auto list_def = list = list >> ',' >> parlance::peg::chars<"a-z">;
#endif
constexpr auto table = parlance::peg::lower<list, list_def>();

int main() { return static_cast<int>(table.nodes.size()) == 0; }
