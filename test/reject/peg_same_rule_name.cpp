#include <parlance/peg/lower.hpp>
#include <parlance/peg/text.hpp>

namespace x3 = boost::spirit::x3;

constexpr x3::rule<struct word_id> word{"word"};
#ifdef MEND
constexpr x3::rule<struct number_id> number{"number"};
#else
constexpr x3::rule<struct number_id> number{"word"};
#endif
constexpr auto word_def = word = parlance::peg::chars<"a-z">;
constexpr auto number_def = number = parlance::peg::chars<"0-9">;
constexpr auto expression = word | number;
constexpr auto table = parlance::peg::lower<expression, word_def, number_def>();

int main() { return static_cast<int>(table.nodes.size()) == 0; }
