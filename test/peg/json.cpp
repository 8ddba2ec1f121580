#include <parlance/peg/json.hpp>
#include "agree.hpp"
#include <parlance/peg/text.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string_view>

BOOST_AUTO_TEST_SUITE(peg_json)

namespace data = boost::unit_test::data;
namespace json = parlance::peg::json;
namespace python = parlance::peg::python;
using namespace parlance::peg;

namespace {

constexpr auto json_value = json::value;
constexpr auto json_string = json::string;
constexpr auto json_number = json::number;
constexpr auto python_value = python::value;
constexpr auto named = x3::lit("{") >> json::member<"name">[json::string] >> "}";

struct sample {
    std::string_view text;
    std::size_t json_end;
    std::size_t python_end;
};
std::ostream& operator<<(std::ostream& out, sample const& s) { return out << s.text; }

}  // namespace

sample const values[] = {
    {"{\"a\": [1, 2.5e-3, \"x\"]} tail", 23, 23},
    {"[]]", 2, 2},
    {"12abc", 2, 2},
    {"-", none, none},
    {"'single'", none, 8},
    {"None", none, 4},
    {"null", 4, none},
    {"{'k': [True, {'n': None}]}", none, 26},
    {"[1 2]", none, none},
};
BOOST_DATA_TEST_CASE(values_end_where_they_end, data::make(values)) {
    static constexpr auto json_table = lower<json_value>();
    static constexpr auto python_table = lower<python_value>();
    BOOST_TEST(agree::by_x3(json_value, sample.text) == sample.json_end);
    BOOST_TEST(agree::by_table(json_table, sample.text) == sample.json_end);
    BOOST_TEST(agree::by_x3(python_value, sample.text) == sample.python_end);
    BOOST_TEST(agree::by_table(python_table, sample.text) == sample.python_end);
}

BOOST_AUTO_TEST_CASE(parts_are_combinators_of_their_own) {
    BOOST_TEST(agree::by_x3(json::object, "{}") == 2u);
    BOOST_TEST(agree::by_x3(json::object, "[]") == none);
    BOOST_TEST(agree::by_x3(json::array, "[{}]") == 4u);
    BOOST_TEST(agree::by_x3(json::string_content, "ab\\\"c\"d") == 5u);
    BOOST_TEST(agree::by_x3(json::literal, "falsehood") == 5u);
    BOOST_TEST(agree::by_x3(json::space, " \n\tx") == 3u);
    BOOST_TEST(agree::by_x3(python::dict, "{'a':1}") == 7u);
    BOOST_TEST(agree::by_x3(python::list, "['a']") == 5u);
    BOOST_TEST(agree::by_x3(python::string, "\"it's\"") == 6u);
    BOOST_TEST(agree::by_x3(python::literal, "Nonesuch") == 4u);
}

BOOST_AUTO_TEST_CASE(strings_and_numbers_equal_their_spelling_in_x3) {
    using x3::char_;
    using x3::lit;
    auto const string = '"' >> *((char_ - '"' - '\\') | ('\\' >> char_)) >> '"';
    auto const digits = +x3::digit;
    auto const number = -lit('-') >> (lit('0') | (char_('1', '9') >> *x3::digit)) >> -('.' >> digits) >>
                        -((lit('e') | 'E') >> -(lit('+') | '-') >> digits);
    BOOST_TEST(agree::first_difference<json_string>(string, "\"\\a", 6) == "");
    BOOST_TEST(agree::first_difference<json_number>(number, "01.e-", 6) == "");
}

BOOST_AUTO_TEST_CASE(a_member_has_its_key_and_the_given_value) {
    static constexpr auto table = lower<named>();
    for (std::string_view const text : {"{\"name\":\"x\"}", "{\"name\" :\n\"x\"}"}) {
        BOOST_TEST(agree::by_x3(named, text) == text.size());
        BOOST_TEST(agree::by_table(table, text) == text.size());
    }
    BOOST_TEST(agree::by_x3(named, "{\"nam\":\"x\"}") == none);
    BOOST_TEST(agree::by_x3(named, "{\"name\":1}") == none);
}

BOOST_AUTO_TEST_SUITE_END()
