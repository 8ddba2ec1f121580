#include <parlance/peg/check.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/parse.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

BOOST_AUTO_TEST_SUITE(peg_check)

namespace data = boost::unit_test::data;
using namespace parlance;
using namespace parlance::peg;

namespace {

struct sample {
    std::string_view table;
    std::vector<std::string> found;  // rendered
};
std::ostream& operator<<(std::ostream& out, sample const& s) { return out << s.table; }

std::string const loop = "error: this repeats something that can match nothing ";
std::string const dead = "error: this alternative can never be reached ";

// In a constant expression.
template <class Make>
constexpr std::size_t problems(Make make) {
    builder b;
    return check(*b.finish(make(b))).size();
}
static_assert(problems([](builder& b) { return b.json_value(); }) == 0);
static_assert(problems([](builder& b) { return b.python_value(); }) == 0);
static_assert(problems([](builder& b) { return b.choice({b.literal("get"), b.literal("get_all")}); }) == 1);
static_assert(problems([](builder& b) { return b.one_of({"get", "get_all"}); }) == 0);

}  // namespace

sample const samples[] = {
    {"<- \"a\" / \"b\"", {}},
    {"<- \"ab\" / \"a\"", {}},
    {"<- \"a\" / \"ab\"", {dead + "(root / alternative 2, because of alternative 1)"}},
    {"<- \"x\" a\na <- \"k\" / [a-z]+ / tag(1, \"foo\" \"bar\")",
     {dead + "(root / part 2 / a / alternative 3, because of alternative 2)"}},
    {"<- \"a\"* / \"b\"", {dead + "(root / alternative 2, because of alternative 1)"}},
    {"<- until(\"x\") / rest / \"c\"",
     {dead + "(root / alternative 2, because of alternative 1)",
      dead + "(root / alternative 3, because of alternative 1)"}},
    {"<- (\"a\"?)*", {loop + "(root)"}},
    {"<- \"b\" (\"c\" / list)\nlist <- (\"a\"* / \"b\")+",
     {dead + "(root / part 2 / alternative 2 / list / alternative 2, because of alternative 1)",
      loop + "(root / part 2 / alternative 2 / list)"}},
    {"<- (!\"a\" .)* (&\"b\" .)+", {}},
    {"<- value\nvalue <- \"[\" value* \"]\" / \"x\"", {}},
    {"<- [ab]{2} / \"a\"", {}},
};
BOOST_DATA_TEST_CASE(what_stands_out_is_told_with_the_way_to_it, data::make(samples)) {
    std::vector<std::string> found;
    for (diagnostic const& d : check(parse(sample.table).value())) {
        found.push_back(render(d));
    }
    BOOST_TEST(found == sample.found, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
