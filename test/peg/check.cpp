#include <parlance/peg/check.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/parse.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
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

// What a rule can read nothing for is known of rules that stand far behind it, through parts of every kind.
BOOST_AUTO_TEST_CASE(nothing_is_read_through_a_chain_of_rules) {
    std::string chain;
    for (int i = 0; i < 500; ++i) {
        std::string const next = "r" + std::to_string(i + 1);
        std::string const bodies[] = {next,
                                      next + " " + next,
                                      "\"x\" / " + next,
                                      "(" + next + ")+",
                                      "&\"x\" " + next,
                                      "tag(1, " + next + ")"};
        chain += "r" + std::to_string(i) + " <- " + bodies[i % 6] + "\n";
    }
    auto const empty = parse("<- (r0)*\n" + chain + "r500 <- \"\"");
    BOOST_REQUIRE(empty);
    auto const is_loop = [](diagnostic const& d) { return d.code == errc::nullable_loop; };
    auto const found = check(*empty);
    BOOST_TEST(std::any_of(found.begin(), found.end(), is_loop));
    auto const full = parse("<- (r0)*\n" + chain + "r500 <- \"y\"");
    BOOST_REQUIRE(full);
    auto const none = check(*full);
    BOOST_TEST(std::none_of(none.begin(), none.end(), is_loop));
    // behind what can read nothing a rule comes back to itself
    auto const again = parse("<- a\na <- r0 a\n" + chain + "r500 <- \"\"");
    BOOST_REQUIRE(!again);
    BOOST_TEST((again.error().code == errc::left_recursion));
    BOOST_TEST(parse("<- a\na <- r0 a / \"z\"\n" + chain + "r500 <- \"y\"").has_value());
}

BOOST_AUTO_TEST_CASE(a_table_that_refers_to_itself_first_is_found_with_the_way_round) {
    // a builder refuses it, so a table that was sound is changed
    builder b;
    rule_id const one = b.declare("one");
    rule_id const two = b.declare("two");
    b.define(one, b.sequence({b.optional(b.literal("x")), b.ref(two), b.literal("a")}));
    b.define(two, b.choice({b.literal("b"), b.sequence({b.literal("y"), b.ref(one)})}));
    arena a = b.finish(b.ref(one)).value();
    BOOST_TEST(check(a.view()).empty());
    for (node& n : a.nodes) {
        if (n.kind == op::literal && a.view().literal_of(n) == "y") {
            n = {op::epsilon};
        }
    }
    std::vector<diagnostic> const found = check(a.view());
    BOOST_REQUIRE(!found.empty());
    BOOST_TEST((found.front().code == errc::left_recursion));
    std::string_view const hint = found.front().hint.view();
    BOOST_TEST((hint.find("one -> two") != std::string_view::npos ||
                hint.find("two -> one") != std::string_view::npos),
               hint);
}

BOOST_AUTO_TEST_SUITE_END()
