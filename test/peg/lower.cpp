#include <parlance/peg/lower.hpp>
#include "agree.hpp"
#include <parlance/peg/json.hpp>
#include <parlance/peg/parse.hpp>
#include <parlance/peg/print.hpp>
#include <parlance/peg/tag.hpp>
#include <parlance/peg/text.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(peg_lower)

using namespace parlance;
using namespace parlance::peg;
using x3::char_;
using x3::lit;

namespace {

constexpr auto sequence = lit("a") >> 'b' >> "a";
constexpr auto alternative = lit("ab") | 'a' | "b";
constexpr auto kleene = *lit("ab") >> 'a';
constexpr auto plus = +(lit("a") | 'b') >> x3::eoi;
constexpr auto optional = -lit("ab") >> 'a';
constexpr auto difference = *(char_ - "ab");
constexpr auto list = lit('a') % 'b';
constexpr auto looks = &lit("a") >> !lit("ab") >> char_ >> char_;
constexpr auto exact = x3::repeat(2)[char_('a', 'b')];
constexpr auto between = x3::repeat(1, 3)[lit("ab")];
constexpr auto at_least = x3::repeat(2, x3::inf)[lit('a')];
constexpr auto expected = (lit("a") > "b") | "b";
constexpr auto transparent = x3::omit[x3::raw[lit("a")]] >> x3::lexeme[x3::eps >> 'b'];
constexpr auto classes = x3::alpha >> x3::digit >> -x3::xdigit >> *x3::space >> -x3::punct;
constexpr auto inverted = ~char_('a') >> ~char_('a', 'b');

constexpr x3::rule<struct parens_id> parens{"parens"};
constexpr auto parens_def = parens = lit('(') >> *parens >> ')';
BOOST_SPIRIT_DEFINE(parens)

// Mutual recursion.
constexpr x3::rule<struct number_id> number{"number"};
constexpr x3::rule<struct sum_id> sum{"sum"};
constexpr auto number_def = number = +char_('0', '1') | ('(' >> sum >> ')');
constexpr auto sum_def = sum = number >> *('+' >> number);
BOOST_SPIRIT_DEFINE(number, sum)

constexpr auto call = lit("<call>") > tag<1u>[json::value] > "</call>";
constexpr auto message = *(call | (&any >> tag<2u>[until<"<call>">]));
constexpr auto everything = start >> chars<"a-z", 2, 4> >> rest >> fail >> atomic[one_of<"b", "bc">] >>
                            recover(call, rest) >>
                            refine(space, x3::eps) >> schema<7>[json::object] >> token<3>[lit("t")] >>
                            gbnf<"\"g\"">[lit("g")] >> json::member<"key">[python::value] >> optional_space;

}  // namespace

BOOST_AUTO_TEST_CASE(a_table_reads_what_x3_reads) {
    using agree::first_difference;
    BOOST_TEST(first_difference<sequence>("abc", 4) == "");
    BOOST_TEST(first_difference<alternative>("abc", 4) == "");
    BOOST_TEST(first_difference<kleene>("abc", 6) == "");
    BOOST_TEST(first_difference<plus>("abc", 4) == "");
    BOOST_TEST(first_difference<optional>("abc", 4) == "");
    BOOST_TEST(first_difference<difference>("abc", 6) == "");
    BOOST_TEST(first_difference<list>("abc", 6) == "");
    BOOST_TEST(first_difference<looks>("abc", 4) == "");
    BOOST_TEST(first_difference<exact>("abc", 4) == "");
    BOOST_TEST(first_difference<between>("abc", 7) == "");
    BOOST_TEST(first_difference<at_least>("ab", 6) == "");
    BOOST_TEST(first_difference<expected>("abc", 4) == "");
    BOOST_TEST(first_difference<transparent>("abc", 4) == "");
    BOOST_TEST(first_difference<classes>("aG1 -", 5) == "");
    BOOST_TEST(first_difference<inverted>("abc", 4) == "");
}

BOOST_AUTO_TEST_CASE(recursive_rules_read_what_x3_reads) {
    static constexpr auto parens_table = lower<parens, parens_def>();
    static constexpr auto sum_table = lower<sum, number_def, sum_def>();
    for (std::string const& text : agree::all_texts("()", 8)) {
        BOOST_TEST(agree::by_x3(parens, text) == agree::by_table(parens_table, text));
    }
    for (std::string const& text : agree::all_texts("1+()", 6)) {
        BOOST_TEST(agree::by_x3(sum, text) == agree::by_table(sum_table, text));
    }
}

BOOST_AUTO_TEST_CASE(three_spellings_give_one_table) {
    static constexpr auto lowered = lower<message>();
    builder b;
    node_id const built_call =
        b.sequence({b.literal("<call>"), b.cut(), b.tag(1u, b.json_value()), b.cut(), b.literal("</call>")});
    node_id const content = b.sequence({b.look(b.any()), b.tag(2u, b.until({"<call>"}))});
    arena const built = b.finish(b.star(b.choice({built_call, content}))).value();
    BOOST_TEST((lowered.view() == built.view()));
    BOOST_TEST((parse(print(built).value()).value().view() == lowered.view()));

    static constexpr auto all = lower<everything>();
    BOOST_TEST((parse(print(all).value()).value().view() == all.view()));

    static constexpr auto lowered_sum = lower<sum, number_def, sum_def>();
    arena const read = parse("sum <- number (\"+\" number)*\nnumber <- [01]+ / \"(\" sum \")\"").value();
    BOOST_TEST((lowered_sum.view() == read.view()));
}

static_assert(matches(lower<message>(), "hi <call>{\"a\": [1]}</call> there"));
static_assert(!matches(lower<message>(), "hi <call>{\"a\": [1}</call> there"));
static_assert(lower<alternative>().view().nodes.size() == 4);

BOOST_AUTO_TEST_CASE(a_table_made_at_run_time_stands_inside_an_x3_expression) {
    arena const table = parse("<- [a-z]+ \"!\"").value();
    auto const expression = lit("<") >> table_parser(table) >> ">";
    BOOST_TEST(agree::by_x3(expression, "<abc!>") == 6u);
    BOOST_TEST(agree::by_x3(expression, "<abc>") == none);
}

BOOST_AUTO_TEST_SUITE_END()
