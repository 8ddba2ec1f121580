#include <parlance/peg/print.hpp>
#include <parlance/peg/parse.hpp>
#include "formats.hpp"
#include <parlance/peg/match.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(peg_parse)

namespace data = boost::unit_test::data;
using namespace parlance;
using namespace parlance::peg;

namespace {

struct sample {
    std::string_view notation;
    std::string_view reads;
    std::string_view refuses;
};
std::ostream& operator<<(std::ostream& out, sample const& s) { return out << s.notation; }

struct mistake {
    std::string_view notation;
    errc code;
    std::size_t at;
};
std::ostream& operator<<(std::ostream& out, mistake const& m) { return out << m.notation; }

}  // namespace

sample const samples[] = {
    {"<- \"a\\n\\t\\r\\\"\\\\\\x41\"", "a\n\t\r\"\\A", "a"},
    {"<- 'odd name'  # a comment\n'odd name' <- \"x\"", "x", "y"},
    {"first <- second second\nsecond <- [a-c] ", "ab", "abc"},
    {"<- \"a\" / \"b\" \"c\" / (\"d\" / \"e\")+", "ded", "ab"},
    {"<- [a-z]{2} [0-9]{1,2} [_]{1,} .? end", "ab12___x", "ab123_"},
    {"<- !\"b\" &[a-c] . fail?", "c", "b"},
    {"<- start \"a\" rest", "anything", "b"},
    {"<- until(\"</a>\", \"<\") \"<\"", "abc<", "abc"},
    {"<- !&!\"a\" .", "a", "b"},
    {"<- number (\"+\" number)*\nnumber <- [0-9]+", "1+22+3", "1+"},
    {"tag name = 7 <- tag(name, \"a\") tag(8, \"b\")", "ab", "a"},
    {"<- \"\" eps 'rest'\n'rest' <- \"r\"", "r", "x"},
};
BOOST_DATA_TEST_CASE(a_table_is_read_and_written_back, data::make(samples)) {
    arena const a = parse(sample.notation).value();
    BOOST_TEST(matches(a, sample.reads));
    BOOST_TEST(!matches(a, sample.refuses));
    std::string const printed = print(a).value();
    BOOST_TEST((parse(printed).value().view() == a.view()));
    BOOST_TEST(print(parse(printed).value()).value() == printed);
}

BOOST_AUTO_TEST_CASE(every_format_is_written_and_read_back) {
    for (formats::format const& f : formats::all()) {
        BOOST_TEST((parse(print(f.table).value()).value().view() == f.table.view()));
    }
}

mistake const mistakes[] = {
    {"", errc::expected_rule_name, 0},
    {"<-", errc::unexpected_character, 2},
    {"<- \"abc", errc::unterminated_literal, 3},
    {"<- \"a\\q\"", errc::invalid_escape, 5},
    {"<- (\"a\" / \"b\"", errc::unclosed_group, 13},
    {"<- [z-a]", errc::inverted_range, 4},
    {"<- [a", errc::unterminated_class, 3},
    {"<- \"a\"{2,1}", errc::invalid_repetition, 6},
    {"<- \"a\"{x}", errc::invalid_repetition, 7},
    {"<- until(\"a\"", errc::unclosed_group, 12},
    {"<- until(a)", errc::unexpected_character, 9},
    {"<- tag(nobody, \"a\")", errc::undefined_reference, 7},
    {"a <- \"a\"\na <- \"b\"", errc::duplicate_rule, 9},
    {"a \"b\"", errc::expected_rule_name, 2},
    {"<- %", errc::expected_rule_name, 3},
    {"<- a 7-d", errc::expected_rule_name, 5},
    {"<- missing", errc::undefined_reference, 3},
    {"<- \"a\" b\nb <- c 'other one' # c\nc <- \"c\"", errc::undefined_reference, 16},
    {"a <- a \"b\"", errc::left_recursion, 0},
    {"<- until(\"\")", errc::unterminated_literal, 0},
};
BOOST_DATA_TEST_CASE(a_mistake_is_told_with_its_place, data::make(mistakes)) {
    auto const a = parse(sample.notation);
    BOOST_REQUIRE(!a);
    BOOST_TEST((a.error().code == sample.code), describe(a.error().code));
    BOOST_TEST(a.error().at.offset == sample.at);
}

BOOST_AUTO_TEST_CASE(nesting_and_size_have_limits) {
    std::string const deep = "<- " + std::string(100'000, '(') + "\"a\"" + std::string(100'000, ')');
    BOOST_TEST((parse(deep).error().code == errc::nested_too_deep));
    BOOST_TEST((parse("<- " + std::string(100'000, '!') + "\"a\"").error().code == errc::nested_too_deep));
    std::string loops;
    for (int i = 0; i < 1000; ++i) {
        loops += "+{2}";
    }
    BOOST_TEST((parse("<- \"a\"" + loops).error().code == errc::nested_too_deep));
    limits tiny;
    tiny.source_bytes = 5;
    BOOST_TEST((parse("<- \"abc\"", tiny).error().code == errc::source_too_large));
}

BOOST_AUTO_TEST_SUITE_END()
