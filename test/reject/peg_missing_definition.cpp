#include <parlance/peg/lower.hpp>
#include <parlance/peg/text.hpp>

namespace x3 = boost::spirit::x3;

constexpr x3::rule<struct word_id> word{"word"};
constexpr auto word_def = word = +parlance::peg::chars<"a-z">;
constexpr auto expression = word >> '!';
#ifdef MEND
constexpr auto table = parlance::peg::lower<expression, word_def>();
#else
constexpr auto table = parlance::peg::lower<expression>();
#endif

int main() { return static_cast<int>(table.nodes.size()) == 0; }
