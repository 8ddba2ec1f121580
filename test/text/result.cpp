#include <parlance/text/result.hpp>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

BOOST_AUTO_TEST_SUITE(text_result)

using parlance::bad_result;
using parlance::diagnostic;
using parlance::errc;
using parlance::result;

namespace {

constexpr result<int> half(int n) {
    if (n % 2 != 0) {
        return diagnostic{errc::invalid_keyword};
    }
    return n / 2;
}

static_assert(half(4) && *half(4) == 2 && half(4).error().code == errc::none);
static_assert(!half(3) && half(3).error().code == errc::invalid_keyword);
static_assert(half(4).value_or(7) == 2 && half(3).value_or(7) == 7);
static_assert(result<void>().has_value() && !result<void>(diagnostic{errc::truncated_file}));

}  // namespace

BOOST_AUTO_TEST_CASE(value_throws_the_diagnostic_and_nothing_else_does) {
    BOOST_TEST(half(6).value() == 3);
    BOOST_CHECK_EXCEPTION((void)half(3).value(), bad_result, [](bad_result const& e) {
        return e.error().code == errc::invalid_keyword &&
               std::string_view(e.what()).find("schema keyword") != std::string_view::npos;
    });
    BOOST_CHECK_THROW(result<void>(diagnostic{errc::truncated_file}).value(), bad_result);
    BOOST_CHECK_NO_THROW(result<void>().value());
}

BOOST_AUTO_TEST_CASE(value_or_moves_what_can_only_be_moved) {
    result<std::unique_ptr<int>> r = std::make_unique<int>(5);
    BOOST_TEST(*std::move(r).value_or(nullptr) == 5);
    BOOST_TEST(
        *result<std::unique_ptr<int>>(diagnostic{errc::truncated_file}).value_or(std::make_unique<int>(6)) ==
        6);
}

BOOST_AUTO_TEST_CASE(what_is_thrown_says_where_and_of_which_name) {
    result<int> const r = parlance::diagnose(errc::unknown_rule, "root ::= a\na ::= valu", 17, 4, "valu");
    BOOST_CHECK_EXCEPTION((void)r.value(), bad_result, [](bad_result const& e) {
        return std::string_view(e.what()) == "2:7: error: this rule is never defined (valu)";
    });
}

BOOST_AUTO_TEST_CASE(a_value_moves_through) {
    result<std::unique_ptr<int>> r = std::make_unique<int>(7);
    BOOST_TEST(**r == 7);
    std::unique_ptr<int> const taken = std::move(r).value();
    BOOST_TEST(*taken == 7);
}

BOOST_AUTO_TEST_SUITE_END()
