// test/json/number.cpp - numbers are read as the nearest double, with and without std::from_chars
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/number.hpp>
#include <parlance/json/detail/nearest_double.hpp>
#include <parlance/json/parse.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(json_number)

namespace {

using namespace parlance;
using json::detail::nearest_double;

/// Whether both are the same double, -0 and 0 apart.
bool same(std::optional<double> a, double b) {
    return a && std::bit_cast<std::uint64_t>(*a) == std::bit_cast<std::uint64_t>(b);
}

/// The number in the middle of a double and the next larger one, with all its digits.
std::string middle(double below) {
    auto const bits = std::bit_cast<std::uint64_t>(below);
    std::uint64_t const least = std::uint64_t{1} << 52;
    std::uint64_t const field = bits >> 52;
    std::string digits = std::to_string(2 * (bits % least + (field == 0 ? 0 : least)) + 1);
    int power = static_cast<int>(std::max<std::uint64_t>(field, 1)) - 1076;  // the number is digits * 2^power
    std::string const exponent = power < 0 ? "e" + std::to_string(power) : "";
    int const factor = power < 0 ? 5 : 2;  // 2^-1 = 5 * 10^-1
    for (power = std::abs(power); power > 0; --power) {
        int carry = 0;
        for (std::size_t d = digits.size(); d-- > 0; carry /= 10) {
            carry += (digits[d] - '0') * factor;
            digits[d] = static_cast<char>('0' + carry % 10);
        }
        if (carry != 0) {
            digits.insert(0, 1, static_cast<char>('0' + carry));
        }
    }
    return digits + exponent;
}

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double largest = (std::numeric_limits<double>::max)();
constexpr double least = std::numeric_limits<double>::denorm_min();

struct sample {
    std::string text;
    double number;
    friend std::ostream& operator<<(std::ostream& out, sample const& s) {
        return out << s.text.substr(0, 60);
    }
};
sample const hard[] = {
    {"0", 0.0},
    {"0e999999999999999999999999", 0.0},
    {"1", 1.0},
    {".5", 0.5},
    {"5.", 5.0},
    {"1E+2", 100.0},
    {"00012e-00001", 1.2},
    {"9007199254740993", 9007199254740992.0},  // 2^53 + 1: the even neighbour
    {"9007199254740993.00000000000000000000000000000000001", 9007199254740994.0},
    {"9007199254740995", 9007199254740996.0},
    {"1e23", 1e23},
    {"8.98846567431158e307", 8.98846567431158e307},
    {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022},  // where PHP and Java once hung
    {"2.2250738585072012e-308", 0x1p-1022},
    {"6.631236846766476e-316", 6.631236846766476e-316},
    {"3."
     "2378839133029012895883524125015321748630376694231080599012970495523019706706765657868357425877995578606"
     "15"
     "7765598382834355143910841531692526891905643964595773946180389283653051434639551003566966656292020173313"
     "440"
     "3173004436936020526058717e-19",
     3.2378839133029012895883524125015321748e-19},
    {"4.9406564584124654e-324", least},
    {"2.4703282292062327208e-324", 0.0},
    {"2.4703282292062327209e-324", least},
    {"1.7976931348623157e308", largest},
    {"1.797693134862315807e308", largest},
    {"1.797693134862315808e308", infinite},
    {"1e309", infinite},
    {"1e99999999999999999999999", infinite},
    {"1e-400", 0.0},
    {"0." + std::string(400, '0') + "1e401", 1.0},
    {"1" + std::string(400, '0') + "e-400", 1.0},
    {"1" + std::string(400, '0') + "e-5", infinite},
    {"0." + std::string(400, '0') + "1e500", 1e99},
    {"1" + std::string(100000, '0') + "e-100000", 1.0},
    {"1." + std::string(100000, '0') + "1", 1.0},
};

double random_double(std::mt19937_64& draw) {
    for (;;) {
        auto const x = std::bit_cast<double>(draw() >> 1);
        if (std::isfinite(x)) {
            return x;
        }
    }
}

}  // namespace

BOOST_DATA_TEST_CASE(the_nearest_double_of_hard_numbers, boost::unit_test::data::make(hard)) {
    BOOST_TEST(same(nearest_double(sample.text), sample.number));
    BOOST_TEST(same(json::read_python_float(sample.text), sample.number));
    BOOST_TEST(same(json::read_python_float("-" + sample.text), -sample.number));
}

BOOST_AUTO_TEST_CASE(the_middle_of_two_doubles_is_the_even_one_and_a_digit_decides) {
    std::mt19937_64 draw(1);
    for (int i = 0; i < 2000; ++i) {
        double const below = random_double(draw);
        double const above = std::nextafter(below, infinite);
        std::string const text = middle(below);
        std::string const exponent = text.find('e') == text.npos ? "" : text.substr(text.find('e'));
        std::string const digits = text.substr(0, text.find('e'));
        double const even = std::bit_cast<std::uint64_t>(below) % 2 == 0 ? below : above;
        BOOST_TEST(same(nearest_double(text), even), text);
        BOOST_TEST(same(nearest_double(digits + "." + std::string(800, '0') + "1" + exponent), above), text);
        std::string less = digits;
        std::size_t const last = less.find_last_not_of('0');
        --less[last];
        std::fill(less.begin() + static_cast<std::ptrdiff_t>(last) + 1, less.end(), '9');
        BOOST_TEST(same(nearest_double(less + "." + std::string(800, '9') + exponent), below), text);
        BOOST_TEST(same(json::read_python_float(text), even), text);
    }
}

BOOST_AUTO_TEST_CASE(what_a_double_is_printed_as_is_read_as_that_double) {
    std::mt19937_64 draw(2);
    for (int i = 0; i < 20000; ++i) {
        double const x = random_double(draw);
        char text[32];
        std::string_view const shortest(text, std::to_chars(text, text + sizeof text, x).ptr);
        BOOST_TEST(same(nearest_double(shortest), x), shortest);
        BOOST_TEST(same(json::read_python_float(shortest), x), shortest);
    }
}

#ifdef __cpp_lib_to_chars
BOOST_AUTO_TEST_CASE(without_the_standard_library_the_same_is_read) {
    std::mt19937_64 draw(3);
    for (int i = 0; i < 100000; ++i) {
        std::string text =
            std::to_string(draw() >> draw() % 64) + "." + std::to_string(draw() >> draw() % 64);
        text += "e" + std::to_string(static_cast<int>(draw() % 720) - 370);
        double expected = 0;
        if (std::from_chars(text.data(), text.data() + text.size(), expected).ec == std::errc{}) {
            BOOST_TEST(same(nearest_double(text), expected), text);
        }
    }
}
#endif

BOOST_AUTO_TEST_CASE(words_and_signs_are_those_of_python) {
    BOOST_TEST(same(json::read_python_float("+Infinity"), infinite));
    BOOST_TEST(same(json::read_python_float("-inf"), -infinite));
    BOOST_TEST(same(json::read_python_float("-0"), -0.0));
    BOOST_TEST(std::isnan(json::read_python_float("NaN").value()));
    for (char const* const text : {"", "-", "+-1", "--1", "infin", "nan(1)", "0x10", "1e", "1e+", "e5", ".",
                                   "1.2.3", "1 ", " 1", "1_0", "1e5.", "1f", "1+"}) {
        BOOST_TEST(!json::read_python_float(text).has_value(), text);
        BOOST_TEST(!nearest_double(text).has_value(), text);
    }
}

BOOST_AUTO_TEST_CASE(documents_have_numbers_beyond_every_exponent) {
    BOOST_TEST(json::parse("1" + std::string(400, '0') + "e-400")->get_double() == 1.0);
    BOOST_TEST(json::parse("-0." + std::string(400, '0') + "1e401")->get_double() == -1.0);
    BOOST_TEST(json::parse("1" + std::string(400, '0') + "e-5")->get_double() == infinite);
}

BOOST_AUTO_TEST_SUITE_END()
