// test/jinja/options.cpp - what each option of a rendering changes
// SPDX-License-Identifier: BSL-1.0
#include <parlance/jinja/options.hpp>
#include <parlance/jinja/compiled_template.hpp>
#include <boost/json/object.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <ctime>
#include <ostream>
#include <string>
#include <string_view>

BOOST_AUTO_TEST_SUITE(jinja_options)

namespace data = boost::unit_test::data;
namespace jinja = parlance::jinja;
using parlance::errc;

namespace {

parlance::result<jinja::rendering> rendered(std::string_view source, jinja::render_options const& how = {}) {
    auto const compiled = jinja::compiled_template::compile(source);
    return compiled ? compiled->render({}, how) : parlance::result<jinja::rendering>(compiled.error());
}

jinja::render_options with(jinja::convention c) {
    jinja::render_options how;
    how.convention = c;
    return how;
}

}  // namespace

struct two_ways {
    char const* source;
    char const* strict;  // null: an error
    char const* lenient;
    friend std::ostream& operator<<(std::ostream& out, two_ways const& t) { return out << t.source; }
};
two_ways const differences[] = {
    {"{% set l = [1] %}{% set _ = l.append(2) %}{{ l }}", nullptr, "[1, 2]"},
    {"{% set d = {'a': 1} %}{{ d.pop('a') }}{{ d }}", nullptr, "1{}"},
    {"{{ [1, 2] | map('string') | tojson }}", nullptr, "[\"1\", \"2\"]"},
    {"{{ '{\"a\": [1.0]}' | from_json }}", nullptr, "{'a': [1.0]}"},
    {"{{ ('<' | safe) + '\"' }}", "<&#34;", "<\""},
    {"{{ ['<' | safe] }}", "[Markup('<')]", "['<']"},
};
BOOST_DATA_TEST_CASE(the_conventions_differ_where_templates_need_it, data::make(differences)) {
    auto const strict = rendered(sample.source, with(jinja::convention::strict));
    if (sample.strict == nullptr) {
        BOOST_TEST(!strict.has_value());
    } else {
        BOOST_TEST(strict.value().text == sample.strict);
    }
    BOOST_TEST(rendered(sample.source).value().text == sample.lenient);
}

BOOST_AUTO_TEST_CASE(the_whole_message_of_raise_exception_is_available) {
    std::string raised;
    jinja::render_options how;
    how.raised = &raised;
    auto const made = rendered("{{ raise_exception('x' * 500) }}", how);
    BOOST_TEST((made.error().code == errc::jinja_raised));
    BOOST_TEST(raised == std::string(500, 'x'));
}

BOOST_AUTO_TEST_CASE(the_clock_is_the_callers) {
    jinja::render_options how;
    how.now = [] {
        std::tm t{};
        t.tm_year = 100;
        t.tm_mday = 1;
        t.tm_wday = 6;
        return t;
    };
    BOOST_TEST(rendered("{{ strftime_now('%A %d %B %Y %H:%M %j %%') }}", how).value().text ==
               "Saturday 01 January 2000 00:00 001 %");
}

BOOST_AUTO_TEST_CASE(the_same_seed_draws_the_same) {
    auto const drawn = [](std::uint64_t seed) {
        jinja::render_options how;
        how.seed = seed;
        return rendered("{{ range(1000) | random }} {{ lipsum(1) }}", how).value().text;
    };
    BOOST_TEST(drawn(1) == drawn(1));
    BOOST_TEST(drawn(1) != drawn(2));
}

BOOST_AUTO_TEST_CASE(errors_call_a_template_by_its_name) {
    auto const compiled = jinja::compiled_template::compile("a\n{{ x.y }}", {.name = "llama.jinja"});
    auto const made = compiled.value().render({});
    BOOST_TEST_REQUIRE(!made.has_value());
    BOOST_TEST(compiled->explain(made.error()).starts_with("llama.jinja:2:5: "));
}

BOOST_AUTO_TEST_CASE(a_limit_is_an_error_of_its_own) {
    jinja::render_options how;
    how.limits.output_bytes = 10;
    BOOST_TEST((rendered("{{ 'x' * 10 }}", how).value().text.size() == 10U));
    BOOST_TEST((rendered("{{ 'x' * 11 }}", how).error().code == errc::output_too_large));
}

BOOST_AUTO_TEST_CASE(a_limit_of_output_counts_what_stands_there_not_what_there_is_room_for) {
    jinja::render_options how;
    for (std::size_t const n : {1U, 15U, 16U, 1023U, 1024U, 1025U, 3000U}) {
        std::string const loop = "{% for i in range(" + std::to_string(n) + ") %}x{% endfor %}";
        how.limits.output_bytes = n;
        BOOST_TEST((rendered(loop, how).value().text.size() == n), n);
        BOOST_TEST((rendered(loop + "y", how).error().code == errc::output_too_large), n);
        // what is captured stands there until it is taken
        auto const twice = rendered("{% set s %}" + loop + "{% endset %}" + loop, how);
        BOOST_TEST((twice.value().text.size() == n), n);
    }
}

BOOST_AUTO_TEST_SUITE_END()
