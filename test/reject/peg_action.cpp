#include <parlance/peg/lower.hpp>
#include <parlance/peg/tag.hpp>

namespace peg = parlance::peg;
namespace x3 = boost::spirit::x3;

struct print {
    template <class Context>
    void operator()(Context const&) const {}
};

#ifdef MEND
constexpr auto expression = x3::lit("a") >> peg::tag<1u>[x3::lit("b")];
#else
constexpr auto expression = x3::lit("a") >> x3::lit("b")[print{}];
#endif

int main() { return static_cast<int>(peg::lower<expression>().view().nodes.size()) == 0; }
