// test/jinja/fuel.cpp - whoever touches n bytes pays for n, and a search reads them once
// SPDX-License-Identifier: BSL-1.0
#include "../looks.hpp"
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/text/deadline.hpp>
#include <boost/json.hpp>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <iterator>
#include <random>
#include <string>

BOOST_AUTO_TEST_SUITE(jinja_fuel)

namespace data = boost::unit_test::data;
using parlance::errc;

namespace {

parlance::result<std::string> render(std::string_view source, boost::json::object const& context,
                                     parlance::limits const& bounds) {
    auto const compiled = parlance::jinja::compiled_template::compile(source);
    parlance::jinja::render_options how;
    how.limits = bounds;
    auto made = compiled->render(context, how);
    return made ? parlance::result<std::string>(made->text) : made.error();
}

// Each in one step of the machine; s and t are equal, n is the end of both, p has parts of s as keys.
char const* const operations[] = {
    "s == t",
    "s < t",
    "s is eq t",
    "n in s",
    "s.find(n)",
    "s.rfind('b' ~ n)",
    "s.count(n)",
    "s.replace(n, '')",
    "s.split(n)",
    "s.rsplit(n)",
    "s.partition(n)",
    "s.startswith(t)",
    "s.removeprefix(t)",
    "(s ~ '').strip('a')",
    "w.strip()",
    "w | trim",
    "s | length",
    "s | int",
    "s | float",
    "s.center(3)",
    "s.zfill(3)",
    "'%s' % s",
    "'{:3}'.format(s)",
    "[s, t] == [t, s]",
    "[s, t] | unique | list",
    "[s, t] | sort",
    "p[s]",
    "s in p",
    "s | urlencode",
    "s | truncate(3)",
    "s | tojson",
};

/// What the operations are about, of so many bytes each.
boost::json::object values_of(std::size_t bytes) {
    return {{"s", std::string(bytes, 'a')},
            {"t", std::string(bytes, 'a')},
            {"n", std::string(bytes / 2, 'a') + "b"},
            {"w", std::string(bytes, ' ')},
            {"p", boost::json::object{}}};
}

}  // namespace

BOOST_DATA_TEST_CASE(an_operation_on_n_bytes_pays_for_n, data::make(operations)) {
    auto const spends_more_than = [&](std::size_t bytes, std::uint64_t steps) {
        boost::json::object context = values_of(bytes);
        parlance::limits bounds;
        bounds.steps = steps;
        auto const made = render(std::string("{{ ").append(sample).append(" }}"), context, bounds);
        return !made && made.error().code == errc::out_of_fuel;
    };
    BOOST_TEST(spends_more_than(1'000'000, 7'000));
    BOOST_TEST(!spends_more_than(1'000, 7'000));
}

namespace {

// The same, and what else works off a lump; d is a dictionary of a long key, l a list of 100'000 items.
char const* const lumps[] = {
    "s ~ t ~ s",
    "s + t",
    "s * 3",
    "s[1:]",
    "s[::-1]",
    "s[-1]",
    "s.upper()",
    "s.title()",
    "s | title",
    "s.isalpha()",
    "s | escape",
    "s | string | urlize",
    "s | wordwrap",
    "s | wordcount",
    "s | striptags",
    "w.split()",
    "w.rsplit()",
    "s.split()",
    "s.rsplit()",
    "s.splitlines()",
    "s.lstrip('a')",
    "s.replace('a', 'bb')",
    "s.expandtabs()",
    "[s] | pprint",
    "[s] | string",
    "[s] | join",
    "d[s]",
    "{s: 1}[t]",
    "{s: 1} | xmlattr",
    "l | list",
    "l | sort",
    "l | reverse | list",
    "l | batch(3) | list",
    "l | slice(3) | list",
    "l + l",
    "l[:] | length",
    "(1,) * 100000",
    "l | unique | list",
    "'%.1000000f' % 0.5",
    "s.format()",
    "l | tojson(indent=2)",
    "l == l[:]",
    "lipsum(n=1, min=50000, max=50001)",
    "strftime_now(s)",
    "3 ** 30000 * 3 ** 30000",
    "(10 ** 4200) | string",
    "(n ~ n) in s",
};

}  // namespace

// A look is due every 100 microseconds, in which none of these does 100'000 bytes or 10'000 items.
BOOST_DATA_TEST_CASE(an_operation_looks_on_its_way_whether_to_stop,
                     data::make(operations) + data::make(lumps)) {
    auto const looks = [&](std::size_t bytes) {
        boost::json::object context = values_of(bytes);
        context["d"] = boost::json::object{{std::string(bytes, 'a'), 1}};
        boost::json::array items;
        for (std::size_t i = 0; i < bytes / 10; ++i) {
            items.emplace_back(i);
        }
        context["l"] = std::move(items);
        counting asked;
        parlance::limits bounds;
        bounds.steps = 100'000'000;
        bounds.allocated_bytes = std::size_t{1} << 30;
        bounds.stop = asked;
        auto const made = render(std::string("{{ ").append(sample).append(" }}"), context, bounds);
        BOOST_TEST((made.has_value() || made.error().code == errc::jinja_value ||
                    made.error().code == errc::width_too_large),
                   sample);
        return asked.looks;
    };
    // nothing is read of all that is in `s`
    constexpr std::string_view without[] = {"p[s]", "s in p", "s | int", "s | float"};
    if (std::find(std::begin(without), std::end(without), sample) == std::end(without)) {
        BOOST_TEST(looks(1'000'000) > 10);
    }
}

BOOST_AUTO_TEST_CASE(a_shared_tuple_is_not_hashed_twice_to_the_n_times) {
    auto const made =
        render("{% set ns = namespace(a=(1,)) %}{% for i in range(60) %}{% set ns.a = (ns.a, ns.a) %}"
               "{% endfor %}{{ {ns.a: 1} | length }}",
               {}, {});
    BOOST_TEST((!made && made.error().code == errc::out_of_fuel));
}

// Short texts are searched for in one way, long ones in another.
BOOST_AUTO_TEST_CASE(searches_find_what_the_standard_library_finds) {
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (std::size_t n = 20 + random() % 200; n > 0; --n) {
            text.push_back(random() % 8 == 0 ? 'b' : 'a');
        }
        std::size_t const from = random() % text.size();
        std::string what = text.substr(from, 1 + random() % 40);
        if (round % 3 == 0) {
            what[random() % what.size()] = 'b';
        }
        auto const place = [](std::size_t at) {
            return at == std::string::npos ? std::string("-1") : std::to_string(at);
        };
        std::size_t count = 0;
        std::string replaced;
        std::size_t at = 0;
        for (std::size_t next = text.find(what); next != text.npos; next = text.find(what, at)) {
            replaced += text.substr(at, next - at) + "_";
            at = next + what.size();
            ++count;
        }
        replaced += text.substr(at);
        std::string const expected = place(text.find(what)) + " " + place(text.rfind(what)) + " " +
                                     std::to_string(count) + " " + replaced + " " +
                                     (text.find(what) != text.npos ? "True " : "False ") + replaced;
        auto const made = render("{{ t.find(w) }} {{ t.rfind(w) }} {{ t.count(w) }} {{ t.replace(w, '_') }} "
                                 "{{ w in t }} {{ t.split(w) | join('_') }}",
                                 {{"t", text}, {"w", what}}, {});
        BOOST_REQUIRE(made.has_value());
        BOOST_TEST(*made == expected, text + " / " + what);
    }
}

BOOST_AUTO_TEST_CASE(keyword_arguments_of_a_mapping_cost_as_many_steps_as_there_are) {
    boost::json::object many;
    for (int i = 0; i < 5000; ++i) {
        many["k" + std::to_string(i)] = i;
    }
    parlance::limits bounds;
    bounds.steps = 60'000;
    std::string_view const source = "{% macro m() %}{{ kwargs|length }}{% endmacro %}{{ m(**d) }}";
    BOOST_TEST(render(source, {{"d", many}}, bounds).value() == "5000");
    std::string_view const named =
        "{% macro m(a) %}{{ a }}{{ kwargs|length }}{% endmacro %}{{ m(k7=1, **d) }}";
    BOOST_TEST((render(named, {{"d", many}}, bounds).error().code == errc::jinja_type));
}

BOOST_AUTO_TEST_CASE(the_name_of_a_member_is_paid_for_where_the_template_writes_it) {
    parlance::limits bounds;
    bounds.steps = 300'000;
    std::string const name(10'000, 'x');
    for (std::string const& member : {"p." + name, "p['" + name + "']"}) {
        std::string const source = "{% for i in range(n) %}{{ " + member + " }}{% endfor %}";
        boost::json::object const p{{name, 1}};
        BOOST_TEST((render(source, {{"n", 100}, {"p", p}}, bounds).value() == std::string(100, '1')));
        BOOST_TEST((render(source, {{"n", 1000}, {"p", p}}, bounds).error().code == errc::out_of_fuel));
    }
}

BOOST_AUTO_TEST_CASE(a_field_of_a_format_is_paid_for_by_its_length) {
    parlance::limits bounds;
    bounds.steps = 100'000;
    for (std::string const& field :
         {"%" + std::string(10'000, '-') + "d", "%." + std::string(10'000, '0') + "f",
          "%" + std::string(10'000, 'l') + "d"}) {
        std::string const source = "{% for i in range(n) %}{% set _ = '" + field + "' % 1 %}{% endfor %}";
        BOOST_TEST(render(source, {{"n", 10}}, bounds).has_value());
        BOOST_TEST((render(source, {{"n", 1000}}, bounds).error().code == errc::out_of_fuel));
    }
}

BOOST_AUTO_TEST_CASE(variables_of_a_macro_are_paid_for_whenever_it_is_called) {
    std::string names;
    for (int i = 0; i < 2000; ++i) {
        names += (i == 0 ? "a" : ", a") + std::to_string(i) + " = 1";
    }
    std::string const source = "{% macro m() %}{% if false %}{% with " + names +
                               " %}{% endwith %}{% endif %}{% endmacro %}"
                               "{% for i in range(n) %}{{ m() }}{% endfor %}";
    parlance::limits bounds;
    bounds.steps = 100'000;
    BOOST_TEST(render(source, {{"n", 100}}, bounds).has_value());
    BOOST_TEST((render(source, {{"n", 2000}}, bounds).error().code == errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(names_in_branches_inside_branches_are_bounded) {
    auto const nested = [](int depth, int names) {
        std::string source;
        for (int i = 0; i < depth; ++i) {
            source += "{% if a %}{% elif b %}";
        }
        for (int i = 0; i < names; ++i) {
            source += "{{ n" + std::to_string(i) + " }}";
        }
        for (int i = 0; i < depth; ++i) {
            source += "{% endif %}";
        }
        return source;
    };
    BOOST_TEST(parlance::jinja::compiled_template::compile(nested(150, 100)).has_value());
    BOOST_TEST(parlance::jinja::compiled_template::compile(nested(2, 10'000)).has_value());
    auto const many = parlance::jinja::compiled_template::compile(nested(150, 10'000));
    BOOST_TEST((!many && many.error().code == errc::out_of_fuel));
}

BOOST_AUTO_TEST_CASE(a_text_that_grows_is_counted_twice_while_it_is_moved) {
    parlance::limits bounds;
    bounds.allocated_bytes = 3'000'000;
    std::string_view const source = "{% for i in range(n) %}{{ s }}{% endfor %}";
    std::string const text(1000, 'x');
    BOOST_TEST(render(source, {{"n", 1000}, {"s", text}}, bounds).value().size() == 1'000'000U);
    BOOST_TEST(
        (render(source, {{"n", 3000}, {"s", text}}, bounds).error().code == errc::out_of_memory_budget));
}

BOOST_AUTO_TEST_CASE(a_rendering_stops_when_it_is_asked_to) {
    struct later {
        mutable int asked = 0;
        bool stop_requested() const { return ++asked > 3; }
    } const stop;
    parlance::limits bounds;
    bounds.stop = stop;
    auto const made = render("{% for i in range(100000) %}{{ i }}{% endfor %}", {}, bounds);
    BOOST_TEST((!made && made.error().code == errc::cancelled));
    parlance::deadline const over(parlance::deadline::clock::now());
    bounds.stop = over;
    auto const late = render("{{ 1 }}", {}, bounds);
    BOOST_TEST((!late && late.error().code == errc::cancelled));
}

BOOST_AUTO_TEST_CASE(paragraphs_without_words_are_paid_for) {
    for (char const* const source :
         {"{{ lipsum(10 ** 15, false, -9, -3) }}", "{{ lipsum(10 ** 15, true, 0, 1) }}",
          "{{ lipsum(10 ** 30, false, -2 ** 63, 2 ** 63 - 1) }}"}) {
        parlance::errc const why = render(source, {}, {}).error().code;
        BOOST_TEST((why == errc::out_of_fuel || why == errc::out_of_memory_budget), source);
    }
}

BOOST_AUTO_TEST_SUITE_END()
